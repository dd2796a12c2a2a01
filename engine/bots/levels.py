"""A bot that thinks: its level says how hard, its persona what it likes, and the game how."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Generic, TypeVar

from engine.core import Choice, S, View

Effort = TypeVar("Effort")
Style = TypeVar("Style")


@dataclass(slots=True)
class Thinker(Generic[S, Effort, Style]):
    """Weighs every real question with the same effort and to the same taste."""

    weigh: Callable[[View[S], Random, Effort, Style], Choice]
    """The game's way of finding the best of several choices."""
    effort: Effort
    style: Style
    """What it likes when it hardly matters; `personas.seated` gives it another."""
    rng: Random

    def choose(self, view: View[S], /) -> Choice:
        assert view.ask is not None
        if len(view.ask.choices) == 1:
            return view.ask.choices[0]
        return self.weigh(view, self.rng, self.effort, self.style)
