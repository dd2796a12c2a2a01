"""The notebook of Wolfmoon as a strip of values: how many copies of each nobody has seen."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from engine.core import Choice
from engine.games.wolfmoon.deck import CHARACTERS, COPIES, VALUE, VALUES
from engine.games.wolfmoon.state import Table
from engine.games.wolfmoon.views import unplaced
from moontui.app.widgets.board import Zone
from moontui.draw.ink import Ink, Line, aimed, fit
from moontui.draw.paint import NONE
from moontui.draw.palette import Palette
from moontui.draw.pixels import drawn
from moontui.draw.scene import Scene
from moontui.draw.sheet import Sheet
from moontui.draw.symbols import ASCII, Symbols
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
    if not scene.counted:
        return
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
    look = scene.look
    for value in VALUES:
        choice = scene.offers("guess", value)
        picked = choice is not None and choice == scene.picked
        count = (value, left[value], whole(value))
        column = column_of(look.palette, look.symbols, count, max(1, bars), choice, picked)
        sheet.place(x + step * value, y, column)


@lru_cache(256)
def column_of(
    palette: Palette,
    symbols: Symbols,
    count: tuple[int, int, int],
    rows: int,
    choice: Choice | None,
    picked: bool,
) -> Sheet:
    """A bar with its value and its count below; whoever clicks on it guesses, or looks it up."""
    value, left, of = count
    sheet, target = Sheet(2, rows + 2), choice or "notes"
    sheet.overlay(0, 0, aimed(bar(palette, symbols, left, of, 2, rows), target))
    chip, style = palette.chip if picked else None, "strong" if left else "dim"
    sheet.put(0, rows, [Ink(f"{value:>2}", style, target, chip)])
    sheet.put(0, rows + 1, [Ink(fit(f"{left or '-':>2}", 2), "dim", target)])
    return sheet


def shown_of_strip(scene: Scene) -> object:
    """All that a strip is drawn from."""
    if scene.covered or scene.notebook == "off" or not scene.counted:
        return (scene.look, scene.covered, scene.counted)
    guesses = [scene.offers("guess", value) for value in VALUES]
    picked = scene.picked if scene.picked in guesses else None
    return (scene.look, unplaced(scene.view.state, scene.me), guesses, picked)


def whole(value: int) -> int:
    """How many cards there are of a value."""
    return sum(COPIES[card] for card in CHARACTERS if VALUE[card] == value)


def bar(
    palette: Palette, symbols: Symbols, left: int, of: int, width: int, rows: int
) -> list[Line]:
    """A bar of so many unseen copies, on a darker one for all there are."""
    if rows == 1 or not palette.colored or symbols is ASCII:
        signs = RAMP if symbols is ASCII else symbols.levels
        sign = signs[min(len(signs) - 1, left * (len(signs) - 1) // MOST)] if left else " "
        blank: list[Line] = [[Ink(" " * width)] for _ in range(rows - 1)]
        return [*blank, [Ink(sign * width, "gold")]]
    high = 2 * rows
    rest = 0x2A3358 if palette.dark else 0xC9C2B4
    lit, all_of = round(left * high / MOST), round(of * high / MOST)
    pixels = [  # the lowest are lit, those above them are dark
        [
            palette.gold if high - y <= lit else rest if high - y <= all_of else NONE
            for _ in range(width)
        ]
        for y in range(high)
    ]
    return [*drawn(pixels)]
