"""What a terminal too small for a table shows."""

from __future__ import annotations

from textual.app import ComposeResult

from moontui.app.screens.base import MoonScreen
from moontui.app.widgets.sketch import Sketch
from moontui.draw.ink import Ink, Line, paragraph
from moontui.draw.size import SHORT, TALL


class SizeLine(Sketch):
    """One sentence with both sizes."""

    DEFAULT_CSS = "SizeLine { height: 1fr; }"

    def draw(self, width: int, height: int) -> list[Line]:
        from moontui.app.app import LEAST

        screen = self.screen
        assert isinstance(screen, MoonScreen)
        least = f"{LEAST[0]}x{LEAST[1]}"
        tall = f"{TALL[0]}x{SHORT}"
        key = "text" if screen.moon.reach.powers.can_use_files else "visitor"
        text = screen.words.say("small", key, size=f"{width}x{height}", least=least, tall=tall)
        return paragraph(text, width) if width >= 4 else [[Ink("?")]]


class TooSmall(MoonScreen[None]):
    """Nothing but a sentence; what was there before comes back once there is room."""

    BINDINGS = []  # noqa: RUF012

    def compose(self) -> ComposeResult:
        yield SizeLine()

    def action_back(self) -> None:
        pass
