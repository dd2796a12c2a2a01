"""Records: matches that were played, how they ended, and what can be done with them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType

from engine.games import GAMES
from engine.proof import verify
from engine.record import BadRecord
from moontui.app.screens.base import Heading, MoonScreen, Text, binding
from moontui.app.screens.dialogs import NoticeDialog, QuestionDialog, Words
from moontui.app.widgets.keys import Keys
from moontui.app.widgets.rows import Row, Rows
from moontui.app.widgets.search_list import Findable, SearchList
from moontui.client.ledger import Ledger, Summary, once
from moontui.client.records import bring_in, read_record
from moontui.client.results import Telling
from moontui.client.statistics import seat_in
from moontui.draw.ink import Ink, Line, fit
from moontui.draw.size import Size
from moontui.words.reasons import proved_in_words

GAME, MINE = 10, 9
"""Columns for the name of a game, and for what came of it."""
OTHERS = 40
"""At most this many for the others."""
PATH = 400
"""The longest path that can be typed."""


class RecordsScreen(MoonScreen[None]):
    """A list of matches to look at again."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("slash", "seek", "seek"),
        binding("t", "statistics", "statistics"),
        binding("w", "review", "review"),
        binding("x", "verify", "verify"),
        binding("d,delete", "forget", "forget"),
        binding("i", "bring_in", "bring_in"),
    ]

    DEFAULT_CSS = """
    RecordsScreen > #empty { height: auto; }
    RecordsScreen > #about { dock: bottom; height: 3; margin-bottom: 2; }
    RecordsScreen > Keys { height: 2; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.matches: dict[str, Summary] = {}
        """By file, newest first."""
        self.entries: dict[str, Findable] = {}
        """By file: its row, as long as nothing about it changes."""

    def compose(self) -> ComposeResult:
        yield Heading("records")
        yield Text(id="empty")
        yield SearchList(one_click=False, waits=True)
        yield Text(id="about", style="dim")
        yield Keys()

    def on_mount(self) -> None:
        self.finder.focus()
        self.read_again()

    @property
    def finder(self) -> SearchList:
        return self.query_one(SearchList)

    @property
    def ledger(self) -> Ledger:
        return Ledger(self.moon.data)

    @property
    def file(self) -> Path | None:
        value = self.finder.value
        return self.ledger.records / value if isinstance(value, str) else None

    # ── reading ─────────────────────────────────────────────────────────────────────────────────

    def read_again(self) -> None:
        self.run_worker(self.read(), group="ledger", exclusive=True)

    async def read(self) -> None:
        """List what there is, then find out what is not known yet; keys work meanwhile."""
        files = await asyncio.to_thread(self.ledger.files)
        self.matches = {one.file: one for one in files}
        self.entries = {}
        self.show_rows()
        news = self.ledger.completed(files)
        while some := await asyncio.to_thread(next, news, None):
            self.take(some)

    def take(self, some: Iterable[Summary]) -> None:
        """More is known about some matches."""
        for one in some:
            self.matches[one.file] = one
            self.entries.pop(one.file, None)
        self.show_rows()

    # ── showing ─────────────────────────────────────────────────────────────────────────────────

    def show_rows(self) -> None:
        words, finder = self.words, self.finder
        finder.hint, finder.nothing = words.say("records", "hint"), words.say("finder", "nothing")
        shown = once(self.matches.values())
        for one in shown:
            if one.file not in self.entries:
                self.entries[one.file] = self.entry(one)
        finder.fill([self.entries[one.file] for one in shown])
        self.query_one(Heading).say(words.say("records", "count", count=len(shown)))
        self.query_one("#empty", Text).tell(*([] if shown else [words.say("records", "none")]))
        self.show_about()

    def telling(self, one: Summary) -> Telling:
        words = self.moon.words_for(one.game)
        return Telling(words, one, seat_in(one, self.moon.settings.name))

    def entry(self, one: Summary) -> Findable:
        told = self.telling(one)
        return Findable(Row(self.line(one, told), one.file), told.searched())

    def line(self, one: Summary, told: Telling) -> Line:
        when = Ink(f"{told.when}  ", "dim")
        if one.why:
            return [when, Ink(told.why, "bad")]
        size = Size.of(*self.app.size)
        style = {True: "good", False: ""}[told.seat in one.winners]
        if size.is_tall:
            return [when, Ink(told.game, "strong"), Ink(f" {told.mine} ", style), Ink(told.others)]
        room = max(24, size.columns - GAME - MINE - len(when.text) - 8)
        others = min(OTHERS, room // 2)
        return [
            when,
            Ink(f"{fit(told.game, GAME)} ", "strong"),
            Ink(f"{fit(told.mine, MINE)} ", style),
            Ink(f"{fit(told.others, others)}  "),
            Ink(told.ending, "dim"),
        ]

    def show_about(self) -> None:
        """Tell everything about the match under the cursor."""
        one = self.matches.get(str(self.finder.value))
        self.query_one("#about", Text).tell(*([] if one is None else self.telling(one).whole))
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("review", "verify", "forget"):
            return self.is_mounted and self.file is not None
        if action == "bring_in":
            return self.moon.reach.powers.can_use_files
        return True

    def retell(self) -> None:
        self.entries = {}
        self.show_rows()
        super().retell()

    def on_resize(self, event: events.Resize) -> None:
        self.entries = {}
        self.show_rows()

    def on_rows_moved(self, event: Rows.Moved) -> None:
        self.show_about()

    # ── doing ───────────────────────────────────────────────────────────────────────────────────

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        if self.file is not None:
            self.moon.open_replay(self.file)

    def action_seek(self) -> None:
        self.finder.begin()

    def action_statistics(self) -> None:
        from moontui.app.screens.statistics import StatisticsScreen

        self.app.push_screen(StatisticsScreen())

    def action_review(self) -> None:
        if self.file is not None:
            self.moon.open_review(self.file)

    def action_verify(self) -> None:
        """Deal the match again, and say what that proves."""
        if self.file is None:
            return
        try:
            text = " ".join(proved_in_words(self.words, verify(GAMES, read_record(self.file))))
        except BadRecord as error:
            why = self.words.say("bad_record", error.why)
            text = self.words.say("records", "not_proven", why=why)
        self.app.push_screen(NoticeDialog(text))

    def action_bring_in(self) -> None:
        """Ask for the file of a match, and keep a copy."""
        self.app.push_screen(Words(self.words.say("records", "which"), most=PATH), self.bring_in)

    def bring_in(self, path: str | None) -> None:
        if not (path or "").strip():
            return
        try:
            file = bring_in(Path(str(path).strip()).expanduser(), self.moon.data, self.my_name)
        except BadRecord as error:
            text = self.words.say("bad_record", error.why)
        except (OSError, RuntimeError, ValueError):  # a full disk, a home that nobody has, a NUL
            text = self.words.say("records", "not_brought_in")
        else:
            self.finder.seek("")
            self.read_again()
            text = self.words.say("records", "brought_in", file=file.name)
        self.app.push_screen(NoticeDialog(text))

    @property
    def my_name(self) -> str:
        return self.moon.settings.name

    def action_forget(self) -> None:
        if self.file is None:
            return
        words = self.words
        question = QuestionDialog(
            words.say("records", "forget"),
            [("no", words.say("records", "keep")), ("yes", words.say("records", "forget_it"))],
        )
        self.app.push_screen(question, partial(self.forget, self.file))

    def forget(self, file: Path, answer: str | None) -> None:
        """Delete a match, in whatever files it is."""
        if answer != "yes":
            return
        one = self.matches.get(file.name)
        match = one.match if one is not None else ""
        same = [other for other in self.matches.values() if match and other.match == match]
        for name in {file.name, *(other.file for other in same)}:
            try:
                (file.parent / name).unlink(missing_ok=True)
            except OSError:
                self.app.push_screen(NoticeDialog(self.words.say("records", "not_forgotten")))
                break
            self.matches.pop(name, None)
        self.show_rows()
