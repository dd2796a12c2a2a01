"""The finale of a game: what it shows once over the whole screen, before the result."""

from __future__ import annotations

from time import monotonic

from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen

from moontui.app.screens.base import MoonScreen
from moontui.app.widgets.board import Finale
from moontui.app.widgets.sketch import Sketch
from moontui.draw.ink import Ink, Line, cells, cut

SECONDS = 0.5
"""Between two frames that follow by themselves."""
TO_READ = 8.0
"""For whoever watches: after how many seconds it goes on by itself."""


class FinaleScreen(MoonScreen[None], ModalScreen[None]):
    """Frames follow by themselves up to the next stop; any key jumps there at once, and from a
    stop goes on. It holds no facts of its own."""

    DEFAULT_CSS = """
    FinaleScreen { background: $background; layout: vertical; }
    FinaleScreen.-table { background: transparent; }
    """

    def __init__(self, finale: Finale, watching: bool) -> None:
        super().__init__()
        self.finale = finale
        self.set_class(not finale.zones, "-table")
        self.watching = watching
        self.frame = 0
        self.since = 0.0

    def compose(self) -> ComposeResult:
        yield from self.finale.zones
        yield Hint()

    def on_mount(self) -> None:
        self.show(0 if self.moon.moves else self.finale.stops[0])
        self.set_interval(SECONDS, self.tick)
        self.call_after_refresh(self.make_room)

    def on_resize(self) -> None:
        self.call_after_refresh(self.make_room)

    def make_room(self) -> None:
        self.query_one(Hint).styles.height = self.finale.rows()

    @property
    def stopped(self) -> bool:
        return self.frame in self.finale.stops

    def show(self, frame: int) -> None:
        self.frame, self.since = frame, monotonic()
        self.finale.show(frame)
        self.query_one(Hint).redraw()

    def tick(self) -> None:
        """The next frame; a stop waits for a key, unless nobody may be at the keys."""
        if not self.stopped:
            self.show(self.frame + 1)
        elif self.watching and monotonic() - self.since > TO_READ:
            self.go_on()

    def on_key(self, event: events.Key) -> None:
        """Any key goes on, and answers nothing."""
        event.stop()
        event.prevent_default()
        if self.finale.other(self.frame) and event.key.lower() == "v":
            self.show(self.finale.again)
        else:
            self.go_on()

    def on_click(self) -> None:
        self.go_on()

    def on_sketch_clicked(self, event: Sketch.Clicked) -> None:
        event.stop()
        if event.target == "again":
            self.show(self.finale.again)
        else:
            self.go_on()

    def go_on(self) -> None:
        stops = self.finale.stops
        later = [stop for stop in stops if stop > self.frame]
        if later:
            self.show(self.frame + 1 if self.stopped and self.moon.moves else later[0])
        elif self.is_current:
            self.dismiss()


class Hint(Sketch):
    """What the next key does."""

    DEFAULT_CSS = "Hint { height: 1; dock: bottom; background: $panel; }"

    def draw(self, width: int, height: int) -> list[Line]:
        screen = self.screen
        assert isinstance(screen, FinaleScreen)
        if not screen.moon.ATTENDED:
            return [[]]
        hint, other = screen.finale.hint(screen.frame), screen.finale.other(screen.frame)
        line: Line = [Ink(f" {cut(hint, width - 2)}", "key", "go_on")]
        if other and width > cells(line) + cells([Ink(other)]) + 4:
            line += [Ink("    "), Ink(other, "key", "again")]
        return [line]
