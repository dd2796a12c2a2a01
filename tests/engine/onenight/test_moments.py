"""Moments of a game that is over: who could have changed it, and who did not know better."""

from __future__ import annotations

from random import Random

import pytest

from engine.core import Seat
from engine.games.onenight import ONENIGHT
from engine.games.onenight.moments import Irony, Turn, irony, one_vote, slip
from engine.games.onenight.roles import Role, is_wolf_side
from engine.games.onenight.rules import verdict_on
from engine.games.onenight.state import Claim, Village
from engine.play import apply, asks, start, view
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


def test_a_slip_is_a_werewolf_s_own_statement_that_made_listeners_suspicious() -> None:
    slips = 0
    for seed in range(6):
        village = start(ONENIGHT, 4, bytes([seed]) * 32, {"rounds": "1"})
        bots = [ONENIGHT.bots["easy"](Random(f"{seed} {seat}")) for seat in range(4)]
        while questions := asks(village):
            seat = questions[0].seat
            apply(village, seat, bots[seat].choose(view(ONENIGHT, village, seat)))
        swing = slip(village)
        if swing is not None:
            slips += 1
            assert swing.after > swing.before
            assert is_wolf_side(village.dealt[swing.speaker])
            assert swing.speaker in {c.seat for c in village.claims if c.number == swing.number}
    assert slips
