"""A picture of a saved match: its last scene or its turning point, drawn as the app draws it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from textual.screen import Screen

from engine.core import Seat
from engine.replay import Replay
from engine.review import moments, turning_points
from moontui.app.app import MoontuiApp
from moontui.app.screens.base import MoonScreen
from moontui.app.screens.replay import ReplayScreen
from moontui.client.reckoning import weighed
from moontui.client.settings import Settings
from moontui.draw.paint import Depth

SIZE = (110, 36)
"""Columns and rows of the picture."""
FONT = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
"""A font that whoever looks at the picture would fetch from somebody's server."""


class Darkroom(MoontuiApp):
    """The app without a terminal, without its first screen, and without a look around."""

    def get_default_screen(self) -> Screen[Any]:
        return MoonScreen()

    @property
    def depth(self) -> Depth:
        return "true"

    def set_out(self) -> None:
        """Nobody wants to go anywhere."""


async def picture(settings: Settings, data: Path, replay: Replay, seat: Seat, turning: bool) -> str:
    """A scene of a match as SVG, as a seat saw it."""
    step = await turning_point(replay, seat) if turning else replay.last
    settings.path = None
    app = Darkroom(settings, data)
    async with app.run_test(size=SIZE) as pilot:
        app.still = True
        await app.push_screen(ReplayScreen(replay, seat, step))
        await pilot.pause()
        drawn = app.export_screenshot(title=app.words.game_called(replay.game.id))
    return without_font(drawn)


def without_font(drawn: str) -> str:
    """A picture that calls nobody when it is looked at."""
    return FONT.sub("", drawn)


async def turning_point(replay: Replay, seat: Seat) -> int:
    """The step that cost a seat most; if nobody can say, the last one."""
    if replay.game.advise is None:
        return replay.last
    decisions = [found async for found in weighed(replay, seat, [*moments(replay, seat)])]
    points = turning_points(decisions)
    return points[0].moment.step if points else replay.last
