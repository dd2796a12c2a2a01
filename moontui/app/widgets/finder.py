"""A list that is searched by typing: no field to go to first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from textual import events
from textual.message import Message

from moontui.app.widgets.rows import Row, Rows
from moontui.draw.ink import Ink, Line


class Entry(NamedTuple):
    """A row, and the words by which it is found."""

    row: Row
    title: str = ""
    text: str = ""
    """Where the words are looked for as well, after all titles."""


class Finder(Rows):
    """Rows, of which only those are left that hold every word typed so far."""

    class Searched(Message):
        """Other words are searched for."""

    def __init__(self, *, id: str | None = None, one_click: bool = True) -> None:  # noqa: A002
        super().__init__(id=id, one_click=one_click)
        self.entries: list[Entry] = []
        self.search = ""
        self.hint = ""
        """What stands in the first line as long as nothing was typed."""
        self.nothing = ""
        """What is said when nothing was found."""
        self.mentions = ""
        """The heading above rows that have the words in their text only."""

    def fill(self, entries: Sequence[Entry]) -> None:
        """Show these, or what the search leaves of them."""
        self.entries = list(entries)
        self.show(self.found())

    def found(self) -> list[Row]:
        wanted = self.search.casefold().split()
        if not wanted:
            return [entry.row for entry in self.entries]
        entries = [entry for entry in self.entries if entry.row.value is not None]
        named = [entry for entry in entries if holds(entry.title, wanted)]
        told = [entry for entry in entries if entry not in named and holds(entry.text, wanted)]
        rows = [entry.row for entry in named]
        if told:
            rows += [Row([Ink(self.mentions, "rule")]), *(entry.row for entry in told)]
        return rows or [Row([Ink(self.nothing, "dim")])]

    def seek(self, search: str) -> None:
        """Search for other words; the cursor goes to the first that is found."""
        self.search = search
        self.cursor = 0
        self.top = 0
        self.show(self.found())
        self.post_message(self.Searched())
        self.post_message(self.Moved(self, self.value))

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return character is not None and character.isprintable()

    def on_key(self, event: events.Key) -> None:
        if event.is_printable and event.character is not None:
            if not self.search and event.character == " ":
                return
            self.seek(self.search + event.character)
        elif event.key == "backspace" and self.search:
            self.seek(self.search[:-1])
        elif event.key == "escape" and self.search:
            self.seek("")
        else:
            return
        event.stop()
        event.prevent_default()

    def draw(self, width: int, height: int) -> list[Line]:
        if self.search:
            first = [Ink(" / ", "key"), Ink(self.search), Ink("_", "key")]
        else:
            first = [Ink(" / ", "key"), Ink(self.hint, "dim")]
        return [first, *super().draw(width, max(1, height - 1) if height else 0)]


def holds(text: str, wanted: Sequence[str]) -> bool:
    """Whether each of the words begins a word of a text; numbers are whole words."""
    there = re.findall(r"\w+", text.casefold())
    return all(
        any(word == want if want.isdigit() else word.startswith(want) for word in there)
        for want in wanted
    )
