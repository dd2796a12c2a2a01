"""The end of a game of One Night: a count, the arms one by one, then the night once more."""

from __future__ import annotations

from engine.games.onenight.state import Village
from moontui.app.widgets.board import Finale
from moontui.draw.scene import Scene
from moontui.games.onenight.arms import ALL
from moontui.games.onenight.middle import Middle
from moontui.games.onenight.sky import Sky
from moontui.games.onenight.ways import deeds_of

COUNT = 3
ALOUD = 2
"""How many frames a number is shown where a narrator says it."""
HELD = 3
"""How many frames a deed of the night is shown before the next one."""


class Reckoning(Finale):
    """A frame for each number of the count and for each arm, some for each deed of the night, and
    one for the end."""

    def __init__(self, scene: Scene) -> None:
        village: Village = scene.view.state
        self.scene = scene
        self.sky, self.middle = Sky(), Middle()
        self.zones = (self.sky, self.middle)
        self.pace = ALOUD if village.aloud else 1
        self.up = COUNT * self.pace
        """The frame after which the arms come up: one by one, or in one room all together."""
        self.arms = self.up + (1 if village.aloud else village.seats)
        self.stops = (self.arms, self.arms + 1 + HELD * len(deeds_of(village)))
        self.again = self.arms + 1

    def show(self, frame: int) -> None:
        over = frame > self.arms
        self.sky.stage = self.middle.stage = "over" if over else "vote"
        self.sky.count = max(0, COUNT - frame // self.pace)
        if frame >= self.stops[-1]:
            self.middle.shown = ALL
        elif over:
            self.sky.stage = "night"
            self.middle.shown = 1 + (frame - self.arms - 1) // HELD
        else:
            together = frame > self.up and self.scene.view.state.aloud
            self.middle.shown = ALL if together else max(0, frame - self.up)
        for zone in self.zones:
            zone.scene = self.scene
            zone.redraw()  # the scene is the same, not what is shown of it

    def hint(self, frame: int) -> str:
        arms, end = self.stops
        key = "all_arms" if frame < arms else "turn_cards" if frame == arms else "turn_all"
        return self.scene.look.words.say("finale", key if frame < end else "go_on")

    def other(self, frame: int) -> str:
        return self.scene.look.words.say("finale", "again") if frame == self.stops[-1] else ""
