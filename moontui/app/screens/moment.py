"""A great moment over the table: it takes the screen once, and gives it back at any key."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen

from moontui.app.screens.base import MoonScreen
from moontui.app.widgets.sketch import Sketch
from moontui.draw.easel import Easel
from moontui.draw.ink import Ink, Line, cells, crop, paragraph
from moontui.draw.letters import broken, width_of
from moontui.draw.letters import letters as big
from moontui.draw.moonrise import HILL, moonrise
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


class MomentBand(Sketch):
    """A band across the table: the face of the card that did it, big letters, and all of it in
    sentences."""

    DEFAULT_CSS = "MomentBand { height: auto; width: 100%; }"

    def __init__(self, look: Look, game: str, moment: Moment, hint: str) -> None:
        super().__init__()
        self.look, self.game, self.moment, self.hint = look, game, moment, hint

    def draw(self, width: int, height: int) -> list[Line]:
        large = self.look.size.is_large
        rows = 15 if large else 9
        tools, moment = Easel(self.look, self.game), self.moment
        colored = self.look.palette.colored
        ground = Paint(bg=DUSK.ground[0]) if colored else None
        sheet = Sheet(width, rows, ground)
        color, shadow = COLORS.get(moment.kind, COLORS["moon"])
        edge = Paint(color) if colored else None
        across = self.look.symbols.edges[3]
        sheet.lay(0, 0, [Ink(across * width, "bad", paint=edge)])
        sheet.lay(0, rows - 1, [Ink(self.look.symbols.edges[2] * width, "bad", paint=edge)])
        left = 2
        picture, tint = self.face()
        if picture and self.look.pictures:
            size = (24, 11) if large else (14, 6)
            art = tools.picture(picture, *size, tint if colored else 0)
            sheet.paste(left, 2 if large else 1, art)
            left += size[0] + 3
        self.tell(sheet, left, rows, color, shadow)
        return sheet.lines

    def face(self) -> tuple[str, int]:
        """The picture of the card that did it, and the color behind it."""
        portray = FACES[self.game].portrait
        if self.moment.card is None or portray is None:
            return "", 0
        return portray()(self.look, self.moment.card)

    def tell(self, sheet: Sheet, x: int, rows: int, color: int, shadow: int) -> None:
        """The headline, what happened, and how to go on."""
        moment, room = self.moment, sheet.width - x - 2
        y = 2 if rows > 9 else 1
        if width_of(moment.headline) <= room:
            tools = Easel(self.look, self.game)
            sheet.overlay(x, y, tools.letters(moment.headline, color, shadow))
            y += 4
        else:
            sheet.write(x, y, moment.headline.upper(), "strong")
            y += 2
        for line in paragraph(moment.text, room, most=rows - y - 2):
            sheet.lay(x, y, line)
            y += 1
        hint = crop([Ink(self.hint, "dim")], cells([Ink(self.hint)]))
        sheet.lay(x, rows - 2, hint)


class MomentMoon(Sketch):
    """The third Moon over the whole screen, with its wolf; what it decides stands at its foot."""

    DEFAULT_CSS = "MomentMoon { height: 1fr; width: 100%; }"

    def __init__(self, look: Look, game: str, moment: Moment, hint: str) -> None:
        super().__init__()
        self.look, self.moment, self.hint = look, moment, hint

    def draw(self, width: int, height: int) -> list[Line]:
        look, moment = self.look, self.moment
        room = min(90, width - 4)
        head = broken(moment.headline, room)
        if len(head) > 1 and not look.size.is_tall:
            head = []  # the moon is worth more than a second line
        told = paragraph(moment.text, room)
        if not head:
            told = [[Ink(moment.headline.upper(), "strong")], *told]
        foot = 4 * len(head) + len(told) + 3
        ground = Paint(bg=HILL) if look.palette.colored else None
        sheet = Sheet(width, height, ground)
        sheet.paste(0, 0, moonrise(look.palette, look.symbols, width, height, foot))
        y = height - foot + 1
        color, shadow = COLORS["moon"]
        for text in head:
            letters = big(look.palette, look.symbols, text, color, shadow)
            sheet.overlay((width - width_of(text)) // 2, y, letters)
            y += 4
        words = Paint(DUSK.text) if look.palette.colored else None
        for line in told:
            sheet.lay((width - cells(line)) // 2, y, [ink._replace(paint=words) for ink in line])
            y += 1
        muted = Paint(DUSK.muted) if look.palette.colored else None
        hint = [Ink(self.hint, "dim", paint=muted)]
        sheet.lay((width - cells(hint)) // 2, height - 1, hint)
        return sheet.lines


class MomentScreen(MoonScreen[None], ModalScreen[None]):
    """Waits for a key, for a few seconds at most. It holds no facts of its own: story and stage
    tell the same."""

    DEFAULT_CSS = "MomentScreen { align: center middle; }"

    def __init__(self, look: Look, game: str, moment: Moment, watching: bool) -> None:
        super().__init__()
        self.look, self.game, self.moment = look, game, moment
        self.seconds = SECONDS_WATCHING if watching else SECONDS

    def compose(self) -> ComposeResult:
        hint = self.moon.words.say("prompt", "any_key")
        is_moon = self.moment.kind != "out" and self.look.pictures
        form = MomentMoon if is_moon else MomentBand
        yield form(self.look, self.game, self.moment, hint)

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
