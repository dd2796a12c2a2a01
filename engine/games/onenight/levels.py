"""The levels: how many worlds each imagines, and how it takes what others say."""

from __future__ import annotations

from functools import partial
from random import Random

from engine.bots.levels import Thinker
from engine.core import Choice, View
from engine.games.onenight.mind import Depth
from engine.games.onenight.personas import PLAIN, Manner
from engine.games.onenight.reading import LITERAL, SUSPICIOUS
from engine.games.onenight.state import Village
from engine.games.onenight.talker import Talker

GENTLE = Depth(worlds=1, reading=LITERAL, plain=True, follow=2.0)
"""Imagines one night, goes along with what others say, and lies without having listened."""
EASY = Depth(worlds=8, reading=LITERAL, follow=0.8)
"""Imagines only a few worlds, and rather goes along with others."""
MEDIUM = Depth(worlds=100, reading=LITERAL)
"""Takes others at their word as long as it can, and lies by the book."""
HARD = Depth(worlds=160, reading=SUSPICIOUS, foresight=True)
"""Expects lies, and tells those that listeners believe, most of whom trust people."""


def weigh(view: View[Village], rng: Random, depth: Depth, manner: Manner) -> Choice:
    """What to do at night, say by day, or vote."""
    return Talker(rng, depth, manner).choose(view)


gentle = partial(Thinker, weigh, GENTLE, PLAIN)
easy = partial(Thinker, weigh, EASY, PLAIN)
medium = partial(Thinker, weigh, MEDIUM, PLAIN)
hard = partial(Thinker, weigh, HARD, PLAIN)
