"""Records: matches that were played, without giving away how they ended."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from engine.games import GAMES
from engine.proof import verify
from engine.record import BadRecord
from moontui.app.screens.base import Heading, MoonScreen, Text, binding
from moontui.app.screens.dialogs import NoticeDialog, QuestionDialog
from moontui.app.widgets.keys import Keys
from moontui.app.widgets.rows import Row, Rows
from moontui.client.records import Kept, kept_records, names_of, read_record
from moontui.draw.ink import Ink
from moontui.words.reasons import proved_in_words


class RecordsScreen(MoonScreen[None]):
    """A list of matches to watch again."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("w", "review", "review"),
        binding("x", "verify", "verify"),
        binding("d,delete", "forget", "forget"),
    ]

    DEFAULT_CSS = "RecordsScreen > #empty { height: auto; }"

    def compose(self) -> ComposeResult:
        yield Heading("records")
        yield Text(id="empty")
        yield Rows(one_click=False)
        yield Keys()

    def on_mount(self) -> None:
        self.show_rows()
        self.query_one(Rows).focus()

    @property
    def folder(self) -> Path:
        return self.moon.data / "records"

    @property
    def file(self) -> Path | None:
        value = self.query_one(Rows).value
        return value if isinstance(value, Path) else None

    def show_rows(self) -> None:
        kept = kept_records(self.folder)
        self.query_one(Rows).show([Row(self.line(one), one.file) for one in kept])
        empty = self.query_one("#empty", Text)
        empty.tell(*([] if kept else [self.words.say("records", "none")]))
        self.refresh_bindings()

    def line(self, kept: Kept) -> list[Ink]:
        when = datetime.fromtimestamp(kept.when).strftime("%Y-%m-%d %H:%M")
        record, words = kept.record, self.words
        if record is None:
            return [Ink(f"{when}  "), Ink(words.say("bad_record", kept.why), "bad")]
        length = record.options.get("length", "")
        parts = [words.game_called(record.game)]
        if words.has("records", f"length_{length}"):
            parts.append(words.say("records", f"length_{length}"))
        return [
            Ink(f"{when}  "),
            Ink(", ".join(parts), "strong"),
            Ink(f"  {', '.join(names_of(record))}"),
        ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("review", "verify", "forget"):
            return self.is_mounted and self.file is not None
        return True

    def retell(self) -> None:
        self.show_rows()
        super().retell()

    def on_rows_moved(self, event: Rows.Moved) -> None:
        self.refresh_bindings()

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        if self.file is not None:
            self.moon.open_replay(self.file)

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
        if answer != "yes":
            return
        try:
            file.unlink(missing_ok=True)
        except OSError:
            self.app.push_screen(NoticeDialog(self.words.say("records", "not_forgotten")))
        self.show_rows()
