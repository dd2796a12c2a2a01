"""`moontui daily`: the Night's Deal, on its screen in the app, or in lines."""

from __future__ import annotations

import argparse
import asyncio
import sys
from concurrent.futures import BrokenExecutor
from datetime import date
from pathlib import Path

from msgspec.structs import replace

from engine.proof import UNSHARED
from engine.record import BadRecord
from moontui.client.call import Arrival, Caller, Wish, call
from moontui.client.local_host import LocalHost
from moontui.client.night import ME, RIVALS, Night
from moontui.client.nights import (
    Evening,
    Nights,
    Played,
    night_called,
    night_meant,
    strip,
    weighed_up,
)
from moontui.client.own_tables import own_seats
from moontui.client.place import HERE
from moontui.client.reckoning import rivals, summed_up
from moontui.client.records import read_record, replay_of
from moontui.client.settings import Settings
from moontui.client.ways import nights_wish
from moontui.games import first_playable
from moontui.plain.asker import InLines, Typed
from moontui.plain.client import LineSeat
from moontui.plain.out import complain, say
from moontui.plain.table import PlayerLeaves
from moontui.words.catalogue import Catalogue
from net import messages as said
from net.messages import Message


def chosen_night(wish: argparse.Namespace, words: Catalogue, settings: Settings) -> Night:
    """The night that the command line asks for. Raises `ValueError`, with a sentence."""
    game = first_playable(wish.game or settings.game)
    return night_meant(words, game, wish.date or "", date.today())


def run_daily(wish: argparse.Namespace, words: Catalogue, data: Path) -> int:
    """Play a night in lines, to the end or until the player stops."""
    settings = Settings.load(data / "settings.json")
    night = chosen_night(wish, words, settings)
    words = Catalogue(words.language, night.game)
    return asyncio.run(NightInLines(night, words, settings, data).run())


class NightSeat(LineSeat):
    """A seat that is left by itself as soon as the match is over and kept."""

    IS_OFFERED_MORE = False

    evening: Evening
    turn: asyncio.Event
    """Set while the player is asked something."""
    over: asyncio.Event

    async def play(self, evening: Evening) -> None:
        """Play until the match is over, or the player stops."""
        self.evening, self.turn, self.over = evening, asyncio.Event(), asyncio.Event()
        self.session.ready(nonce=UNSHARED)
        playing, over = asyncio.create_task(self.run()), asyncio.create_task(self.over.wait())
        await asyncio.wait({playing, over}, return_when=asyncio.FIRST_COMPLETED)
        for task in (playing, over):
            task.cancel()
        await asyncio.gather(playing, over, return_exceptions=True)
        await self.client.close()

    def tell(self, message: Message) -> None:
        super().tell(message)
        self.evening.hear(self.session)
        if isinstance(message, said.Proof) and self.session.record is not None:
            self.over.set()
        elif self.asked is not None and self.session.held is None:
            self.turn.set()

    async def hear_player(self) -> None:
        """Read a line for every question: what is typed before it is asked waits."""
        while await self.turn.wait() and (line := await self.typed.next()) is not None:
            try:
                self.hear(line.strip())
            except PlayerLeaves:
                return
            if self.asked is None:  # an answer is on its way
                self.turn.clear()


class NightInLines:
    """One night, told in lines."""

    def __init__(self, night: Night, words: Catalogue, settings: Settings, data: Path) -> None:
        self.night, self.words, self.settings, self.data = night, words, settings, data
        self.nights = Nights(data)
        self.local = LocalHost("moontui", data / "solo")

    async def run(self) -> int:
        host = await self.local.open_here()
        try:
            if self.local.is_borrowed:
                complain(self.words.say("night", "in_use"))
                return 1
            first = self.nights.of(self.night)
            own = own_seats(self.local.own_tokens)
            goes_on = first is not None and first.table in own
            goes_on = goes_on and host.tables.opening_of(first.table if first else "") is not None
            self.welcome(first, goes_on)
            wish = Wish(create=replace(nights_wish(self.settings, self.night), pace=0))
            return await self.play(Wish(first.table) if first is not None and goes_on else wish)
        finally:
            await self.local.close()

    def welcome(self, first: Played | None, goes_on: bool) -> None:
        """What is played, against whom, and whether it counts."""
        words, night = self.words, self.night
        names = night.record(self.settings.name).names[1:]
        told = {"number": night.number, "game": words.title, "bots": ", ".join(names)}
        say(words.say("night", "begins", date=night_called(words, night.date), **told))
        if first is not None and first.won is not None:
            say(words.say("night", "was_first", strip=strip(words, first)))
        if first is not None and not goes_on:
            say(words.say("night", "practises"))

    async def play(self, wish: Wish) -> int:
        typed, person = Typed(sys.stdin), sys.stdin.isatty()
        asker = InLines(self.words, say, typed, person)
        who = Caller(self.settings, self.words, self.data)
        arrival = await call(HERE, asker, who.at(self.local.dial, self.local.own_tokens), wish)
        if not isinstance(arrival, Arrival):
            return 1
        seat, evening = NightSeat(arrival, asker, who, ()), Evening(self.data)
        await seat.play(evening)
        if seat.session.record is None:
            say(self.words.say("night", "kept"))
            return 0
        say(self.words.say("plain", "over"))
        first = evening.played
        if first is not None and first.record == seat.session.record.name:
            say(strip(self.words, first))
            if person:  # a script waits for nothing
                await self.find_out(first)
        return 0

    async def find_out(self, played: Played) -> None:
        """Weigh the choices, try the bots, and say what came of it."""
        say(self.words.say("night", "wait"))
        try:
            match = replay_of(read_record(self.data / "records" / played.record))
            decisions, total = await summed_up(match, ME, lambda done, whole: None)
            if total is not None:
                played = weighed_up(played, decisions, total)
                self.nights.put(played)
            say(strip(self.words, played))
            won = sum([each async for each in rivals(self.night)])
        except (BadRecord, BrokenExecutor):
            say(self.words.say("night", "not_weighed"))
            return
        self.nights.put(replace(played, rivals=won))
        say(self.words.say("night", "rivals", count=RIVALS, won=won))
