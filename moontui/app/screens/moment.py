"""A great moment over the table: it takes the screen once, and gives it back at any key."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen

from moontui.app.screens.base import MoonScreen
from moontui.app.widgets.sketch import Sketch
from moontui.draw.easel import Easel
from moontui.draw.ink import Ink, Line, cut, gist, wrapped
from moontui.draw.letters import width_of
from moontui.draw.paint import Paint
from moontui.draw.palette import DUSK
from moontui.draw.scene import Look
from moontui.draw.sheet import Sheet
from moontui.games import FACES
from moontui.words.moments import Moment

SECONDS = 8.0
SECONDS_WATCHING = 4.0
COLORS = {"out": (0xFF8A7A, 0x6B1420), "moon": (0xFFE0A0, 0x8A3A22), "match": (0xFFF0C0, 0x7A4A24)}
"""By kind of moment: its big letters, and their shadow."""
LETTERS, MOST_LETTERS = 4, 3
"""Rows of cells that big letters take, and how many rows of them a headline may have."""
UPRIGHT = (30, 12)
"""The face on a phone, if there are rows for it."""
LEAST_FACE = 6


class MomentBand(Sketch):
    """A band across the table: the face of the card that did it, big letters, and all of it in
    sentences."""

    DEFAULT_CSS = "MomentBand { height: auto; width: 100%; }"

    def __init__(self, look: Look, game: str, moment: Moment, hint: str) -> None:
        super().__init__()
        self.look, self.game, self.moment, self.hint = look, game, moment, hint

    def draw(self, width: int, height: int) -> list[Line]:
        size, moment = self.look.size, self.moment
        if size.is_tall:
            return self.upright(width)
        large = size.is_large
        picture, tint = self.face()
        art = (24, 11) if large else (14, 6)
        left, top = 2, 2 if large else 1
        if picture:
            left += art[0] + 3
        room = width - left - 2
        title = self.title(room)
        most = size.rows - 5 - top - len(title)
        told = wrapped(gist(moment.text, room, most), room)[:most]
        rows = max(15 if large else 9, top + len(title) + len(told) + 3)
        sheet = self.band(width, rows)
        if picture:
            sheet.paste(2, top, self.tools.picture(picture, *art, tint))
        sheet.overlay(left, top, title)
        for y, text in enumerate(told, top + len(title)):
            sheet.write(left, y, text)
        sheet.write(left, rows - 2, cut(self.hint, room), "dim")
        return sheet.lines

    def upright(self, width: int) -> list[Line]:
        """On a phone: the face above, the letters below it, and the sentences across."""
        picture, tint = self.face()
        room, rows = width - 4, self.look.size.rows
        title = self.title(room)
        told = wrapped(self.moment.text, room)
        free = rows - 6 - len(title) - len(told)
        high = min(UPRIGHT[1], free) if picture and free >= LEAST_FACE else 0
        told = wrapped(gist(self.moment.text, room, free + len(told) - high), room)
        sheet = self.band(width, high + len(title) + len(told) + 5)
        y = 1
        if high:
            art = self.tools.picture(picture, UPRIGHT[0], high, tint)
            sheet.paste((width - UPRIGHT[0]) // 2, y, art)
            y += high + 1
        sheet.overlay(2, y, title)
        for row, text in enumerate(told, y + len(title)):
            sheet.write(2, row, text)
        sheet.write(2, sheet.height - 2, cut(self.hint, room), "dim")
        return sheet.lines

    @property
    def tools(self) -> Easel:
        return Easel(self.look, self.game)

    def band(self, width: int, rows: int) -> Sheet:
        """The ground, with an edge above and below."""
        colored = self.look.palette.colored
        sheet = Sheet(width, rows, Paint(bg=DUSK.ground[0]) if colored else None)
        edge = Paint(self.tones[0]) if colored else None
        for y, sign in ((0, self.look.symbols.edges[3]), (rows - 1, self.look.symbols.edges[2])):
            sheet.lay(0, y, [Ink(sign * width, "bad", paint=edge)])
        return sheet

    @property
    def tones(self) -> tuple[int, int]:
        return COLORS.get(self.moment.kind, COLORS["moon"])

    def face(self) -> tuple[str, int]:
        """The picture of the card that did it, and the color behind it."""
        portray = FACES[self.game].portrait
        if self.moment.card is None or portray is None or not self.look.pictures:
            return "", 0
        name, tint = portray()(self.look, self.moment.card)
        return name, tint if self.look.palette.colored else 0

    def title(self, room: int) -> list[Line]:
        """The headline in big letters, on several rows if need be; else in small ones. A free row
        comes after it."""
        rows: list[str] = []
        for word in self.moment.headline.split():
            longer = f"{rows[-1]} {word}" if rows else ""
            if longer and width_of(longer) <= room:
                rows[-1] = longer
            else:
                rows.append(word)
        if all(width_of(row) <= room for row in rows) and len(rows) <= MOST_LETTERS:
            return [line for row in rows for line in self.letters(row)]
        return [[Ink(cut(self.moment.headline.upper(), room), "strong")], []]

    def letters(self, text: str) -> list[Line]:
        lines = self.tools.letters(text, *self.tones)
        return [*lines, *([] for _ in range(LETTERS - len(lines)))]


class MomentScreen(MoonScreen[None], ModalScreen[None]):
    """Waits for a key, for a few seconds at most. It holds no facts of its own: story and stage
    tell the same."""

    DEFAULT_CSS = """
    MomentScreen { align: center middle; background: $background 55%; }
    """

    def __init__(self, look: Look, game: str, moment: Moment, watching: bool) -> None:
        super().__init__()
        self.look, self.game, self.moment = look, game, moment
        self.seconds = SECONDS_WATCHING if watching else SECONDS

    def compose(self) -> ComposeResult:
        key = "any_touch" if self.look.size.is_tall else "any_key"
        hint = self.moon.words.say("prompt", key)
        yield MomentBand(self.look, self.game, self.moment, hint)

    def on_mount(self) -> None:
        self.set_timer(self.seconds, self.go)

    def on_key(self, event: events.Key) -> None:
        """Any key goes on, and answers nothing."""
        event.stop()
        event.prevent_default()
        self.go()

    def on_click(self) -> None:
        self.go()

    def go(self) -> None:
        if self.is_current:
            self.dismiss()
