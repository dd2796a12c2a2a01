"""Calibration: how good chances were that somebody gave to hidden cards, once the cards are
known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import log2

from engine.core import Forecast

BINS = 20
"""Into how many equal parts chances are sorted; the last bin is for certainty."""


def empty_bins() -> list[list[float]]:
    return [[0, 0.0, 0] for _ in range(BINS + 1)]


@dataclass(slots=True)
class Calibration:
    """What was thought, against what was true."""

    hands: int = 0
    bits: float = 0.0
    """How surprising the truth was, in all; a card that was certain is no surprise."""
    impossible: int = 0
    """Truths that were thought impossible: a sound mind has none."""
    bins: list[list[float]] = field(default_factory=empty_bins)
    """By bin: how many chances, their sum, and how many of them came true."""

    def add(self, forecast: Forecast) -> None:
        """Count one hidden card, now known."""
        self.hands += 1
        if forecast.chances[forecast.card] > 0:
            self.bits -= log2(forecast.chances[forecast.card])
        else:
            self.impossible += 1
        for kind, chance in enumerate(forecast.chances):
            entry = self.bins[int(chance * BINS)]
            entry[0] += 1
            entry[1] += chance
            entry[2] += kind == forecast.card

    @property
    def predictions(self) -> int:
        return int(sum(count for count, _, _ in self.bins))

    @property
    def mean_bits(self) -> float:
        """Bits for each hidden hand; less is better, and 0 is certainty."""
        return self.bits / self.hands

    @property
    def error(self) -> float:
        """How far the chances are off, on average."""
        return sum(abs(total - true) for _, total, true in self.bins) / self.predictions


def added_up(parts: Iterable[Calibration]) -> Calibration:
    """Several accounts as one, always added in the same order."""
    whole = Calibration()
    for part in parts:
        whole.hands += part.hands
        whole.bits += part.bits
        whole.impossible += part.impossible
        for entry, more in zip(whole.bins, part.bins, strict=True):
            for number, value in enumerate(more):
                entry[number] += value
    return whole
