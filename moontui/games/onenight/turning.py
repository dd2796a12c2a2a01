"""Why somebody announces a vote for another than they last accused, as the table has heard it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.games.onenight.claims import accused
from engine.games.onenight.state import NONE, Claim


class Turn(NamedTuple):
    """A change of suspects."""

    kind: str
    """What brought it about: `convinced` by a conclusion, `joined` somebody who had said the same
    before, `turned` for reasons of one's own. The words for it are under this key."""
    former: int
    """Who was accused before."""
    other: int = NONE
    """Whose words did it."""


def turn_of(said: Sequence[Claim], vote: Claim) -> Turn | None:
    """What lies behind an announced vote, by all that was said before; nothing, if its speaker
    has accused nobody else."""
    before = [claim for claim in said if claim.number < vote.number]
    own = [claim for claim in before if claim.seat == vote.seat and accused(claim) != NONE]
    target = vote.values[0]
    if not own or accused(own[-1]) == target:
        return None
    former = accused(own[-1])  # whose own words would be an odd reason to let them go
    others = [claim for claim in before if claim.seat not in (vote.seat, former)]
    theirs = [claim for claim in others if accused(claim) == target]
    since = [claim for claim in theirs if claim.number > own[-1].number]
    for kind, found in (
        ("convinced", [claim for claim in since if claim.kind == "reason"]),
        ("joined", theirs),
    ):
        if found:
            return Turn(kind, former, found[-1].seat)
    return Turn("turned", former)
