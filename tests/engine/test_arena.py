"""The arena counts the same whoever plays its batches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.arena import (
    BATCH,
    Contest,
    Place,
    batches,
    edges,
    is_worse,
    paired,
    play_batch,
    share_of,
    verdict,
)
from engine.calibration import Calibration, added_up
from engine.core import Choice, Event, Forecast, Outcome, View
from engine.games.robbers import ROBBERS
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


# ── pairs ───────────────────────────────────────────────────────────────────────────────────────


def test_a_bot_paired_with_itself_gains_nothing_in_any_deal() -> None:
    (batch,) = batches(replace(CONTEST, rival="greedy"), 10)
    assert paired(CONTEST, batch.shares) == [0.0] * 10


def test_a_rival_changes_nothing_for_the_others() -> None:
    (alone,) = batches(CONTEST, 10)
    (both,) = batches(replace(CONTEST, rival="easy"), 10)
    assert [won[:3] for won in both.shares] == alone.shares


def test_a_rival_wins_what_it_would_win_in_the_first_place() -> None:
    (both,) = batches(replace(CONTEST, rival="random"), 10)
    (alone,) = batches(replace(CONTEST, bots=("random",) * 3), 10)
    assert [won[3] for won in both.shares] == [won[0] for won in alone.shares]


@pytest.mark.parametrize(
    ("mean", "worse"), [(-0.05, True), (-0.011, False), (0.0, False), (0.05, False)]
)
def test_a_bot_is_worse_when_its_interval_ends_more_than_a_point_below(
    mean: float, worse: bool
) -> None:
    differences = [mean + (0.3 if number % 2 else -0.3) for number in range(1000)]
    assert is_worse(differences) == worse


# ── sides ───────────────────────────────────────────────────────────────────────────────────────

SIDES = Contest(ROBBERS, ("random", "random"), 7, {"length": "round"}, teams=4)


def test_whole_sides_are_played_by_one_bot_and_fair_is_what_the_other_wins_with_them() -> None:
    (batch,) = batches(SIDES, 20)
    for robbers, wolves, fair_robbers, fair_wolves in batch.shares:
        assert (robbers, wolves) == (fair_robbers, fair_wolves), "it plays against itself"
        assert fair_robbers + fair_wolves <= 1


def test_a_better_bot_wins_more_with_both_sides() -> None:
    (batch,) = batches(replace(SIDES, bots=("greedy", "random")), 20)
    robbers, wolves, fair_robbers, fair_wolves = map(sum, zip(*batch.shares, strict=True))
    assert robbers > fair_robbers
    assert wolves > fair_wolves


# ── thoughts ────────────────────────────────────────────────────────────────────────────────────


def test_thoughts_are_judged_alike_by_one_process_and_two() -> None:
    contest = replace(CONTEST, bots=("medium", "random", "random"))
    alone = added_up(play_batch(contest, number, 2).minds[0] for number in range(2))
    with ProcessPoolExecutor(2) as pool:
        found = [pool.submit(play_batch, contest, number, 2) for number in range(2)]
        assert added_up(batch.result().minds[0] for batch in found) == alone
    assert alone.hands > 0
    assert alone.impossible == 0


def test_who_has_no_thoughts_is_not_judged() -> None:
    (batch,) = batches(CONTEST, 2)
    assert batch.minds == [Calibration()] * 3


def test_a_truth_that_was_held_impossible_is_counted_and_the_others_in_bits() -> None:
    mind = Calibration()
    mind.add(Forecast((0.25, 0.75, 0.0), 0))
    mind.add(Forecast((1.0, 0.0, 0.0), 0))
    mind.add(Forecast((0.5, 0.5, 0.0), 2))
    assert (mind.hands, mind.bits, mind.impossible) == (3, 2.0, 1)
    assert mind.predictions == 9


# ── guests ──────────────────────────────────────────────────────────────────────────────────────


class First:
    """A guest who always takes the first choice, and notes what it is told."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.faults = {"late": 0}
        self.answers = 0
        self.places: list[Place] = []
        self.story: list[Event] = []
        self.stories: list[list[Event]] = []

    def sit(self, place: Place) -> None:
        self.places.append(place)
        self.story = []

    def choose(self, view: View[Any], told: Sequence[Event], rng: Random) -> Choice:
        assert view.ask is not None
        self.answers += 1
        self.story += told
        return view.ask.choices[0]

    def rise(self, outcome: Outcome | None, told: Sequence[Event]) -> None:
        self.stories.append([*self.story, *told])


def test_a_guest_sits_everywhere_once_and_hears_every_game_to_its_end() -> None:
    guests: list[First] = []

    @contextmanager
    def invited() -> Iterator[First]:
        guests.append(First())
        yield guests[-1]

    contest = replace(CONTEST, bots=("first", "random", "random"), guests={"first": invited})
    (batch,) = batches(contest, 2)
    (guest,) = guests
    assert [place.seat for place in guest.places] == [0, 2, 1] * 2
    assert len({place.chance for place in guest.places}) == 6
    assert {story[0].kind for story in guest.stories} == {"round"}
    assert {story[-1].kind[:4] for story in guest.stories} == {"won_"}
    assert batch.faults == [{"answers": guest.answers, "late": 0}, {}, {}]
