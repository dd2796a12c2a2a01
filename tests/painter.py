"""Screens as PNG pictures, cell for cell as a terminal shows them.

Blocks are painted as rectangles, so that there are no seams between cells; words are set in a
monospaced font of the machine. Without Pillow or such a font there are no pictures, and whoever
asks is told so.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from rich.cells import cell_len
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import MONOKAI, TerminalTheme

CELL = (10, 20)
FONTS = ("FiraCode-{}.ttf", "DejaVuSansMono{}.ttf", "LiberationMono-{}.ttf")
SPARE = "DejaVuSansMono.ttf"
PLACES = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    Path("/Library/Fonts"),
    Path("C:/Windows/Fonts"),
)
BLOCKS = {
    "█": (0, 0, 1, 1), "▀": (0, 0, 1, 0.5), "▄": (0, 0.5, 1, 1), "▌": (0, 0, 0.5, 1),
    "▐": (0.5, 0, 1, 1), "▁": (0, 7 / 8, 1, 1), "▂": (0, 0.75, 1, 1), "▃": (0, 5 / 8, 1, 1),
    "▅": (0, 3 / 8, 1, 1), "▆": (0, 0.25, 1, 1), "▇": (0, 1 / 8, 1, 1), "▔": (0, 0, 1, 1 / 8),
}  # fmt: skip
"""By sign: which part of its cell it fills."""
SHADES = {"░": 0.25, "▒": 0.5, "▓": 0.75}
BLACK, WHITE = (12, 12, 12), (220, 220, 220)


class CannotPaint(Exception):
    """There is nothing to paint with; the sentence says what is missing."""


@cache
def fonts() -> tuple[Any, Any, Any]:
    """The plain and the bold face of a monospaced font of this machine, and one for signs that it
    lacks. Raises `CannotPaint`."""
    try:
        from PIL import ImageFont
    except ImportError as error:
        raise CannotPaint("Pillow is not installed, so there are no PNG pictures.") from error
    files = {file.name: file for place in PLACES if place.is_dir() for file in place.rglob("*.ttf")}
    for name in FONTS:
        plain, bold = name.format("Regular"), name.format("Bold")
        if "DejaVu" in name:
            plain, bold = name.format(""), name.format("-Bold")
        if plain in files and bold in files:
            spare = SPARE if SPARE in files else plain
            faces = [ImageFont.truetype(str(files[face]), 16) for face in (plain, bold, spare)]
            return faces[0], faces[1], faces[2]
    raise CannotPaint("None of the fonts is here: Fira Code, DejaVu Sans Mono, Liberation Mono.")


def paint(rows: Iterable[Iterable[Segment]], columns: int, theme: TerminalTheme = MONOKAI) -> Any:
    """An image of rows of segments. Raises `CannotPaint`."""
    from PIL import Image, ImageDraw

    plain, bold, spare = fonts()
    lines = [list(row) for row in rows]
    wide, high = CELL
    image = Image.new("RGB", (columns * wide, len(lines) * high), BLACK)
    canvas = ImageDraw.Draw(image)
    for y, line in enumerate(lines):
        x = 0
        for text, style, _ in line:
            front, back = colors_of(style or Style(), theme)
            for sign in text:
                size = cell_len(sign)
                left, top = x * wide, y * high
                canvas.rectangle((left, top, left + size * wide - 1, top + high - 1), back)
                if sign in BLOCKS:
                    a, b, c, d = BLOCKS[sign]
                    box = (left + a * wide, top + b * high, left + c * wide - 1, top + d * high - 1)
                    canvas.rectangle(box, front)
                elif sign in SHADES:
                    mixed = blend(back, front, SHADES[sign])
                    canvas.rectangle((left, top, left + wide - 1, top + high - 1), mixed)
                elif sign.strip():
                    font = bold if style is not None and style.bold else plain
                    font = font if has(font, sign) else spare
                    canvas.text((left, top + 1), sign, front, font)
                x += size
    return image


@cache
def has(font: Any, sign: str) -> bool:
    """Whether a font can draw a sign: one that it lacks looks like any other it lacks."""
    return bytes(font.getmask(sign)) != bytes(font.getmask("\U0010ffff"))


Rgb = tuple[int, int, int]


def colors_of(style: Style, theme: TerminalTheme) -> tuple[Rgb, Rgb]:
    """The colors of text and ground."""
    front = rgb(style.color, theme, WHITE)
    back = rgb(style.bgcolor, theme, BLACK)
    if style.reverse:
        front, back = back, front
    return (blend(back, front, 0.55) if style.dim else front), back


def rgb(color: Color | None, theme: TerminalTheme, default: Rgb) -> Rgb:
    if color is None or color.is_default:
        return default
    found = color.get_truecolor(theme)
    return found.red, found.green, found.blue


def blend(one: Rgb, other: Rgb, share: float) -> Rgb:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue
