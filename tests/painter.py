"""Screens as PNG pictures, cell for cell as a terminal shows them.

Blocks are painted as rectangles, so that there are no seams between cells; words are set in a
monospaced font, each sign in its own cell. It needs Pillow and such a font on this machine;
whoever has neither is told so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from rich.cells import cell_len
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import TerminalTheme

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
BLACK, WHITE = (12, 12, 12), (204, 204, 204)
OWN = TerminalTheme(
    BLACK,
    WHITE,
    [BLACK, (197, 15, 31), (19, 161, 14), (193, 156, 0),
     (0, 55, 218), (136, 23, 152), (58, 150, 221), WHITE],
    [(118, 118, 118), (231, 72, 86), (22, 198, 12), (249, 241, 165),
     (59, 120, 255), (180, 0, 158), (97, 214, 214), (242, 242, 242)],
)  # fmt: skip
"""The sixteen colors of a terminal that many people have."""
COLORS = 160
"""How many colors a PNG keeps: nobody sees the difference, and it is a fifth of the size."""

Rgb = tuple[int, int, int]


class CannotPaint(Exception):
    """There is nothing to paint with; the sentence says what is missing."""


class Box(NamedTuple):
    """A rectangle in one color, in cells."""

    left: float
    top: float
    right: float
    bottom: float
    color: Rgb


class Word(NamedTuple):
    """A sign in its cell."""

    x: int
    y: int
    sign: str
    color: Rgb
    bold: bool


def pieces(rows: Iterable[Iterable[Segment]]) -> Iterator[Box | Word]:
    """What has to be painted, one over another."""
    for y, row in enumerate(rows):
        grounds: list[Box] = []
        above: list[Box | Word] = []
        x = 0
        for text, style, _ in row:
            front, back = colors_of(style or Style())
            bold = bool(style is not None and style.bold)
            join(grounds, Box(x, y, x + cell_len(text), y + 1, back))
            for sign in text:
                if sign in BLOCKS:
                    a, b, c, d = BLOCKS[sign]
                    join(above, Box(x + a, y + b, x + c, y + d, front))
                elif sign in SHADES:
                    join(above, Box(x, y, x + 1, y + 1, blend(back, front, SHADES[sign])))
                elif sign.strip():
                    above.append(Word(x, y, sign, front, bold))
                x += cell_len(sign)
        yield from grounds
        yield from above


def join(pieces: list[Any], box: Box) -> None:
    """Add a box, or make the last one longer by it."""
    last = pieces[-1] if pieces else None
    if isinstance(last, Box) and last[1:] == (box.top, box.left, *box[3:]):
        pieces[-1] = last._replace(right=box.right)
    else:
        pieces.append(box)


# ── colors ──────────────────────────────────────────────────────────────────────────────────────


@cache
def colors_of(style: Style) -> tuple[Rgb, Rgb]:
    """The colors of text and ground."""
    front = rgb(style.color, WHITE)
    back = rgb(style.bgcolor, BLACK)
    if style.reverse:
        front, back = back, front
    return (blend(back, front, 0.55) if style.dim else front), back


def rgb(color: Color | None, default: Rgb) -> Rgb:
    if color is None or color.is_default:
        return default
    found = color.get_truecolor(OWN)
    return found.red, found.green, found.blue


def blend(one: Rgb, other: Rgb, share: float) -> Rgb:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


# ── PNG ─────────────────────────────────────────────────────────────────────────────────────────


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


def png(painting: Iterable[Box | Word], columns: int, rows: int) -> Any:
    """An image. Raises `CannotPaint`."""
    plain, bold, spare = fonts()
    from PIL import Image, ImageDraw

    wide, high = CELL
    image = Image.new("RGB", (columns * wide, rows * high), BLACK)
    canvas = ImageDraw.Draw(image)
    for piece in painting:
        if isinstance(piece, Box):
            left, top, right, bottom, color = piece
            canvas.rectangle((left * wide, top * high, right * wide - 1, bottom * high - 1), color)
        else:
            face = bold if piece.bold else plain
            face = face if has(face, piece.sign) else spare
            canvas.text((piece.x * wide, piece.y * high + 1), piece.sign, piece.color, face)
    return image


@cache
def has(font: Any, sign: str) -> bool:
    """Whether a font can draw a sign: one that it lacks looks like any other it lacks."""
    return bytes(font.getmask(sign)) != bytes(font.getmask("\U0010ffff"))
