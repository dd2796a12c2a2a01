"""Home: play at once, go back to a seat, or see who plays nearby."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from moontui.ink import Ink
from moontui.screens.base import MoonScreen, Text, binding
from moontui.widgets.panels import Keys
from moontui.widgets.rows import Row, Rows


class HomeScreen(MoonScreen[None]):
    """The first screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("left", "change(-1)", "fewer", show=False),
        binding("right", "change(1)", "more", show=False),
    ]

    def compose(self) -> ComposeResult:
        yield Text("", id="moon")
        yield Rows(id="menu")
        yield Keys()

    def on_mount(self) -> None:
        self.show_rows()
        self.query_one(Rows).focus()

    def show_rows(self) -> None:
        words = self.words
        names = ["play"]
        self.query_one(Rows).show([Row([Ink(words.say("home", name))], name) for name in names])

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        if event.value == "play":
            self.run_worker(self.moon.play_alone(), exclusive=True)
