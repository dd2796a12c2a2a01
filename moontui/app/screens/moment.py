"""A great moment over the table: it takes the screen once, and gives it back at any key."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen

from moontui.app.motion import Motions
from moontui.app.screens.base import MoonScreen
from moontui.app.widgets.moments import MomentBand, MomentPicture, ThirdMoon
from moontui.draw.scene import Look
from moontui.words.moments import Moment

SECONDS = 8.0
SECONDS_WATCHING = 4.0


class MomentScreen(MoonScreen[None], ModalScreen[None]):
    """Waits for a key, for a few seconds at most. It holds no facts of its own: story and stage
    tell the same."""

    DEFAULT_CSS = """
    MomentScreen { align: center middle; background: $background 55%; }
    """

    def __init__(self, look: Look, game: str, moment: Moment, watching: bool) -> None:
        super().__init__()
        self.look, self.game, self.moment = look, game, moment
        self.seconds = SECONDS_WATCHING if watching else SECONDS
        self.climbing = Motions(self)

    def compose(self) -> ComposeResult:
        key = "any_touch" if self.look.size.is_tall else "any_key"
        hint = self.moon.words.say("prompt", key) if self.moon.ATTENDED else ""
        band = self.moment.picture == "out" or not self.look.pictures
        yield (MomentBand if band else ThirdMoon)(self.look, self.game, self.moment, hint)

    def on_mount(self) -> None:
        self.set_timer(self.seconds, self.dismiss_once)
        if self.moon.moves:
            self.climbing.play([self.query_one(MomentPicture).motion()], self.moon.is_far)

    def on_key(self, event: events.Key) -> None:
        """Any key goes on, and answers nothing."""
        event.stop()
        event.prevent_default()
        self.go()

    def on_click(self) -> None:
        self.go()

    def go(self) -> None:
        """To the end of what moves, and from there back to the table."""
        if not self.climbing.finish():
            self.dismiss_once()

    def dismiss_once(self) -> None:
        if self.is_current:
            self.dismiss()
