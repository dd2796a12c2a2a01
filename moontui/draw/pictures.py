"""Pictures: half-block pixel art from text grids, at any size and depth of color.

A file holds a palette (`%` letter, color, terminal color, whether it is lit without color) and
pictures (`@` name, then rows of letters; `.` is see-through). `mirror`: only the left half is
written down; `small=N`: the row at which a small window begins; `x,y=L`: a pixel set afterwards;
`NAME=color`: a color for what is computed around it, such as a card's rim.
What all games share lies beside this module, what belongs to one game in that game's folder.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from moontui.draw.ink import Ink, Line
from moontui.draw.paint import NONE, TERMINAL, Depth, grey, mix
from moontui.draw.pixels import doubled, drawn, window
from moontui.games import FACES

SHARED = Path(__file__).with_name("pictures.txt")
PIXELS_PER_STAR = 34
HEAD = (18, 12)
"""The grid of a portrait: eyes in rows 5 or 6, shoulders at the bottom."""

COVERS = ("cover", "cover.s", "cover.t")
"""The drawings of a game's cover, from the largest down."""
HALF_HEAD = 9
"""A portrait that has a second drawing uses it in fewer pixels than this."""


SIGN = 0xC9A24A
"""The gold on the back of a card."""


class Medium(NamedTuple):
    """What a picture is drawn on."""

    depth: Depth
    night: int
    """What faded pictures fade into."""
    brighter: float
    """How much lighter figures are, for strong contrast."""
    only_ascii: bool

    @property
    def is_mono(self) -> bool:
        """Whether there are only lit and dark pixels."""
        return self.depth == "mono" or self.only_ascii


class Letter(NamedTuple):
    """What a letter of a grid stands for."""

    color: int
    ansi: int
    lit: bool
    """Whether it is shown where there is no color."""


class Grid(NamedTuple):
    """A picture as it was drawn."""

    rows: tuple[str, ...]
    small: int = 2
    """The row at which a window that shows only the face begins."""
    colors: Mapping[str, int] = {}  # never changed
    """By what they are for: colors that are computed around it, such as a card's ground."""


class Album(NamedTuple):
    """The pictures of one game, and those that all games share."""

    letters: Mapping[str, Letter]
    grids: Mapping[str, Grid]


Dyes = tuple[tuple[str, Letter], ...]
"""Letters that stand for other colors this once, such as those of a pack."""


def dyed(found: Album, dyes: Dyes) -> Album:
    return found._replace(letters={**found.letters, **dict(dyes)}) if dyes else found


@cache
def album(game: str = "") -> Album:
    """All pictures for a game; a game without any has the shared ones."""
    letters: dict[str, Letter] = {}
    grids: dict[str, Grid] = {}
    files = [SHARED]
    if game in FACES:
        files.append(FACES.folders[game] / "pictures.txt")
    for file in files:
        if file.is_file():
            read(file.read_text(encoding="utf-8"), letters, grids)
    return Album(letters, grids)


def read(text: str, letters: dict[str, Letter], grids: dict[str, Grid]) -> None:
    """Add what a file says."""
    for block in re.split(r"^(?=@)", text, flags=re.MULTILINE):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        for line in lines:
            if line.startswith("% "):
                letter, color, ansi, lit = line[2:].split()
                letters[letter] = Letter(int(color, 16), int(ansi), lit == "1")
        if lines and lines[0].startswith("@"):
            name, *options = lines[0][1:].split()
            grids[name] = grid_of([row for row in lines[1:] if row[:2] != "% "], options)


def grid_of(rows: list[str], options: list[str]) -> Grid:
    small, colors = 2, dict[str, int]()
    if "mirror" in options:
        rows = [row + row[::-1] for row in rows]
    for option in options:
        key, _, value = option.partition("=")
        if key == "small":
            small = int(value)
        elif "," in key:
            x, y = map(int, key.split(","))
            rows[y] = rows[y][:x] + value + rows[y][x + len(value) :]
        elif value:
            colors[key] = int(value, 16)
    return Grid(tuple(rows), small, colors)


def has(game: str, name: str) -> bool:
    """Whether there is such a picture."""
    return name in album(game).grids


@lru_cache(512)
def picture(
    medium: Medium,
    game: str,
    name: str,
    width: int,
    height: int,
    tint: int = NONE,
    faded: float = 0.0,
    mirrored: bool = False,
    dyes: Dyes = (),
) -> tuple[Line, ...]:
    """A picture in a number of cells. The tint is the color of its sky; without one, what lies
    behind it shows through. A faded picture has lost some of its color."""
    if width <= 0 or height <= 0:
        return ()
    found = dyed(album(game), dyes)
    rows = placed(found, name, width, 2 * height)
    if mirrored:
        rows = [row[::-1] for row in rows]
    if medium.is_mono:
        return lit_only(found, rows, medium)
    if medium.depth == "16":
        ground = TERMINAL if tint != NONE else NONE
        own = [
            [TERMINAL + found.letters[c].ansi if c != "." else ground for c in row] for row in rows
        ]
        return drawn(own)
    figure = [list(shaded(row, found, medium.brighter)) for row in rows]
    if tint != NONE:
        sky = list(night_sky(name, width, 2 * height, tint, medium.night))
        figure = [
            [color if color >= 0 else sky[y][x] for x, color in enumerate(row)]
            for y, row in enumerate(figure)
        ]
    if faded:
        figure = [
            [mix(grey(c, faded), medium.night, faded * 0.4) if c >= 0 else c for c in row]
            for row in figure
        ]
    return drawn(figure)


def lit_only(found: Album, rows: list[str], medium: Medium) -> tuple[Line, ...]:
    """A picture without colors: the letters that are lit."""
    lit = [[int(found.letters[c].lit) if c != "." else NONE for c in row] for row in rows]
    return drawn(lit, colored=False, only_ascii=medium.only_ascii)


def placed(found: Album, name: str, width: int, height: int) -> list[str]:
    """The grid of a picture, cut out or enlarged to a number of pixels."""
    grid = found.grids[name]
    rows = list(grid.rows)
    across, down = len(rows[0]), len(rows)
    if (across, down) == HEAD and (width >= HALF_HEAD or f"{name}.s" not in found.grids):
        return portrait(rows, grid.small, width, height)
    if (width < across or height < down) and f"{name}.s" in found.grids:
        rows = list(found.grids[f"{name}.s"].rows)
    while width >= 2 * len(rows[0]) and height >= 2 * len(rows):
        rows = doubled(rows)
    across, down = len(rows[0]), len(rows)
    return window(rows, -((width - across) // 2), -((height - down + 1) // 2), width, height)


def portrait(rows: list[str], small: int, width: int, height: int) -> list[str]:
    """A head: whole with sky around it, or, where there is less room, what is round its eyes."""
    across, down = HEAD
    if width >= 24 and height >= 16:
        rows, across, down = doubled(rows), 2 * across, 2 * down
        while width >= 4 * across // 3 and height >= 2 * down - 8:
            rows, across, down = doubled(rows), 2 * across, 2 * down
        top = down - height if height >= down else min(small + 1, down - height)
    elif height >= down:
        top = down - height
    else:
        top = small + (1 if height <= 6 else 0) + (1 if height <= 4 else 0)
        top = min(top, down - height)
    return window(rows, (across - width) // 2, top, width, height)


def shaded(row: str, found: Album, brighter: float) -> Iterator[int]:
    """A row in color: light falls on it from the left."""
    for run in re.findall(r"\.+|[^.]+", row):
        for x, letter in enumerate(run):
            if letter == ".":
                yield NONE
                continue
            color = found.letters[letter].color
            if len(run) >= 4:
                if x == 0:
                    color = mix(color, 0xFFFFFF, 0.18)
                elif x >= len(run) - 2:
                    color = mix(color, 0, 0.36 if x == len(run) - 1 else 0.16)
            yield mix(color, 0xFFFFFF, brighter) if brighter else color


def night_sky(name: str, width: int, height: int, tint: int, night: int) -> Iterator[list[int]]:
    """The sky behind a portrait, lighter at the bottom, with a few stars; the same every time."""
    chance = Random(f"{name} {width} {height}")
    stars = {
        (chance.randrange(width), chance.randrange(max(1, height * 3 // 4)))
        for _ in range(width * height // PIXELS_PER_STAR)
    }
    for y in range(height):
        color = mix(tint, night, 0.62 - 0.5 * y / max(1, height - 1))
        yield [mix(color, 0xFFFFFF, 0.3) if (x, y) in stars else color for x in range(width)]


@lru_cache(32)
def cover(
    medium: Medium, game: str, width: int, height: int, faded: float = 0.0
) -> tuple[Line, ...]:
    """The cover of a game: the one of its pictures that is seen best, before a sky of its own."""
    found = album(game)
    grids = [found.grids[name] for name in COVERS if name in found.grids]
    drawings = [enlarged(grid.rows, width, 2 * height) for grid in grids]
    rows = window_amid(min(drawings, key=area), width, 2 * height)
    colors = found.grids[COVERS[0]].colors
    if medium.is_mono:
        return lit_only(found, rows, medium)
    if medium.depth == "16":
        return drawn(
            [[TERMINAL + (found.letters[c].ansi if c != "." else 0) for c in row] for row in rows]
        )
    pixels = []
    for y, row in enumerate(rows):
        share = y / max(1, len(rows) - 1)
        left = mix(colors["top"], colors["bottom"], share)
        right = mix(
            colors.get("right_top", colors["top"]),
            colors.get("right_bottom", colors["bottom"]),
            share,
        )
        skies = [left if x < width // 2 else right for x in range(width)]
        painted = [found.letters[c].color if c != "." else skies[x] for x, c in enumerate(row)]
        pixels.append(
            [mix(grey(c, faded), medium.night, faded * 0.4) for c in painted] if faded else painted
        )
    return drawn(pixels)


def enlarged(rows: Sequence[str], width: int, height: int) -> list[str]:
    """A cover, enlarged until it fills this room, but for a little sky at its sides."""
    while 4 * width > 5 * len(rows[0]) or height > len(rows):
        rows = doubled(list(rows))
    return list(rows)


def area(rows: Sequence[str]) -> int:
    return len(rows) * len(rows[0])


def window_amid(rows: list[str], width: int, height: int) -> list[str]:
    """The middle of a cover."""
    return window(rows, (len(rows[0]) - width) // 2, (len(rows) - height) // 2, width, height)


@lru_cache(64)
def back(medium: Medium, game: str, kind: str, width: int, height: int) -> tuple[Line, ...]:
    """The back of a card: a sign on a lattice, with a rim."""
    found = album(game)
    grid, _, colors = found.grids[kind]
    left, top = (width - len(grid[0])) // 2, (2 * height - len(grid)) // 2
    pixels = []
    for y in range(2 * height):
        row = []
        for x in range(width):
            inside = 0 <= y - top < len(grid) and 0 <= x - left < len(grid[0])
            letter = grid[y - top][x - left] if inside else "."
            rim = x in (0, width - 1) or y in (0, 2 * height - 1)
            if medium.is_mono:
                row.append(int(rim or letter != "."))
            elif medium.depth == "16":
                row.append(TERMINAL + (12 if rim else 3 if letter != "." else 0))
            elif rim:
                row.append(colors["rim"])
            elif letter != ".":
                row.append(SIGN if letter == "y" else found.letters[letter].color)
            else:
                spot = (x % 4 in (0, 3)) != (y % 4 in (0, 3)) and (x + y) % 3 == 0
                row.append(colors["lattice"] if spot else colors["ground"])
        pixels.append(row)
    return drawn(pixels, colored=not medium.is_mono, only_ascii=medium.only_ascii)


def blank(width: int, height: int) -> list[Line]:
    """As much room as a picture takes, with nothing in it."""
    return [[Ink(" " * width)] for _ in range(height)]
