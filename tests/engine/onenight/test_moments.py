"""Moments of a game that is over: who could have changed it, and who did not know better."""

from __future__ import annotations

import pytest

from engine.core import Seat
from engine.games.onenight.moments import Irony, Turn, irony, one_vote, slip
from engine.games.onenight.roles import Role
from engine.games.onenight.rules import verdict_on
from engine.games.onenight.state import Claim, Village
from tests.scenarios.onenight import dealt, sleep_through

FOUR = ["villager", "troublemaker", "werewolf", "seer"]
CENTER = ["werewolf", "robber", "villager"]


def over(votes: list[int], claims: list[Claim] | None = None, **actions: object) -> Village:
    """A game of four that ended with these votes."""
    village = dealt(FOUR, CENTER)
    sleep_through(village, actions)
    village.claims, village.votes = claims or [], votes
    verdict = verdict_on(village)
    village.dead, village.winners, village.ended = verdict.dead, verdict.winners, True
    return village


def test_one_vote_that_was_announced_and_not_cast_would_have_caught_the_werewolf() -> None:
    said = [Claim(1, Seat(3), "will_vote", (2,))]
    village = over([2, 3, 0, 0], said)
    assert village.dead == (0,)
    assert one_vote(village, Seat(0)) == Turn(Seat(3), Seat(2), True, "village")


def test_where_three_votes_were_too_few_no_single_vote_is_named() -> None:
    assert one_vote(over([1, 0, 0, 0]), Seat(0)) is None


LIE = Claim(1, Seat(2), "was", (int(Role.ROBBER),))


@pytest.mark.parametrize(
    ("votes", "claims", "actions", "found"),
    [
        ([1, 0, 0, 0], [], {"troublemaker": [0, 2]}, Irony("unaware", Seat(0))),
        ([2, 2, 0, 2], [LIE], {"troublemaker": [0, 2]}, Irony("kept_faith", Seat(2), Seat(0))),
        (
            [2, 2, 0, 2],
            [],
            {"seer": [2], "troublemaker": [0, 2]},
            Irony("moved_on", Seat(3), Seat(2)),
        ),
        ([2, 2, 0, 2], [], {}, None),
    ],
    ids=["unaware", "kept_faith", "moved_on", "nothing"],
)
def test_somebody_did_not_know_better(
    votes: list[int], claims: list[Claim], actions: dict[str, object], found: Irony | None
) -> None:
    assert irony(over(votes, claims, **actions)) == found


def test_a_werewolf_who_claims_what_was_seen_before_another_has_slipped() -> None:
    said = [
        Claim(1, Seat(3), "was", (int(Role.SEER),)),
        Claim(1, Seat(3), "saw", (1, int(Role.TROUBLEMAKER))),
        Claim(2, Seat(1), "was", (int(Role.TROUBLEMAKER),)),
        Claim(3, Seat(2), "was", (int(Role.TROUBLEMAKER),)),
    ]
    swing = slip(over([2, 2, 0, 2], said))
    assert swing is not None
    assert (swing.speaker, swing.number) == (2, 3)
    assert slip(over([2, 2, 0, 2], said[:3])) is None
