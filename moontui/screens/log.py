"""The whole log of a match, page by page."""

from __future__ import annotations

from textual.app import ComposeResult

from moontui.screens.base import Heading, MoonScreen
from moontui.session import Session
from moontui.widgets.panels import Keys, Log
from moontui.widgets.rows import Row, Rows


class LogScreen(MoonScreen[None]):
    """Everything that happened, from the beginning."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session

    def compose(self) -> ComposeResult:
        yield Heading("log", self.session.title)
        yield Rows()
        yield Keys()

    def on_mount(self) -> None:
        log = Log()
        width = self.app.size.width - 2
        lines = [
            line for entry in self.session.chronicle.entries for line in log.entry(entry, width)
        ]
        rows = self.query_one(Rows)
        rows.show([Row(line, number) for number, line in enumerate(lines)])
        rows.put_cursor(len(lines) - 1)
        rows.focus()
