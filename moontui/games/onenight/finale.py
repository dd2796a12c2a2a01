"""The end of a game of One Night: the arms come up one by one, then the cards are turned."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult

from engine.games.onenight.state import Village
from moontui.app.screens.result import FinaleScreen
from moontui.app.widgets.sketch import Sketch
from moontui.draw.ink import Ink, Line, cut
from moontui.draw.scene import Scene
from moontui.games.onenight.middle import Middle
from moontui.games.onenight.sky import Sky

SECONDS = 0.5
"""Between two arms."""
TO_READ = 6.0
"""For whoever watches: after how many seconds it goes on by itself."""


class Finale(FinaleScreen):
    """Two pages over the whole screen. Any key raises all arms at once, the next one turns the
    cards, the last one goes on to the result. It holds no facts of its own."""

    DEFAULT_CSS = """
    Finale { background: $background; layout: vertical; }
    """

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self.scene = scene
        self.shown = 0
        self.turned = False

    def compose(self) -> ComposeResult:
        yield Sky()
        yield Middle()
        yield Hint()

    def on_mount(self) -> None:
        sky, middle = self.query_one(Sky), self.query_one(Middle)
        sky.stage = middle.stage = "vote"
        if not self.moon.settings.motion:
            self.shown = self.scene.view.state.seats
        middle.shown = self.shown
        sky.scene = middle.scene = self.scene
        if not self.all_up:
            self.set_interval(SECONDS, self.raise_arm)
        if self.scene.me is None:  # nobody may be at the keys
            arms = SECONDS * self.scene.view.state.seats
            for seconds in (arms + TO_READ, arms + 3 * TO_READ):
                self.set_timer(seconds, self.go_on)

    @property
    def all_up(self) -> bool:
        village: Village = self.scene.view.state
        return self.shown >= village.seats

    def raise_arm(self) -> None:
        """One more arm."""
        if not self.all_up:
            self.show_arms(self.shown + 1)

    def show_arms(self, count: int) -> None:
        self.shown = count
        middle = self.query_one(Middle)
        middle.shown = count
        middle.redraw()
        self.query_one(Hint).redraw()

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        self.go_on()

    def on_click(self) -> None:
        self.go_on()

    def on_sketch_clicked(self, event: Sketch.Clicked) -> None:
        event.stop()
        self.go_on()

    def go_on(self) -> None:
        if not self.all_up:
            self.show_arms(self.scene.view.state.seats)
        elif not self.turned:
            self.turned = True
            for zone in (self.query_one(Sky), self.query_one(Middle)):
                zone.stage = "over"
                zone.redraw()
                zone.refresh(layout=True)
            self.query_one(Hint).redraw()
        elif self.is_current:
            self.dismiss()


class Hint(Sketch):
    """What the next key does."""

    DEFAULT_CSS = "Hint { height: 1; dock: bottom; background: $panel; }"

    def draw(self, width: int, height: int) -> list[Line]:
        screen = self.screen
        assert isinstance(screen, Finale)
        key = "go_on" if screen.turned else "turn_cards" if screen.all_up else "all_arms"
        text = screen.scene.look.words.say("finale", key)
        return [[Ink(f" {cut(text, width - 2)}", "key")]]
