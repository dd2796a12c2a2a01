"""What players tend to do, and so what their choices say about cards that nobody saw."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, fsum
from typing import Protocol

from engine.games.wolfmoon.deck import CHARACTERS
from engine.games.wolfmoon.fitted import LIKED

KINDS = len(CHARACTERS)
FLAT = (1.0,) * KINDS
DOUBT = 0.15
"""How often somebody chooses against all habits; with it, no legal choice is ever ruled out."""
MORE_DOUBT = 0.5
"""The same, for a bot that reads others with half an eye."""


class Habits(Protocol):
    """How choices are read. Only ratios between kinds matter."""

    def plays(self, card: int) -> Sequence[float]:
        """By kind kept: how likely this card is to be played rather than that one."""
        ...

    def kept(self, kept: bool) -> Sequence[float]:
        """By kind: how likely it is to be kept (or given back) when another could have been."""
        ...

    def silent(self) -> float:
        """How likely a player who holds the Spy is not to show it."""
        ...


class Coins:
    """Choices are read as coin tosses: they tell nothing."""

    def plays(self, card: int) -> Sequence[float]:
        return FLAT

    def kept(self, kept: bool) -> Sequence[float]:
        return FLAT

    def silent(self) -> float:
        return 1.0


class Liking:
    """Players keep what they like better, most of the time."""

    def __init__(self, liking: Sequence[float], silent: float, doubt: float) -> None:
        self._silent = silent

        def prefers(one: int, other: int) -> float:
            """How likely one is to be kept rather than the other."""
            return doubt / 2 + (1 - doubt) / (1 + exp(liking[other] - liking[one]))

        self._plays = [[prefers(kept, card) for kept in CHARACTERS] for card in CHARACTERS]
        keeps = [fsum(prefers(kind, other) for other in CHARACTERS) / KINDS for kind in CHARACTERS]
        self._kept = {
            True: [min(0.75, max(0.25, chance)) for chance in keeps],
            False: [min(0.75, max(0.25, 1 - chance)) for chance in keeps],
        }

    def plays(self, card: int) -> Sequence[float]:
        return self._plays[card]

    def kept(self, kept: bool) -> Sequence[float]:
        return self._kept[kept]

    def silent(self) -> float:
        return self._silent


BLIND = Coins()
GLANCE = Liking(LIKED, silent=0.8, doubt=MORE_DOUBT)
READ = Liking(LIKED, silent=0.5, doubt=DOUBT)
