"""What moves on a table when the game goes on: a card or a Moon, what the player is shown, and then
the stage's sentence."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.core import Event
from moontui.app.motion import Motion, Motions
from moontui.app.screens.base import MoonScreen
from moontui.app.widgets.board import Board, Staged
from moontui.app.widgets.flight import Flight
from moontui.app.widgets.peek import Peek

GROWS = (0.2, 2)
"""The seconds and frames in which a new sentence is lit from the left."""
TURNS = (0.2, 2)
"""Those in which a card that is shown to the player alone turns over: back, edge, face."""


class TableMotion(Motions):
    """Looks at a table before and after it is drawn anew, and shows how it came to that."""

    def __init__(self, screen: MoonScreen[None]) -> None:
        super().__init__(screen)
        self.table = screen
        self.moving: Motion | None = None
        """A card or a Moon that is about to move."""
        self.told = ""
        """What the stage said before."""
        self.seen: object = None
        """The cards that the player was shown before."""

    @property
    def board(self) -> Board:
        return self.table.query_one(Board)

    def look(self, news: Sequence[Event]) -> None:
        """Before the new picture: what moves, and from where."""
        self.finish()
        if not self.table.moon.moves:
            return
        scene, self.seen = self.board.scene, self.table.query_one(Peek).cards
        self.told = scene.moment.text if scene is not None and scene.moment is not None else ""
        self.moving = self.rising(news) or self.flying(news)

    def rising(self, news: Sequence[Event]) -> Motion | None:
        """What rises over the table: nothing that lies on it is as important."""
        rising = (self.board.rise(event) for event in reversed(news))
        return next((motion for motion in rising if motion is not None), None)

    def flying(self, news: Sequence[Event]) -> Motion | None:
        """The last card that moved."""
        for event in reversed(news):
            trip = self.board.journey(event)
            if trip is not None:
                landing = partial(self.board.landing, event, trip)
                return self.table.query_one(Flight).of(trip, landing)
        return None

    def start(self) -> None:
        """The new picture stands: show how it came to that."""
        if self.table.moon.moves:
            motions = [] if self.moving is None else [self.moving]
            self.play([*motions, *self.turning(), *self.growing()], self.table.moon.is_far)

    def turning(self) -> list[Motion]:
        """The cards that the player is shown now, whatever they are."""
        peek = self.table.query_one(Peek)
        new = peek.display and peek.cards and peek.cards is not self.seen
        return [Motion(*TURNS, peek.turn)] if new else []

    def growing(self) -> list[Motion]:
        """The sentence on the stage, if it is a new one."""
        scene, stages = self.board.scene, list(self.table.query(Staged))
        moment = scene.moment if scene is not None else None
        if moment is None or moment.text == self.told or not stages:
            return []

        def light(share: float) -> None:
            for stage in stages:
                stage.light(share)

        return [Motion(*GROWS, light)]
