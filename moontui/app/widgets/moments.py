"""Great moments as pictures: somebody falls, or the third Moon climbs over the village."""

from __future__ import annotations

from dataclasses import replace

from moontui.app.motion import Motion
from moontui.app.widgets.sketch import Sketch
from moontui.draw import moons
from moontui.draw.easel import Easel
from moontui.draw.ink import Ink, Line, cells, crop, cut, paragraph
from moontui.draw.letters import width_of
from moontui.draw.paint import Paint
from moontui.draw.palette import DUSK
from moontui.draw.scene import Look
from moontui.draw.sheet import Sheet
from moontui.draw.sky import sky
from moontui.games import FACES
from moontui.words.moments import Moment

COLORS = {"out": (0xFF8A7A, 0x6B1420), "moon": (0xFFE0A0, 0x8A3A22), "wolf": (0xFFE0A0, 0x8A3A22)}
"""By picture: its big letters, and their shadow."""
GLOW = (0xFFF0C0, 0xE5733A)
"""The third Moon, in the middle and at the rim."""
HILL = 0x08050C
"""The land before it."""


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

    def headline(self, sheet: Sheet, x: int, y: int, room: int) -> int:
        """The headline in big letters, or in plain ones where there is no room; returns the row
        below it."""
        text = self.moment.headline
        if width_of(text) <= room:
            sheet.overlay(x, y, self.tools.letters(text, *COLORS[self.moment.picture]))
            return y + 4
        sheet.write(x, y, cut(text.upper(), room), "strong")
        return y + 2

    def tell(self, sheet: Sheet, x: int, y: int, room: int) -> None:
        """What happened, in sentences, and how to go on."""
        for line in paragraph(self.moment.text, room, most=max(1, sheet.height - y - 2)):
            sheet.lay(x, y, line)
            y += 1
        sheet.lay(x, sheet.height - 2, crop([Ink(self.hint, "dim")], cells([Ink(self.hint)])))


class MomentBand(MomentPicture):
    """A band that opens across the table: the card that did it, the one that fell, big letters, and
    all of it in sentences."""

    DEFAULT_CSS = "MomentBand { height: auto; width: 100%; }"

    seconds, steps = 0.4, 3

    def draw(self, width: int, height: int) -> list[Line]:
        large = self.look.size.is_large
        rows = 15 if large else 9
        sheet = Sheet(width, rows, Paint(bg=DUSK.ground[0]) if self.colored else None)
        x = self.cards(sheet, (24, 11) if large else (11, 6), 2 if large else 1)
        room = width - x - 2
        self.tell(sheet, x, self.headline(sheet, x, 2 if large else 1, room), room)
        return self.opened(sheet)

    def cards(self, sheet: Sheet, size: tuple[int, int], y: int) -> int:
        """The card that did it, then the one that fell, which breaks in the end; returns where the
        words may begin."""
        x, moment = 2, self.moment
        for card, falls in ((moment.card, False), (moment.about, moment.picture == "out")):
            if art := self.face(card, *size):
                sheet.paste(x, y, art)
                if falls and self.share == 1:
                    self.split(sheet, x, y, size)
                x += size[0] + 2
        return x + 1

    def split(self, sheet: Sheet, x: int, y: int, size: tuple[int, int]) -> None:
        """A crack from the upper right to the lower left."""
        width, height = size
        ground = Paint(bg=DUSK.ground[0]) if self.colored else Paint()
        step = width / height
        for row in range(height):
            start = round((height - row - 1) * step)
            sheet.fill(x + start, y + row, max(1, round(step)), 1, ground)

    def opened(self, sheet: Sheet) -> list[Line]:
        """As many rows around the middle as have opened, between two edges."""
        color = Paint(COLORS[self.moment.picture][0]) if self.colored else None
        above, below = self.look.symbols.edges[3], self.look.symbols.edges[2]
        inside = sheet.lines[1:-1]
        shut = round(len(inside) * (1 - self.share) / 2)
        ground = Sheet(sheet.width, 2, Paint(bg=DUSK.ground[0]) if self.colored else None)
        ground.lay(0, 0, [Ink(above * sheet.width, "bad", paint=color)])
        ground.lay(0, 1, [Ink(below * sheet.width, "bad", paint=color)])
        return [ground.lines[0], *inside[shut : len(inside) - shut], ground.lines[1]]


class ThirdMoon(MomentPicture):
    """The table goes, the Moon climbs, then come the letters, and last the card and the
    sentences."""

    DEFAULT_CSS = "ThirdMoon { height: 100%; width: 100%; }"

    seconds, steps = 0.9, 5
    CLIMBED, NAMED = 0.6, 0.8
    """When the Moon is up, and when the letters are there."""

    def draw(self, width: int, height: int) -> list[Line]:
        if not height:
            return []
        large = self.look.size.is_large
        card = (22, 9) if large else (14, 5)
        low = 14 if large else 8
        if self.look.size.is_tall:
            low = 20
        sheet = self.heaven(width, height)
        self.climb(sheet, low)
        self.land(sheet, low)
        if self.share >= self.NAMED:
            x = 3 if self.look.size.is_tall else card[0] + 6
            y = self.headline(sheet, x, height - low + 2, width - x - 2)
            if self.share == 1:
                self.hold(sheet, card, height - low)
                self.tell(sheet, x, y, width - x - 2)
        return sheet.lines

    def heaven(self, width: int, height: int) -> Sheet:
        """The sky at dusk, in place of the table."""
        palette = replace(self.look.palette, sky=DUSK.sky, dark=True)
        return sky(palette, self.look.symbols, width, height, self.moment.headline, village=0)

    def climb(self, sheet: Sheet, low: int) -> None:
        """The Moon as high as it is by now; before that it is behind the land."""
        horizon = sheet.height - low
        rows = min(26, horizon + 1, sheet.width // 2)
        top = max(0, horizon + 2 - rows)
        up = min(1.0, self.share / self.CLIMBED)
        wolf = "upright_wolf" if self.moment.picture == "wolf" else ""
        disc = moons.moon(
            self.look.palette, self.look.symbols, 2 * rows, rows, 1.0, True, wolf, GLOW
        )
        sheet.overlay(
            (sheet.width - 2 * rows) // 2, top + round((sheet.height - top) * (1 - up)), disc
        )

    def land(self, sheet: Sheet, low: int) -> None:
        """A hill in the middle, and the dark in which the words stand."""
        horizon, ground = sheet.height - low, Paint(bg=HILL) if self.colored else Paint()
        for row, share in ((0, 0.2), (1, 0.4), (2, 0.66)):
            wide = round(sheet.width * share)
            sheet.fill((sheet.width - wide) // 2, horizon + row, wide, 1, ground)
        sheet.fill(0, horizon + 3, sheet.width, low, ground)

    def hold(self, sheet: Sheet, size: tuple[int, int], y: int) -> None:
        """The card that has won the round."""
        if art := self.face(self.moment.about, *size):
            self.tools.frame(sheet, 3, y + 2, *size)
            sheet.paste(3, y + 2, art)
