"""The bots that think: how far each level looks ahead, and on how many imagined tables."""

from __future__ import annotations

from functools import partial
from random import Random

from engine.bots.levels import Thinker
from engine.core import Choice, View
from engine.games.moonlight.gains import gain
from engine.games.moonlight.personas import PLAIN, Style, liking
from engine.games.moonlight.search import Deepening, Effort, Search
from engine.games.moonlight.state import Table

STEADY = Effort(looks=0, stages=())
"""Weighs rows, moons and corners as they lie, and no reply."""
MEDIUM = Effort(looks=1_500, stages=(Deepening(40, 1, 1.0),))
"""Weighs rows, moons and corners, and what the opponent could reply."""
HARD = Effort(looks=12_000, stages=(Deepening(40, 1, 0.4), Deepening(8, 2, 0.6)))
"""Does the same several turns ahead, on many imagined tables."""


def weigh(view: View[Table], rng: Random, effort: Effort, style: Style) -> Choice:
    """The first choice of the best plan; gains between rounds need no plan."""
    ask = view.ask
    assert ask is not None
    known = gain(ask)
    if known is not None:
        return known
    ideas = Search(view, ask, rng, effort).ideas()
    best = max(ideas, key=lambda i: i.chance + liking(style, view.state, ask.seat, i.choices))
    return best.choices[0]


steady = partial(Thinker, weigh, STEADY, PLAIN)
medium = partial(Thinker, weigh, MEDIUM, PLAIN)
hard = partial(Thinker, weigh, HARD, PLAIN)
