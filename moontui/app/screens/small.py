"""What a terminal too small for a table shows."""

from __future__ import annotations

from textual.app import ComposeResult

from moontui.app.screens.base import MoonScreen
from moontui.app.widgets.sketch import Sketch
from moontui.draw.ink import Ink, Line, paragraph


class SizeLine(Sketch):
    """One sentence with both sizes."""

    DEFAULT_CSS = "SizeLine { height: 1fr; }"

    def draw(self, width: int, height: int) -> list[Line]:
        from moontui.app.app import LEAST

        screen = self.screen
        assert isinstance(screen, MoonScreen)
        text = screen.words.say(
            "small", "text", width=width, height=height, least_w=LEAST[0], least_h=LEAST[1]
        )
        return paragraph(text, width) if width >= 4 else [[Ink("?")]]


class TooSmall(MoonScreen[None]):
    """Nothing but a sentence; what was there before comes back once there is room."""

    BINDINGS = []  # noqa: RUF012

    def compose(self) -> ComposeResult:
        yield SizeLine()

    def action_back(self) -> None:
        pass
