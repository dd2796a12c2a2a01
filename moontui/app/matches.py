"""Saved matches: shown again or weighed, or one sentence about why that is impossible."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.core import Seat
from engine.play import asks
from engine.position import position_of
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


def play_on(app: MoontuiApp, replay: Replay, seat: Seat, step: int) -> None:
    """Play on against bots from a moment of a match, in one of its seats."""
    if not asks(replay.state(step)):
        app.push_screen(NoticeDialog(app.words.say("play_on", "over")))
        return
    app.go(app.ways.play_on(replay.record, seat, step))


def ask_what_if(app: MoontuiApp, replay: Replay, seat: Seat, step: int) -> None:
    """Let bots play on from two choices that a seat had."""
    from moontui.app.screens.what_if import WhatIfScreen

    if has_a_choice(app, replay, seat, step):
        app.push_screen(WhatIfScreen(replay, seat, step))


def copy_code(app: MoontuiApp, replay: Replay, seat: Seat, step: int) -> None:
    """Copy what a seat knew at a moment, as a puzzle for a friend."""
    if not has_a_choice(app, replay, seat, step):
        return
    seen = replay.view(step, seat)
    code = position_of(replay.game, replay.record.options, seen).code
    app.copy_to_clipboard(f"moontui puzzle {code}")
    app.push_screen(NoticeDialog(app.words.say("puzzle", "copied")))


def has_a_choice(app: MoontuiApp, replay: Replay, seat: Seat, step: int) -> bool:
    """Whether a seat had a choice at a moment; if not, the player is told so."""
    ask = replay.view(step, seat).ask
    if ask is not None and len(ask.choices) > 1:
        return True
    app.push_screen(NoticeDialog(app.words.say("what_if", "nobody")))
    return False
