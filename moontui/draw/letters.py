"""Big letters: five pixels high, for the few words that belong to a great moment."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path

from moontui.draw.ink import Line
from moontui.draw.paint import NONE
from moontui.draw.palette import Palette
from moontui.draw.pixels import drawn
from moontui.draw.symbols import ASCII, Symbols

TALL = 5
FILE = Path(__file__).with_name("letters.txt")
UNKNOWN = "?"


@cache
def font() -> dict[str, tuple[str, ...]]:
    """By sign: its rows of pixels."""
    signs: dict[str, tuple[str, ...]] = {" ": ("..",) * TALL}
    for block in FILE.read_text(encoding="utf-8").split("\n\n"):
        rows = [row for row in block.splitlines() if row and not row.startswith("//")]
        if rows:
            signs[rows[0]] = tuple(rows[1 : 1 + TALL])
    return signs


def spelled(text: str) -> str:
    """A text in the letters there are."""
    return "".join(sign if sign in font() else UNKNOWN for sign in text.upper())


def width_of(text: str, scale: int = 1) -> int:
    """How many cells a text takes in big letters."""
    return scale * sum(len(font()[sign][0]) + 1 for sign in spelled(text)) - scale if text else 0


def broken(text: str, room: int) -> list[str]:
    """A text on lines that fit in big letters; words that are too long are left out."""
    words = text.rstrip(".!").replace(",", "").split()
    return in_rows((word for word in words if width_of(word) <= room), room)


def in_rows(words: Iterable[str], room: int) -> list[str]:
    """Words on as few rows of big letters as they need; one that is too long has its own."""
    rows: list[str] = []
    for word in words:
        longer = f"{rows[-1]} {word}" if rows else ""
        if longer and width_of(longer) <= room:
            rows[-1] = longer
        else:
            rows.append(word)
    return rows


def letters(
    palette: Palette, symbols: Symbols, text: str, color: int, shadow: int = NONE, scale: int = 1
) -> list[Line]:
    """A text in big letters: three rows of cells for each step of scale and one for a shadow."""
    plain = palette.depth == "mono" or symbols is ASCII
    if plain or palette.depth == "16":
        shadow = NONE
    lines = _letters(spelled(text), 1 if plain else color, shadow, scale, plain, symbols is ASCII)
    return [list(line) for line in lines]


@lru_cache(128)
def _letters(
    text: str, color: int, shadow: int, scale: int, plain: bool, only_ascii: bool
) -> tuple[Line, ...]:
    width = width_of(text, scale)
    pixels = [[NONE] * width for _ in range((TALL + 1) * scale)]
    left = 0
    for sign in text:
        for y, row in enumerate(font()[sign]):
            for x, dot in enumerate(row):
                if dot != ".":
                    block(pixels, left + x * scale, y * scale, scale, color)
                    if shadow >= 0:
                        block(pixels, left + x * scale, y * scale + 1, scale, shadow, under=True)
        left += (len(font()[sign][0]) + 1) * scale
    return drawn(pixels, colored=not plain, only_ascii=only_ascii)


def block(
    pixels: list[list[int]], left: int, top: int, scale: int, color: int, under: bool = False
) -> None:
    for y in range(top, top + scale):
        for x in range(left, left + scale):
            if not under or pixels[y][x] == NONE:
                pixels[y][x] = color
