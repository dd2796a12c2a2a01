"""The invitation, large: what works first, then every other way to this table."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import BindingType

from moontui.app import ways_in
from moontui.app.screens.base import MoonScreen, binding
from moontui.app.widgets.keys import Keys
from moontui.app.widgets.sketch import Sketch
from moontui.client.own_tables import Doors
from moontui.client.session import Session
from moontui.client.ways import invitation
from moontui.draw.easel import Easel
from moontui.draw.ink import Ink, Line, aimed, cells, ends, paragraph
from moontui.draw.letters import width_of
from moontui.draw.paint import NONE
from moontui.draw.qr import BORDER, NARROW, qr
from moontui.draw.sheet import Sheet


class Way(NamedTuple):
    """One way in."""

    how: str
    what: str
    """What is typed or opened, word for word; empty: how says it all."""


class InvitationPage(Sketch):
    """The picture for phones at the left, the code above, and all ways below it."""

    DEFAULT_CSS = "InvitationPage { height: 1fr; }"

    def draw(self, width: int, height: int) -> list[Line]:
        screen = self.screen
        assert isinstance(screen, InvitationScreen)
        look, words = screen.moon.look(""), screen.words
        tools, sheet = Easel(look), Sheet(width, height)
        title = words.say("lobby", "invite").upper()
        sheet.put(
            0, 0, ends([Ink(f" {title}", "key"), Ink(f"  {screen.session.title}")], [], width)
        )
        left = self.picture(sheet, screen.link, height)
        room, y = width - left - 1, 1
        code = screen.code
        scale = next((s for s in (3, 2, 1) if s * 9 <= height and width_of(code, s) <= room), 0)
        if code and scale:
            sheet.overlay(left, y, tools.letters(code, look.palette.letters[0], NONE, scale))
            y += 3 * scale + 1
        for number, (how, what) in enumerate(screen.ways()):
            lines = paragraph(how, room, "" if number else "strong")
            lines += aimed(paragraph(what, room, "gold"), "copy") if what else []
            for line in lines:
                sheet.lay(left, y, line)
                y += 1
            y += 1 if height >= 30 else 0
        return sheet.lines

    def picture(self, sheet: Sheet, link: str, height: int) -> int:
        """The link for phones; returns where the words begin."""
        screen = self.screen
        assert isinstance(screen, InvitationScreen)
        look = screen.moon.look("")
        if not link:
            return 2
        for border in (BORDER, NARROW):
            art = qr(look.palette, look.symbols, link, sheet.width // 2 - 1, height - 2, border)
            if art:
                sheet.paste(1, 2, art)
                return cells(art[0]) + 3
        return 2


class InvitationScreen(MoonScreen[None]):
    """How others come to a table, to be read out or held up, at any time."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("i", "copy", "copy"),
        binding("p", "doors", "doors"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.copied = False

    def compose(self) -> ComposeResult:
        yield InvitationPage()
        yield Keys()

    @property
    def doors(self) -> Doors | None:
        return ways_in.doors_to(self.moon, self.session)

    @property
    def link(self) -> str:
        """Where phones find the table; empty: that door is closed."""
        return ways_in.link_to(self.moon, self.session)

    @property
    def code(self) -> str:
        return invitation(self.moon.own, self.moon.reach.only, self.session).code

    def ways(self) -> list[Way]:
        """Every way that is open now, the simplest first; then what is closed."""
        say = self.session.words.say
        found = invitation(self.moon.own, self.moon.reach.only, self.session)
        doors = self.doors
        ways = [Way(say("invitation", "code"), "")] if found.code else []
        if self.link:
            ways.append(Way(say("invitation", "browser"), self.link))
        if doors is not None and doors.ssh:
            ways.append(Way(say("invitation", "ssh"), doors.ssh))
        ways.append(Way(say("invitation", "anywhere"), found.command))
        if found.port:
            place = {"address": found.address, "port": found.port}
            ways.append(Way(say("lobby", "address", **place), ""))
        if self.copied:
            ways.append(Way(say("lobby", "copied"), ""))
        elif ways_in.may_open(self.moon, self.session) and doors is None:
            ways.append(Way(say("invitation", "closed"), ""))
        if doors is not None:  # last, as it was said when they were opened
            known = [text for text in (doors.ssh, self.link) if text]
            notes = [line for line in doors.lines if not any(text in line for text in known)]
            ways += [Way(line, "") for line in reversed(notes)]
        return ways

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "doors":
            return ways_in.may_open(self.moon, self.session) and self.moon.own.doors is None
        return True

    def on_sketch_clicked(self, event: Sketch.Clicked) -> None:
        if event.target == "copy":
            self.action_copy()

    def action_copy(self) -> None:
        found = invitation(self.moon.own, self.moon.reach.only, self.session)
        self.app.copy_to_clipboard(found.command)
        self.copied = True
        self.retell()

    def action_doors(self) -> None:
        self.action_back()
        ways_in.ask(self.moon, self.session)
