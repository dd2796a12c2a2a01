"""Great moments as pictures: somebody falls, or the third Moon climbs over the village."""

from __future__ import annotations

from moontui.app.motion import Motion
from moontui.app.widgets.sketch import Sketch
from moontui.draw.easel import Easel
from moontui.draw.ink import Ink, Line, cells, cut, gist, paragraph, wrapped
from moontui.draw.letters import in_rows, width_of
from moontui.draw.moonrise import HILL, moonrise
from moontui.draw.paint import Paint
from moontui.draw.palette import DUSK
from moontui.draw.scene import Look
from moontui.draw.sheet import Sheet
from moontui.games import FACES
from moontui.words.moments import Moment

COLORS = {"out": (0xFF8A7A, 0x6B1420), "moon": (0xFFE0A0, 0x8A3A22), "wolf": (0xFFE0A0, 0x8A3A22)}
"""By picture: its big letters, and their shadow."""
LETTERS, MOST_LETTERS = 4, 3
"""Rows of cells that big letters take, and how many rows of them a headline may have."""
UPRIGHT, LEAST_FACE = 12, 6
"""Rows of a face on a phone, and below how many there is none."""
Face = tuple[list[Line], bool]
"""The picture of a card, and whether it falls."""


class MomentPicture(Sketch):
    """A moment as it is drawn: more and more of it, until all is there."""

    seconds, steps = 0.0, 1

    def __init__(self, look: Look, game: str, moment: Moment, hint: str) -> None:
        super().__init__()
        self.look, self.game, self.moment, self.hint = look, game, moment, hint
        self.tools = Easel(look, game)
        self.share = 1.0
        """How much of it is there."""

    @property
    def colored(self) -> bool:
        return self.look.palette.colored

    def motion(self) -> Motion:
        return Motion(self.seconds, self.steps, self.show)

    def show(self, share: float) -> None:
        self.share = share
        self.redraw()

    def face(self, card: int | None, width: int, height: int) -> list[Line]:
        """The picture of a card; empty: there is none, or pictures are off."""
        portray = FACES[self.game].portrait
        if card is None or portray is None or not self.look.pictures:
            return []
        name, tint = portray()(self.look, card)
        return self.tools.picture(name, width, height, tint if self.colored else 0)

    def rows_for(self, room: int) -> int:
        """How many rows the headline, the sentences and the way on need in so many columns."""
        return self.rows_of_headline(room) + len(wrapped(self.moment.text, room)) + 2

    def rows_of_headline(self, room: int) -> int:
        return LETTERS * len(self.big_rows(room)) or 2

    def big_rows(self, room: int) -> list[str]:
        """The headline as rows of big letters; empty: it does not fit."""
        rows = in_rows(self.moment.headline.split(), room)
        fits = len(rows) <= MOST_LETTERS and all(width_of(row) <= room for row in rows)
        return rows if fits else []

    def headline(self, sheet: Sheet, x: int, y: int, room: int, shown: bool = True) -> int:
        """The headline in big letters, or in plain ones where there is no room; returns the row
        below it."""
        rows = self.big_rows(room)
        for number, text in enumerate(rows if shown else ()):
            letters = self.tools.letters(text, *COLORS[self.moment.picture])
            sheet.overlay(x, y + LETTERS * number, letters)
        if shown and not rows:
            told = [Ink(cut(self.moment.headline.upper(), room), "strong")]
            sheet.lay(x, y, self.by_night(told, DUSK.text))
        return y + self.rows_of_headline(room)

    def tell(self, sheet: Sheet, x: int, y: int, room: int) -> None:
        """What happened, in sentences, and how to go on."""
        most = max(1, sheet.height - y - 2)
        told = gist(self.moment.text, room, most, self.moment.apart, self.moment.more)
        for line in paragraph(told, room, most=most):
            sheet.lay(x, y, self.by_night(line, DUSK.text))
            y += 1
        sheet.lay(x, sheet.height - 2, self.by_night([Ink(self.hint, "dim")], DUSK.muted))

    def by_night(self, line: Line, color: int) -> Line:
        """Words that can be read before the night, which is as dark in every theme."""
        paint = Paint(color) if self.colored else None
        return [ink._replace(paint=paint) for ink in line]


class MomentBand(MomentPicture):
    """A band that opens across the table: the card that did it, the one that fell, big letters, and
    all of it in sentences."""

    DEFAULT_CSS = "MomentBand { height: auto; width: 100%; }"

    seconds, steps = 0.4, 3

    def draw(self, width: int, height: int) -> list[Line]:
        if self.look.size.is_tall:
            return self.upright(width)
        size, top = ((24, 11), 2) if self.look.size.is_large else ((11, 6), 1)
        faces = self.faces(size)
        x = 3 + len(faces) * (size[0] + 2)
        room = width - x - 2
        rows = max(size[1] + 2 * top, top + self.rows_for(room))
        sheet = Sheet(width, min(rows, self.look.size.rows - 2), self.ground)
        if self.share:
            self.put_faces(sheet, 2, top, size, faces)
            self.tell(sheet, x, self.headline(sheet, x, top, room, self.share == 1), room)
        return self.opened(sheet)

    def upright(self, width: int) -> list[Line]:
        """On a phone: the cards above, the letters below them, and the sentences across."""
        room, most = width - 4, self.look.size.rows - 2
        need = self.rows_for(room) + 2
        high = min(UPRIGHT, most - need - 1)
        faces = self.faces((18, high)) if high >= LEAST_FACE else []
        wide, high = (18, min(8, high)) if len(faces) > 1 else (30, high)
        faces = self.faces((wide, high)) if faces else []
        y = high + 2 if faces else 1
        sheet = Sheet(width, min(most, need + y - 1), self.ground)
        if self.share:
            left = (width - len(faces) * (wide + 2) + 2) // 2
            self.put_faces(sheet, left, 1, (wide, high), faces)
            self.tell(sheet, 2, self.headline(sheet, 2, y, room, self.share == 1), room)
        return self.opened(sheet)

    def put_faces(
        self,
        sheet: Sheet,
        x: int,
        y: int,
        size: tuple[int, int],
        faces: list[Face],
    ) -> None:
        """Cards side by side; the one that falls is split in the end."""
        for number, (art, falls) in enumerate(faces):
            left = x + number * (size[0] + 2)
            sheet.paste(left, y, art)
            if falls and self.share == 1:
                self.split(sheet, left, y, size)

    @property
    def ground(self) -> Paint | None:
        return Paint(bg=DUSK.ground[0]) if self.colored else None

    def faces(self, size: tuple[int, int]) -> list[Face]:
        """The card that did it, and the one that falls."""
        falls = self.moment.picture == "out"
        cards = ((self.moment.card, False), (self.moment.about, falls))
        return [(art, fallen) for card, fallen in cards if (art := self.face(card, *size))]

    def split(self, sheet: Sheet, x: int, y: int, size: tuple[int, int]) -> None:
        """A crack from the upper right to the lower left."""
        width, height = size
        ground = self.ground or Paint()
        step = width / height
        for row in range(height):
            start = round((height - row - 1) * step)
            sheet.fill(x + start, y + row, min(width - start, round(1.3 * step)), 1, ground)

    def opened(self, sheet: Sheet) -> list[Line]:
        """As many rows around the middle as have opened, between two edges."""
        color = Paint(COLORS[self.moment.picture][0]) if self.colored else None
        above, below = self.look.symbols.edges[3], self.look.symbols.edges[2]
        inside = sheet.lines[1:-1]
        shut = round(len(inside) * (1 - self.share) / 2)
        ground = Sheet(sheet.width, 2, self.ground)
        ground.lay(0, 0, [Ink(above * sheet.width, "bad", paint=color)])
        ground.lay(0, 1, [Ink(below * sheet.width, "bad", paint=color)])
        return [ground.lines[0], *inside[shut : len(inside) - shut], ground.lines[1]]


class ThirdMoon(MomentPicture):
    """The table goes, the Moon climbs with its wolf before it, then come the letters, and last the
    sentences."""

    DEFAULT_CSS = "ThirdMoon { height: 100%; width: 100%; }"

    seconds, steps = 0.9, 5
    CLIMBED, NAMED = 0.6, 0.8
    """When the Moon is up, and when the letters are there."""

    def draw(self, width: int, height: int) -> list[Line]:
        if not height:
            return []
        look, moment = self.look, self.moment
        room = min(90, width - 4)
        head = self.big_rows(room)
        if len(head) > 1 and not look.size.is_tall:
            head = []  # the moon is worth more than a second line
        told = paragraph(moment.text, room)
        foot = LETTERS * len(head) + (not head) + len(told) + 3
        up, wolf = min(1.0, self.share / self.CLIMBED), moment.picture == "wolf"
        sheet = Sheet(width, height, Paint(bg=HILL) if self.colored else None)
        sheet.paste(0, 0, moonrise(look.palette, look.symbols, width, height, foot, up, wolf))
        if self.share >= self.NAMED:
            self.put_headline(sheet, height - foot + 1, head)
        if self.share == 1:
            self.put_words(sheet, height - foot + 1 + LETTERS * len(head) + (not head), told)
        return sheet.lines

    def put_headline(self, sheet: Sheet, y: int, head: list[str]) -> None:
        """The headline in big letters, or in plain ones where there is no room."""
        color, shadow = COLORS[self.moment.picture]
        for text in head:
            big = self.tools.letters(text, color, shadow)
            sheet.overlay((sheet.width - width_of(text)) // 2, y, big)
            y += LETTERS
        if not head:
            self.lay_amid(sheet, y, [Ink(self.moment.headline.upper(), "strong")], DUSK.text)

    def put_words(self, sheet: Sheet, y: int, told: list[Line]) -> None:
        """What it decides, and how to go on."""
        for row, line in enumerate(told, y):
            self.lay_amid(sheet, row, line, DUSK.text)
        self.lay_amid(sheet, sheet.height - 1, [Ink(self.hint, "dim")], DUSK.muted)

    def lay_amid(self, sheet: Sheet, y: int, line: Line, color: int) -> None:
        sheet.lay((sheet.width - cells(line)) // 2, y, self.by_night(line, color))
