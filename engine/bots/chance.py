"""The bot that tosses a coin: any legal choice is as good as any other."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.core import Choice, View


class RandomBot:
    """Answers at random."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, view: View[Any], /) -> Choice:
        assert view.ask is not None
        return self.rng.choice(view.ask.choices)
