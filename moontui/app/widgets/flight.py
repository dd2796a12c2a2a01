"""A card in flight: for a moment it shows what moved, from where, and to where."""

from __future__ import annotations

from collections.abc import Iterable

from textual.geometry import Offset, Region
from textual.timer import Timer

from engine.core import Event
from moontui.app.widgets.board import Board, Trip
from moontui.app.widgets.sketch import Sketch
from moontui.draw.ink import Line, cells

SECONDS, REST = 0.28, 0.1
"""How long a card flies, and how long it then lies where it has landed."""


class Flight(Sketch):
    """The one card that may be on its way; more at once would be a blur."""

    DEFAULT_CSS = """
    Flight { layer: motion; position: absolute; width: 1; height: 1; display: none; }
    """

    frames = 5
    """In how many steps it flies: all flights take as many, whatever the card is."""

    def __init__(self) -> None:
        super().__init__()
        self.card: list[Line] = []
        self.path: list[Offset] = []
        self.timer: Timer | None = None

    def draw(self, width: int, height: int) -> list[Line]:
        return self.card

    def fly(self, board: Board, news: Iterable[Event]) -> None:
        """Show the last thing that moved."""
        for event in reversed(list(news)):
            trip = board.journey(event)
            if trip is not None:
                self.send_off(trip)
                return

    def send_off(self, trip: Trip) -> None:
        self.land()
        self.card = trip.card
        width, height = cells(trip.card[0]), len(trip.card)
        self.styles.width, self.styles.height = width, height
        start, end = self.corner(trip.start), self.corner(trip.end)
        self.path = [between(start, end, step / self.frames) for step in range(1, self.frames + 1)]
        self.offset = start
        self.display = True
        self.redraw()
        self.timer = self.set_interval(SECONDS / self.frames, self.step)

    def corner(self, region: Region) -> Offset:
        """Where a card starts or lands: at a corner, and never beyond the edge of the screen."""
        width, height = cells(self.card[0]), len(self.card)
        room = self.screen.size
        x, y = min(region.x, room.width - width), min(region.y, room.height - height)
        return Offset(max(0, x), max(0, y))

    def step(self) -> None:
        """Fly on, and when it is there, rest for a moment: else nobody would see it there."""
        if self.path:
            self.offset = self.path.pop(0)
        if not self.path and self.timer is not None:
            self.timer.stop()
            self.timer = self.set_timer(REST, self.land)

    def land(self) -> None:
        """Be gone: whatever flew lies on the table already."""
        if self.timer is not None:
            self.timer.stop()
            self.timer = None
        self.path = []
        self.display = False


def between(start: Offset, end: Offset, share: float) -> Offset:
    """A place on the way, which is flown faster at first."""
    share = 1 - (1 - share) ** 3
    way = end - start
    return start + Offset(round(way.x * share), round(way.y * share))
