"""The bots that think: how well each level remembers, reads others, and looks ahead."""

from __future__ import annotations

from random import Random

from engine.core import Choice, View
from engine.games.wolfmoon.habits import GLANCE, READ
from engine.games.wolfmoon.personas import PLAIN, Style
from engine.games.wolfmoon.search import Effort, think
from engine.games.wolfmoon.state import Table

MEDIUM = Effort(worlds=16, turns=0, habits=GLANCE)
HARD = Effort(worlds=100, turns=1, habits=READ)


def choose(view: View[Table], rng: Random, effort: Effort, style: Style = PLAIN) -> Choice:
    """The first choice of the best plan."""
    ask = view.ask
    assert ask is not None
    if len(ask.choices) == 1:
        return ask.choices[0]
    return think(view, rng, effort, style).best()


class MediumBot:
    """Remembers everything, reads others with half an eye, and weighs what comes of it at once."""

    effort = MEDIUM

    def __init__(self, rng: Random, style: Style = PLAIN) -> None:
        self.rng = rng
        self.style = style

    def choose(self, view: View[Table], /) -> Choice:
        return choose(view, self.rng, self.effort, self.style)


class HardBot(MediumBot):
    """Reads the choices of others closely, and plays on in mind until its next turn or the end."""

    effort = HARD
