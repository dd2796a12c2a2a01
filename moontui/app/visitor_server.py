"""The process of which visitors' processes are copies: it has loaded and drawn everything once.

A host starts `python -m moontui.app.visitor_server N`, with its end of the line as descriptor N.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from contextvars import copy_context
from hashlib import sha256
from pathlib import Path

from textual.pilot import Pilot

from engine.core import Seat
from engine.games import GAMES
from engine.play import start, view
from moontui.app.app import MoontuiApp
from moontui.app.screens import find, lobby, moment, result, rules, settings  # noqa: F401
from moontui.app.screens.game import GameScreen
from moontui.app.visitor_app import OneHost, visit_from_copy
from moontui.client.session import Session
from moontui.client.settings import Settings
from moontui.words.catalogue import LANGUAGES
from net import messages as said
from net.client import Client
from net.fork_server import serve
from net.messages import Message

NOWHERE = Path("/dev/null/nowhere")
"""A folder in which nothing is ever found or kept."""
SIZE = (80, 24)


class Rehearsal(MoontuiApp):
    """The app in front of nobody."""

    def set_out(self) -> None:
        """There is nowhere to go."""


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
    """Draw Home in every language and a table of each game: what they need is loaded then, and
    what can be remembered is."""
    for language in LANGUAGES:
        plain = Settings(path=NOWHERE, name="Nobody", named=True, language=language, motion=False)
        app = Rehearsal(plain, NOWHERE, new_finder=OneHost, port=0)
        async with app.run_test(size=SIZE) as pilot:
            await pilot.pause()
            if language == LANGUAGES[0]:
                await see_tables(app, pilot)


async def see_tables(app: MoontuiApp, pilot: Pilot[str]) -> None:
    for game in GAMES:
        session = session_at(app, game)
        app.session = session
        await app.push_screen(GameScreen(session))
        await pilot.pause()
        app.session = None
        await app.pop_screen()


def session_at(app: MoontuiApp, name: str) -> Session:
    """What somebody hears who sits down as a game begins."""
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
        table="none", title="", game=name, seats=seats, options={}, phase="playing", keeper=0,
        players=players, watchers=[], commitment="00" * 32, notebook="counts", watch="public",
    )  # fmt: skip
    session.hear(room)
    session.hear(said.Update(1, shown.state, events, 0, shown.ask, [], list(shown.waiting)))
    return session


if __name__ == "__main__":
    raise SystemExit(main())
