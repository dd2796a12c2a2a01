"""What every board is: a scene in, and clicks on what is drawn out."""

from __future__ import annotations

from textual.containers import Vertical
from textual.geometry import Region
from textual.reactive import reactive

from engine.core import Event
from moontui.ink import Line
from moontui.scene import Scene
from moontui.widgets.sketch import Sketch


class Zone(Sketch):
    """A part of a board."""

    scene: reactive[Scene | None] = reactive(None, always_update=True, repaint=False)
    roomy = False
    """Whether there is room for more than the least."""

    def watch_scene(self) -> None:
        self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        return self.sketch(self.scene, width) if self.scene is not None else []

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        """The zone as lines."""
        raise NotImplementedError


class Board(Vertical):
    """The table of one game. It knows neither network nor turn numbers."""

    DEFAULT_CSS = "Board { height: auto; }"

    scene: reactive[Scene | None] = reactive(None, always_update=True, repaint=False)

    def watch_scene(self, scene: Scene | None) -> None:
        for zone in self.query(Zone):
            zone.scene = scene

    def make_room(self, width: int, height: int) -> None:
        """There is so much room on the screen."""

    def journey(self, event: Event) -> tuple[str, Region, Region] | None:
        """What moved, from where, and to where; None: nothing that could be shown."""
        return None
