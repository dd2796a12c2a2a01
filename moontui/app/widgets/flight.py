"""A card in flight: for a moment it shows what moved, from where, and to where."""

from __future__ import annotations

from collections.abc import Callable

from textual.geometry import Offset, Region

from moontui.app.motion import Motion
from moontui.app.widgets.board import Trip
from moontui.app.widgets.sketch import Sketch
from moontui.draw.ink import Line, cells

SECONDS, STEPS, REST = 0.3, 3, 0.1
"""How long a card flies, in how many frames, and how long it then lies where it has landed: else
nobody would see it there."""


class Flight(Sketch):
    """The one card that may be on its way; more at once would be a blur."""

    DEFAULT_CSS = """
    Flight { layer: motion; position: absolute; width: 1; height: 1; display: none; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.card: list[Line] = []

    def draw(self, width: int, height: int) -> list[Line]:
        return self.card

    def of(self, trip: Trip, landing: Callable[[], Region] | None = None) -> Motion:
        """A card's flight; where exactly it lands may be known only when it already flies. All of
        them take as long, whatever the card is."""
        ends: list[Region] = []

        def show(share: float) -> None:
            if share and not ends:
                ends.append(landing() if landing is not None else trip.end)
            self.show(trip, share, ends[0] if ends else trip.end)

        return Motion(SECONDS, STEPS, show, self.land, REST, far=(0.0, 1.0))

    def show(self, trip: Trip, share: float, end: Region) -> None:
        """The card on its way."""
        if self.card is not trip.card:
            self.card = trip.card
            self.styles.width, self.styles.height = cells(trip.card[0]), len(trip.card)
            self.redraw()
        self.offset = between(self.corner(trip.start), self.corner(end), share)
        self.display = True

    def corner(self, region: Region) -> Offset:
        """Where a card starts or lands: at a corner, and never beyond the edge of the screen."""
        width, height = cells(self.card[0]), len(self.card)
        room = self.screen.size
        x, y = min(region.x, room.width - width), min(region.y, room.height - height)
        return Offset(max(0, x), max(0, y))

    def land(self) -> None:
        """Be gone: whatever flew lies on the table already."""
        self.display = False


def between(start: Offset, end: Offset, share: float) -> Offset:
    """A place on the way, which is flown faster at first."""
    share = 1 - (1 - share) ** 3
    way = end - start
    return start + Offset(round(way.x * share), round(way.y * share))
