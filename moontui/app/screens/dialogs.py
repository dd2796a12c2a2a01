"""Dialogs: a question is typed by its answer."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from moontui.app.screens.base import MoonScreen, Text
from moontui.app.widgets.rows import Row, Rows
from moontui.app.widgets.typed import Typed
from moontui.draw.ink import Ink
from moontui.draw.size import Size
from moontui.draw.touch import HIGH

MOST = 11
"""How many answers fit on the smallest screen; more of them scroll."""

A_GLANCE = 0.8
"""Seconds for which nobody can have meant a question that came by itself."""

CSS = """
{name} {{
    align: center middle;
    & > Vertical {{
        width: 64; max-width: 95%; height: auto; max-height: 90%;
        border: round $accent; background: $panel; padding: 0 1;
    }}
    & Rows {{ height: auto; margin-top: 1; background: $panel; }}
    & Text {{ background: $panel; }}
    &.-ascii > Vertical {{ border: ascii $accent; }}
    &.-ascii Input {{ border: ascii $secondary; }}
}}
"""


class Dialog(MoonScreen[str | None], ModalScreen[str | None]):
    """A box in the middle of the screen."""

    DEFAULT_CSS = CSS.format(name="Dialog")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def on_mount(self) -> None:
        self.set_class(self.moon.settings.symbols == "ascii", "-ascii")

    def action_back(self) -> None:
        self.dismiss(None)

    def on_click(self, event: events.Click) -> None:
        if event.widget is self:  # beside the box
            self.action_back()

    def action_help(self) -> None:
        """The question itself already says all there is to say."""


class QuestionDialog(Dialog):
    """Some answers to choose from."""

    def __init__(self, text: str, answers: Sequence[tuple[str, str]]) -> None:
        super().__init__(text)
        self.answers = answers

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Text(*self.text.split("\n"))
            yield Rows()

    def on_mount(self) -> None:
        if not self.query(Rows):  # taken back before it was there
            return
        rows = self.query_one(Rows)
        size = Size.of(*self.app.size)
        most = MOST if not size.is_tall else size.rows * 2 // 3
        if len(self.answers) * (HIGH if size.is_tall else 1) > most:
            rows.styles.height = most
        rows.show([Row([Ink(text)], key) for key, text in self.answers])
        rows.focus()

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        self.dismiss(str(event.value))


class NoticeDialog(QuestionDialog):
    """Something to know; there is only one answer."""

    def __init__(self, text: str) -> None:
        super().__init__(text, [("ok", "OK")])


class Alarm(QuestionDialog):
    """A danger; the first answer is the safe one."""

    DEFAULT_CSS = """
    Alarm > Vertical { border: heavy $error; }
    Alarm.-ascii > Vertical { border: ascii $error; }
    """

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Text(self.words.say("join", "danger"), style="bad")
            yield Text("", self.text)
            yield Rows()


class Unasked(QuestionDialog):
    """A question that comes by itself, in the middle of something else: a key or a touch that was
    meant for that does not answer it, and neither does a touch beside it."""

    def on_mount(self) -> None:
        self.since = monotonic()

    @property
    def takes_answers(self) -> bool:
        """Whether it has been there long enough to be read."""
        return self.is_mounted and monotonic() - self.since > A_GLANCE

    def action_back(self) -> None:
        if self.takes_answers:
            super().action_back()

    def on_click(self, event: events.Click) -> None:
        event.prevent_default()

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        if not self.takes_answers:
            event.prevent_default()


class Waiting(QuestionDialog):
    """Something takes a while; the only answer is to give up."""

    def __init__(self, text: str) -> None:
        super().__init__(text, [])

    def on_mount(self) -> None:
        self.answers = [("stop", self.words.say("join", "stop"))]


class Words(Dialog):
    """Something to type."""

    DEFAULT_CSS = "Words Input { margin-top: 1; border: tall $secondary; }"

    def __init__(self, text: str, value: str = "", secret: bool = False, most: int = 64) -> None:
        super().__init__(text)
        self.value, self.secret, self.most = value, secret, most

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Text(*self.text.split("\n"))
            yield Typed(self.value, password=self.secret, max_length=self.most)
            yield Rows()

    def on_mount(self) -> None:
        answers = [("ok", "OK"), ("back", self.words.say("join", "go_back"))]
        self.query_one(Rows).show([Row([Ink(text)], key) for key, text in answers])
        self.query_one(Input).focus()

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        self.dismiss(self.query_one(Input).value if event.value == "ok" else None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value)
