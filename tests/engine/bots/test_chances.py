"""Chances are made true without changing which choice is better, and certainty stays certain."""

from __future__ import annotations

from random import Random

import pytest

from engine.bots.chances import EDGE, Curve, made_true
from engine.core import Choice, Idea
from engine.games.moonlight import chances as moonlight
from engine.games.onenight import chances as onenight
from engine.games.robbers import chances as robbers
from engine.games.wolfmoon import chances as wolfmoon

CURVES = [
    *wolfmoon.CURVES.values(),
    *robbers.CURVES.values(),
    moonlight.CURVE,
    onenight.VILLAGERS,
    onenight.OTHERS,
    *onenight.BESIDE_A_TANNER,
]


def ideas(*chances: float) -> list[Idea]:
    """One idea for each chance."""
    return [Idea((Choice("play", number),), chance) for number, chance in enumerate(chances)]


@pytest.mark.parametrize("curve", CURVES)
@pytest.mark.parametrize("late", [0.0, 0.3, 1.0])
def test_the_order_of_choices_stays_as_the_search_found_it(curve: Curve, late: float) -> None:
    rng = Random("chances")
    found = ideas(*sorted((rng.uniform(0.02, 0.98) for _ in range(20)), reverse=True))
    true = made_true(found, curve, late)
    assert [idea.choices for idea in true] == [idea.choices for idea in found]
    chances = [idea.chance for idea in true]
    assert chances == sorted(chances, reverse=True)
    assert len({f"{chance:.9f}" for chance in chances[1:-1]}) > 10


@pytest.mark.parametrize("curve", CURVES)
def test_what_is_certain_stays_certain_and_nothing_else_becomes_so(curve: Curve) -> None:
    true = made_true(ideas(1.0, 0.9999, 0.5, 1e-6, 0.0), curve, 0.5)
    won, nearly, open_, hardly, lost = (idea.chance for idea in true)
    assert (won, lost) == (1.0, 0.0)
    assert 0 < hardly < open_ < nearly < 1


def test_a_curve_that_changes_nothing_changes_nothing() -> None:
    true = made_true(ideas(0.8, 0.41, 0.2), Curve(), 0.7)
    assert [idea.chance for idea in true] == pytest.approx([0.8, 0.41, 0.2])


def test_the_price_of_a_choice_is_its_part_of_the_distance_to_the_best() -> None:
    best, other = made_true(ideas(0.8, 0.4), Curve(price=0.5), 0.0)
    assert (best.chance, other.chance) == pytest.approx((0.8, 0.6))


def test_late_in_a_round_the_curve_may_be_another() -> None:
    curve = Curve(late_level=1.0)
    assert curve.true(0.5, 0.0) == pytest.approx(0.5)
    assert curve.true(0.5, 0.5) < curve.true(0.5, 1.0) == pytest.approx(0.731, abs=0.001)
    assert curve.true(0.999, 1.0) == 1 - EDGE


def test_where_a_curve_is_bent_it_says_what_came_true() -> None:
    curve = Curve(bends=((0.4, 0.5), (0.8, 0.7)))
    said = [curve.true(found, 0.0) for found in (0.2, 0.4, 0.6, 0.8, 0.9)]
    assert said == pytest.approx([0.25, 0.5, 0.6, 0.7, 0.85])
