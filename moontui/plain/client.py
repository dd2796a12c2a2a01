"""The player's end in lines of text: the tables of a host, and a seat at one of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from engine.core import Ask
from engine.games import GAMES, seats_for
from moontui.client.call import WHATEVER, Arrival, Caller, HostTables, Wish, call, look
from moontui.client.session import Session
from moontui.games import first_playable
from moontui.plain.asker import InLines
from moontui.plain.table import LineTable, PlayerLeaves, means
from moontui.words.catalogue import Catalogue
from moontui.words.reasons import reason
from net import messages as said
from net.client import Back, Lost
from net.invites import code_in_groups
from net.messages import PHRASES, Message
from net.text import TITLE_CELLS, clean


class LineClient:
    """Goes from table to table at one host, as the player types."""

    def __init__(self, tables: HostTables, asker: InLines, who: Caller) -> None:
        self.tables = tables
        self.asker = asker
        self.who = who
        self.words = who.words
        self.write = asker.write

    async def run(self, first: Wish = WHATEVER) -> None:
        """Run until the player leaves or the host hangs up; the first wish may be known already."""
        wish: Wish | None = first
        show_tables(self.words, self.write, self.tables.rows)
        while wish is not None:
            if wish == WHATEVER:
                wish = await self.at_the_door()
                continue
            arrival = await call(self.tables.place, self.asker, self.who, wish)
            if not isinstance(arrival, Arrival):
                wish = WHATEVER
                continue
            wish = await LineSeat(arrival, self.asker, self.who, self.tables.rows).run()
            if wish == WHATEVER:
                await self.look_again()

    async def at_the_door(self) -> Wish | None:
        """Which table the player wants; None: the player leaves."""
        while (line := await self.asker.typed.next()) is not None:
            line = line.strip()
            wish = wished(line, self.tables.rows)
            if wish is not None:
                return await self.with_password(wish, line)
            if means(self.words, "quit", line):
                return None
            if line.lower() == "/tables":
                await self.look_again()
            else:
                self.write(self.words.say("guest", "help"))
        return None

    async def with_password(self, wish: Wish, line: str) -> Wish:
        if wish.create is None or "private" not in line.lower().split():
            return wish
        password = await self.asker.ask(self.words.say("guest", "password"), secret=True)
        wish.create.password = password or ""
        return wish

    async def look_again(self) -> None:
        tables = await look(self.tables.place, self.asker, self.who)
        if tables is not None:
            self.tables = tables
            show_tables(self.words, self.write, tables.rows)


class LineSeat:
    """A seat at a table: listens to the host on one side and the player on the other."""

    def __init__(
        self, arrival: Arrival, asker: InLines, who: Caller, rows: Sequence[said.Row]
    ) -> None:
        language, records = who.words.language, who.data / "records"
        catalogues: dict[str, Catalogue] = {"": who.words}
        self.session = Session(
            arrival.client,
            lambda game: catalogues.setdefault(game, Catalogue(language, game)),
            records,
        )
        self.client = arrival.client
        self.typed = asker.typed
        self.write = asker.write
        self.rows = rows
        self.lines: LineTable | None = None
        self.asked: Ask | None = None
        """The question that was asked last, until it is answered."""
        self.said_room = ""
        self.said_absent: int | None = None
        self.next: Wish | None = None
        """Where the player goes from here; None: home."""

    async def run(self) -> Wish | None:
        """Run until the player leaves or the host hangs up; returns where to go from here."""
        player = asyncio.create_task(self.hear_player())
        host = asyncio.create_task(self.hear_host())
        done, rest = await asyncio.wait({player, host}, return_when=asyncio.FIRST_COMPLETED)
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)
        await self.client.close()
        for task in done:
            task.result()
        return self.next

    def say(self, *path: str, **values: object) -> None:
        self.write(self.session.words.say(*path, **values))

    # ── from the host ───────────────────────────────────────────────────────────────────────────

    async def hear_host(self) -> None:
        self.tell_seat(self.client.seated)
        async for message in self.client.messages():
            self.session.hear(message)
            if self.session.ended:
                self.write(reason(self.session.words, self.session.ended))
                return
            self.tell(message)

    def tell(self, message: Message) -> None:
        """Say what the host has said; the session has already taken it in."""
        session = self.session
        match message:
            case said.TableList():
                self.rows = message.rows
                show_tables(session.words, self.write, message.rows)
            case said.Seated():
                self.lines = None
                self.tell_seat(message)
            case said.Room():
                self.tell_room(message)
            case said.Update():
                self.tell_game(message)
            case said.Refused():
                self.write(reason(session.words, message.why, message.detail))
            case said.Bye():
                self.write(reason(session.words, message.why))
            case said.Said():
                name = clean(message.name, TITLE_CELLS)
                self.say("guest", "said", name=name, text=session.spoken(message))
            case said.Notice():
                self.write(session.noticed(message))
            case said.Pairing():
                code = code_in_groups(message.code)
                self.say("pairing", "code", code=code, way=f"moontui plain … --pair {code}")
            case said.Claimed():
                name, where = clean(message.name, TITLE_CELLS), clean(message.where, TITLE_CELLS)
                self.say("pairing", "claimed", name=name, where=where)
                self.say("pairing", "how_to_answer")
            case said.Proof() if session.record is not None:
                self.say("guest", "proof", file=session.record)
            case said.Proof():
                self.say("guest", "no_proof")
            case Lost():
                self.say("guest", "lost")
            case Back():
                self.say("guest", "back")

    def tell_seat(self, seated: said.Seated | None) -> None:
        if seated is None or seated.seat is None:
            self.say("guest", "watching")
        else:
            self.say("guest", "seated", seat=seated.seat + 1)

    def tell_room(self, room: said.Room) -> None:
        """Say who is at the table, when that has changed."""
        words = self.session.words
        players = ", ".join(
            player_line(words, number, player, room.keeper == number)
            for number, player in enumerate(room.players)
        )
        text = words.say("guest", "room", title=clean(room.title, TITLE_CELLS), players=players)
        news = text != self.said_room
        if news:
            self.said_room = text
            self.write(text)
        if room.absent is not None and (news or room.absent != self.said_absent):
            self.say("guest", "absent", name=clean(room.players[room.absent].name, TITLE_CELLS))
        self.said_absent = room.absent

    def tell_game(self, update: said.Update) -> None:
        """The game has moved on."""
        session = self.session
        view = session.view
        if view is None:
            return
        if self.lines is None or update.first == 0:
            self.lines = LineTable(session.teller, session.words, self.write)
            self.asked = None
        self.lines.teller = session.teller
        self.lines.tell(session.news if update.first else session.history)
        if view.ask is not None and self.asked != view.ask:
            self.lines.put(view)
        self.asked = view.ask

    # ── from the player ─────────────────────────────────────────────────────────────────────────

    async def hear_player(self) -> None:
        while (line := await self.typed.next()) is not None and self.next is None:
            try:
                self.hear(line.strip())
            except PlayerLeaves:
                return
            if self.next is not None:
                return

    def hear(self, line: str) -> None:
        """Act on what the player has typed."""
        session = self.session
        if line.startswith("/"):
            self.command(*line[1:].split(maxsplit=1))
        elif session.view is not None and self.lines is not None:
            choice = self.lines.typed(line, session.view)
            if choice is not None:
                self.asked = None
                session.act(choice)
        elif means(session.words, "quit", line):
            raise PlayerLeaves
        elif (wish := wished(line, self.rows)) is not None:
            self.next = wish
        else:
            self.say("guest", "help")

    def command(self, word: str = "", rest: str = "") -> None:
        """Carry out a line that begins with a slash."""
        session = self.session
        number = int(rest) if rest.isdecimal() and len(rest) < 4 else 0
        match word.lower():
            case "tables":
                session.send(said.Tables())
            case "ready":
                session.ready()
            case "start":
                session.send(said.Start())
            case "addbot":
                session.send(said.Bot())
            case "remove" if 1 <= number <= 10:
                session.send(said.Remove(number - 1))
            case "keeper" if 1 <= number <= 10:
                session.send(said.Keeper(number - 1))
            case "say":
                session.send(said.Say(rest[:1000]))
            case "phrase" if rest in self.phrases:
                session.send(said.Phrase(rest))
            case "phrase":
                self.say("guest", "phrases", phrases=", ".join(self.phrases))
            case "wait" | "bot" | "end" if session.room and session.room.absent is not None:
                fate: Any = word.lower()
                session.send(said.Decide(session.room.absent, fate))
            case "pair":
                session.send(said.Pair())
            case "allow" | "deny":
                session.send(said.Allow(word.lower() == "allow"))
            case "leave":
                session.leave()
                self.next = WHATEVER
            case _:
                self.next = wished(f"/{word} {rest}", self.rows)
                if self.next is None:
                    self.say("guest", "help")

    @property
    def phrases(self) -> tuple[str, ...]:
        game = GAMES.get(self.session.game)
        return (*(game.phrases if game is not None else ()), *PHRASES)


def wished(line: str, rows: Sequence[said.Row]) -> Wish | None:
    """The table that a typed line asks for: a number, `/watch` and a number, `/new`, or `/claim`
    and a pairing code."""
    word, _, rest = line.partition(" ")
    if word.lower() == "/new":
        return Wish(create=new_table(rest.lower().split()))
    if word.lower() == "/claim":
        return Wish(claim=rest.strip()[:32])
    watch = word.lower() == "/watch"
    number = rest.strip() if watch else line
    if number.isdecimal() and len(number) < 5 and 1 <= int(number) <= len(rows):
        return Wish(rows[int(number) - 1].table, watch)
    return None


def new_table(words: Sequence[str]) -> said.Create:
    """A new table: the game, how many seats, and how many of them for bots."""
    numbers = [int(word) for word in words if word.isdecimal() and len(word) < 3]
    game = first_playable(*words)
    seats = numbers[0] if numbers else seats_for(GAMES[game])
    bots = numbers[1] if len(numbers) > 1 else 0
    clock = "clock" in words
    return said.Create(game, min(10, max(1, seats)), bots=min(9, bots), clock=clock)


def show_tables(words: Catalogue, write: Callable[[str], None], rows: Sequence[said.Row]) -> None:
    """The tables of a host, by number."""
    write(words.say("guest", "tables" if rows else "no_tables"))
    for number, row in enumerate(rows, 1):
        about = {
            "number": number,
            "title": clean(row.title, TITLE_CELLS),
            "game": words.game_called(row.game),
            "phase": words.say("phases", row.phase),
        }
        write(words.say("guest", "row", taken=row.taken, seats=row.seats, **about))


def player_line(words: Catalogue, number: int, player: said.Player, keeps: bool) -> str:
    """Who sits on a seat, and in what state."""
    if player.kind == "free":
        return f"{number + 1} {words.say('guest', 'free')}"
    name = clean(player.name, TITLE_CELLS)
    parts = [words.say("guest", "keeper" if keeps else "person", name=name)]
    states = {
        "bot": player.kind == "bot",
        "ready": player.ready,
        "away": player.away,
        "stand_in": player.stand_in,
    }
    parts += [words.say("guest", state) for state, holds in states.items() if holds]
    return f"{number + 1} {' '.join(parts)}"
