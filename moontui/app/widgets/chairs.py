"""The chairs around a table before a game: who sits there with their face, and which are free."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from moontui.app.widgets.rows import Row, Rows
from moontui.draw.easel import Easel
from moontui.draw.ink import Ink, Line, aimed, box, cells, crop, cut, ends, paragraph
from moontui.draw.keys import SEAT_LETTERS
from moontui.draw.paint import Paint
from moontui.draw.scene import Look
from moontui.draw.sheet import Sheet
from moontui.draw.size import Class

FACE = (8, 3)
"""A face beside the words, where there is little room."""
MOST = 6
"""More chairs than this have no faces on a small screen."""


class Chair(NamedTuple):
    """What is to be seen of one seat."""

    name: str
    """Empty: it is free."""
    state: str = ""
    words: str = ""
    """What there is to say about whoever sits there."""
    ready: str = ""
    """In words; empty: not yet."""
    persona: str = ""
    mine: bool = False
    away: bool = False
    bot: bool = False


class Chairs(Rows):
    """Chairs in a grid; a cursor is on one of them, as in a list."""

    DEFAULT_CSS = "Chairs { height: auto; }"

    look: Look | None = None
    chairs: Sequence[Chair] = ()

    def seat(self, look: Look, chairs: Sequence[Chair]) -> None:
        """Show who sits where."""
        self.look, self.chairs = look, chairs
        self.show([Row([], number) for number in range(len(chairs))])

    def draw(self, width: int, height: int) -> list[Line]:
        look = self.look
        if look is None or not self.chairs:
            return []
        across, size, rows = self.shape(look, width)
        gap = 0 if rows == 1 else 1
        pitch = rows + (1 if look.size.kind >= Class.S160 else 0)
        deep = -(-len(self.chairs) // across)
        sheet = Sheet(width, deep * pitch - (pitch - rows))
        for number, chair in enumerate(self.chairs):
            lines = self.chair(look, number, chair, size, rows)
            x, y = number % across * (size + gap), number // across * pitch
            sheet.paste(x, y, aimed(lines, ("row", number)))
        return sheet.lines

    def shape(self, look: Look, width: int) -> tuple[int, int, int]:
        """Chairs in a row, and the columns and rows of each."""
        count, kind = len(self.chairs), look.size.kind
        if kind == Class.T40:
            return 2, (width - 1) // 2, 5 if count <= MOST else 3
        if kind == Class.S60:
            return (1, width, 1) if count <= MOST else (2, width // 2, 1)
        if kind == Class.S80:
            return (3, (width - 2) // 3, 4) if count <= MOST else (2, width // 2, 1)
        across = 3 if count <= MOST else 4 if count <= 8 else 5
        tall = {Class.S120: 8 if look.size.is_low else 9, Class.S160: 12, Class.S200: 17}
        return across, (width - across + 1) // across, tall[kind]

    def chair(self, look: Look, number: int, chair: Chair, width: int, rows: int) -> list[Line]:
        """One chair: a plate with the name, a face, and a sentence."""
        here = number == self.cursor
        if rows == 1:
            return [self.plate(look, number, chair, width, here)]
        sheet = Sheet(width, rows, look.palette.panel_paint if chair.name else None)
        sheet.put(0, 0, self.plate(look, number, chair, width, here))
        tools = Easel(look)
        large = look.size.is_large
        art = (width, rows - 3) if large else FACE
        x = 1 if large else FACE[0] + 1
        y = rows - 2 if large else 1
        edge = 1
        if chair.name and look.pictures:
            faded = 0.5 if chair.away else 0.0
            sheet.paste(0, 1, tools.person(chair.persona, number, *art, faded))
        elif not look.pictures or not chair.name:
            x = 2
            y = min(y, 2)
        if not chair.name and large:  # an empty place, to be filled
            sheet.paste(0, 1, box(look.symbols.faint, width, [[] for _ in range(rows - 3)]))
            x, y, edge = 3, rows // 2, 3
        room = width - x - edge
        text = paragraph(chair.words, room, "dim", most=rows - y) if chair.words else []
        if chair.ready and not chair.bot:
            text = [[Ink(chair.ready, "good")], *text]
        for place, line in enumerate(text[: rows - y]):
            sheet.lay(x, y + place, line)
        return sheet.lines

    def plate(self, look: Look, number: int, chair: Chair, width: int, here: bool) -> Line:
        """Letter, name and what there is to know, on the color of the seat."""
        signs, palette = look.symbols, look.palette
        bar = Ink(signs.bar_left, paint=Paint(palette.seat(number)))
        mark = Ink(">", "key") if here else bar if chair.name else Ink(" ")
        letter = Ink(f" {SEAT_LETTERS[number]} ", "key")
        ready = [Ink(f"{signs.yes} ", "good")] if chair.ready else []
        room = width - 4 - cells(ready)
        if not chair.name:
            line = crop([mark, letter, Ink(cut(chair.state, room), "dim")], width)
        else:
            name = Ink(cut(chair.name, room), "mine" if chair.mine else "strong")
            left = room - cells([name])
            state = [Ink(f" {cut(chair.state, left - 1)}", "dim")] if left > 3 else []
            line = ends([mark, letter, name, *state], ready, width)
        if here and self.has_focus and not palette.colored:
            return [ink._replace(style="cursor") for ink in line]
        if not chair.name and not here:
            return line
        plate = palette.plate(number, lit=here)
        return [
            ink._replace(paint=Paint(ink.paint.fg, plate.bg) if ink.paint else plate)
            for ink in line
        ]
