"""Reading: how likely somebody is to say something, true or made up, in a night that may have been.

Claims are evidence, never proof: players on the village's side mostly tell the truth, the others
say what suits them. Each claim multiplies the weight of a world by how likely its speaker would be
to say it there, which is never 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.core import Seat
from engine.games.onenight.claims import FACTS
from engine.games.onenight.roles import Extra, Role
from engine.games.onenight.state import CENTER, NONE, PAIR, PAIRS, Claim
from engine.games.onenight.worlds import ROLES, World

VILLAGE, WOLF, TANNER = range(3)
"""Sides, as players see their own."""


class Reading(NamedTuple):
    """How claims are read."""

    honest: float = 0.8
    """How often somebody on the village's side who makes such a claim tells the truth."""
    slip: float = 0.015
    """How often they say something else."""
    pose: float = 0.1
    """How often they pose as a Villager instead."""
    bluff: float = 0.9
    """How readily somebody with another aim makes such a claim, true or not."""
    hearsay: float = 0.0
    """How much opinions count. They rest on what was said before, and liars have them too."""
    memory: bool = True
    """Whether a role that somebody took back still counts as said."""
    crowd: float = 0.5
    """How much less readily a Werewolf claims a card that others have claimed already: other cards
    are free. A Minion would not mind."""
    brazen: float = 2.0
    """How much more readily a Tanner does."""
    lures: bool = True
    """Whether a Minion is thought to lie in other ways than a Werewolf."""


SUSPICIOUS = Reading()
LITERAL = Reading(
    0.95, 0.01, 0.04, 0.3, hearsay=1.0, memory=False, crowd=1.0, brazen=1.0, lures=False
)
"""Takes claims at face value, unless they cannot be true."""
TRUSTING = LITERAL._replace(hearsay=0.0)
"""The same, as somebody imagines it who only wants to know what becomes of a story."""

BLUFFS = {Role.WEREWOLF: 0.01, Role.MINION: 0.02, Role.VILLAGER: 0.15, Role.TANNER: 0.02}
"""How often somebody with another aim claims to have been that; other roles are equally likely."""
BLUFF = 0.15
OWNS_UP, KEEPS = 0.2, 0.6
"""How often a Werewolf says so, glad that the card is gone, and how often somebody who got a
werewolf's card later tells what they were dealt."""
SHY = 0.2
"""How much less readily somebody on the village's side claims by mistake a card that is not."""
BAIT = {Role.WEREWOLF: 0.1, Role.SEER: 0.35, Role.ROBBER: 0.25, Role.VILLAGER: 0.05}
"""The same for a Tanner, who likes to be doubted: few have so much to tell as these."""
LURES = {Role.WEREWOLF: 0.03, Role.SEER: 0.3, Role.ROBBER: 0.22, Role.VILLAGER: 0.04}
"""The same for a Minion, who would rather be doubted than let a werewolf be."""
LURE = 0.08
ACCUSES, SOOTHES = 0.5, 0.4
"""How often somebody who makes up what a Seer saw has seen a Werewolf, and how often another card
or two of the center."""


def side_of(role: int) -> int:
    """The side of a card."""
    return WOLF if role in (1, 2) else TANNER if role == 10 else VILLAGE


def own_side(world: World, seat: int) -> int:
    """Which side a player thinks they are on, by everything they have seen themselves."""
    dealt = world.dealt[seat]
    if dealt == 5 and world.deeds.get(5, (NONE, NONE))[0] != NONE:
        return side_of(world.dealt[world.early[world.deeds[5][0]]])
    if dealt == 8:
        return side_of(world.final(seat))
    if dealt == 0:
        if world.copied == 5:
            return side_of(world.dealt[world.early[seat]])
        return side_of(world.copied)
    return side_of(dealt)


def holds(claim: Claim, world: World) -> bool:
    """Whether a claim about the speaker's own night is true in a world."""
    seat, values, dealt = claim.seat, claim.values, world.dealt
    match claim.kind:
        case "was":
            return dealt[seat] == values[0]
        case "now":
            return world.final(seat) == values[0]
        case "saw":
            return sees(world, seat, values)
        case "woke":
            return woke(world, seat, sorted(values))
        case "copied":
            return (
                dealt[seat] == 0
                and world.deeds.get(0, (NONE,))[0] == values[0]
                and (dealt[values[0]] == values[1])
            )
    role = {"robbed": 5, "swapped": 6, "took": 7}[claim.kind]
    deed = world.deeds.get(role) if dealt[seat] == role else None
    if dealt[seat] == 0 and world.copied == role:
        deed = world.deeds.get(Extra.COPIED)
    if deed is None:
        return False
    if not values:
        return deed[0] == NONE
    if role == 6:
        return deed == (min(values), max(values))
    if deed[0] != values[0]:
        return False
    if role == 5:
        taken = world.early[seat] if dealt[seat] == 0 else world.early[values[0]]
        return dealt[taken] == values[1]
    return True


def sees(world: World, seat: int, values: Sequence[int]) -> bool:
    """Whether a player may have seen that: it does not matter where they looked, only what lay
    there."""
    role = world.dealt[seat]
    if role == 0:
        role = world.copied
    if not values:
        return role == Role.SEER
    if values[0] < CENTER:
        may = role == Role.SEER
    elif values[0] < PAIR:
        may = role == Role.SEER or world.pack() == [seat]
    else:
        may = role == Role.SEER
    return may and all(
        world.dealt[world.early[place]] == face for place, face in looks(world.seats, values)
    )


def looks(seats: int, values: Sequence[int]) -> list[tuple[int, int]]:
    """By place in the deal: the faces that a look shows."""
    place = values[0]
    if place < CENTER:
        return [(place, values[1])]
    if place < PAIR:
        return [(seats + place - CENTER, values[1])]
    one, two = PAIRS[place - PAIR]
    return [(seats + one, values[1]), (seats + two, values[2])]


def woke(world: World, seat: int, others: list[int]) -> bool:
    """Whether a player saw exactly these others, as a Werewolf, Mason or Minion."""
    role = world.dealt[seat]
    if role == 0:
        role = world.copied
    if role == 2:
        return world.pack() == others
    group = world.pack() if role == 1 else world.masons() if role == 3 else None
    return group is not None and [other for other in group if other != seat] == others


PAIRS_MADE_UP = 8
"""How many pairs of center cards would fit a story that is made up."""
INFORMED = (Role.ROBBER, Role.INSOMNIAC, Role.DOPPELGANGER)


def likelihood(
    claim: Claim, world: World, side: int, reading: Reading, crowded: bool = False
) -> float:
    """How likely a player on that side is to say this in a world, perhaps although others have
    already claimed all such cards."""
    kind = claim.kind
    if kind in ("think", "vouch", "will_vote"):
        return opinion(claim, world, side) ** reading.hearsay if reading.hearsay else 1.0
    if kind not in FACTS:
        return 1.0
    share = shares_of(kind, claim.values, crowded, world.seats, reading)[world.dealt[claim.seat]]
    return share[side if holds(claim, world) else side + UNTRUE]


UNTRUE = 3
"""How far behind the shares of somebody who tells the truth those of others on their side are."""


@lru_cache(maxsize=4096)
def shares_of(
    kind: str, values: tuple[int, ...], crowded: bool, seats: int, reading: Reading
) -> tuple[tuple[float, ...], ...]:
    """By dealt card, then by side: how likely somebody is to say this about the night if it is
    true, and then how likely if it is not."""
    claim = Claim(0, Seat(0), kind, values)

    def share(dealt: int, side: int, true: bool) -> float:
        found = account(claim, dealt, side, true, seats, reading)
        if not crowded or side == VILLAGE:
            return found
        if side == TANNER:
            return found * reading.brazen
        return found if dealt == Role.MINION and reading.lures else found * reading.crowd

    cases = [(side, true) for true in (True, False) for side in (VILLAGE, WOLF, TANNER)]
    return tuple(tuple(share(dealt, *case) for case in cases) for dealt in ROLES)


def account(claim: Claim, dealt: int, side: int, true: bool, seats: int, reading: Reading) -> float:
    """How likely a player who was dealt that and is on that side is to say this about the night,
    true or not."""
    kind = claim.kind
    if kind == "was":
        return named(Role(claim.values[0]), dealt, side, reading)
    if kind == "now" and dealt not in INFORMED:
        return 0.5
    made_up = spread(claim, seats)
    if side != VILLAGE:
        return reading.bluff * (WITH if true and kind == "woke" else made_up)
    if not true:
        return reading.slip * made_up
    # What a Seer looked at is not part of a world; what others did is.
    return reading.honest / (seats + 2) if kind == "saw" else reading.honest


def named(role: Role, dealt: int, side: int, reading: Reading) -> float:
    """How likely a player who was dealt that and is on that side is to say that they were that."""
    true = role == dealt
    if side == VILLAGE:
        if true:
            return reading.honest
        shy = SHY if side_of(role) != VILLAGE else 1.0
        return reading.pose if role == Role.VILLAGER else reading.slip * shy
    if side == TANNER:
        return BAIT.get(role, BLUFF) * reading.bluff
    if dealt == Role.MINION and reading.lures:
        return LURES.get(role, LURE) * reading.bluff
    if true:
        return (OWNS_UP if dealt == Role.WEREWOLF else KEEPS) * reading.bluff
    return BLUFFS.get(role, BLUFF) * reading.bluff


WITH = 0.8
"""How often somebody who says with whom they woke says so truly, whatever they say they were."""


def spread(claim: Claim, seats: int) -> float:
    """How likely a player who makes something up is to say exactly that."""
    values = claim.values
    match claim.kind:
        case "saw":
            accuses = bool(values) and values[0] < CENTER and values[1] == Role.WEREWOLF
            if accuses:
                return ACCUSES / (seats - 1)
            return SOOTHES / (seats + 2) / (PAIRS_MADE_UP if len(values) > 2 else 1)
        case "robbed":
            return 0.5 / (seats - 1)
        case "swapped":
            return 2 / ((seats - 1) * (seats - 2))
        case "took":
            return 1 / 3
        case "now":
            return 0.8
        case "copied":
            return 0.3 / (seats - 1)
        case "woke" if values:  # the others would know better, or be glad
            return 0.1 / (seats - 1)
    return 0.3


def opinion(claim: Claim, world: World, side: int) -> float:
    """How much an opinion about somebody speaks for a world: weak evidence, but some."""
    about = claim.values[0]
    is_wolf = world.dealt[world.late[about]] == 1
    blames = claim.kind == "will_vote" or (claim.kind == "think" and claim.values[1] == 1)
    if claim.kind == "think" and not blames:
        return 1.0
    if side == VILLAGE:
        return 1.25 if blames == is_wolf else 0.85
    if side == WOLF:
        return 0.6 if blames and world.dealt[about] == 1 else 1.1
    return 1.0
