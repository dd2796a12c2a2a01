"""A link as a picture for phones: dark on light in every theme, as readers want it."""

from __future__ import annotations

from functools import lru_cache

from moontui.draw.ink import Ink, Line
from moontui.draw.paint import TERMINAL, Paint
from moontui.draw.palette import Palette
from moontui.draw.pixels import drawn
from moontui.draw.symbols import ASCII, Symbols

DARK, LIGHT = 0x10131F, 0xFBF7EA


BORDER = 4
"""Dots of light around it, as the standard has it."""
NARROW = 2
"""As few as readers still accept."""


def qr(
    palette: Palette, symbols: Symbols, link: str, width: int, height: int, border: int = BORDER
) -> list[Line]:
    """As large as fits; empty: there is no room, no color, or nothing installed to make it."""
    if palette.depth == "mono" or symbols is ASCII:
        return []
    dots, off = modules(link), BORDER - border
    if not dots:
        return []
    dots = tuple(row[off : len(row) - off] for row in dots[off : len(dots) - off])
    dark, light = (TERMINAL, TERMINAL + 15) if palette.depth == "16" else (DARK, LIGHT)
    if 2 * len(dots) <= width and len(dots) <= height:
        return [
            [Ink("  ", paint=Paint(dark, dark if dot else light), art=True) for dot in row]
            for row in dots
        ]
    if len(dots) <= width and len(dots) <= 2 * height:
        pixels = [[dark if dot else light for dot in row] for row in dots]
        if len(pixels) % 2:
            pixels.append([light] * len(dots))
        return [list(line) for line in drawn(pixels)]
    return []


@lru_cache(4)
def modules(link: str) -> tuple[tuple[bool, ...], ...]:
    """The dots of a link's QR code, with their border; empty: it cannot be made here. The browser
    door makes it, in half blocks."""
    try:
        from net.doors.web import picture
    except ImportError:  # what it needs is not installed
        return ()
    try:
        lines = picture(link)
    except ValueError:  # too long
        return ()
    rows: list[tuple[bool, ...]] = []
    for line in lines:
        rows.append(tuple(sign in "▀█" for sign in line))
        rows.append(tuple(sign in "▄█" for sign in line))
    return tuple(rows[: len(rows[0])])
