"""Below a board: the log, and the notebook beside it where there is room."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal

from moontui.app.widgets.panels import Log, Notebook


class Lower(Horizontal):
    """Log and notebook side by side."""

    DEFAULT_CSS = """
    Lower {
        height: 1fr;
        & > Log { width: 3fr; height: 1fr; }
        & > Notebook { width: 2fr; }
        &.-alone > Notebook { display: none; }
    }
    """

    def compose(self) -> ComposeResult:
        yield Log(id="log")
        yield Notebook(id="notebook")

    def make_room(self, width: int, notes: bool = True) -> None:
        """Adapt to the room there is; where it is narrow, the notebook has a screen of its own."""
        self.set_class(width < 80 or not notes, "-alone")
