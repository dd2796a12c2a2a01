"""What every board is: a scene goes in, and clicks on what is drawn come out."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from textual.containers import Vertical
from textual.geometry import Region
from textual.reactive import reactive

from engine.core import Event
from moontui.app.motion import Motion
from moontui.app.widgets.sketch import Sketch, Tray
from moontui.draw.ink import Line, lit
from moontui.draw.scene import Scene
from moontui.draw.size import Size

T = TypeVar("T")


class Trip(NamedTuple):
    """A card on its way over the table: what is seen of it, from which corner to which."""

    card: list[Line]
    start: Region
    end: Region


class Zone(Sketch):
    """A part of a board."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self._pieces: dict[Hashable, tuple[object, Any]] = {}
        self._scene: Scene | None = None

    @property
    def scene(self) -> Scene | None:
        """What is to be seen. A reactive would do, at a twentieth of all that a play costs."""
        return self._scene

    @scene.setter
    def scene(self, scene: Scene | None) -> None:
        old, self._scene = self._scene, scene
        if self.is_running:
            self.watch_scene(old, scene)

    def on_mount(self) -> None:
        self.watch_scene(None, self._scene)

    def watch_scene(self, old: Scene | None, new: Scene | None) -> None:
        """Redraw what differs; if only the picked answer does, redraw just the zones that show the
        old one or the new one."""
        if old is None or new is None or self.shows_change(old, new):
            self.redraw()

    def shows_change(self, old: Scene, new: Scene) -> bool:
        """Whether what was drawn for one scene has to be drawn anew for another."""
        if old.picked == new.picked or replace(old, picked=new.picked) != new:
            return old != new
        return not self.targets().isdisjoint({old.picked, new.picked} - {None})

    def piece(self, name: Hashable, shows: object, draw: Callable[[], T]) -> T:
        """A piece of this zone, drawn anew only if it shows something else: a key that picks an
        answer, or somebody's play, changes little. What it shows has to be all that it is drawn
        from. It is kept, so nobody may change it."""
        kept = self._pieces.get(name)
        if kept is None or kept[0] != shows:
            self._pieces[name] = kept = (shows, draw())
        drawn: T = kept[1]
        return drawn

    def draw(self, width: int, height: int) -> list[Line]:
        return self.sketch(self.scene, width) if self.scene is not None else []

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        """The zone as lines."""
        raise NotImplementedError


class Staged(Zone):
    """A zone with the stage on it. A new sentence stands there at once, in faint ink, and is then
    lit from the left."""

    lit = 1.0
    """How much of the sentence is."""

    def light(self, share: float) -> None:
        if share != self.lit:
            self.lit = share
            self.redraw()

    def as_lit(self, stage: list[Line]) -> list[Line]:
        """The stage as far as it is lit."""
        return lit(stage, self.lit) if self.lit < 1 else stage


class Finale:
    """What a game shows once, before the result: zones that are drawn frame by frame."""

    zones: Sequence[Zone] = ()
    """Empty: the table itself stays in sight."""
    stops: tuple[int, ...] = (0,)
    """Frames that wait for a key; the last one is the end."""
    again = 0
    """The frame from which V shows it once more, at the end."""

    def show(self, frame: int) -> None:
        """Draw a frame, counted from 0."""

    def hint(self, frame: int) -> str:
        """What a key does at a frame."""
        return ""

    def rows(self) -> int:
        """How many rows at the bottom say so."""
        return 1

    def other(self, frame: int) -> str:
        """What V does at a frame; empty: the same as any key."""
        return ""


class Board(Tray, Vertical):
    """The table of one game. It knows nothing of networks or turn numbers."""

    DEFAULT_CSS = "Board { height: auto; }"

    rows_below = 0
    """How many more rows the screen needs below it than at a table."""
    notes_on_board = False
    """Whether it shows the notebook itself, where there is room for one."""
    notes = 0
    """How many columns the notebook has beside the story; 0: two fifths of them."""
    notes_below = 0
    """How many rows the notebook has below the story; 0: it stands beside the story."""
    table_is_lower = False
    """Whether the table itself is the zone beside the story, so that nobody can do without it."""
    story = 0
    """How many columns the story has beside the board's own zone; 0: the story is below it."""

    scene: reactive[Scene | None] = reactive(None, always_update=True, repaint=False)
    _zones: Sequence[Zone] = ()

    def watch_scene(self, scene: Scene | None) -> None:
        for zone in self.zones:
            zone.scene = scene

    @property
    def zones(self) -> Sequence[Zone]:
        """All of its parts, which are looked for once."""
        if not self._zones:
            self._zones = [*self.query(Zone)]
        return self._zones

    def beside_the_story(self) -> Zone | None:
        """The zone that stands above the story, or beside it where there is room."""
        return None

    def notebook(self) -> Zone:
        """The notebook of this game."""
        from moontui.app.widgets.panels import Notebook

        return Notebook(id="notebook")

    def make_room(self, size: Size) -> None:
        """Adapt to the room there is on the screen."""

    def tick(self, left: float, begun: bool) -> None:
        """A second of an open window is over, and so many are left; it may have just begun."""

    def finale(self) -> Finale | None:
        """What is shown once, before the result; None: nothing."""
        return None

    def kept_in_view(self) -> Region | None:
        """What a result should leave uncovered, if there is room beside or below it."""
        return None

    def journey(self, event: Event) -> Trip | None:
        """What moved, from where, and to where; None: nothing that can be shown. It is asked before
        the new picture is drawn."""
        return None

    def landing(self, event: Event, trip: Trip) -> Region:
        """Where it lies now that the new picture is drawn."""
        return trip.end

    def rise(self, event: Event) -> Motion | None:
        """What rises over the table; None: nothing does."""
        return None
