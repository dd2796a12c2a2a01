"""The line in which a player talks to the table; while open, it covers the line of keys."""

from __future__ import annotations

from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input

from moontui.app.widgets.typed import Typed
from net.text import CHAT_CELLS

MOST = 1000
"""How many characters go to the host, which keeps as many as fit."""


class ChatLine(Typed):
    """Opens, takes one line, and is gone again."""

    DEFAULT_CSS = """
    ChatLine {
        dock: bottom;
        height: 1;
        padding: 0 1;
        display: none;
        &, &:focus { border: none; }
        &.-open { display: block; }
    }
    """

    class Spoken(Message):
        """The player has said something."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self) -> None:
        super().__init__(id="say", max_length=CHAT_CELLS, select_on_focus=False)
        self.after: Widget | None = None
        """The widget that gets the focus back when the line is closed."""

    @property
    def is_open(self) -> bool:
        return self.has_class("-open")

    def open(self, hint: str, after: Widget | None = None) -> None:
        self.placeholder, self.after = hint, after
        self.add_class("-open")
        self.focus()
        self.screen.refresh_bindings()

    def close(self) -> None:
        self.value = ""
        self.remove_class("-open")
        self.screen.set_focus(self.after)
        self.screen.refresh_bindings()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if event.value.strip():
            self.post_message(self.Spoken(event.value[:MOST]))
        self.close()
