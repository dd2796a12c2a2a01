"""How likely an unfinished round is to be won: rows, moons and what is still to be placed.

Each row counts for what it would bring, weighed by how likely the lead in it is to last: the later,
the likelier. So do the moons. The sum, in points, is turned into a chance. The numbers were fitted
to rounds that bots played among themselves (`benchmarks/fit_moonlight.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp
from typing import Final, NamedTuple

from engine.games.moonlight.field import EXTRA, Field
from engine.games.moonlight.land import FULL, SIDE

MOST: Final = 40
"""A lead beyond which nothing changes."""
EVEN_MOONS: Final = 16
"""The index of a tie in the table of moons."""
WIDTH: Final = (3.4, 4, 3)
"""By shape (open, wide, high): places in a row."""


class Weights(NamedTuple):
    """What the fit found; a spread grows with the empty places that are left."""

    row: float = -0.01
    row_left: float = 0.526
    moon: float = -0.25
    moon_left: float = 0.595
    growth: float = 0.426
    """Cards that the winner of a row can expect from each place that is still empty."""
    rest: float = 0.487
    """Points for each value still to be placed beyond the opponent's."""
    turn: float = 0.157
    """Points for having the next turn."""
    prey: float = 0.577
    """Points for each wolf that the seat with the next turn may cover."""
    later_prey: float = 0.342
    """The same for the other seat."""
    ambush: float = 1.7
    """Points for an Ambush that is ready while all places are empty."""
    stubborn: float = 1.62
    guard: float = 1.14
    points: float = 0.8
    points_left: float = 0.21


LEAST: Final = 0.2
"""The smallest spread."""


def chance(value: float) -> float:
    """From a value on the scale of log odds."""
    return 1 / (1 + exp(-value)) if value > -30 else 0.0


class Worth:
    """Tables made of weights, and the sum."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        spans = range(-MOST, MOST + 1)
        self.rows = [
            [2 * chance(by / max(LEAST, weights.row + weights.row_left * left)) - 1 for by in spans]
            for left in range(FULL + 1)
        ]
        self.moons = [
            [
                4 * chance(by / max(LEAST, weights.moon + weights.moon_left * left)) - 2
                for by in range(-EVEN_MOONS, EVEN_MOONS + 1)
            ]
            for left in range(FULL + 1)
        ]
        self.scale = [1 / (weights.points + weights.points_left * left) for left in range(FULL + 1)]

    def __call__(self, field: Field, turn: int, prey: Iterable[int], later: Iterable[int]) -> float:
        """How likely the first seat is to win when it is the turn of `turn`; `prey` is what that
        seat could cover with its hand, `later` what the other could afterwards."""
        weights = self.weights
        left = FULL - len(field.cells)
        top, sums, points, cards = field.top, field.sums, field.points, field.cards
        upper, west, bottom, east = field.upper, field.left, field.bottom, field.right
        table = self.rows[left]
        width = WIDTH[field.shape]
        growth = weights.growth
        total = 0.0
        for row in range(upper, bottom + 1):
            other = row + SIDE
            by = sums[row] - sums[other]
            if row in (upper, bottom):
                card = top[row * SIDE + west]
                if EXTRA[card]:
                    by += EXTRA[card] if card < 16 else -EXTRA[card]
                if west != east:
                    card = top[row * SIDE + east]
                    if EXTRA[card]:
                        by += EXTRA[card] if card < 16 else -EXTRA[card]
            lead = table[by + MOST]
            # lead is P(win) - P(loss), so (1 + lead) / 2 is how likely the row is to be won
            open_places = width - cards[row] - cards[other]
            total += (
                points[row] * (1 + lead) - points[other] * (1 - lead)
            ) / 2 + lead * growth * open_places
        total += self.moons[left][field.moons[0] - field.moons[1] + EVEN_MOONS]
        total += weights.rest * (field.rest[0] - field.rest[1])
        visible = field.visible
        tempo = weights.turn
        for place in prey:
            tempo += weights.prey * visible[place]
        for place in later:
            tempo -= weights.later_prey * visible[place]
        total += -tempo if turn else tempo
        total += self.standing(field) + self.ambush(field, left)
        return 1 / (1 + exp(-total * self.scale[left]))

    def standing(self, field: Field) -> float:
        """What the powers that always work are worth."""
        guard = field.guarded[0] - field.guarded[1]
        return self.weights.stubborn * field.stubborn + self.weights.guard * guard

    def ambush(self, field: Field, left: int) -> float:
        """What the powers that are still ready are worth with this many places left."""
        gaps, waits = field.gaps, field.waits
        ready = (gaps[0] >= 0 or waits[0]) - (gaps[1] >= 0 or waits[1])
        return self.weights.ambush * ready * left / FULL if ready else 0.0


WORTH: Final = Worth(Weights())
