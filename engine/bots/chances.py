"""Chances that come true: what a search finds, put right by what came of it in play.

A search on imagined tables orders choices well, but its chances are those of imagined players. A
curve makes them those of whoever follows it, as `benchmarks/chances.py` found in rounds against
gentle and medium players and others who follow it. It never changes the order of choices.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, log
from typing import Final, NamedTuple

from engine.core import Idea

SURE: Final = 1e-9
"""A chance closer than this to 0 or 1 is certain, and stays so."""
EDGE: Final = 0.01
"""No other chance is thought to be closer than this to 0 or 1."""


class Curve(NamedTuple):
    """From a chance that a search finds to the true one, on the scale of log odds."""

    level: float = 0.0
    slope: float = 1.0
    late_level: float = 0.0
    """What is added to the level by the end of a round, and a part of it before."""
    late_slope: float = 0.0
    price: float = 1.0
    """How much of the distance between two choices is real."""
    edge: float = EDGE
    """What is found closer than this to 0 or 1 means no more than this."""
    bends: tuple[tuple[float, float], ...] = ()
    """What all this says and what comes true instead, in order, with straight lines between."""

    def true(self, found: float, late: float) -> float:
        """The chance of the best choice; `late` is how much of the round is over."""
        if not SURE < found < 1 - SURE:
            return round(found)
        odds = log_odds(found, self.edge)
        level = self.level + late * self.late_level
        slope = self.slope + late * self.late_slope
        return min(1 - EDGE, max(EDGE, bent(1 / (1 + exp(-level - slope * odds)), self.bends)))


def bent(said: float, bends: Iterable[tuple[float, float]]) -> float:
    """A chance moved along straight lines between what is said and what comes true."""
    left, low = 0.0, 0.0
    for right, high in (*bends, (1.0, 1.0)):
        if said <= right:
            return low + (high - low) * (said - left) / (right - left)
        left, low = right, high
    return said


def log_odds(found: float, edge: float = EDGE) -> float:
    """The log odds of a chance, which is not thought to be closer than the edge to 0 or 1."""
    found = min(1 - edge, max(edge, found))
    return log(found / (1 - found))


def made_true(ideas: Iterable[Idea], curve: Curve, late: float) -> tuple[Idea, ...]:
    """The same ideas in the same order, with true chances."""
    ideas = tuple(ideas)
    best = curve.true(ideas[0].chance, late)
    return tuple(Idea(idea.choices, priced(curve, best, idea.chance, late)) for idea in ideas)


def priced(curve: Curve, best: float, found: float, late: float) -> float:
    """The chance of a choice beside the best one; what is certain stays so."""
    true = curve.true(found, late)
    if not SURE < true < 1 - SURE:
        return true
    return max(EDGE, best - curve.price * (best - true))
