"""A list that is searched by typing: no field to go to first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from textual import events
from textual.message import Message

from moontui.app.widgets.rows import Row, Rows
from moontui.app.widgets.sketch import Sketch
from moontui.draw.ink import Ink, Line

SEEK = "seek"
"""What a click on the first line means."""


class Findable(NamedTuple):
    """A row, and the words by which it is found."""

    row: Row
    title: str = ""
    text: str = ""
    """A text that is searched as well, after all titles."""


class SearchList(Rows):
    """Rows, narrowed down to those that contain every word typed so far."""

    class Searched(Message):
        """The words searched for have changed."""

    def __init__(
        self,
        *,
        id: str | None = None,  # noqa: A002
        one_click: bool = True,
        waits: bool = False,
    ) -> None:
        super().__init__(id=id, one_click=one_click)
        self.waits = waits
        """Whether letters are keys like any others until the search is begun."""
        self.typing = not waits
        self.entries: list[Findable] = []
        self.search = ""
        self.hint = ""
        """What the first line shows as long as nothing has been typed."""
        self.nothing = ""
        """What is said when nothing was found."""
        self.mentions = ""
        """The heading above rows that have the words only in their text."""

    def fill(self, entries: Sequence[Findable]) -> None:
        """Show these rows, or those that the search leaves."""
        self.entries = list(entries)
        self.show(self.found())

    def found(self) -> list[Row]:
        wanted = self.search.casefold().split()
        if not wanted:
            return [entry.row for entry in self.entries]
        entries = [entry for entry in self.entries if entry.row.value is not None]
        named = [entry for entry in entries if holds(entry.title, wanted)]
        told = [
            entry
            for entry in entries
            if not holds(entry.title, wanted) and holds(entry.text, wanted)
        ]
        rows = [entry.row for entry in named]
        if told:
            rows += [Row([Ink(self.mentions, "rule")]), *(entry.row for entry in told)]
        return rows or [Row([Ink(self.nothing, "dim")])]

    @property
    def is_begun(self) -> bool:
        """Whether the player has asked for the search."""
        return self.waits and self.typing

    def begin(self) -> None:
        """From now on, letters are searched for."""
        self.typing = True
        self.focus()
        self.redraw()

    def end(self) -> None:
        """Letters are keys again, if they ever were."""
        self.typing = not self.waits
        self.redraw()

    def seek(self, search: str) -> None:
        """Search for different words; the cursor goes to the first match."""
        self.search = search
        self.cursor = 0
        self.top = 0
        self.show(self.found())
        self.post_message(self.Searched())
        self.post_message(self.Moved(self, self.value))

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return self.typing and character is not None and character.isprintable()

    def on_key(self, event: events.Key) -> None:
        if self.typing and event.is_printable and event.character is not None:
            if not self.search and event.character == " ":
                return
            self.seek(self.search + event.character)
        elif event.key == "backspace" and self.search:
            self.seek(self.search[:-1])
        elif event.key == "escape" and (self.search or self.is_begun):
            self.seek("")
            self.end()
        else:
            return
        event.stop()
        event.prevent_default()

    def on_sketch_clicked(self, event: Sketch.Clicked) -> None:
        if event.target == SEEK:
            event.stop()
            event.prevent_default()
            self.begin()

    def draw(self, width: int, height: int) -> list[Line]:
        if self.search or self.is_begun:
            first = [Ink(" / ", "key", SEEK), Ink(self.search), Ink("_", "key")]
        else:
            first = [Ink(" / ", "key", SEEK), Ink(self.hint, "dim", SEEK)]
        return [first, *super().draw(width, max(1, height - 1) if height else 0)]


def holds(text: str, wanted: Sequence[str]) -> bool:
    """Whether each of the words begins a word of a text; numbers must match whole words."""
    there = re.findall(r"\w+", text.casefold())
    return all(
        any(word == want if want.isdigit() else word.startswith(want) for word in there)
        for want in wanted
    )
