"""The player's end in lines of text: the tables of a host, and a seat at one of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from shutil import get_terminal_size
from typing import Any

from engine.core import Ask
from engine.games import GAMES, seats_for
from moontui.client import proposal
from moontui.client.call import WHATEVER, Arrival, Caller, HostTables, Wish, call, look
from moontui.client.closing import closing_of
from moontui.client.people import Muted, Person, named, watchers_of
from moontui.client.session import SOON, Session
from moontui.games import first_playable
from moontui.plain.asker import InLines
from moontui.plain.handing import LineHanding
from moontui.plain.out import folded
from moontui.plain.table import LineTable, PlayerLeaves, by_lines, in_english, means
from moontui.words.agreed import agreed
from moontui.words.catalogue import Catalogue
from moontui.words.evening import as_text
from moontui.words.names import SEAT_LETTERS
from moontui.words.reasons import reason
from net import messages as said
from net.client import Back, Lost, Seeking
from net.invites import code_in_groups
from net.messages import KINDS, PHRASES, Message
from net.text import NAME_CELLS, TITLE_CELLS, clean


class LineClient:
    """Goes from table to table at one host, as the player types."""

    def __init__(self, tables: HostTables, asker: InLines, who: Caller) -> None:
        self.tables = tables
        self.asker = asker
        self.who = who
        self.words = who.words
        self.write = asker.write
        self.muted: dict[str, Muted] = {}
        """By table: whom the player does not listen to."""

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
            seat = LineSeat(arrival, self.asker, self.who, self.tables.rows)
            if arrival.client.seated is not None:
                table = arrival.client.seated.table
                seat.session.muted = self.muted.setdefault(table, Muted())
            wish = await seat.run()
            if wish == WHATEVER:
                await self.look_again()

    async def at_the_door(self) -> Wish | None:
        """Which table the player wants; None: the player leaves."""
        while (line := await self.asker.typed.next()) is not None:
            line = in_english(self.words, line.strip())
            wish = wished(line, self.tables.rows)
            if wish is not None:
                return await self.with_password(wish, line)
            if means(self.words, "quit", line):
                return None
            if line.lower() == "/tables":
                await self.look_again()
            else:
                by_lines(self.words.say("guest", "help"), self.write)
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

    IS_OFFERED_MORE = True
    """Whether another match may follow."""

    def __init__(
        self, arrival: Arrival, asker: InLines, who: Caller, rows: Sequence[said.Row]
    ) -> None:
        language = who.words.language
        catalogues: dict[str, Catalogue] = {"": who.words}
        self.session = Session(
            arrival.client,
            lambda game: catalogues.setdefault(game, Catalogue(language, game)),
            who.data,
        )
        self.client = arrival.client
        self.handing = LineHanding(self.session, who, asker.write)
        self.typed = asker.typed
        self.write = asker.write
        self.person = asker.person
        self.rows = rows
        self.lines: LineTable | None = None
        self.asked: Ask | None = None
        """The question that was asked last, until it is answered."""
        self.said_room = ""
        self.said_absent: int | None = None
        self.said_undone = ""
        self.said_agreed = ""
        self.told_outage = 0.0
        """Seconds of an outage after which it is told again that it goes on."""
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
            await self.handing.taker.hear(message)
            self.session.hear(message)
            if self.session.ended:
                self.write(reason(self.session.words, self.session.ended))
                return
            self.tell(message)
            self.handing.tell(message)
            if self.session.alarm:
                self.write(self.session.alarm)
                self.session.alarm = ""

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
                self.tell_said(message)
            case said.Notice():
                self.write(session.noticed(message))
            case said.Pairing():
                code = code_in_groups(message.code)
                self.say("pairing", "code", code=code, way=f"moontui plain … --pair {code}")
            case said.Claimed():
                name, where = clean(message.name, TITLE_CELLS), clean(message.where, TITLE_CELLS)
                self.say("pairing", "claimed", name=name, where=where)
                self.say("pairing", "how_to_answer")
            case said.Proof():
                self.tell_proof()
            case Lost():
                self.say("guest", "lost")
                self.told_outage = SOON
            case Seeking() if message.seconds > self.told_outage:
                self.write(self.session.outage)
                self.told_outage = 4 * message.seconds
            case Back():
                self.say("guest", "back")

    def tell_said(self, message: said.Said) -> None:
        """Who says what; on a terminal a long line goes on further in, so that no part of it looks
        like a line of somebody else."""
        session = self.session
        if session.is_muted(message):
            return
        who = session.speaker(message).written(session.words)
        line = session.words.say("guest", "said", who=who, text=session.spoken(message))
        for row in folded(line, get_terminal_size().columns) if self.person else [line]:
            self.write(row)

    def tell_seat(self, seated: said.Seated | None) -> None:
        if seated is None or seated.seat is None:
            self.say("guest", "watching")
        else:
            self.say("guest", "seated", seat=SEAT_LETTERS[seated.seat % len(SEAT_LETTERS)])

    def tell_room(self, room: said.Room) -> None:
        """Say what is agreed on and who is at the table, when that has changed."""
        words = self.session.words
        told = "; ".join(agreed(words, room))
        if told and told != self.said_agreed:
            self.say("guest", "agreed", options=told)
        self.said_agreed = told
        players = ", ".join(
            player_line(
                words,
                number,
                player,
                room.keeper == number,
                room.options.get("start") == str(number),
            )
            for number, player in enumerate(room.players)
        )
        text = words.say("guest", "room", title=clean(room.title, TITLE_CELLS), players=players)
        if room.watchers:
            text += "\n" + words.say("guest", "watchers", names=watchers_of(room))
        news = text != self.said_room
        if news:
            self.said_room = text
            by_lines(text, self.write)
        if room.absent is not None and (news or room.absent != self.said_absent):
            self.say("guest", "absent", name=self.session.names[room.absent])
        self.said_absent = room.absent
        undone = self.session.deals_undone
        if undone and undone != self.said_undone:
            self.write(undone)
        self.said_undone = undone

    def tell_proof(self) -> None:
        """The match is over: say whether the host kept to it, and where it is saved."""
        session = self.session
        if session.deal_checked and not session.alarm:
            self.write(session.deal_checked)
        if session.record is not None:
            self.say("guest", "proof", file=session.record)
        else:
            self.say("guest", "no_proof")
        if self.IS_OFFERED_MORE and session.seat is not None:
            self.say("guest", "once_more")

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
        if any(event.kind.startswith("won_") for event in session.news) and (
            judged := session.teller.judged(view, session.claims)
        ):
            self.write(judged)
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
            line = in_english(session.words, line)
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
            by_lines(self.session.words.say("guest", "help"), self.write)

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
            case "wolf":
                session.send(said.Wolf())
            case "play":
                session.send(proposal.typed(session, rest.lower().split()))
            case "sit":
                session.send(said.Sit(not session.waits))
            case "evening":
                self.tell_evening()
            case "people":
                self.tell_people()
            case "mute" | "unmute" | "remove" | "keeper" as verb:
                self.about(verb, rest)
            case "move":
                self.handing.move(seat_named(rest, len(session.players)))
            case "take" | "agree" | "stay" as answer:
                self.handing.answer(answer)
            case "lift":
                session.send(said.Lift(number))
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
                    by_lines(self.session.words.say("guest", "help"), self.write)

    def tell_evening(self) -> None:
        """How everybody has done in all games of this table."""
        room, words = self.session.room, self.session.words
        if room is None or room.evening is None:
            self.say("evening", "nothing")
            return
        session = self.session
        data = session.records.parent
        closing = closing_of(session.words_for, data, session.kept, room.evening)
        for line in as_text(words, room.evening, room.title, date.today(), closing):
            self.write(line)

    def tell_people(self) -> None:
        """Who is here besides bots, and who was sent away."""
        people = self.session.others
        if not people:
            self.say("people", "nobody")
        for person in people:
            if person.role == "sent_away":
                self.say("people", "list_sent_away", number=person.number, name=person.name)
            else:
                key = "list_muted" if person in self.session.muted else "list"
                self.say("people", key, mark=person.mark, name=person.called)

    def about(self, verb: str, who: str) -> None:
        """Do something about somebody: a seat by letter or number, a watcher by `w` and number."""
        session, words = self.session, self.session.words
        seat = seat_named(who, len(session.players))
        person = named(who, session.others)
        if verb == "remove" and seat is not None:  # a bot, or nobody, as well
            session.send(said.Remove(seat))
        elif verb == "keeper" and seat is not None:
            session.send(said.Keeper(seat))
        elif person is None or verb == "keeper":
            self.say("people", "no_such")
        elif verb == "remove":
            session.send(said.Dismiss(person.number))
        else:
            if (person in session.muted) == (verb == "unmute"):
                session.muted.toggle(person)
            self.say("people", f"{verb}d", name=person.written(words))

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
    for line in table_lines(words, rows):
        write(line)


def table_lines(words: Catalogue, rows: Sequence[said.Row]) -> Iterator[str]:
    """A line for each table, in the order in which the host tells of them."""
    for number, row in enumerate(rows, 1):
        about = {
            "number": number,
            "title": clean(row.title, TITLE_CELLS),
            "game": words.game_called(row.game),
            "phase": words.heard("phases", row.phase),
        }
        line = words.say("guest", "row", taken=row.taken, seats=row.seats, **about)
        keeper = clean(row.keeper, NAME_CELLS)
        yield words.say("guest", "kept_by", row=line, keeper=keeper) if keeper else line


def player_line(
    words: Catalogue, number: int, player: said.Player, keeps: bool, begins: bool = False
) -> str:
    """Who sits on a seat, and in what state."""
    letter = SEAT_LETTERS[number % len(SEAT_LETTERS)]
    if player.kind == "free":
        return f"{letter} {words.say('guest', 'free')}"
    name = Person("player", number, clean(player.name, NAME_CELLS)).called
    parts = [words.say("guest", "keeper" if keeps else "person", name=name)]
    states = {
        "bot": player.kind == "bot",
        "ready": player.ready,
        "away": player.away,
        "stand_in": player.stand_in,
        "begins": begins,
    }
    parts += [words.say("guest", state) for state, holds in states.items() if holds]
    if player.kind not in KINDS:
        parts.append(clean(player.kind, NAME_CELLS))
    return f"{letter} {' '.join(parts)}"


def seat_named(text: str, seats: int) -> int | None:
    """The seat that a letter or a number means."""
    letters, numbers = list(SEAT_LETTERS[:seats]), [str(n) for n in range(1, seats + 1)]
    word = text.strip().lower()
    for names in (letters, numbers):
        if word in names:
            return names.index(word)
    return None
