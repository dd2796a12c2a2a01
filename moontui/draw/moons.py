"""Moons: discs computed by phase, cold while they wait and golden once they have risen."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

from moontui.draw.ink import Line
from moontui.draw.paint import NONE, TERMINAL, Depth, mix
from moontui.draw.palette import Palette
from moontui.draw.pictures import album
from moontui.draw.pixels import drawn, halved
from moontui.draw.symbols import ASCII, Symbols

GOLD = (0xFFE496, 0xD69E42)
"""A risen moon: in the middle and at the rim."""
COLD = (0x8F9CC8, 0x56639A)
UNLIT, UNLIT_DAY = 0x1D2440, 0x232A52
WOLF = 0x120C18
CRATERS = ((-0.35, -0.3, 0.22), (0.3, 0.25, 0.18), (-0.15, 0.45, 0.12), (0.4, -0.35, 0.1))
"""Where they are and how large, as shares of the radius."""
SMALLEST_WOLF = 9
"""A disc with fewer pixels shows no wolf: it would be a blot."""


def moon(
    palette: Palette,
    symbols: Symbols,
    width: int,
    height: int,
    phase: float,
    risen: bool = False,
    wolf: str = "",
    glow: tuple[int, int] = GOLD,
    golden: float = 1.0,
) -> list[Line]:
    """A moon in a number of cells, lit from the right up to its phase, from 0 to 1; once it has
    risen it is full, with its wolf in front. While it rises, only a share of it is golden, from
    below."""
    lines = _moon(
        width,
        2 * height,
        round(phase, 2) if not risen or golden < 1 else 1.0,
        round(golden * 2 * height) if risen else 0,
        wolf if risen else "",
        glow,
        palette.depth,
        palette.dark,
        symbols is ASCII,
    )
    return [list(line) for line in lines]


@lru_cache(256)
def _moon(
    width: int,
    height: int,
    phase: float,
    golden: int,
    wolf: str,
    glow: tuple[int, int],
    depth: Depth,
    dark: bool,
    only_ascii: bool,
) -> tuple[Line, ...]:
    mono = depth == "mono" or only_ascii
    middle_x, middle_y = (width - 1) / 2, (height - 1) / 2
    radius = min(width, height) / 2 - 0.26
    pixels = []
    for y in range(height):
        row, risen = [], y >= height - golden
        for x in range(width):
            dx, dy = x - middle_x, y - middle_y
            if dx * dx + dy * dy > radius * radius:
                row.append(NONE)
                continue
            lit = risen or dx > sqrt(radius * radius - dy * dy) * (1 - 2 * phase)
            edge = (abs(dx) + 1) ** 2 + dy * dy > radius * radius or (
                dx * dx + (abs(dy) + 1) ** 2 > radius * radius
            )
            if mono:
                row.append(int(lit or edge))
            elif depth == "16":
                row.append(
                    TERMINAL + (11 if risen and not edge else 3 if risen else 7 if lit else 8)
                )
            else:
                row.append(shade(dx / radius, dy / radius, lit, risen, glow, dark, radius))
        pixels.append(row)
    if wolf:
        place_wolf(
            pixels, height - golden, wolf, 0 if mono else TERMINAL if depth == "16" else WOLF
        )
    return drawn(pixels, colored=not mono, only_ascii=only_ascii)


def shade(
    x: float, y: float, lit: bool, risen: bool, glow: tuple[int, int], dark: bool, radius: float
) -> int:
    """The color of one pixel of a disc; places are shares of the radius."""
    if not lit:
        return UNLIT if dark else UNLIT_DAY
    middle, rim = glow if risen else COLD
    color = mix(middle, rim, min(1.0, (x * x + y * y) ** 1.5))
    if risen and radius >= 4.5 and any((x - a) ** 2 + (y - b) ** 2 < r * r for a, b, r in CRATERS):
        return mix(color, rim, 0.55)
    return color


def place_wolf(pixels: list[list[int]], above: int, wolf: str, color: int) -> None:
    """Stand a wolf at the lower edge of a disc; what is above a row cannot be seen yet."""
    height, width = len(pixels), len(pixels[0])
    if min(width, height) < SMALLEST_WOLF:
        return
    rows = list(album().grids[wolf].rows)
    while len(rows[0]) > 0.9 * min(width, height):
        rows = halved(rows)
    top, left = height - len(rows) - height // 12, (width - len(rows[0])) // 2
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            inside = above <= top + y < height and pixels[top + y][left + x] != NONE
            if letter != "." and inside:
                pixels[top + y][left + x] = color
