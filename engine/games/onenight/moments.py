"""Moments of a game that is over: the slip, the irony, and the one vote that would have changed it.

All cards must be open.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.core import Seat
from engine.games.onenight.claims import announced
from engine.games.onenight.hindsight import Swing, is_lie, turns
from engine.games.onenight.roles import Role, is_wolf_side
from engine.games.onenight.rules import verdict_on
from engine.games.onenight.state import CENTER, Claim, Village
from engine.games.onenight.verdict import judge
from engine.games.onenight.views import knowledge

CLEAR = 0.15
"""By how much more somebody must be suspect for it to be their own fault."""


class Irony(NamedTuple):
    """Somebody who did not know better."""

    kind: str
    """A message key: `unaware` died a werewolf without knowing, `kept_faith` lied for a werewolf's
    card that was gone, `moved_on` saw the werewolf whose card then moved on, `own_side` helped to
    kill somebody of the own side, `unkillable` a Tanner whom nobody would kill."""
    seat: Seat
    other: Seat | None = None


class Turn(NamedTuple):
    """A single vote by which another side would have won."""

    seat: Seat
    target: Seat
    announced: bool
    """Whether the seat had said it would vote like that."""
    ending: str


def slip(village: Village) -> Swing | None:
    """The statement with which somebody of the werewolves' side, as dealt, made a mere listener
    suspect them most."""
    wolves = [seat for seat in village.everyone() if is_wolf_side(village.dealt[seat])]
    found = [
        Swing(number, speaker, speaker, before[speaker], after[speaker])
        for number, speaker, before, after in turns(knowledge(village, None), all_claims(village))
        if speaker in wolves
    ]
    worst = max(found, key=lambda swing: swing.after - swing.before, default=None)
    return worst if worst is not None and worst.after - worst.before >= CLEAR else None


def all_claims(village: Village) -> tuple[Claim, ...]:
    return tuple(village.claims)


def course(village: Village, seat: Seat, about: Seat) -> tuple[float, ...]:
    """How much a seat suspected somebody, at first and after each statement."""
    steps = turns(knowledge(village, seat), all_claims(village))
    return tuple(before[about] for _, _, before, _ in steps[:1]) + tuple(
        after[about] for _, _, _, after in steps
    )


def irony(village: Village) -> Irony | None:
    """The bitterest of what somebody did not know."""
    return next(ironies(village), None)


def ironies(village: Village) -> Iterator[Irony]:
    """Everything of the kind, the bitterest first."""
    final = [village.counts_as(seat) for seat in village.everyone()]
    wolf = int(Role.WEREWOLF)
    for seat in village.dead:
        turned = final[seat] == wolf and not is_wolf_side(village.dealt[seat])
        if turned and not knew(village, seat):
            yield Irony("unaware", seat)
    for seat in village.everyone():
        lied = any(claim.seat == seat and is_lie(village, claim) for claim in village.claims)
        if village.dealt[seat] == wolf and final[seat] != wolf and lied:
            heir = next((other for other in village.everyone() if final[other] == wolf), None)
            yield Irony("kept_faith", seat, heir)
    for seat in village.everyone():
        for place in looked_at(village, seat):
            if village.dealt[place] == wolf and final[place] != wolf and place in village.dead:
                yield Irony("moved_on", seat, place)
    for seat in village.everyone():
        if final[seat] == Role.TANNER and seat not in village.votes:
            yield Irony("unkillable", seat)
    for seat in village.everyone():
        target = village.votes[seat]
        if target in village.dead and final[seat] == final[target] == wolf:
            yield Irony("own_side", seat, Seat(target))


def knew(village: Village, seat: Seat) -> bool:
    """Whether somebody saw at night what they ended up with."""
    return any(
        line[0] in (Role.ROBBER, Role.INSOMNIAC, Role.DOPPELGANGER, 12, 13)
        and village.cards[seat] in line[1:3]
        for line in village.learnt[seat]
    )


def looked_at(village: Village, seat: Seat) -> list[Seat]:
    """At whose cards a Seer looked."""
    return [
        Seat(line[1]) for line in village.learnt[seat] if line[0] == Role.SEER and line[1] < CENTER
    ]


def one_vote(village: Village, seat: Seat | None) -> Turn | None:
    """The vote of somebody that would have made the seat win; of nobody in particular, if it has
    won or only watched: one that would have changed who wins. What was announced comes first."""
    now = verdict_on(village)
    roles = [village.counts_as(other) for other in village.everyone()]
    said = announced(village.claims, village.seats)
    lost = seat is not None and seat not in village.winners
    found: list[tuple[tuple[bool, bool, int, int], Turn]] = []
    for voter in village.everyone():
        for target in village.others(voter):
            votes = list(village.votes)
            if votes[voter] == target:
                continue
            votes[voter] = target
            then = judge(roles, votes, village.hunt, village.literal)
            better = seat in then.winners if lost else then.winners != now.winners
            if better and then.winners:
                kept = said.get(voter) == target
                own = voter != seat
                order = (not kept, own, int(voter), int(target))
                found.append((order, Turn(voter, target, kept, then.ending)))
    return min(found)[1] if found else None
