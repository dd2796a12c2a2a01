"""The third Moon: a disc that fills the night, and the Werewolf before it on a hill."""

from __future__ import annotations

from functools import lru_cache
from math import hypot
from random import Random

from moontui.draw.ink import Line
from moontui.draw.moons import CRATERS
from moontui.draw.paint import NONE, TERMINAL, Depth, mix
from moontui.draw.palette import DUSK, Palette
from moontui.draw.pictures import album
from moontui.draw.pixels import doubled, drawn
from moontui.draw.symbols import ASCII, Symbols

DISC = (0xFFE6A8, 0xE2763A)
"""In the middle and at the rim."""
GLOW, HILL, EYE, TOOTH = 0xB4703A, 0x0A0710, 0xFFC93A, 0xF4F0E0
SKY_256 = (0x000000, 0x000000, 0x000000, 0x5F0000, 0x5F005F)
"""The sky in 240 colors, from the top down: the nearest ones would be green and brown."""
STEPS = 12
"""Shades between two colors."""
STARS = 150
"""One star for so many pixels."""


def moonrise(
    palette: Palette,
    symbols: Symbols,
    width: int,
    height: int,
    foot: int,
    up: float = 1.0,
    wolf: bool = True,
) -> list[Line]:
    """The picture in a number of cells; as many rows at its foot are left dark, for words. The disc
    comes up from behind the land, and the wolf is there when it is up."""
    size = (width, 2 * height, 2 * foot)
    lines = _moonrise(*size, palette.depth, symbols is ASCII, up, wolf and up == 1)
    return [list(line) for line in lines]


@lru_cache(16)
def _moonrise(
    width: int, height: int, foot: int, depth: Depth, only_ascii: bool, up: float, with_wolf: bool
) -> tuple[Line, ...]:
    mono = depth == "mono" or only_ascii
    horizon = height - foot
    wolf = list(album().grids["upright_wolf" if horizon >= 42 else "werewolf_moon"].rows)
    if horizon >= 90:
        wolf = doubled(wolf)
    feet = horizon - max(2, horizon // 12)
    radius = min((horizon + 2) / 2 - 1.26, width / 2 - 3)
    height_of_disc = max(radius + 0.76, horizon - radius)
    middle = (width - 1) / 2, height_of_disc + (1 - up) * (horizon + radius - height_of_disc)
    tops = hills(width, horizon, feet, len(wolf[0]) // 2 + 3)
    sky = stars(width, horizon)
    pixels = []
    for y in range(height):
        row = []
        for x in range(width):
            away = hypot(x - middle[0], y - middle[1]) / radius
            if y >= tops[x]:
                row.append(NONE if mono or depth == "16" else HILL)
            elif mono:
                row.append(1 if away <= 1 else NONE)
            elif depth == "16":
                row.append(NONE if away > 1 else TERMINAL + (3 if away > 0.9 else 11))
            elif away <= 1:
                row.append(disc((x - middle[0]) / radius, (y - middle[1]) / radius, away))
            else:
                color = night(y / horizon, away, depth)
                row.append(mix(color, 0xFFFFFF, 0.4) if (x, y) in sky else color)
        pixels.append(row)
    if with_wolf:
        stand(pixels, wolf, feet, depth, mono)
    return drawn(pixels, colored=not mono, only_ascii=only_ascii)


def night(share: float, away: float, depth: Depth) -> int:
    """One pixel of the sky: how far down it is, and how far from the disc."""
    if depth == "256":
        return SKY_256[int(share * len(SKY_256))]
    glow = 0.5 * max(0.0, 1 - (away - 1) / 0.8) ** 2
    return mix(mix(*DUSK.sky, stepped(share)), GLOW, stepped(glow))


def stepped(share: float) -> float:
    """One of a few steps: neighbours of one color are sent as one."""
    return round(share * STEPS) / STEPS


def disc(x: float, y: float, away: float) -> int:
    """One pixel of the disc; places are shares of its radius."""
    middle, rim = DISC
    color = mix(middle, rim, stepped(away**4))
    if any((x - a) ** 2 + (y - b) ** 2 < r * r for a, b, r in CRATERS):
        return mix(color, rim, 0.4)
    return color


def hills(width: int, horizon: int, feet: int, broad: int) -> list[int]:
    """By column: where the ground begins. In the middle a hill carries the wolf."""
    chance = Random("hills")
    tops, rough = [], 0
    for x in range(width):
        if x % 3 == 0:
            rough = chance.randrange(2)
        slope = max(0, abs(x - width // 2) - broad)
        tops.append(min(horizon, feet + (slope + 3) // 4) - (rough if slope else 0))
    return tops


def stars(width: int, horizon: int) -> set[tuple[int, int]]:
    chance = Random("third moon")
    many = width * horizon // STARS
    return {(chance.randrange(width), chance.randrange(horizon * 3 // 4)) for _ in range(many)}


def stand(pixels: list[list[int]], wolf: list[str], feet: int, depth: Depth, mono: bool) -> None:
    """Put the wolf on its hill."""
    left, top = (len(pixels[0]) - len(wolf[0])) // 2, feet - len(wolf) + 1
    for y, row in enumerate(wolf):
        for x, letter in enumerate(row):
            if letter == "." or top + y < 0:
                continue
            lit = letter in "ew"
            if mono:
                color = 1 if lit else 0
            elif depth == "16":
                color = TERMINAL + (3 if letter == "e" else 15 if lit else 0)
            else:
                color = {"e": EYE, "w": TOOTH}.get(letter, HILL)
            pixels[top + y][left + x] = color
