"""The evening's page: how everybody at a table has done in all its games, to be kept."""

from __future__ import annotations

import asyncio
from datetime import date
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from moontui.app.picture import without_font
from moontui.app.screens.base import MoonScreen, binding
from moontui.app.widgets.good_night import GoodNight, heading
from moontui.app.widgets.keys import Keys
from moontui.app.widgets.sketch import Sketch
from moontui.client.closing import closing_of
from moontui.client.session import Session
from moontui.draw.ink import Line, paragraph
from moontui.words import evening as told
from moontui.words.catalogue import Catalogue
from moontui.words.stories import Closing
from net.security import private_file
from net.told import Evening


class EveningPage(Sketch):
    """The sky, the standings, and what else there is to say."""

    DEFAULT_CSS = "EveningPage { height: 1fr; }"

    def draw(self, width: int, height: int) -> list[Line]:
        screen = self.screen
        assert isinstance(screen, EveningScreen)
        words, evening = screen.words, screen.evening
        head = heading(words.say("evening", "title"), screen.about, "", width)
        if evening is None:
            return [head, [], *paragraph(words.say("evening", "nothing"), width - 2)]
        page = GoodNight(screen.moon.look(""), screen.session.title, evening, screen.closing)
        return page.lines(head, width, height, screen.kept)


class EveningScreen(MoonScreen[None]):
    """How the evening stands, and how it ended."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("t", "keep_text", "keep_text"),
        binding("p", "keep_picture", "keep_picture"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.closing = Closing()
        """What the records tell, once they have been looked into."""
        self.kept = ""
        """What became of the page, in words."""

    def compose(self) -> ComposeResult:
        yield EveningPage()
        yield Keys()

    def on_mount(self) -> None:
        self.run_worker(self.remember(), group="closing", exclusive=True)

    async def remember(self) -> None:
        """Look into the records of the evening, and tell what they say."""
        if self.evening is None:
            return
        kept = tuple(self.session.kept)
        self.closing = await asyncio.to_thread(
            closing_of, self.moon.words_for, self.moon.data, kept, self.evening
        )
        self.retell()

    @property
    def evening(self) -> Evening | None:
        return self.session.room.evening if self.session.room is not None else None

    @property
    def words(self) -> Catalogue:
        return self.moon.words

    @property
    def about(self) -> str:
        matches = self.evening.matches if self.evening is not None else 0
        count = self.words.say("evening", "one" if matches == 1 else "many", count=matches)
        return f"{self.session.title}  {date.today().isoformat()}  {count}"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "keep_text":
                return self.evening is not None
            case "keep_picture":  # whoever has no folder here could not look at it
                return self.evening is not None and self.moon.reach.powers.can_host
        return True

    def action_keep_text(self) -> None:
        """Keep the page as text: in a file, or, for whoever has no folder here, on a clipboard."""
        if self.evening is None:
            return
        title, day = self.session.title, date.today()
        lines = told.as_text(self.words, self.evening, title, day, self.closing)
        text = "\n".join(lines) + "\n"
        if self.moon.reach.powers.can_host:
            self.keep("txt", text, "kept")
        else:
            self.app.copy_to_clipboard(text)
            self.kept = self.words.say("lobby", "copied")
            self.retell()

    def action_keep_picture(self) -> None:
        """Keep the page as it looks now."""
        self.kept = ""
        page = self.query_one(EveningPage)
        page.redraw()
        self.call_after_refresh(self.keep_drawn)

    def keep_drawn(self) -> None:
        drawn = self.app.export_screenshot(title=self.words.say("evening", "title"))
        self.keep("svg", without_font(drawn), "kept_picture")

    def keep(self, kind: str, text: str, key: str) -> None:
        """Keep the page in a file, and say where, or why not."""
        file = self.file(kind)
        try:
            private_file(file, text.encode())
            self.kept = self.words.say("evening", key, file=file)
        except OSError as error:
            self.kept = self.words.say("evening", "not_kept", reason=error.strerror or "?")
        self.retell()

    def file(self, kind: str) -> Path:
        """Where the page is kept; a host may have named its table anything."""
        room = self.session.room
        table = "".join(sign for sign in (room.table if room else "") if sign.isalnum())[:16]
        return self.moon.data / "evenings" / f"{date.today().isoformat()}-{table}.{kind}"
