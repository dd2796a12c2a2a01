"""A card in flight: for a moment it shows what moved, from where, and to where."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len
from textual.geometry import Offset, Region

from engine.core import Event
from moontui.app.widgets.board import Board
from moontui.app.widgets.sketch import Sketch
from moontui.draw.ink import Ink, Line

SECONDS, REST = 0.28, 0.1
"""How long a card flies, and how long it then lies where it has landed."""


class Flight(Sketch):
    """The one card that may be on its way; more at once would be a blur."""

    DEFAULT_CSS = """
    Flight { layer: motion; position: absolute; width: 1; height: 1; display: none; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.name_shown = ""
        self.flights = 0

    def draw(self, width: int, height: int) -> list[Line]:
        return [[Ink(self.name_shown, "banner")]]

    def fly(self, board: Board, news: Iterable[Event]) -> None:
        """Show the last thing that moved."""
        for event in reversed(list(news)):
            journey = board.journey(event)
            if journey is not None:
                self.send_off(*journey)
                return

    def send_off(self, name: str, start: Region, end: Region) -> None:
        self.name_shown = name
        self.styles.width = cell_len(name)
        self.offset = spot(start)
        self.display = True
        self.redraw()
        self.flights += 1
        flight = self.flights

        def lift() -> None:
            if flight == self.flights:
                self.display = False

        def land() -> None:
            self.set_timer(REST, lift)  # else nobody would ever see it there

        self.animate("offset", spot(end), duration=SECONDS, on_complete=land, easing="out_cubic")


def spot(region: Region) -> Offset:
    """Where on a region a card starts or lands."""
    return Offset(region.x + min(4, region.width // 2), region.y)
