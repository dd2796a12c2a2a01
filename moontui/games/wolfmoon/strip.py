"""The notebook of Wolfmoon as a strip of values: how many copies of each nobody has seen."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from engine.games.wolfmoon.deck import CHARACTERS, COPIES, VALUE, VALUES
from engine.games.wolfmoon.state import Table
from moontui.app.widgets.board import Zone
from moontui.draw.ink import Ink, Line, aimed, fit
from moontui.draw.paint import NONE
from moontui.draw.pixels import drawn
from moontui.draw.scene import Scene
from moontui.draw.sheet import Sheet
from moontui.draw.symbols import ASCII
from moontui.games.wolfmoon.counting import unplaced
from moontui.games.wolfmoon.parts import easel

MOST = max(sum(COPIES[card] for card in CHARACTERS if VALUE[card] == value) for value in VALUES)
RAMP = "_.:-=+*#"
"""Bars of ASCII: digits would be taken for the numbers below them."""


class Strip(Zone):
    """Bars by value; where rows are scarce they are one row high."""

    def draw(self, width: int, height: int) -> list[Line]:
        scene = self.scene
        if scene is None or not height:
            return []
        sheet = Sheet(width, height)
        put_strip(scene, sheet, 2, 0, height, 3)
        return sheet.lines


def put_strip(scene: Scene, sheet: Sheet, x: int, y: int, rows: int, step: int) -> None:
    """Bars, values and counts, a few columns each; a value that can be guessed can be clicked."""
    words = scene.look.words
    if scene.covered or scene.notebook == "off":
        key = "covered" if scene.covered else "notebook_off"
        sheet.write(x, y, words.say("panels", key), "dim")
        return
    table: Table = scene.view.state
    unseen = unplaced(table, scene.me)
    left = Counter(VALUE[card] for card in CHARACTERS for _ in range(unseen[card]))
    bars = rows - 2
    if rows > 3:
        sheet.lay(
            x, y, easel(scene).heading(scene.label("left_heading"), 40, scene.label("unseen"))
        )
        y, bars = y + 1, rows - 3
    for value in VALUES:
        at = x + step * value
        choice = scene.offers("guess", value)
        target = choice or "notes"
        picked = choice is not None and choice == scene.picked
        column = bar(scene, left[value], whole(value), 2, max(1, bars))
        sheet.overlay(at, y, aimed(column, target))
        chip = scene.look.palette.chip if picked else None
        style = "strong" if left[value] else "dim"
        sheet.put(at, y + max(1, bars), [Ink(f"{value:>2}", style, target, chip)])
        count = str(left[value]) if left[value] else "-"
        sheet.put(at, y + max(1, bars) + 1, [Ink(fit(f"{count:>2}", 2), "dim", target)])


def whole(value: int) -> int:
    """How many cards there are of a value."""
    return sum(COPIES[card] for card in CHARACTERS if VALUE[card] == value)


def bar(scene: Scene, left: int, of: int, width: int, rows: int) -> list[Line]:
    """A bar of so many unseen copies, on a darker one for all there are."""
    palette, symbols = scene.look.palette, scene.look.symbols
    if rows == 1 or not palette.colored or symbols is ASCII:
        signs = RAMP if symbols is ASCII else symbols.levels
        sign = signs[min(len(signs) - 1, left * (len(signs) - 1) // MOST)] if left else " "
        blank: list[Line] = [[Ink(" " * width)] for _ in range(rows - 1)]
        return [*blank, [Ink(sign * width, "gold")]]
    high = 2 * rows
    rest = 0x2A3358 if palette.dark else 0xC9C2B4
    lit, all_of = round(left * high / MOST), round(of * high / MOST)
    return [list(line) for line in _bar(width, high, lit, all_of, palette.gold, rest)]


@lru_cache(256)
def _bar(width: int, high: int, lit: int, all_of: int, gold: int, rest: int) -> tuple[Line, ...]:
    """A bar in pixels: the lowest are lit, those above them are dark."""
    pixels = [
        [gold if high - y <= lit else rest if high - y <= all_of else NONE for _ in range(width)]
        for y in range(high)
    ]
    return drawn(pixels)
