"""Pixels: small grids of color that become lines, two pixels in every cell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from moontui.draw.ink import Ink, Line
from moontui.draw.paint import NONE, Paint

Pixels = Sequence[Sequence[int]]
"""Rows of colors; `NONE` is see-through. Without color, 0 is dark and 1 is lit."""

CHARS = {
    (2, 2): "#", (2, 1): "*", (1, 2): "+", (2, 0): '"', (0, 2): "_",
    (1, 1): ".", (1, 0): "'", (0, 1): ".", (0, 0): " ",
}  # fmt: skip
"""Where there are no half-blocks: by the upper and the lower pixel; 2 is lit, 1 is dark."""


def drawn(pixels: Pixels, colored: bool = True, only_ascii: bool = False) -> tuple[Line, ...]:
    """Pixels as lines of ink."""
    rows = list(pixels)
    if len(rows) % 2:
        rows.append([NONE] * len(rows[0]))
    cell = colored_cell if colored else ascii_cell if only_ascii else lit_cell
    return tuple(
        joined(cell(top, bottom) for top, bottom in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    )


def joined(pieces: Iterable[tuple[str, Paint | None]]) -> Line:
    """Neighboring cells of the same colors as one piece."""
    line: Line = []
    sign, paint = "", None
    run: list[str] = []
    for text, colors in pieces:
        if run and colors == paint and (text == sign or paint is None):
            run.append(text)
            continue
        if run:
            line.append(Ink("".join(run), paint=paint, art=True))
        sign, paint, run = text, colors, [text]
    if run:
        line.append(Ink("".join(run), paint=paint, art=True))
    return line


@lru_cache(4096)
def colored_cell(top: int, bottom: int) -> tuple[str, Paint | None]:
    if top == bottom:
        return " ", None if top < 0 else Paint(bg=top)
    if top < 0:
        return "▄", Paint(bottom)
    if bottom < 0:
        return "▀", Paint(top)
    return "▀", Paint(top, bottom)


def lit_cell(top: int, bottom: int) -> tuple[str, Paint | None]:
    return (" ", "▄", "▀", "█")[2 * (top > 0) + (bottom > 0)], None


def ascii_cell(top: int, bottom: int) -> tuple[str, Paint | None]:
    return CHARS[top + 1, bottom + 1], None


def doubled(grid: Sequence[str]) -> list[str]:
    """A grid of letters twice as large, with its slopes smoothed: a corner follows two neighbors
    that agree with each other and with nobody else."""
    rows = []
    for y, row in enumerate(grid):
        above = grid[y - 1] if y else row
        below = grid[y + 1] if y + 1 < len(grid) else row
        upper, lower = [], []
        for x, here in enumerate(row):
            up, down = above[x], below[x]
            left = row[x - 1] if x else here
            right = row[x + 1] if x + 1 < len(row) else here
            upper.append(up if left == up and left != down and up != right else here)
            upper.append(right if up == right and up != left and right != down else here)
            lower.append(left if down == left and down != right and left != up else here)
            lower.append(down if right == down and right != up and down != left else here)
        rows += ["".join(upper), "".join(lower)]
    return rows


def halved(grid: Sequence[str]) -> list[str]:
    """A grid half as large: of four letters the one that stands there most often."""
    rows = []
    for y in range(0, len(grid) - 1, 2):
        row = []
        for x in range(0, len(grid[y]) - 1, 2):
            four = grid[y][x : x + 2] + grid[y + 1][x : x + 2]
            row.append(max(four, key=lambda letter: (four.count(letter), letter != ".")))
        rows.append("".join(row))
    return rows


def window(grid: Sequence[str], x: int, y: int, width: int, height: int) -> list[str]:
    """A part of a grid; outside of it everything is see-through."""
    before = "." * max(0, min(width, -x))
    shown = slice(max(0, x), max(0, x + width))
    return [
        (before + grid[row][shown] if 0 <= row < len(grid) else "").ljust(width, ".")
        for row in range(y, y + height)
    ]
