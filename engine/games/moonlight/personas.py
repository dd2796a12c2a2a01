"""What each persona likes to do when it hardly matters.

A style is a small bonus, in chances to win, for what a choice does. It decides between plans that
are about equally good, so it gives a bot a face and costs it almost nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.core import Choice
from engine.games.moonlight.deck import MOONS, VALUE


class Style(NamedTuple):
    """What is liked, in chances to win."""

    cover: float = 0.0
    """Covering a wolf of the other pack."""
    moon: float = 0.0
    """Placing a wolf with a moon."""
    high: float = 0.0
    """Placing a strong wolf early, for each point of value."""


PLAIN = Style()
BOLD = Style(cover=0.008)
CAREFUL = Style(cover=-0.006, high=-0.001)
DREAMER = Style(moon=0.008)
PROUD = Style(high=0.002)

LIKINGS: dict[str, Style] = {
    "Ada": BOLD,
    "Bela": CAREFUL,
    "Cleo": DREAMER,
    "Dario": PROUD,
    "Edda": PLAIN,
    "Finn": BOLD,
    "Greta": CAREFUL,
    "Hugo": PROUD,
    "Ines": DREAMER,
    "Jona": PLAIN,
}


def liking(style: Style, choices: Sequence[Choice]) -> float:
    """How much somebody of this style likes to do this."""
    liked = 0.0
    for verb, value in choices:
        if verb == "wolf":
            liked += style.high * VALUE[value] + style.moon * bool(MOONS[value])
        elif verb in ("cover", "leap", "mirror"):
            liked += style.cover
    return liked
