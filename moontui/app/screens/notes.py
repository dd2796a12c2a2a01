"""The whole notebook, where the table has no room for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from moontui.app.screens.base import Heading, MoonScreen, binding
from moontui.app.widgets.keys import Keys
from moontui.app.widgets.reader import Block, Reader


class NotesScreen(MoonScreen[None]):
    """What the player could keep in mind, one paragraph for each thing."""

    BINDINGS: ClassVar[list[BindingType]] = [binding("N", "back", "notebook", show=False)]

    def __init__(self, notes: Callable[[], list[str]]) -> None:
        super().__init__()
        self.notes = notes

    def compose(self) -> ComposeResult:
        yield Heading("notebook")
        yield Reader()
        yield Keys()

    def on_mount(self) -> None:
        reader = self.query_one(Reader)
        reader.read([Block(note, indent=1) for note in self.notes()])
        reader.focus()
