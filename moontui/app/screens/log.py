"""The whole log of a match, searched by typing."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.app import ComposeResult

from moontui.app.screens.base import Heading, MoonScreen
from moontui.app.widgets.keys import Keys
from moontui.app.widgets.panels import Log
from moontui.app.widgets.rows import Row, Rows
from moontui.app.widgets.search_list import Findable, SearchList
from moontui.words import chronicle as told
from moontui.words.chronicle import Chronicle


class LogScreen(MoonScreen[told.Entry | None]):
    """Everything that happened, from the beginning; the answer is the line that was chosen."""

    def __init__(self, chronicle: Callable[[], Chronicle], title: str) -> None:
        super().__init__()
        self.chronicle = chronicle
        self.table = title

    def compose(self) -> ComposeResult:
        yield Heading("log", self.table)
        yield SearchList()
        yield Keys()

    def on_mount(self) -> None:
        self.tell()
        finder = self.query_one(SearchList)
        finder.high = 1
        finder.action_move(99999)
        finder.focus()

    def tell(self) -> None:
        """Write every line; a long one takes several rows, which are found together."""
        log, width = Log(), self.app.size.width - 2
        finder = self.query_one(SearchList)
        finder.hint = self.words.say("finder", "hint")
        finder.nothing = self.words.say("finder", "nothing")
        entries: list[Findable] = []
        for number, entry in enumerate(self.chronicle().entries):
            text = f"{entry.turn} {entry.name} {entry.text} {entry.story}"
            for row, line in enumerate(log.entry(entry, width)):
                entries.append(Findable(Row(line, (number, row)), text))
        finder.fill(entries)

    def on_resize(self, event: events.Resize) -> None:
        self.tell()

    def retell(self) -> None:
        self.tell()
        super().retell()

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        match event.value:
            case (int(number), int()):
                self.dismiss(self.chronicle().entries[number])

    def action_back(self) -> None:
        self.dismiss(None)
