"""The bots that think: how well each level remembers, reads others, and looks ahead."""

from __future__ import annotations

from functools import partial
from random import Random

from engine.bots.levels import Thinker
from engine.core import Choice, View
from engine.games.wolfmoon.habits import GLANCE, READ
from engine.games.wolfmoon.personas import PLAIN, Style
from engine.games.wolfmoon.search import Effort, think
from engine.games.wolfmoon.state import Table

MEDIUM = Effort(worlds=16, turns=0, habits=GLANCE)
"""Remembers everything, reads others with half an eye, and weighs only immediate effects."""
HARD = Effort(worlds=100, turns=1, habits=READ)
"""Reads the choices of others closely, and plays ahead in mind to its next turn or the end."""


def weigh(view: View[Table], rng: Random, effort: Effort, style: Style) -> Choice:
    """The first choice of the best plan."""
    return think(view, rng, effort, style).best()


medium = partial(Thinker, weigh, MEDIUM, PLAIN)
hard = partial(Thinker, weigh, HARD, PLAIN)
