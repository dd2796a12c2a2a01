"""The end of a game of One Night: the arms come up one by one, then the cards are turned."""

from __future__ import annotations

from engine.games.onenight.state import Village
from moontui.app.widgets.board import Finale
from moontui.draw.scene import Scene
from moontui.games.onenight.middle import Middle
from moontui.games.onenight.sky import Sky


class Reckoning(Finale):
    """A frame for each arm, and one for the cards."""

    def __init__(self, scene: Scene) -> None:
        village: Village = scene.view.state
        self.scene = scene
        self.sky, self.middle = Sky(), Middle()
        self.zones = (self.sky, self.middle)
        self.stops = (village.seats, village.seats + 1)

    def show(self, frame: int) -> None:
        arms, _ = self.stops
        self.sky.stage = self.middle.stage = "vote" if frame <= arms else "over"
        self.middle.shown = frame
        for zone in self.zones:
            zone.scene = self.scene
            zone.redraw()  # the scene is the same, not what is shown of it

    def hint(self, frame: int) -> str:
        arms, cards = self.stops
        key = "all_arms" if frame < arms else "turn_cards" if frame < cards else "go_on"
        return self.scene.look.words.say("finale", key)
