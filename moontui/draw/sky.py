"""The sky over a table: darker at the top, with a few stars, and a village along the horizon."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from moontui.draw.ink import Ink
from moontui.draw.paint import NONE, Paint, mix
from moontui.draw.palette import Palette
from moontui.draw.pixels import drawn
from moontui.draw.sheet import Sheet
from moontui.draw.symbols import ASCII, Symbols

CELLS_PER_STAR = 60
WINDOW = 0xF4B942
"""A lit window in the village."""


def sky(
    palette: Palette, symbols: Symbols, width: int, rows: int, seed: str, village: int = 1
) -> Sheet:
    """A sheet of sky; its last rows show the village, if there are colors for it."""
    return _sky(palette, symbols, width, rows, seed, village).columns(0, width)


@lru_cache(8)
def _sky(
    palette: Palette, symbols: Symbols, width: int, rows: int, seed: str, village: int
) -> Sheet:
    sheet = Sheet(width, rows)
    if not palette.colored:
        return sheet
    for row in range(rows):
        sheet.fill(0, row, width, 1, Paint(bg=palette.sky_at(row, rows)))
    if palette.dark:
        scatter(sheet, palette, symbols, seed, rows - village)
    if village and symbols is not ASCII:
        top = palette.sky_at(rows - village - 1, rows) if rows > village else palette.sky[1]
        ground = palette.ground_at(rows, rows * 6)
        sheet.paste(
            0, rows - village, _village(seed, width, 2 * village, top, ground, palette.dark)
        )
    return sheet


def scatter(sheet: Sheet, palette: Palette, symbols: Symbols, seed: str, rows: int) -> None:
    chance = Random(f"stars {seed}")
    for _ in range(sheet.width * rows // CELLS_PER_STAR):
        x, y = chance.randrange(sheet.width), chance.randrange(max(1, rows))
        sign = symbols.star if chance.random() < 0.25 else symbols.dot
        color = mix(palette.sky_at(y, rows + 1), 0xFFFFFF, 0.45)
        sheet.put(x, y, [Ink(sign, paint=Paint(color, palette.sky_at(y, sheet.height)), art=True)])


@lru_cache(32)
def _village(
    seed: str, width: int, height: int, sky_color: int, ground: int, dark: bool
) -> tuple[list[Ink], ...]:
    """Firs and roofs, here and there a lit window: always the same for one table."""
    chance = Random(f"village {seed}")
    tops, windows = [height] * width, set[tuple[int, int]]()
    x = 0
    while x < width:
        if chance.random() < 0.45:  # a fir
            for offset, top in enumerate((height - 1, height - 2, height - 1)):
                if x + offset < width:
                    tops[x + offset] = max(0, top - chance.randrange(2))
            x += 3
        elif chance.random() < 0.5:  # a house
            wide = chance.randrange(4, 8)
            for offset in range(wide):
                if x + offset < width:
                    tops[x + offset] = max(0, height - 2 - (1 if 1 <= offset < wide - 1 else 0))
            if chance.random() < 0.6:
                windows.add((x + wide // 2, height - 1))
            x += wide
        else:
            x += chance.randrange(2, 6)
    shadow = ground if dark else mix(ground, 0x6B5A7A, 0.35)
    pixels = [
        [
            WINDOW if (x, y) in windows else shadow if y >= tops[x] else sky_color
            for x in range(width)
        ]
        for y in range(height)
    ]
    return drawn(pixels) if sky_color != NONE else ()
