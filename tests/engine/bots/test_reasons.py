"""Reasons of all games: what is said, and in which order."""

from __future__ import annotations

from engine.bots.reasons import ranked
from engine.core import Reason, Seat

HIT = Reason("hit", Seat(2), (), 0.9, 0.5)
TOLD = Reason("told", Seat(2), (), 0.9, 0.5, 7)
LATER = Reason("later", None, (4,), 3.0)


def test_what_changed_a_chance_comes_right_behind_it() -> None:
    assert ranked([(0.06, HIT), (0.05, LATER), (0.04, TOLD)]) == (HIT, TOLD, LATER)


def test_what_changed_a_chance_is_not_told_without_it() -> None:
    assert ranked([(0.05, LATER), (0.04, TOLD)]) == (LATER,)
    assert ranked([(-0.05, HIT), (0.05, LATER), (0.04, TOLD)]) == (
        LATER,
        HIT._replace(against=True),
    )


def test_where_nothing_speaks_for_a_choice_what_speaks_against_it_is_marked_as_such() -> None:
    assert ranked([(-0.05, HIT), (-0.04, LATER)]) == (HIT._replace(against=True),)
    assert ranked([(-0.05, HIT), (0.0, LATER)]) == (HIT._replace(against=True),)
    assert ranked([(0.0, LATER)]) == (LATER,)
