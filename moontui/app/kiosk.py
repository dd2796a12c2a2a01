"""`moontui watch --kiosk`: a table on the big screen in the room, forever and without a key press.

It sees what every watcher sees. It looks for a table, shows it, and stays for the whole evening,
from game to game. It looks again when the table or its host is gone, or when another table is in
play while nobody has played here yet.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import ModalScreen, Screen

from moontui.app import look_for_garbage
from moontui.app.aloud import is_aloud
from moontui.app.app import MoontuiApp
from moontui.app.leaving import had_an_evening
from moontui.app.screens.base import MoonScreen
from moontui.app.screens.evening import EveningScreen
from moontui.app.screens.result import ResultScreen
from moontui.app.screens.stage import StageGame, StageLobby
from moontui.app.start import run_to_its_end, watch_terminal
from moontui.app.widgets.sketch import Sketch
from moontui.client.call import HostTables, Wish, call, look
from moontui.client.folders import data_folder
from moontui.client.nearby import place_of, spelt, tables_of
from moontui.client.nobody import Nobody
from moontui.client.place import PORT, NoPlace, Place, parse
from moontui.client.reach import neighbours
from moontui.client.session import Session
from moontui.client.settings import Settings
from moontui.draw.easel import Easel
from moontui.draw.ink import Ink, Line
from moontui.draw.letters import width_of
from moontui.games import playable
from moontui.plain.out import say
from moontui.words.reasons import no_place
from net import messages as said
from net.addresses import local_addresses
from net.invites import BadInvite
from net.messages import Message
from net.reading import read_small
from net.text import NAME_CELLS, clean

AGAIN = 3.0
"""Seconds between two attempts to find a table."""
LINK = 200
"""No link is longer, in bytes."""
READ = 20.0
"""Seconds for which a result stays up before the table is shown again."""


class NightSky(Sketch):
    """The moon, and what the kiosk is waiting for."""

    DEFAULT_CSS = "NightSky { height: 1fr; }"

    text = ""

    def draw(self, width: int, height: int) -> list[Line]:
        screen = self.screen
        assert isinstance(screen, MoonScreen)
        look = screen.moon.look("")
        tools = Easel(look)
        if not width or height < 4:
            return [[Ink(clean(self.text, width), "gold")]]
        sheet = tools.sky(width, height, "kiosk", 1)
        large = width >= 100 and height >= 30
        disc, scale = ((32, 16), 2) if large else ((12, 6), 1)
        above = max(0, (height - disc[1] - 3 * scale - 4) // 2)
        sheet.overlay((width - disc[0]) // 2, above, tools.moon(*disc, 0.35))
        title = width_of("MOONTUI", scale)
        below = above + disc[1] + 1
        sheet.overlay((width - title) // 2, below, tools.letters("MOONTUI", scale=scale))
        text = clean(self.text, width)
        sheet.write((width - cell_len(text)) // 2, below + 3 * scale + 1, text, "gold")
        return sheet.lines


class WaitingScreen(MoonScreen[None]):
    """Nothing to see yet."""

    def compose(self) -> ComposeResult:
        yield NightSky()

    def say(self, text: str) -> None:
        for sky in self.query(NightSky):  # there is none while the app is closing
            if sky.text != text:
                sky.text = text
                sky.redraw()


class KioskApp(MoontuiApp):
    """The app with nobody at its keys."""

    BINDINGS: ClassVar[list[BindingType]] = []
    ATTENDED: ClassVar[bool] = False

    CSS = (
        MoontuiApp.CSS
        + """
    Keys { display: none; }
    """
    )

    def __init__(self, settings: Settings, data: Path, wish: argparse.Namespace) -> None:
        super().__init__(settings, data, wish)
        self.neighbours = neighbours
        self.shown_since = 0.0
        self.narrating.on = not getattr(wish, "mute", False)

    def get_default_screen(self) -> Screen[Any]:
        return WaitingScreen()

    def lobby_for(self, session: Session) -> Screen[Any]:
        return StageLobby(session, self.wish.link or self.link_here(session))

    def link_here(self, session: Session) -> str:
        """The link of the browser door, where a service of this account keeps it; empty: the table
        is elsewhere, or there is none."""
        if session.client.address not in ("localhost", *local_addresses()):
            return ""
        try:
            return clean(read_small(self.data / "web" / "link", LINK).decode().strip(), LINK)
        except (OSError, UnicodeDecodeError):
            return ""

    def game_for(self, session: Session) -> Screen[Any]:
        return StageGame(session)

    def set_out(self) -> None:
        look_for_garbage()
        if not self.wish.where or self.places()[0].code:
            self.run_worker(self.scout.look(), group="scout")
        self.run_worker(self.stay(), group="kiosk")
        self.set_interval(1.0, self.clear)

    async def stay(self) -> None:
        """Watch whatever there is, forever."""
        while True:
            if self.session is None or await self.is_dull(self.session):
                await self.find_one()
            await asyncio.sleep(AGAIN)

    async def find_one(self) -> None:
        """Go to a table, if there is one; if there is none, keep trying."""
        for place in self.places():
            try:
                if await self.go_and_see(place):
                    return
            except OSError:  # this machine's disk failed, or a code is not that of one host
                continue
        if self.session is None:
            self.say()

    def say(self) -> None:
        where = clean(self.wish.where, 60) or "LAN"
        screens = self.screen_stack  # there are none while the app is closing
        if screens and isinstance(screens[0], WaitingScreen) and screens[0].is_mounted:
            screens[0].say(self.words.say("kiosk", "waiting", place=where))

    def places(self) -> list[Place]:
        """Where to look: where the command line says, or wherever a table is found."""
        if not self.wish.where:
            return list(dict.fromkeys(place_of(host) for host in self.scout.hosts()))
        place = parse(self.wish.where, self.wish.port or PORT)
        return [place._replace(tls=place.tls and not self.wish.no_tls)]

    async def go_and_see(self, place: Place) -> bool:
        """Watch one of a host's tables: preferably one in play rather than one that is waiting."""
        who, nobody = self.caller(), Nobody(in_the_open=not place.tls)
        if place.code and (found := await spelt(place.code, self.scout.found, who.known, AGAIN)):
            place = place_of(found)._replace(letters=place.code)
        tables = await look(place, nobody, who)
        table = best(tables.rows) if tables is not None else ""
        if not table or self.is_at(table):
            return False
        arrival = await call(place, nobody, who, Wish(table, watch=True))
        if arrival is None or isinstance(arrival, HostTables):
            return False
        self.go_home()
        await self.attend(arrival)
        return True

    def is_at(self, table: str) -> bool:
        seated = self.session.client.seated if self.session is not None else None
        return seated is not None and seated.table == table

    async def is_dull(self, session: Session) -> bool:
        """Whether nothing is happening here while another table of the same host is in play."""
        room = session.room
        if session.lost or room is None or room.phase == "playing" or room.evening is not None:
            return False
        client = session.client
        heard = await tables_of(Place(client.address, client.port, client.tls), client.dial)
        return any(row.phase == "playing" and row.watch == "public" for row in heard.rows)

    def follow(self, session: Session, message: Message) -> None:
        playing = session.room is not None and session.room.phase == "playing"
        if playing and isinstance(self.screen, EveningScreen):
            self.pop_screen()
        if isinstance(message, said.Refused) and message.about == "join":
            session.ended = message.why  # the table has gone in the meantime
        super().follow(session, message)

    def over(self, session: Session) -> None:
        """Nobody is there to read why: look for another table."""
        self.session = None
        self.go_home()
        self.run_worker(session.client.close())
        self.say()

    def clear(self) -> None:
        """Take down what has been shown long enough, and after a result show the evening; in a room
        where people talk, it stays."""
        stays = self.session is not None and is_aloud(self.session)
        if stays or not isinstance(self.screen, ModalScreen):
            self.shown_since = 0.0
            return
        self.shown_since += 1.0
        if self.shown_since <= READ:
            return
        self.shown_since = 0.0
        result = isinstance(self.screen, ResultScreen) and self.screen.result.over
        self.pop_screen()
        if result and self.session is not None and had_an_evening(self.session):
            self.open_evening(self.session)


def best(rows: Sequence[said.Row]) -> str:
    """The table that most people want to see: one in play, then the fullest; empty: none."""
    open_rows = [row for row in rows if row.watch == "public" and not row.private]
    known = [row for row in open_rows if row.game in playable()]
    known.sort(key=lambda row: (row.phase == "playing", row.taken), reverse=True)
    return known[0].table if known else ""


def run_kiosk(wish: argparse.Namespace) -> int:
    data = data_folder()
    settings = Settings.load(data / "settings.json")
    settings.path = None  # a kiosk's name is not a setting of the account it runs under
    settings.name = clean(wish.name, NAME_CELLS) or "Kiosk"
    settings.named = True
    settings.bell = settings.title = False
    settings.language = wish.lang or settings.language
    app = KioskApp(settings, data, wish)
    try:
        app.places()
    except (BadInvite, NoPlace) as error:
        say(no_place(app.words, error))
        return 1
    watch_terminal(app)
    return run_to_its_end(app)
