"""Saved matches: shown again or weighed, or one sentence about why that is impossible."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.core import Seat
from engine.record import BadRecord
from moontui.app.screens.dialogs import NoticeDialog
from moontui.client.records import read_record, replay_of

if TYPE_CHECKING:
    from engine.replay import Replay
    from moontui.app.app import MoontuiApp


def show_again(app: MoontuiApp, file: Path) -> None:
    """Replay a saved match."""
    from moontui.app.screens.replay import ReplayScreen

    replay = loaded(app, file)
    if replay is not None:
        app.push_screen(ReplayScreen(replay))


def weigh(app: MoontuiApp, file: Path, seat: Seat | None) -> None:
    """Weigh the choices of a saved match."""
    from moontui.app.screens.review import ReviewScreen

    replay = loaded(app, file)
    if replay is None:
        return
    if replay.game.advise is None:
        app.push_screen(NoticeDialog(app.words.say("review", "no_adviser")))
    else:
        app.push_screen(ReviewScreen(replay, seat))


def loaded(app: MoontuiApp, file: Path) -> Replay | None:
    """A saved match, ready to be replayed; None: it cannot be, and the player knows why."""
    try:
        return replay_of(read_record(file))
    except BadRecord as error:
        app.push_screen(NoticeDialog(app.words.say("bad_record", error.why)))
        return None
