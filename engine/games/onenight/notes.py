"""Notes: what a player could work out, as figures for the notebook, the grid and hints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import factorial
from typing import NamedTuple

from engine.core import Seat
from engine.games.onenight.belief import believe, heard_by
from engine.games.onenight.contradictions import Clash, clashes, marks
from engine.games.onenight.reading import SUSPICIOUS
from engine.games.onenight.roles import Extra, Role
from engine.games.onenight.state import ASLEEP, CENTER, NONE, PAIR, PAIRS, Village
from engine.games.onenight.views import knowledge
from engine.games.onenight.worlds import Knowledge

WORLDS = 1000


class Notes(NamedTuple):
    """What can be concluded from everything a seat has seen and heard."""

    deals: int
    """In how many ways the cards may have been dealt, by what the seat saw."""
    trusting: int
    """In how many, if everybody whose claims nothing contradicts is believed."""
    suspicion: tuple[float, ...]
    """By seat: how likely it is a werewolf now."""
    peace: float
    """How likely nobody is one."""
    clashes: tuple[Clash, ...]


def notes(view: Village, seat: Seat | None) -> Notes:
    """Everything that can be worked out from one seat's view."""
    known = knowledge(view, seat)
    cloud = believe(known, heard_by(view, SUSPICIOUS), WORLDS, SUSPICIOUS)
    believed = {
        int(claim.seat): claim.values[0]
        for claim in view.live_claims()
        if claim.kind == "was" and claim.seat != seat and not marks(view)[claim.seat]
    }
    return Notes(
        deals_left(known),
        deals_left(known, believed),
        tuple(cloud.suspicion()),
        cloud.peace(),
        tuple(clashes(view)),
    )


def deals_left(known: Knowledge, believed: Mapping[int, int] | None = None) -> int:
    """In how many ways the set may have been dealt, leaving aside what the Doppelgänger may have
    moved before somebody looked."""
    fixed: dict[int, int] = dict(believed or {})
    fixed |= seen_cards(known)
    left = Counter(known.roles)
    left.subtract(fixed.values())
    if min(left.values()) < 0:
        return 0
    players = sum(place not in fixed for place in range(known.seats))
    return ways(left, players, barred_from_players(known))


def seen_cards(known: Knowledge) -> dict[int, int]:
    """By place in the deal: the cards that a seat has seen there, or knows of."""
    if known.seat is None:
        return {}
    found: dict[int, int] = {int(known.seat): known.dealt}
    for slot, one, two, three in known.learnt:
        if one == ASLEEP:
            continue
        if slot in (Role.DOPPELGANGER, Role.ROBBER) and one != NONE:
            found[one] = two
        elif slot == Role.SEER and one != NONE:
            if one >= PAIR:
                first, second = PAIRS[one - PAIR]
                found[known.seats + first], found[known.seats + second] = two, three
            else:
                found[one] = two
        elif slot in (Role.WEREWOLF, Role.MINION, Role.MASON):
            role = Role.MASON if slot == Role.MASON else Role.WEREWOLF
            found |= {place: int(role) for place in (one, two, three) if place < CENTER}
        if slot in (Role.WEREWOLF, Extra.LONE) and one == NONE and two != NONE:
            found[known.seats + two - CENTER] = three
    return found


def barred_from_players(known: Knowledge) -> set[int]:
    """Roles that no other player can have been dealt: everybody who has one was seen."""
    slots = {line[0] for line in known.learnt if line[1] != ASLEEP}
    wolves = {int(Role.WEREWOLF)} if slots & {Role.WEREWOLF, Role.MINION} else set()
    return wolves | ({int(Role.MASON)} if Role.MASON in slots else set())


def ways(left: Mapping[int, int], players: int, barred: set[int]) -> int:
    """How many arrangements of cards there are on players' places and on the rest."""
    total = sum(left.values())
    table = {0: 1.0}  # by cards that players have: sum of 1 / (their orders x the others' orders)
    for role, count in left.items():
        most = 0 if role in barred else count
        grown: dict[int, float] = {}
        for had, sum_so_far in table.items():
            for more in range(min(most, players - had) + 1):
                share = sum_so_far / factorial(more) / factorial(count - more)
                grown[had + more] = grown.get(had + more, 0.0) + share
        table = grown
    return round(table.get(players, 0.0) * factorial(players) * factorial(total - players))
