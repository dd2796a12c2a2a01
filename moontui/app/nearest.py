"""Terminals with 240 fixed colors: everything is shown in those nearest to the eye.

Rich takes each of red, green and blue to its nearest step, which turns paper pink and the dark
blue of a panel teal.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.color import Color as Shade
from textual.color import Lab, rgb_to_lab
from textual.filter import LineFilter

from moontui.draw.paint import NONE, contrast

FIRST = 16
"""The first of the fixed colors; those before it are the terminal's own."""


LIGHT_COUNTS = 6
"""How much more a difference in lightness weighs than one in hue: words must stay readable."""
READABLE = 4.5
"""The least contrast between words and their ground."""


class Fixed(NamedTuple):
    """One of the fixed colors, also as the eye sees it."""

    color: int
    lab: Lab


@cache
def fixed() -> tuple[Fixed, ...]:
    """All of them: a cube of six steps, and greys."""
    steps = (0, 95, 135, 175, 215, 255)
    cube = [(red, green, blue) for red in steps for green in steps for blue in steps]
    greys = [(level, level, level) for level in range(8, 248, 10)]
    return tuple(Fixed(number_of(*parts), seen(*parts)) for parts in (*cube, *greys))


def seen(red: int, green: int, blue: int) -> Lab:
    return rgb_to_lab(Shade(red, green, blue))


def number_of(red: int, green: int, blue: int) -> int:
    return red << 16 | green << 8 | blue


@lru_cache(4096)
def nearest(red: int, green: int, blue: int, words: int = NONE) -> int:
    """The place of the fixed color that looks most like another; of those on which the color of
    some words can be read, if they are given."""
    wanted = seen(red, green, blue)

    def distance(place: int) -> float:
        (light, a, b), (light_wanted, a_wanted, b_wanted) = fixed()[place].lab, wanted
        off = LIGHT_COUNTS * (light - light_wanted) ** 2
        return off + (a - a_wanted) ** 2 + (b - b_wanted) ** 2

    places = range(len(fixed()))
    readable = [
        place
        for place in places
        if words == NONE or contrast(fixed()[place].color, words) >= READABLE
    ]
    return min(readable or places, key=distance)


@lru_cache(4096)
def fixed_style(style: Style) -> Style:
    """A style in fixed colors; what could be read before can still be read."""
    front = style.color.triplet if style.color is not None else None
    back = style.bgcolor.triplet if style.bgcolor is not None else None
    words = nearest(*front) if front is not None else None
    ground = nearest(*back) if back is not None else None
    if front is not None and back is not None and words is not None and ground is not None:
        shown = fixed()[words].color
        was_readable = contrast(number_of(*front), number_of(*back)) >= READABLE
        if was_readable and contrast(shown, fixed()[ground].color) < READABLE:
            ground = nearest(*back, words=shown)
    return style + Style.from_color(
        style.color if words is None else Color.from_ansi(FIRST + words),
        style.bgcolor if ground is None else Color.from_ansi(FIRST + ground),
    )


class Nearest(LineFilter):
    """Replaces every color by a fixed one."""

    def apply(self, segments: list[Segment], background: Shade) -> list[Segment]:
        return [
            Segment(text, None if style is None else fixed_style(style), control)
            for text, style, control in segments
        ]


NEAREST = Nearest()
