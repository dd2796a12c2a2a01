"""The bots that think: how well each level remembers, reads others, and looks ahead."""

from __future__ import annotations

from functools import partial
from random import Random

from engine.bots.levels import Thinker
from engine.core import Choice, View
from engine.games.robbers.habits import READ
from engine.games.robbers.personas import PLAIN, Style
from engine.games.robbers.search import Effort, Search
from engine.games.robbers.state import Table

MEDIUM = Effort(worlds=24)
"""Remembers every card, reads nobody, and plays some imagined deals to their end."""
HARD = Effort(worlds=192, exact=3, solved=64, habits=READ)
"""Infers from the play who belongs to whom, and plays the last tricks perfectly in mind."""


def weigh(view: View[Table], rng: Random, effort: Effort, style: Style) -> Choice:
    """The card after which the seat's team wins most often."""
    assert view.ask is not None
    return Search(view.state, view.ask, rng, effort).best(style)


medium = partial(Thinker, weigh, MEDIUM, PLAIN)
hard = partial(Thinker, weigh, HARD, PLAIN)
