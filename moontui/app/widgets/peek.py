"""A panel for what only the player has just seen; it closes on a key, or by itself."""

from __future__ import annotations

from textual.timer import Timer

from moontui.app.widgets.sketch import Sketch
from moontui.client.session import Session
from moontui.draw.ink import Ink, Line, box, cells, paragraph

SECONDS = 10.0


class Peek(Sketch):
    """Cards seen in private."""

    DEFAULT_CSS = """
    Peek {
        layer: motion;
        position: absolute;
        display: none;
        width: 60;
        height: auto;
        background: $panel;
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self.sights: list[str] = []
        self.hint = ""
        self.timer: Timer | None = None

    def show_sights(self, session: Session, covered: bool) -> None:
        """Show what the last update revealed to the player; it does not stay for long."""
        teller = session.teller
        sights = [text for event in session.news if (text := teller.look(event))]
        if sights and not covered:
            self.show_lines(sights, session.words.say("prompt", "close"))
            self.timer = self.set_timer(SECONDS, self.close)

    def show_lines(self, lines: list[str], hint: str) -> None:
        """Show something to this player alone, until it is closed."""
        self.sights, self.hint = lines, hint
        self.display = True
        width = min(60, self.screen.size.width - 8)
        self.styles.width = width
        self.styles.offset = ((self.screen.size.width - width) // 2, 4)
        self.redraw()
        if self.timer is not None:
            self.timer.stop()
        self.screen.refresh_bindings()

    def close(self) -> None:
        if self.display:
            self.display = False
            self.screen.refresh_bindings()

    def on_click(self) -> None:  # type: ignore[override]  # any click closes it
        self.close()

    def draw(self, width: int, height: int) -> list[Line]:
        from moontui.app.app import MoontuiApp

        assert isinstance(self.app, MoontuiApp)
        lines: list[Line] = []
        for sight in self.sights:
            lines += [[Ink(" "), *line] for line in paragraph(sight, width - 4, "strong")]
        hint = [Ink(f" {self.hint} ", "key")]
        tail = hint if cells(hint) < width - 4 else None
        return box(self.app.symbols.strong, width, lines, tail=tail, style="gold")
