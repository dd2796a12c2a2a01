"""Below a board: the player's own zone, the story, and the notebook where there is room."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Container, Horizontal

from moontui.app.widgets.board import Board, Zone
from moontui.app.widgets.panels import Log
from moontui.app.widgets.sketch import Tray
from moontui.draw.size import Size


class Beside(Tray, Horizontal):
    """The story and the notebook."""


class Lower(Tray, Container):
    """A board's own zone above the story, or beside it on large screens."""

    DEFAULT_CSS = """
    Lower {
        height: 1fr;
        layout: vertical;
        & > Beside { height: 1fr; }
        & Log { width: 3fr; height: 1fr; }
        & #notebook { width: 2fr; height: 1fr; }
        &.-alone #notebook { display: none; }
        &.-below > Beside { layout: vertical; & > * { width: 1fr; } }
        &.-beside { layout: horizontal; }
        &.-beside > Zone { width: 1fr; }
    }
    """

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.board = board
        self.own = board.beside_the_story()
        self.story = Log(id="log")
        self.notes = board.notebook()

    @property
    def zones(self) -> list[Zone]:
        """The zones that draw the game."""
        return [self.notes] if self.own is None else [self.own, self.notes]

    def compose(self) -> ComposeResult:
        if self.own is not None:
            yield self.own
        yield Beside(self.story, self.notes)

    def make_room(self, size: Size) -> None:
        """Adapt to the room there is; where it is narrow, the notebook has a screen of its own."""
        story = self.board.story
        self.set_class(bool(story), "-beside")
        self.query_one(Beside).styles.width = story or "1fr"
        below = self.board.notes_below
        self.set_class(bool(below), "-below")
        self.notes.styles.width = "1fr" if below else self.board.notes or "2fr"
        self.notes.styles.height = below or "1fr"
        self.set_class(size.columns < 80 or self.board.notes_on_board, "-alone")
