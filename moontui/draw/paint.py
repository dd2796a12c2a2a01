"""Paint: the colors of a cell, as numbers that the drawing kit can mix."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

Depth = Literal["true", "256", "16", "mono"]
"""How many colors a terminal shows: all, 240 fixed ones, its own sixteen, or none."""

NONE = -1
"""No color: whatever lies below shows through."""
TERMINAL = 1 << 24
"""Added to 0 to 15: one of the terminal's own sixteen colors."""


class Paint(NamedTuple):
    """The colors of a piece of ink; where one is missing, the style of the ink decides."""

    fg: int = NONE
    bg: int = NONE
    reverse: bool = False
    """Whether the two are exchanged: without color, that is what makes a surface."""


def mix(one: int, other: int, share: float) -> int:
    """A color on the way from one to another."""
    if one < 0 or other < 0 or (one | other) & TERMINAL:
        return one if share < 0.5 else other
    return _mix(one, other, round(share * 64))


@lru_cache(4096)
def _mix(one: int, other: int, share: int) -> int:
    color = 0
    for shift in (16, 8, 0):
        a, b = one >> shift & 255, other >> shift & 255
        color |= (a + (b - a) * share // 64) << shift
    return color


def grey(color: int, share: float) -> int:
    """A color with some of its color taken out."""
    if color < 0 or color & TERMINAL:
        return color
    level = ((color >> 16) * 30 + (color >> 8 & 255) * 59 + (color & 255) * 11) // 100
    return mix(color, level << 16 | level << 8 | level, share)


def contrast(one: int, other: int) -> float:
    """How well one color can be read on another, from 1 to 21."""
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def luminance(color: int) -> float:
    """How bright a color seems to the eye, from 0 to 1."""
    parts = [(color >> shift & 255) / 255 for shift in (16, 8, 0)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
