"""The bots that think: how far each level looks ahead, and on how many imagined tables."""

from __future__ import annotations

from random import Random

from engine.core import Choice, View
from engine.games.moonlight.gains import gain
from engine.games.moonlight.personas import PLAIN, Style, liking
from engine.games.moonlight.search import Effort, Search, Stage
from engine.games.moonlight.state import Table

MEDIUM = Effort(looks=1_500, stages=(Stage(40, 1, 1.0),))
HARD = Effort(looks=12_000, stages=(Stage(40, 1, 0.4), Stage(8, 2, 0.6)))


class MediumBot:
    """Weighs rows, moons and corners, and what the other could reply."""

    effort = MEDIUM

    def __init__(self, rng: Random, style: Style = PLAIN) -> None:
        self.rng = rng
        self.style = style

    def choose(self, view: View[Table], /) -> Choice:
        ask = view.ask
        assert ask is not None
        known = gain(ask)
        if known is not None:
            return known
        ideas = Search(view, ask, self.rng, self.effort).ideas()
        best = max(ideas, key=lambda idea: idea.chance + liking(self.style, idea.choices))
        return best.choices[0]


class HardBot(MediumBot):
    """The same several turns ahead, on many imagined tables."""

    effort = HARD
