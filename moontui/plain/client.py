"""A guest at a table of some host, in lines of text: for terminals, screen readers and scripts."""

from __future__ import annotations

import asyncio
import secrets
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from engine.core import Ask, Event, Seat, View, this_round
from engine.games import GAMES, seats_for
from moontui.plain.table import Leave, LineTable, printable
from moontui.words.catalogue import Catalogue
from moontui.words.teller import teller_for, told_apart
from net import messages as said
from net.client import Back, Client, Lost, event_of, view_of
from net.messages import Message
from net.security import private_file
from net.text import CHAT_CELLS, NAME_CELLS, TITLE_CELLS, clean


class Guest:
    """Hears the host on one side and the player on the other."""

    def __init__(
        self, client: Client, words: Catalogue, write: Callable[[str], None], records: Path
    ) -> None:
        self.client = client
        self.words = words
        self.write = write
        self.records = records
        self.room: said.Room | None = None
        self.rows: list[said.Row] = []
        self.lines: LineTable | None = None
        self.shown: View[Any] | None = None
        self.turn = 0
        self.history: list[Event] = []
        self.asked: Ask | None = None
        """The question that was put last, until it is answered."""
        self.said_room = ""
        self.said_absent: int | None = None
        self.wants_password: said.Join | said.Create | None = None
        """What is sent once the player has typed a password."""

    async def run(self, typed: asyncio.Queue[str | None]) -> None:
        """Until the player leaves or the host hangs up."""
        player = asyncio.create_task(self.hear_player(typed))
        host = asyncio.create_task(self.hear_host())
        done, rest = await asyncio.wait({player, host}, return_when=asyncio.FIRST_COMPLETED)
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)
        for task in done:
            task.result()

    def say(self, *path: str, **values: object) -> None:
        self.write(self.words.say(*path, **values))

    # ── from the host ───────────────────────────────────────────────────────────────────────────

    async def hear_host(self) -> None:
        self.client.send(said.Tables())
        async for message in self.client.messages():
            self.hear(message)

    def hear(self, message: Message) -> None:
        match message:
            case said.TableList():
                self.show_tables(message.rows)
            case said.Seated():
                self.lines = self.shown = None
                if message.seat is None:
                    self.say("guest", "watching")
                else:
                    self.say("guest", "seated", seat=message.seat + 1)
            case said.Room():
                self.show_room(message)
            case said.Update():
                self.update(message)
            case said.Refused():
                self.say("refused", message.why, detail=clean(message.detail, CHAT_CELLS))
            case said.Bye():
                self.say("refused", message.why)
                self.room = None
            case said.Said():
                phrase = message.phrase
                text = self.spoken.say("phrases", phrase) if phrase else ""
                text = text or clean(message.text, CHAT_CELLS)
                self.say("guest", "said", name=clean(message.name, TITLE_CELLS), text=text)
            case said.Notice():
                self.say("notices", message.key, name=clean(message.name, TITLE_CELLS))
            case said.Proof():
                self.keep_proof(message)
            case Lost():
                self.say("guest", "lost")
            case Back():
                self.say("guest", "back")

    def show_tables(self, rows: list[said.Row]) -> None:
        self.rows = rows
        self.say("guest", "tables" if rows else "no_tables")
        for number, row in enumerate(rows, 1):
            phase = self.words.say("phases", row.phase)
            title = clean(row.title, TITLE_CELLS)
            game = self.words.game_called(row.game)
            values = {"number": number, "title": title, "game": game, "phase": phase}
            self.say("guest", "row", taken=row.taken, seats=row.seats, **values)

    def show_room(self, room: said.Room) -> None:
        """Say who is at the table, when that has changed."""
        self.room = room
        players = ", ".join(self.player(n, player) for n, player in enumerate(room.players))
        text = self.words.say(
            "guest", "room", title=clean(room.title, TITLE_CELLS), players=players
        )
        news = text != self.said_room
        if news:
            self.said_room = text
            self.write(text)
        if room.absent is not None and (news or room.absent != self.said_absent):
            self.say("guest", "absent", name=clean(room.players[room.absent].name, TITLE_CELLS))
        self.said_absent = room.absent

    def player(self, number: int, player: said.Player) -> str:
        if player.kind == "free":
            return f"{number + 1} {self.words.say('guest', 'free')}"
        kept = self.room is not None and self.room.keeper == number
        name = clean(player.name, TITLE_CELLS)
        words = [self.words.say("guest", "keeper" if kept else "person", name=name)]
        states = {
            "bot": player.kind == "bot",
            "ready": player.ready,
            "away": player.away,
            "stand_in": player.stand_in,
        }
        words += [self.words.say("guest", state) for state, holds in states.items() if holds]
        return f"{number + 1} {' '.join(words)}"

    def update(self, update: said.Update) -> None:
        """The game has gone on."""
        assert self.room is not None
        seat = self.client.seated.seat if self.client.seated is not None else None
        me = None if seat is None else Seat(seat)
        self.shown = view_of(GAMES[self.room.game], me, update)
        if self.lines is None or update.first == 0:
            names = told_apart([clean(player.name, NAME_CELLS) for player in self.room.players])
            words = Catalogue(self.words.language, self.room.game)
            personas = [player.persona for player in self.room.players]
            teller = teller_for(self.room.game, words, names, me, personas)
            self.lines = LineTable(teller, words, self.write)
            self.asked = None
            self.history = []
        self.turn = update.turn
        told = [event_of(event) for event in update.events]
        self.history += told
        self.shown.state.events = list(this_round(self.history))
        self.lines.tell(told)
        if self.shown.ask is not None and self.asked != self.shown.ask:
            self.lines.put(self.shown)
        self.asked = self.shown.ask

    def keep_proof(self, proof: said.Proof) -> None:
        """Keep the record of a finished match, so that it can be checked."""
        file = self.records / f"{proof.secret[:12]}.moon"
        try:
            private_file(file, proof.record.encode())
        except OSError as error:
            self.write(printable(str(error)))
            return
        self.say("guest", "proof", file=file)

    # ── from the player ─────────────────────────────────────────────────────────────────────────

    async def hear_player(self, typed: asyncio.Queue[str | None]) -> None:
        while (line := await typed.get()) is not None:
            try:
                self.typed(line.strip())
            except Leave:
                return

    def typed(self, line: str) -> None:
        if self.wants_password is not None:
            self.client.send(msgspec.structs.replace(self.wants_password, password=line[:200]))
            self.wants_password = None
        elif line.startswith("/"):
            self.command(*line[1:].split(maxsplit=1))
        elif self.shown is not None and self.lines is not None:
            choice = self.lines.typed(line, self.shown)
            if choice is not None:
                self.asked = None
                self.client.act(self.turn, choice)
        elif line.lower() in ("q", "quit", "exit", "ende"):
            raise Leave
        elif line.isdecimal() and 1 <= int(line[:4]) <= len(self.rows):
            self.join(self.rows[int(line[:4]) - 1], watch=False)
        else:
            self.say("guest", "help")

    def join(self, row: said.Row, watch: bool) -> None:
        """Sit down at a table, where one has a seat already or where one is free."""
        kept = self.client.tokens.all() if self.client.tokens is not None else {}
        if row.table in kept:
            self.client.send(said.Join(row.table, kept[row.table]))
        elif row.private:
            self.wants_password = said.Join(row.table, watch=watch)
            self.say("guest", "password")
        else:
            self.client.send(said.Join(row.table, watch=watch))

    def command(self, word: str = "", rest: str = "") -> None:
        """A line that begins with a slash."""
        number = int(rest) if rest.isdecimal() and len(rest) < 4 else 0
        match word.lower():
            case "tables":
                self.client.send(said.Tables())
            case "new":
                self.new_table(rest.split())
            case "watch" if 1 <= number <= len(self.rows):
                self.join(self.rows[number - 1], watch=True)
            case "ready":
                self.client.send(said.Ready(secrets.token_hex(16)))
            case "start":
                self.client.send(said.Start())
            case "addbot":
                self.client.send(said.Bot())
            case "remove" if 1 <= number <= 10:
                self.client.send(said.Remove(number - 1))
            case "keeper" if 1 <= number <= 10:
                self.client.send(said.Keeper(number - 1))
            case "say":
                self.client.send(said.Say(rest[:1000]))
            case "phrase" if self.spoken.has("phrases", rest):
                self.client.send(said.Phrase(rest))
            case "phrase":
                self.say("guest", "phrases", phrases=", ".join(self.spoken.parts("phrases")))
            case "wait" | "bot" | "end" if self.room is not None and self.room.absent is not None:
                fate: Any = word.lower()
                self.client.send(said.Decide(self.room.absent, fate))
            case "leave":
                self.client.send(said.Leave())
                self.lines = self.shown = self.room = None
                if self.client.tokens is not None and self.client.seated is not None:
                    self.client.tokens.forget(self.client.seated.table)
                self.client.seated = None
                self.client.send(said.Tables())
            case _:
                self.say("guest", "help")

    @property
    def spoken(self) -> Catalogue:
        """The words of this table, those of its game among them."""
        return self.lines.words if self.lines is not None else self.words

    def new_table(self, words: list[str]) -> None:
        """Open a table: the game, how many seats, how many of them for bots."""
        numbers = [int(word) for word in words if word.isdecimal() and len(word) < 3]
        game = next((word for word in words if word in GAMES), next(iter(GAMES)))
        seats = numbers[0] if numbers else seats_for(GAMES[game])
        bots = numbers[1] if len(numbers) > 1 else 0
        clock = "clock" in words
        wish = said.Create(game, min(10, max(1, seats)), bots=min(9, bots), clock=clock)
        if "private" in words:
            self.wants_password = wish
            self.say("guest", "password")
        else:
            self.client.send(wish)


def typed_lines(loop: asyncio.AbstractEventLoop) -> asyncio.Queue[str | None]:
    """What is typed, line by line, and None at the end; read in a thread, as it blocks."""
    lines: asyncio.Queue[str | None] = asyncio.Queue()

    def read() -> None:
        for line in sys.stdin:
            loop.call_soon_threadsafe(lines.put_nowait, line)
        loop.call_soon_threadsafe(lines.put_nowait, None)

    threading.Thread(target=read, daemon=True).start()
    return lines
