"""The host: all tables of a process, opened, brought back and closed. It decides no game."""

from __future__ import annotations

import asyncio
import fcntl
import logging
import os
import secrets
import socket
import ssl
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import InitVar, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from engine.core import Seat
from engine.games import GAMES, level_for
from engine.play import settings
from engine.record import file_name, from_text, to_text
from net import facts
from net import messages as said
from net.admission import Admission, seat_by_token
from net.connections import Connection, Connections, Limits
from net.guests import Bans, Book, Guest
from net.journal import DiskTrouble, Journal, Journals, NotWritten, Recovered
from net.lasting import Opening
from net.messages import Message
from net.pairing import Pairings
from net.present import Peer
from net.requests import Refusal
from net.security import FolderInUse, Limiter, private_file
from net.table import Table
from net.table_task import TableTask
from net.text import CHAT_CELLS, TITLE_CELLS, clean
from net.thinking import Bots
from net.windows import window_of
from net.wire import TO_HOST

__all__ = ["FolderInUse", "Host", "lost", "seat_by_token"]

log = logging.getLogger("moontui.host")

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""For names of tables: nothing that could be misheard when read aloud."""


def new_secret() -> bytes:
    """Something nobody can guess."""
    return secrets.token_bytes(32)


@dataclass(slots=True)
class Host:
    """All tables of one process, and everybody connected to it."""

    name: str
    data: Path
    tls: ssl.SSLContext | None = None
    limits: Limits = field(default_factory=Limits)
    pool: InitVar[Executor | None] = None
    """Where bots think; None: in a process of their own."""
    tables: dict[str, TableTask] = field(default_factory=dict)
    connections: Connections = field(init=False)
    admission: Admission = field(init=False)
    pairings: Pairings = field(init=False)
    book: Book = field(init=False)
    """Who holds which name."""
    bots: Bots = field(init=False)
    journals: Journals = field(init=False)
    draw: Callable[[], bytes] = new_secret
    """Where secrets come from."""
    changed: Callable[[], None] = lambda: None
    """Called when the list of tables has changed."""
    draining: bool = False
    """Whether no more tables are opened, since the host will stop after the current games."""
    _servers: list[asyncio.Server] = field(default_factory=list)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _lock: int = -1
    _opening: int = 0
    """How many tables are being opened; they count already."""
    _chat: Limiter = field(init=False)
    _hints: Limiter = field(init=False)

    def __post_init__(self, pool: Executor | None) -> None:
        clock = asyncio.get_running_loop().time
        self.journals = Journals(self.data / "tables")
        self.connections = Connections(self, self.limits, bans=Bans(self.data / "bans.json"))
        self.book = Book(self.data / "names.json")
        self._chat = Limiter(5, 10, clock)
        self._hints = Limiter(20, 60, clock)
        self.bots = Bots(pool) if pool is not None else Bots()
        self.admission = Admission(self)
        self.pairings = Pairings(self)

    # ── life ────────────────────────────────────────────────────────────────────────────────────

    async def start(self, bind: str | None = None, port: int = 0) -> int:
        """Bring back all tables and listen; returns the port. Raises `FolderInUse`."""
        self.open()
        return await self.listen(bind, port)

    def open(self) -> None:
        """Bring back all tables; whoever is in this process can sit down. Raises `FolderInUse`."""
        self._lock = lock(self.data)
        self.recover()
        self.keep(self.connections.clock.beat())
        self.keep(self.connections.watch_over())
        self.keep(self.clear_away())

    async def listen(self, bind: str | None = None, port: int = 0) -> int:
        """Let people in from elsewhere; returns the port."""
        if self.draw is not new_secret:
            raise ValueError("A host whose deals are given lets nobody in from elsewhere.")
        accept = partial(self.connections.accept, tls=self.tls)
        server = await asyncio.start_server(accept, bind, port, limit=TO_HOST * 2)
        self._servers.append(server)
        return int(server.sockets[0].getsockname()[1])

    def dial(self, guest: Guest | None = None) -> socket.socket:
        """A connection to this host from this machine: no port, but the same messages. What a door
        knows about a guest counts more than what the guest's client says."""
        near, far = socket.socketpair()
        self.keep(self.pick_up(far, guest))
        return near

    async def pick_up(self, far: socket.socket, guest: Guest | None = None) -> None:
        streams = await asyncio.open_connection(sock=far, limit=TO_HOST * 2)
        await self.connections.accept(*streams, guest=guest)

    @property
    def bans(self) -> Bans:
        return self.connections.bans

    def recover(self) -> None:
        """Let the facts of every journal happen again; a journal that fails is set aside."""
        found, set_aside = self.journals.recover()
        for broken in set_aside:
            log.error("a table was set aside: %s", broken)
        for journal in found:
            try:
                table = self.brought_back(journal)
            except Exception as error:  # whatever is wrong with one table, the others play on
                log.error("table %s was set aside: %r", journal.table, error)
                self.journals.set_aside(
                    journal.table,
                    f"It cannot be played on ({error!r}): move it back and start the moontui that "
                    "wrote it, or delete it.",
                )
                continue
            self.adopt(table, self.journals.resume(journal.table))
            last = table.lasting.last
            if table.lasting.phase == "over" and last is not None:  # its record may not be kept yet
                self.keep(self.keep_record(journal.table, to_text(last)))
            if table.abandoned():
                self.close(journal.table)
        log.info("%d tables are back", len(self.tables))

    def brought_back(self, journal: Recovered) -> Table:
        """The table of a journal. Raises `ValueError` for anything this moontui does not know."""
        table = Table.opened(Opening.of(journal.header), self.draw)
        ours, theirs = table.lasting.game.version, table.opening.version
        if ours != theirs:
            raise ValueError(f"rules {theirs}, not {ours}")
        for entry in journal.entries:
            table.recall(entry)
        return table

    def adopt(self, table: Table, journal: Journal) -> None:
        """Look after a table from now on."""
        task = self.tables[table.opening.table] = TableTask(self, table, journal)
        task.set_timers()
        self.changed()

    async def stop(self, why: str = "host_stops") -> None:
        """Say goodbye to everybody and stop; the journals hold everything."""
        for server in self._servers:
            server.close()
        for connection in [*self.connections.by_peer.values(), *self.connections.turned_away]:
            self.connections.hang_up(connection, why)
        for task in list(self.tables.values()):
            await task.stop()
        for other in list(self._tasks):
            other.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.journals.close()
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1
        self.admission.checker.shutdown(wait=False, cancel_futures=True)
        self.bots.pool.shutdown(wait=False, cancel_futures=True)

    def keep(self, work: Any) -> None:
        """Run something in the background, with a reference so that it is not lost."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def deal_next_from(self, secret: bytes) -> None:
        """Deal the next table from a given secret, as a solo player may wish; later tables are
        dealt by chance. Raises `ValueError` on a host that others can reach."""
        if self._servers:
            raise ValueError("A host that others can reach draws its secrets by chance.")
        given = iter([secret])
        self.draw = lambda: next(given, None) or new_secret()

    def report(self, table: Table, trouble: str) -> None:
        """Keep what is needed to find a bug, for the owner of this machine only."""
        folder = self.data / "reports"
        number = len(list(folder.glob("*.txt"))) if folder.is_dir() else 0
        if number < 100:
            text = f"{table.opening.table} turn {table.lasting.turn}\n{trouble}"
            try:
                private_file(folder / f"{number:03}.txt", text.encode())
            except OSError as error:
                log.error("no report could be kept: %s", error)

    # ── what clients say ────────────────────────────────────────────────────────────────────────

    def gone(self, connection: Connection) -> None:
        """A connection is dead; its table hears of it."""
        self.pairings.gone(connection.peer)
        task = self.tables.get(connection.table)
        if task is not None:
            task.send(lambda draft: lost(draft, connection.peer), about="lost")

    def missed(self, connection: Connection) -> None:
        """A client that did not read for a while is shown everything afresh."""
        task = self.tables.get(connection.table)
        if task is not None:
            task.send(lambda draft: show_again(draft, connection.peer))

    async def hear(self, connection: Connection, message: Message) -> None:
        """Take a message to whom it concerns."""
        peer = connection.peer
        about = str(message.__struct_config__.tag)
        if not connection.greeted and not isinstance(message, said.Hello):
            self.connections.refuse(peer, "hello_first", about)
            return
        match message:
            case said.Hello():
                self.admission.greet(connection, message)
            case said.Pong():
                pass
            case said.Tables():
                rows = [task.table.row() for task in self.tables.values()]
                self.connections.send(peer, said.TableList(rows))
            case said.Create():
                await self.create(connection, message)
            case said.Join():
                await self.admission.join(connection, message)
            case said.Pair() | said.Claim() | said.Allow():
                self.pairings.hear(connection, message)
            case said.Say() | said.Phrase():
                self.chat(connection, message)
            case said.Hint():
                self.keep(self.advise(connection))
            case said.Ready(ready=True) | said.Start() if self.draining:
                self.connections.refuse(peer, "draining", about)
            case _:
                await self.to_table(connection, message, about)

    async def to_table(self, connection: Connection, message: Message, about: str) -> None:
        task, peer = self.tables.get(connection.table), connection.peer
        action = message.id if isinstance(message, said.Act) else None
        if task is None:
            self.connections.refuse(peer, "no_table", about, action)
            return
        settled = task.send(lambda draft: draft.hear(peer, message), peer, about, action)
        if isinstance(message, said.Leave):
            await settled
            if peer not in task.table.peers():
                connection.table = ""

    async def create(self, connection: Connection, wish: said.Create) -> None:
        """Open a table and seat whoever asked for it."""
        guest = connection.guest.id if connection.guest is not None else ""
        try:
            self.make_room(guest)
            table = await self.open_table(wish, connection.name)
        except Refusal as refusal:
            self.connections.refuse(connection.peer, refusal.why, "create", None, refusal.detail)
            return
        self.tables[table].opened_by = guest
        await self.admission.seat(connection, self.tables[table])

    def make_room(self, guest: str) -> None:
        """A guest who has opened many tables loses one at which only bots are left. Raises
        `Refusal`."""
        mine = [task for task in self.tables.values() if guest and task.opened_by == guest]
        if len(mine) < self.limits.tables_of_guest:
            return
        for task in mine:
            if task.table.is_solo() and not any(task.table.peers()):
                self.close(task.table.opening.table)
                return
        raise Refusal("too_many_tables")

    def playing(self) -> int:
        """How many tables have a game on."""
        return sum(task.table.lasting.phase == "playing" for task in self.tables.values())

    def lingering(self) -> bool:
        """Whether somebody is still looking at the result of a game."""
        tables = [task.table for task in self.tables.values()]
        return any(table.lasting.phase == "over" and any(table.peers()) for table in tables)

    async def open_table(self, wish: said.Create, name: str) -> str:
        """Open a table with its bots; returns its id. Raises `Refusal`."""
        if self.draining:
            raise Refusal("draining")
        if len(self.tables) + self._opening >= self.limits.tables:
            raise Refusal("too_many_tables")
        self._opening += 1
        try:
            return await self.set_up(wish, await self.opening(wish, name))
        finally:
            self._opening -= 1

    async def set_up(self, wish: said.Create, opening: Opening) -> str:
        table = Table.opened(opening, self.draw)
        table.do(facts.Secret(self.draw().hex()))
        for number in range(max(1, wish.seats - wish.bots), wish.seats):
            table.seat_bot(Seat(number), opening.level)
        try:
            journal = self.journals.create(opening.table, opening.header())
            await self.journals.commit(journal, table.entries)
        except DiskTrouble as trouble:
            log.error("no table could be opened: %s", trouble)
            raise Refusal("disk") from trouble
        table.facts, table.entries = [], []
        self.adopt(table, journal)
        return opening.table

    async def opening(self, wish: said.Create, name: str) -> Opening:
        """How a table is to be opened, checked. Raises `Refusal`."""
        game = GAMES.get(wish.game)
        if game is None:
            raise Refusal("no_such_game")
        if wish.seats not in game.seats:
            raise Refusal("wrong_seats", f"{game.seats[0]}-{game.seats[-1]}")
        if wish.level and wish.level not in game.bots:
            raise Refusal("no_such_level")
        try:
            options = settings(game, wish.options)
        except ValueError as error:
            raise Refusal("bad_option", str(error)) from error
        checked = {
            "options": options,
            "level": level_for(game, wish.level),
            "title": clean(wish.title, TITLE_CELLS) or name,
        }
        return Opening(
            **said.terms_of(wish) | checked,
            table="".join(secrets.choice(ALPHABET) for _ in range(8)),
            version=game.version,
            password=await self.admission.lock(wish.password) if wish.password else "",
        )

    async def advise(self, connection: Connection) -> None:
        """Tell somebody what they could do, from what their seat knows, where that is allowed."""
        peer, task = connection.peer, self.tables.get(connection.table)
        if task is None:
            self.connections.refuse(peer, "no_table", "hint")
            return
        try:
            turn, shown = task.table.asks_for_advice(peer)
        except Refusal as refusal:
            self.connections.refuse(peer, refusal.why, "hint")
            return
        if not self._hints.allow(str(peer)):
            self.connections.refuse(peer, "too_fast", "hint")
            return
        advice = await self.bots.advise(task.table, shown, turn)
        ideas = [[[list(choice) for choice in idea.choices], idea.chance] for idea in advice.ideas]
        self.connections.send(peer, said.Advice(turn, ideas, advice.hit, list(advice.reasons)))

    def chat(self, connection: Connection, message: said.Say | said.Phrase) -> None:
        """Pass on what somebody says to the table, made harmless."""
        task = self.tables.get(connection.table)
        if task is None:
            self.connections.refuse(connection.peer, "no_table", "say")
            return
        window = window_of(task.table)
        if window is not None and window.quiet:
            self.connections.refuse(connection.peer, "quiet", "say")
            return
        if not self._chat.allow(str(connection.peer)):
            self.connections.refuse(connection.peer, "too_much_talk", "say")
            return
        seat = task.table.seat_of(connection.peer)
        if isinstance(message, said.Phrase):
            if message.key not in (*said.PHRASES, *task.table.lasting.game.phrases):
                self.connections.refuse(connection.peer, "no_such_phrase", "phrase")
                return
            spoken = said.Said(connection.name, seat, phrase=message.key)
        else:
            text = clean(message.text, CHAT_CELLS)
            if not text:
                self.connections.refuse(connection.peer, "nothing_said", "say")
                return
            spoken = said.Said(connection.name, seat, text)
        task.announce(spoken)

    def deliver(self, table: Table) -> None:
        """Send what a table has to say, keep finished matches, and close a table nobody is at."""
        letters: dict[Peer, list[Message]] = {}
        for peer, message in table.out:
            letters.setdefault(peer, []).append(message)
            if isinstance(message, said.Seated):
                self.arrived(peer, message.table)
        for peer, messages in letters.items():
            last, connection = messages[-1], self.connections.by_peer.get(peer)
            if isinstance(last, said.Bye) and connection is not None:
                self.connections.hang_up(connection, last.why)
            else:
                self.connections.send(peer, *messages)
        for text in table.finished:
            self.keep(self.keep_record(table.opening.table, text))
        if table.abandoned():
            self.close(table.opening.table)
        self.changed()

    def arrived(self, peer: Peer, table: str) -> None:
        """Somebody is at a table, and so at no other; a seat they had elsewhere remains theirs."""
        connection = self.connections.by_peer.get(peer)
        if connection is None:
            return
        before, connection.table = self.tables.get(connection.table), table
        if before is not None and before.table.opening.table != table:
            before.send(lambda draft: lost(draft, peer), about="lost")

    async def keep_record(self, table: str, text: str) -> None:
        """Keep a finished match next to the tables; if that fails, nothing else does."""
        file = self.data / "records" / file_name(from_text(text))
        data = text.encode()
        try:
            await asyncio.get_running_loop().run_in_executor(None, private_file, file, data)
        except OSError as error:
            log.error("the record of table %s was not kept: %s", table, error)

    async def clear_away(self) -> None:
        """Close tables that nobody has been at for a long time."""
        while True:
            await self.connections.clock.sleep(60)
            for table, task in list(self.tables.items()):
                if any(task.table.peers()):
                    task.last_guest = self.connections.now()
                playing = task.table.lasting.phase == "playing"
                patience = self.limits.forsaken if playing else self.limits.idle
                if self.connections.now() - task.last_guest > patience:
                    log.info("table %s is closed: nobody has been there for a long time", table)
                    self.close(table)

    def close(self, table: str) -> None:
        """A table that everybody has left is cleared away."""
        task = self.tables.pop(table)
        task.stopped = True
        self.keep(self.remove(task))

    async def remove(self, task: TableTask) -> None:
        """Stop a table and delete its journal; if that fails, the table is back after a restart."""
        await task.stop()
        try:
            await self.journals.commit(task.journal, [])  # the writer may still be writing it
            self.journals.remove(task.journal.table)
        except (DiskTrouble, NotWritten) as trouble:
            log.error("the journal of table %s was not deleted: %s", task.journal.table, trouble)


def lock(folder: Path) -> int:
    """Keep other hosts out of a folder for as long as this process lives."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(handle)
        raise FolderInUse(f"Another host keeps its tables in {folder}.") from error
    return handle


def lost(draft: Table, peer: Peer) -> None:
    """A connection is gone."""
    if peer in draft.peers():
        draft.present.forget(peer)
        draft.tell_room()


def show_again(draft: Table, peer: Peer) -> None:
    """Show everything afresh to somebody who missed some of it, if still at the table."""
    if peer not in draft.peers():
        return
    draft.present.told[peer] = 0
    draft.out.append((peer, draft.room()))
    draft.show(peer, draft.seat_of(peer))
    draft.prove(peer)
