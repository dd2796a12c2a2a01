"""Where the land lies on the screen: a place stays where it is while the land grows.

The screen shows a window of the sheet that the land is laid on. The window follows the wolves in
the order in which they were laid, and moves only when one would fall out of it, or, on a large
screen, a place beside them; so it is the same for everybody who has seen the same wolves, however
they came to the table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from engine.core import Event
from engine.games.moonlight.land import HIGH, MIDDLE, SIDE, box_of, empty_places, shape_of
from engine.games.moonlight.state import Table
from moontui.draw.scene import Scene
from moontui.games.moonlight.parts import Form, form_for, gained
from moontui.games.moonlight.teller import CELL_VERBS

LAID = ("put", "covered", "leapt", "mirrored", "moved")
WITH_RING = 5
"""Rows and columns of an open land with the places around it."""
LEFT = 3
"""Columns to the left of the first place: the number of its row, or a key."""


class Area(NamedTuple):
    """Some cells of a zone."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        return self.x + self.width

    @property
    def bottom(self) -> int:
        return self.y + self.height

    @property
    def size(self) -> tuple[int, int]:
        return self.width, self.height

    def meets(self, other: Area) -> bool:
        """Whether a cell belongs to both."""
        across = self.x < other.right and other.x < self.right
        return across and self.y < other.bottom and other.y < self.bottom


class Lie(NamedTuple):
    """A window of the sheet, and how large its places are."""

    form: Form
    top: int
    left: int

    def area(self, cell: int) -> Area | None:
        """Where a place is drawn on its zone; None: it is not drawn whole."""
        row, column = divmod(cell, SIDE)
        across, down = column - self.left, row - self.top
        if not (0 <= across < self.form.columns and 0 <= down < self.form.rows):
            return None
        (wide, high), (width, height) = self.form.pitch, self.form.card
        return Area(LEFT + across * wide, self.form.edge + down * high, width, height)

    def margin(self, cell: int) -> Area | None:
        """Where the key of a place just outside is drawn."""
        row, column = divmod(cell, SIDE)
        across, down = column - self.left, row - self.top
        form, (wide, high) = self.form, self.form.pitch
        x = LEFT + across * wide + form.card[0] // 2 - 1
        y = form.edge + down * high + (form.card[1] - 1) // 2
        if 0 <= down < form.rows:
            if across == -1:
                return Area(0, y, 3, 1)
            if across == form.columns:
                return Area(form.width - 3, y, 3, 1)
        if 0 <= across < form.columns and form.edge:
            if down == -1:
                return Area(x, 0, 3, 1)
            if down == form.rows:
                return Area(x, form.height - 1, 3, 1)
        return None

    def shown(self, cells: Iterable[int]) -> Lie:
        """The window, moved no further than these cells need."""
        box = box_of(cells)
        top = max(min(self.top, box.top), box.bottom - self.form.rows + 1)
        left = max(min(self.left, box.left), box.right - self.form.columns + 1)
        return self._replace(top=top, left=left)

    def around(self, cells: Collection[int], shape: str) -> Lie:
        """The window, moved no further than needed to show where the land may grow; one that has
        not always room for that shows it by keys."""
        if min(self.form.columns, self.form.rows) < WITH_RING:
            return self
        return self.shown((*cells, *empty_places(cells, shape)))

    def offered(self, cells: Iterable[int]) -> Lie:
        """The window, moved as far as needed to show all of these at least by their keys."""
        lie = self
        for cell in cells:
            if lie.area(cell) is None and lie.margin(cell) is None:
                lie = lie.shown([cell])
        return lie


def lie_of(scene: Scene, after: Event | None = None) -> Lie:
    """How the land lies now, or once one more thing has happened."""
    table: Table = scene.view.state
    story = [event for event in table.events or () if event.kind in (*LAID, "lifted")]
    if after is not None:
        story.append(after)
    lands = list(lands_of(story)) or [frozenset[int]()]
    land = lands[-1] if after is not None else frozenset(table.land)
    high = table.shape == HIGH or bool(land and box_of(land).height > 3)
    form = form_for(scene.look.size, high, bool(gained(scene)))
    row, column = divmod(MIDDLE, SIDE)
    lie = Lie(form, row - (form.rows - 1) // 2, column - (form.columns - 1) // 2)
    shape = ""
    for cells in (*lands, land):
        if cells:
            shape = shape_of(cells, shape)
            lie = lie.shown(cells).around(cells, shape)
    if land and gained(scene):  # nothing can be laid: what is gained needs the rows
        box = box_of(land)
        edge = form.edge if scene.look.size.is_large else 0
        return lie._replace(form=form._replace(rows=box.height, edge=edge), top=box.top)
    if after is None:
        lie = lie.offered(choice.value for choice in scene.keys if choice.verb in CELL_VERBS)
    return lie


def lands_of(story: Iterable[Event]) -> Iterable[frozenset[int]]:
    """The cells of the land after everything that was laid."""
    cells = frozenset[int]()
    for event in story:
        cells = cells - {event.number} if event.kind == "lifted" else cells | {event.number}
        if event.kind != "lifted":
            yield cells
