"""The arena counts the same whoever plays its batches."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor

import pytest

from engine.arena import BATCH, Contest, batches, edges, share_of, verdict
from engine.games.wolfmoon import WOLFMOON

CONTEST = Contest(WOLFMOON, ("greedy", "random", "random"), 7, {"length": "round"})


def test_one_process_and_two_find_the_same_figures() -> None:
    deals = BATCH + 3
    alone = [batch.shares for batch in batches(CONTEST, deals)]
    with ProcessPoolExecutor(2) as pool:
        assert [batch.shares for batch in batches(CONTEST, deals, pool)] == alone
    assert [len(shares) for shares in alone] == [BATCH, 3]


def test_everything_there_is_to_win_is_given_to_somebody() -> None:
    (batch,) = batches(CONTEST, 10)
    for won in batch.shares:
        assert sum(won) == pytest.approx(1)
    assert share_of(CONTEST, batch.shares, "greedy").share > 1 / 3


def test_without_a_clock_no_time_is_taken() -> None:
    (batch,) = batches(CONTEST, 1)
    assert batch.moves == [[], [], []]


def test_what_one_wins_more_is_counted_deal_by_deal() -> None:
    shares = [[0.5, 0.25, 0.25], [0.0, 1.0, 0.0]]
    assert edges(CONTEST, shares, "greedy", "random") == [0.25, -0.5]
    assert edges(CONTEST, shares, "greedy", None) == pytest.approx([1 / 6, -1 / 3])


@pytest.mark.parametrize(("gain", "says"), [(0.05, "H1"), (-0.03, "H0"), (0.01, "")])
def test_it_stops_when_it_is_clear(gain: float, says: str) -> None:
    differences = [gain + (0.3 if number % 2 else -0.3) for number in range(1000)]
    assert verdict(differences) == says
    assert verdict(differences[:100]) == ""
