"""Bots that match a player: they go up after a win, down after a loss, and come to stand."""

from __future__ import annotations

from random import Random

import pytest

from engine.bots.strength import FIRST, LEAST, Strength, after, wanted
from engine.games import GAMES

WOLFMOON = GAMES["wolfmoon"]
THIRD = 1 / 3


@pytest.mark.parametrize(
    ("seats", "percent"), [(2, 60), (3, 43), (4, 33), (5, 27), (6, 23)], ids=str
)
def test_a_player_wins_a_third_at_a_table_of_four_and_less_at_a_larger_one(
    seats: int, percent: int
) -> None:
    assert round(100 * wanted(WOLFMOON, seats)) == percent


def test_somebody_may_wish_to_win_every_other_game_or_no_more_than_the_bots() -> None:
    assert wanted(WOLFMOON, 4, "kind") == pytest.approx(1 / 2)
    assert wanted(WOLFMOON, 4, "tough") == pytest.approx(1 / 4)


def test_where_several_win_together_the_number_of_seats_does_not_matter() -> None:
    assert {round(wanted(GAMES["onenight"], seats), 9) for seats in range(3, 11)} == {0.5}


def test_the_first_game_is_against_gentle_bots() -> None:
    assert Strength().level(WOLFMOON) == "gentle+0"


def test_a_win_moves_bots_up_and_a_loss_moves_them_down() -> None:
    before = Strength(2.0, 9, LEAST, True)
    assert after(WOLFMOON, before, True, THIRD).place > 2.0
    assert after(WOLFMOON, before, False, THIRD).place < 2.0


def test_a_win_in_three_games_leaves_them_where_they_were() -> None:
    now = Strength(2.0, 9, LEAST, False)
    for won in (False, True, False):
        now = after(WOLFMOON, now, won, THIRD)
    assert now.place == pytest.approx(2.0)


def test_they_never_leave_the_dial() -> None:
    low, high = Strength(), Strength(4.0)
    for _ in range(10):
        low, high = after(WOLFMOON, low, False, THIRD), after(WOLFMOON, high, True, THIRD)
    assert (low.level(WOLFMOON), high.level(WOLFMOON)) == ("gentle+0", "hard+0")


def test_a_loss_counts_even_where_bots_cannot_be_gentler() -> None:
    once = after(WOLFMOON, Strength(), False, THIRD)
    twice = after(WOLFMOON, once, False, THIRD)
    assert once.level(WOLFMOON) == twice.level(WOLFMOON) == "gentle+0"
    won = [after(WOLFMOON, place, True, THIRD).place for place in (Strength(), once, twice)]
    assert won == sorted(won, reverse=True)
    assert won[0] > won[-1]


def test_steps_stay_large_while_results_are_all_the_same_and_shrink_when_they_change() -> None:
    now = Strength()
    for _ in range(3):
        now = after(WOLFMOON, now, True, THIRD)
    assert now.stride == FIRST
    assert after(WOLFMOON, now, False, THIRD).stride < FIRST


@pytest.mark.parametrize("best", [0.55, 0.7, 0.85])
def test_players_of_any_strength_soon_win_about_as_often_as_wished(best: float) -> None:
    """Somebody who wins this share against gentle bots, and half as often with every level up."""
    late = []
    for run in range(600):
        now, rng = Strength(), Random(f"{best} {run}")
        for number in range(15):
            won = rng.random() < best * 0.5**now.place
            now = after(WOLFMOON, now, won, THIRD)
            late += [won] * (number >= 10)
    assert abs(sum(late) / len(late) - THIRD) < 0.05
