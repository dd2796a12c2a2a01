"""The process of which visitors' processes are copies: it has loaded and drawn everything once.

A host starts `python -m moontui.app.visitor_server N`, with its end of the line as descriptor N.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from contextvars import copy_context
from hashlib import sha256
from itertools import product
from pathlib import Path

from textual.pilot import Pilot

from engine.core import Seat
from engine.games import GAMES
from engine.play import start, view
from moontui.app import asker, handing, narrating  # noqa: F401
from moontui.app.app import MoontuiApp
from moontui.app.screens import (  # noqa: F401
    find,
    lesson,
    moment,
    result,
    rules,
    settings,
)
from moontui.app.screens.game import GameScreen
from moontui.app.screens.lobby import LobbyScreen
from moontui.app.visitor_app import VisitorApp, take_terminal, visit_from_copy
from moontui.client.session import Session
from moontui.client.settings import Settings
from moontui.words.catalogue import LANGUAGES, SHARED, read
from net import doorbell
from net import messages as said
from net.client import Client
from net.doorbell import Doorbell
from net.fork_server import serve
from net.messages import Message
from net.wire import decoder

NOWHERE = Path("/dev/null/nowhere")
"""A folder in which nothing is ever found or kept."""
SIZE = (80, 24)
FEW_COLORS = {"TERM": "xterm"}
TERMINALS = (
    {"TERM": "xterm-256color"},
    {"TERM": "xterm-256color", "COLORTERM": "truecolor"},
)
"""What nearly every terminal says about itself."""


class Nobody(Client):
    """A line with no host at its other end."""

    __slots__ = ()

    def send(self, message: Message) -> None:
        pass


def main() -> int:
    copy_context().run(asyncio.run, rehearse())
    serve(socket.socket(fileno=int(sys.argv[1])), visit_from_copy)
    return 0


async def rehearse() -> None:
    """Read and draw what visitors will see, so that it is loaded. Of Home, which all see at once,
    the colors are kept too. Tables are drawn in few: each color that is kept lies in a page of its
    own, and a visitor's copy of that page takes more room than the color."""
    near, far = doorbell.pair()
    near.send(json.dumps({"address": "", "port": 0, "pin": ""}).encode())
    bell = Doorbell(far.detach())
    async with opened(bell, FEW_COLORS, LANGUAGES[0]) as (app, pilot):
        await see_tables(app, pilot)
    for terminal, language in product(TERMINALS, LANGUAGES):
        read_all(language)
        async with opened(bell, terminal, language) as (app, _):
            app.shadow.changes(app.screen._compositor.render_update(full=True), app)
    decoder(said.ANY_FROM_HOST)
    near.close()
    bell.socket.close()


@asynccontextmanager
async def opened(
    bell: Doorbell, terminal: Mapping[str, str], language: str
) -> AsyncIterator[tuple[VisitorApp, Pilot[str]]]:
    """The app of a visitor who is nobody, in front of a terminal that shows nothing."""
    take_terminal(terminal)
    plain = Settings(path=NOWHERE, name="Nobody", named=True, language=language, motion=False)
    app = VisitorApp(plain, NOWHERE, bell)
    app.set_out = lambda: None  # type: ignore[method-assign]  # there is nowhere to go
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await pilot.pause()
        yield app, pilot


def read_all(language: str) -> None:
    """Read every word of a language, which otherwise waits until it is needed."""
    for name in (*SHARED, *GAMES):
        dict(read(language, name))


async def see_tables(app: MoontuiApp, pilot: Pilot[str]) -> None:
    for game, screen in product(GAMES, (LobbyScreen, GameScreen)):
        app.session = session_at(app, game, "lobby" if screen is LobbyScreen else "playing")
        await app.push_screen(screen(app.session))
        await pilot.pause()
        app.session = None
        await app.pop_screen()


def session_at(app: MoontuiApp, name: str, phase: str) -> Session:
    """What somebody hears who sits down before a game, or as it begins."""
    game, me = GAMES[name], Seat(0)
    seats = min(game.seats)
    state = start(game, seats, sha256(name.encode()).digest(), {})
    shown = view(game, state, me)
    events = [event.told_to(me) for event in state.events]
    shown.state.todo, shown.state.events = [], []
    client = Nobody("", 0, "Nobody", tls=False)
    client.seated = said.Seated("none", me)
    session = Session(client, app.words_for, NOWHERE)
    players = [said.Player("person", "Nobody"), *[said.Player("bot", "Bot")] * (seats - 1)]
    room = said.Room(
        table="none", title="", game=name, seats=seats, options={}, phase=phase, keeper=0,
        players=players, watchers=[], commitment="00" * 32, notebook="counts", watch="public",
    )  # fmt: skip
    session.hear(room)
    if phase == "playing":
        session.hear(said.Update(1, shown.state, events, 0, shown.ask, [], list(shown.waiting)))
    return session


if __name__ == "__main__":
    raise SystemExit(main())
