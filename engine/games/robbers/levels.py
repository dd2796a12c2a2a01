"""The bots that think: how well each level remembers, reads others, and looks ahead."""

from __future__ import annotations

from random import Random

from engine.core import Choice, View
from engine.games.robbers.habits import READ
from engine.games.robbers.personas import PLAIN, Style
from engine.games.robbers.search import Effort, choose
from engine.games.robbers.state import Table

MEDIUM = Effort(worlds=24)
HARD = Effort(worlds=64, exact=3, habits=READ)


class MediumBot:
    """Remembers every card, reads nobody, and plays some deals on in mind."""

    effort = MEDIUM

    def __init__(self, rng: Random, style: Style = PLAIN) -> None:
        self.rng = rng
        self.style = style

    def choose(self, view: View[Table], /) -> Choice:
        return choose(view, self.rng, self.effort, self.style)


class HardBot(MediumBot):
    """Infers from play who belongs to whom, and sees the last tricks through."""

    effort = HARD
