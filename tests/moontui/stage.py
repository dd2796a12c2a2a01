"""Shows names at a table, in the lobby and on a result, in the terminal it runs in, and ends."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from moontui.app.app import MoontuiApp
from moontui.app.screens.game import GameScreen
from moontui.app.screens.lobby import LobbyScreen
from moontui.client.session import Session
from net import messages as said
from tests.moontui.scenes import (
    Listener,
    app_with,
    finished,
    moment,
    room_for,
    session_at,
    watching,
)


async def perform(app: MoontuiApp, names: list[str]) -> None:
    """All names on all screens, six at a time."""
    for start in range(0, len(names), 6):
        six = (names[start:] + names)[:6]
        room: dict[str, Any] = {"players": [said.Player("person", n) for n in six], "title": six[0]}
        for state in (moment("aim", seats=6, turns=8), finished("high", seats=6)):
            session = session_at(state, **room, watchers=watching(six))
            for name in six:
                session.hear(said.Said(name, text=name))
            app.session = session
            await app.push_screen(GameScreen(session))
            await painted(app)
            app.go_home()
        session = Session(Listener(), app.words_for, app.data)
        session.hear(
            room_for(moment("turn", seats=6), phase="lobby", **room, watchers=watching(six))
        )
        app.session = session
        await app.push_screen(LobbyScreen(session))
        await painted(app)
        app.go_home()
    app.exit()


async def painted(app: MoontuiApp) -> None:
    import asyncio

    done = asyncio.Event()
    app.screen.call_after_refresh(done.set)
    await done.wait()


if __name__ == "__main__":
    shown = [ast.literal_eval(text) for text in sys.argv[1:]]
    app = app_with(Path(mkdtemp()))
    app.call_after_refresh(lambda: app.run_worker(perform(app, shown)))
    app.run()
