"""Hindsight: what was a lie, which lie was the best, and when somebody was fooled."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.core import Seat
from engine.games.onenight.belief import believe, heard_by, new_to
from engine.games.onenight.claims import FACTS
from engine.games.onenight.mind import truths
from engine.games.onenight.reading import SUSPICIOUS
from engine.games.onenight.roles import Role, is_wolf_side
from engine.games.onenight.state import Claim, Village
from engine.games.onenight.views import knowledge
from engine.games.onenight.worlds import Knowledge

WORLDS = 150
LEAST = 0.08
"""A change of mind that is worth mentioning."""


class Swing(NamedTuple):
    """A statement that changed what was thought of somebody."""

    number: int
    speaker: Seat
    about: Seat
    before: float
    after: float


def is_lie(village: Village, claim: Claim) -> bool:
    """Whether a claim about the speaker's night is not what they saw; all cards must be open. Who
    has guessed right what lies before them by now has not lied."""
    if claim.kind == "now" and claim.values == (village.cards[claim.seat],):
        return False
    told = {(truth.kind, truth.values) for truth in truths(village, claim.seat)}
    return claim.kind in FACTS and (claim.kind, claim.values) not in told


def best_lie(village: Village) -> Swing | None:
    """The lie from the werewolves' side, about a role or a night, whose teller a mere listener
    believed most in the end;
    `before` is how much anybody is suspected at first. None: no lie helped its teller."""
    known = Knowledge(village.seats, village.roles, slots=knowledge(village, None).slots)
    live = village.live_claims()
    wolves = [
        seat
        for seat in village.everyone()
        if is_wolf_side(village.dealt[seat]) or is_wolf_side(village.counts_as(seat))
    ]
    stories = [claim for claim in live if claim.seat in wolves and is_lie(village, claim)]
    if not stories:
        return None
    heard = heard_by(village, SUSPICIOUS)  # what was taken back is not forgotten
    odds = believe(known, heard, WORLDS, SUSPICIOUS).suspicion()
    best = min(stories, key=lambda claim: (odds[claim.seat], claim.number))
    first = village.roles.count(Role.WEREWOLF) / len(village.roles)
    if odds[best.seat] > first:
        return None
    return Swing(best.number, best.seat, best.seat, first, odds[best.seat])


def fooled(village: Village, seat: Seat) -> Swing | None:
    """The lie after which a seat suspected a werewolf much less than before, and did not vote for
    her."""
    known, vote = knowledge(village, seat), village.votes[seat]
    lies = {claim.number for claim in village.claims if is_lie(village, claim)}
    rest = [other for other in village.others(seat) if other != vote]
    wolves = [other for other in rest if village.counts_as(other) == Role.WEREWOLF]
    found = [
        Swing(number, speaker, wolf, before[wolf], after[wolf])
        for number, speaker, before, after in turns(known, tuple(village.claims))
        if speaker != seat and number in lies
        for wolf in wolves
    ]
    worst = max(found, key=lambda turn: turn.before - turn.after, default=None)
    return worst if worst is not None and worst.before - worst.after >= LEAST else None


Step = tuple[int, Seat, tuple[float, ...], tuple[float, ...]]


@lru_cache(maxsize=8)
def turns(known: Knowledge, claims: tuple[Claim, ...]) -> tuple[Step, ...]:
    """By statement: who made it, and how much each player was suspected before and after. What is
    said again changes nothing."""
    steps: list[Step] = []
    before = tuple(believe(known, (), WORLDS, SUSPICIOUS).suspicion())
    for number in dict.fromkeys(claim.number for claim in claims):
        said = [claim for claim in claims if claim.number <= number]
        heard = tuple(new_to((), said))
        after = before
        if any(claim.number == number and claim.kind in FACTS for claim in heard):
            after = tuple(believe(known, heard, WORLDS, SUSPICIOUS).suspicion())
        steps.append((number, said[-1].seat, before, after))
        before = after
    return tuple(steps)
