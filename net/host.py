"""The host: tables, their time and their journals. It decides nothing about a game."""

from __future__ import annotations

import asyncio
import fcntl
import logging
import os
import secrets
import socket
import ssl
import sys
import traceback
from collections.abc import Callable
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import redirect_stderr
from dataclasses import asdict, dataclass, field
from functools import partial
from hashlib import sha256
from multiprocessing import get_context, parent_process
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any, NamedTuple

from engine.core import Choice, Seat, View
from engine.games import GAMES
from engine.play import settings, view
from engine.record import to_text
from net import messages as said
from net.journal import DiskTrouble, Journal, Journals
from net.journal import Refused as NotWritten
from net.lines import Connection, Limits, Lines
from net.messages import Message
from net.security import (
    Limiter,
    check_password,
    digest,
    hash_password,
    new_token,
    private_file,
    same,
)
from net.table import Due, Opening, Peer, Refusal, Table
from net.text import CHAT_CELLS, TITLE_CELLS, BadName, clean, name_of
from net.wire import TO_HOST

log = logging.getLogger("moontui.host")

PHRASES = ("hello", "well_played", "your_turn", "one_moment", "thanks", "sorry", "again", "bye")
ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""For names of tables: nothing that is mistaken for something else when read aloud."""


class Work(NamedTuple):
    """Something to be done to a table, and who asked for it."""

    do: Callable[[Table], None]
    peer: Peer | None
    about: str
    action: int | None
    settled: asyncio.Future[None]
    """Done when it was done or refused."""


class Owner:
    """The one task that may change a table; all others send it work."""

    def __init__(self, host: Host, table: Table, journal: Journal) -> None:
        self.host = host
        self.table = table
        self.journal = journal
        self.queue: asyncio.Queue[Work] = asyncio.Queue()
        self.stopped = False
        self.last_guest = host.lines.now()
        """When somebody was last connected here."""
        self.asked = host.lines.now()
        """When the question that is open now was put."""
        self.timers: dict[tuple[str, int, int], asyncio.Task[None]] = {}
        self.task = asyncio.create_task(self.run(), name=f"table {table.opening.table}")

    def send(
        self,
        work: Callable[[Table], None],
        peer: Peer | None = None,
        about: str = "",
        action: int | None = None,
    ) -> asyncio.Future[None]:
        """Have something done to the table; refusals go to the peer. What the host itself has done
        always finds room: a hang-up or a bot's answer would be lost for good."""
        settled: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        item = Work(work, peer, about, action, settled)
        if self.stopped:
            self.refuse(item, "no_such_table")
        elif peer is not None and self.queue.qsize() >= self.host.limits.queue:
            self.refuse(item, "busy")
        else:
            self.queue.put_nowait(item)
        return settled

    def refuse(self, work: Work, why: str, detail: str = "") -> None:
        self.host.lines.refuse(work.peer, why, work.about, work.action, detail)
        if not work.settled.done():
            work.settled.set_result(None)

    async def run(self) -> None:
        while not self.stopped:
            work = await self.queue.get()
            try:
                await self.settle(work)
            except asyncio.CancelledError:
                self.refuse(work, "no_such_table")
                raise
            finally:
                if not work.settled.done():
                    work.settled.set_result(None)

    async def settle(self, work: Work) -> None:
        """Do something to a copy of the table, which takes its place when it is on disk."""
        draft = self.table.copy()
        draft.thought = self.host.lines.now() - self.asked
        try:
            work.do(draft)
            await self.make_durable(draft)
        except Refusal as refusal:
            self.refuse(work, refusal.why, refusal.detail)
            return
        except Exception:  # a fault in a game must not end the table: the old state stands
            log.exception("table %s refused %s", self.table.opening.table, work.about)
            self.host.report(self.table, traceback.format_exc())
            self.refuse(work, "fault")
            return
        if draft.turn != self.table.turn:
            self.asked = self.host.lines.now()
        if any(self.table.peers()) or any(draft.peers()):
            self.last_guest = self.host.lines.now()
        self.table = draft
        try:
            self.host.deliver(draft)
            self.set_timers()
        except Exception:  # what was done stands, whoever could not be told
            log.exception("table %s could not tell of %s", draft.opening.table, work.about)
            self.host.report(draft, traceback.format_exc())

    async def make_durable(self, draft: Table) -> None:
        """Write what must not be lost; a full disk pauses the table until there is room."""
        paused = False
        while draft.facts:
            try:
                await self.host.journals.commit(self.journal, draft.entries)
                break
            except DiskTrouble as trouble:
                log.error("table %s is paused: %s", draft.opening.table, trouble)
                if not paused:
                    self.announce(said.Notice("disk"))
                paused = True
                await asyncio.sleep(self.host.limits.retry)
        if paused:
            self.announce(said.Notice("disk_again"))

    def announce(self, message: Message) -> None:
        for peer in self.table.peers():
            self.host.lines.send(peer, message)

    # ── time ────────────────────────────────────────────────────────────────────────────────────

    def set_timers(self) -> None:
        """Start what is due now, and drop what no longer is."""
        wanted = {(due.kind, int(due.seat), due.turn): due for due in self.table.due()}
        for key in list(self.timers):
            if key not in wanted:
                self.timers.pop(key).cancel()
        for key, due in wanted.items():
            if key not in self.timers:
                self.timers[key] = asyncio.create_task(self.wait(due))

    async def wait(self, due: Due) -> None:
        """Let time pass; a bot thinks meanwhile, and answers exactly when its pause is over."""
        if due.kind != "bot":
            await self.host.lines.clock.sleep(due.seconds)
            self.send(lambda draft: draft.lapse(due), about=due.kind)
            return
        shown = view(self.table.game, self.table.state, due.seat)
        place = self.table.places[due.seat]
        level = place.level or self.table.opening.level
        thought = asyncio.ensure_future(self.host.think(self.table, level, shown, due))
        try:
            await self.host.lines.clock.sleep(due.seconds)
            choice = await thought
        finally:
            thought.cancel()
        self.send(lambda draft: draft.bot_answers(due, choice), about=due.kind)

    async def stop(self) -> None:
        """Do nothing more; whoever still waits for something is told."""
        self.stopped = True
        tasks = [self.task, *self.timers.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        while not self.queue.empty():
            self.refuse(self.queue.get_nowait(), "no_such_table")


@dataclass(slots=True)
class Host:
    """All tables of one process, and everybody connected to it."""

    name: str
    data: Path
    tls: ssl.SSLContext | None = None
    limits: Limits = field(default_factory=Limits)
    pool: Executor | None = None
    owners: dict[str, Owner] = field(default_factory=dict)
    lines: Lines = field(init=False)
    journals: Journals = field(init=False)
    changed: Callable[[], None] = lambda: None
    """Called when the list of tables has changed."""
    _servers: list[asyncio.Server] = field(default_factory=list)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _lock: int = -1
    _opening: int = 0
    """How many tables are being opened, and count already."""
    _bot_secret: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    _doorman: Executor = field(default_factory=lambda: ThreadPoolExecutor(1, "passwords"))
    """One thread for all passwords: who guesses or opens tables in a hurry has one core at most."""
    _guesses: Limiter = field(init=False)
    _table_guesses: Limiter = field(init=False)
    _chat: Limiter = field(init=False)

    def __post_init__(self) -> None:
        clock = asyncio.get_running_loop().time
        self.journals = Journals(self.data / "tables")
        self.lines = Lines(self, self.limits)
        self._guesses = Limiter(10, 60, clock)
        self._table_guesses = Limiter(60, 60, clock)
        self._chat = Limiter(5, 10, clock)
        if self.pool is None:
            self.pool = new_pool()

    # ── life ────────────────────────────────────────────────────────────────────────────────────

    async def start(self, bind: str | None = None, port: int = 0) -> int:
        """Bring back all tables and listen; returns the port. Raises `FolderInUse`."""
        self.open()
        return await self.listen(bind, port)

    def open(self) -> None:
        """Bring back all tables; whoever is in this process can sit down. Raises `FolderInUse`."""
        self._lock = lock(self.data)
        self.recover()
        self.keep(self.lines.clock.beat())
        self.keep(self.lines.watch_over())
        self.keep(self.clear_away())

    async def listen(self, bind: str | None = None, port: int = 0) -> int:
        """Let people in from elsewhere; returns the port."""
        accept = partial(self.lines.accept, tls=self.tls)
        server = await asyncio.start_server(accept, bind, port, limit=TO_HOST * 2)
        self._servers.append(server)
        return int(server.sockets[0].getsockname()[1])

    def dial(self) -> socket.socket:
        """A line to this host from within its own process: no port, but all the same words."""
        near, far = socket.socketpair()
        self.keep(self.pick_up(far))
        return near

    async def pick_up(self, far: socket.socket) -> None:
        await self.lines.accept(*await asyncio.open_connection(sock=far, limit=TO_HOST * 2))

    def recover(self) -> None:
        """Let the facts of every journal happen again; one that does not work out is set aside."""
        found, set_aside = self.journals.recover()
        for broken in set_aside:
            log.error("a table was set aside: %s", broken)
        for journal in found:
            try:
                table = Table(Opening(**journal.header), self.draw)
                if table.game.version != table.opening.version:
                    raise ValueError(f"rules {table.opening.version}, not {table.game.version}")
                for entry in journal.entries:
                    table.recall(entry)
            except Exception as error:  # whatever is wrong with one table, the others play on
                log.error("table %s was set aside: %r", journal.table, error)
                self.journals.set_aside(journal.table, f"It cannot be played again: {error!r}.")
                continue
            self.adopt(table, self.journals.resume(journal.table))
            if table.phase == "over" and table.last is not None:  # it may not have been kept yet
                self.keep(self.keep_record(journal.table, to_text(table.last).encode()))
            if table.abandoned():
                self.close(journal.table)
        log.info("%d tables are back", len(self.owners))

    def adopt(self, table: Table, journal: Journal) -> None:
        """Look after a table from now on."""
        owner = self.owners[table.opening.table] = Owner(self, table, journal)
        owner.set_timers()
        self.changed()

    async def stop(self, why: str = "host_stops") -> None:
        """Say goodbye to everybody and stop; the journals hold everything."""
        for server in self._servers:
            server.close()
        for connection in [*self.lines.connections.values(), *self.lines.turned_away]:
            self.lines.hang_up(connection, why)
        for owner in list(self.owners.values()):
            await owner.stop()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.journals.close()
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1
        self._doorman.shutdown(wait=False, cancel_futures=True)
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)

    def keep(self, work: Any) -> None:
        """Run something beside, with a reference so that it is not lost."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def draw(self) -> bytes:
        return secrets.token_bytes(32)

    async def think(self, table: Table, level: str, shown: View[Any], due: Due) -> Choice:
        """Let a bot think in the pool, on what its seat may know."""
        assert self.pool is not None
        key = f"{table.opening.table} {due.seat} {due.turn}".encode()
        seed = sha256(self._bot_secret + key).hexdigest()
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self.pool, think, table.game.id, level, shown, seed)
        except Exception as error:  # whatever a bot trips over, its table must not wait for ever
            log.exception("a bot at table %s was at a loss", table.opening.table)
            if isinstance(error, BrokenExecutor):
                self.pool = new_pool()
            assert shown.ask is not None
            return Random(seed).choice(shown.ask.choices)

    def report(self, table: Table, trouble: str) -> None:
        """Keep what is needed to find a fault, for the owner of this machine only."""
        folder = self.data / "reports"
        number = len(list(folder.glob("*.txt"))) if folder.is_dir() else 0
        if number < 100:
            text = f"{table.opening.table} turn {table.turn}\n{trouble}"
            try:
                private_file(folder / f"{number:03}.txt", text.encode())
            except OSError as error:
                log.error("no report could be kept: %s", error)

    # ── what clients say ────────────────────────────────────────────────────────────────────────

    def gone(self, connection: Connection) -> None:
        """A line is dead; its table hears of it."""
        owner = self.owners.get(connection.table)
        if owner is not None:
            owner.send(lambda draft: lost(draft, connection.peer), about="lost")

    def missed(self, connection: Connection) -> None:
        """A client that did not read for a while is shown everything anew."""
        owner = self.owners.get(connection.table)
        if owner is not None:
            owner.send(lambda draft: show_again(draft, connection.peer))

    async def hear(self, connection: Connection, message: Message) -> None:
        """Bring a message to whom it concerns."""
        peer = connection.peer
        about = str(message.__struct_config__.tag)
        if not connection.greeted and not isinstance(message, said.Hello):
            self.lines.refuse(peer, "hello_first", about)
            return
        match message:
            case said.Hello():
                self.greet(connection, message)
            case said.Pong():
                pass
            case said.Tables():
                rows = [owner.table.row() for owner in self.owners.values()]
                self.lines.send(peer, said.TableList(rows))
            case said.Create():
                await self.create(connection, message)
            case said.Join():
                await self.join(connection, message)
            case said.Say() | said.Phrase():
                self.chat(connection, message)
            case _:
                await self.to_table(connection, message, about)

    async def to_table(self, connection: Connection, message: Message, about: str) -> None:
        owner, peer = self.owners.get(connection.table), connection.peer
        action = message.id if isinstance(message, said.Act) else None
        if owner is None:
            self.lines.refuse(peer, "no_table", about, action)
            return
        settled = owner.send(lambda draft: draft.hear(peer, message), peer, about, action)
        if isinstance(message, said.Leave):
            await settled
            if peer not in owner.table.peers():
                connection.table = ""

    def greet(self, connection: Connection, hello: said.Hello) -> None:
        """Names are checked once, here; a version that differs is told in a word."""
        if connection.greeted:  # a new name in the middle of a game would be a mask
            self.lines.refuse(connection.peer, "not_now", "hello")
            return
        if hello.version != said.VERSION:
            why = "host_is_newer" if hello.version < said.VERSION else "host_is_older"
            self.lines.refuse(connection.peer, why, "hello")
            self.lines.hang_up(connection, why)
            return
        try:
            connection.name = name_of(hello.name)
        except BadName:
            self.lines.refuse(connection.peer, "bad_name", "hello")
            return
        connection.greeted = True
        self.lines.send(connection.peer, said.Welcome(said.VERSION, self.name, sorted(GAMES)))

    async def create(self, connection: Connection, wish: said.Create) -> None:
        """Open a table and sit its maker down."""
        try:
            table = await self.open_table(wish, connection.name)
        except Refusal as refusal:
            self.lines.refuse(connection.peer, refusal.why, "create", None, refusal.detail)
            return
        await self.seat(connection, self.owners[table])

    async def open_table(self, wish: said.Create, name: str) -> str:
        """Open a table with its bots; returns its id. Raises `Refusal`."""
        if len(self.owners) + self._opening >= self.limits.tables:
            raise Refusal("too_many_tables")
        self._opening += 1
        try:
            return await self.set_up(wish, self.opening(wish, name))
        finally:
            self._opening -= 1

    async def set_up(self, wish: said.Create, opening: Opening) -> str:
        if wish.password:
            loop = asyncio.get_running_loop()
            opening.password = await loop.run_in_executor(
                self._doorman, hash_password, wish.password
            )
        table = Table(opening, self.draw)
        table.do("secret", self.draw().hex())
        for number in range(max(1, wish.seats - wish.bots), wish.seats):
            table.seat_bot(number, opening.level)
        try:
            journal = self.journals.create(opening.table, asdict(opening))
            await self.journals.commit(journal, table.entries)
        except DiskTrouble as trouble:
            log.error("no table could be opened: %s", trouble)
            raise Refusal("disk") from trouble
        table.facts, table.entries = [], []
        self.adopt(table, journal)
        return opening.table

    def opening(self, wish: said.Create, name: str) -> Opening:
        """How a table shall be, checked."""
        game = GAMES.get(wish.game)
        if game is None:
            raise Refusal("no_such_game")
        if wish.seats not in game.seats:
            raise Refusal("wrong_seats", f"{game.seats[0]}-{game.seats[-1]}")
        level = wish.level or "greedy"
        if level not in game.bots:
            raise Refusal("no_such_level")
        try:
            options = settings(game, wish.options)
        except ValueError as error:
            raise Refusal("bad_option", str(error)) from error
        title = clean(wish.title, TITLE_CELLS) or name
        return Opening(
            table="".join(secrets.choice(ALPHABET) for _ in range(8)),
            game=game.id,
            version=game.version,
            seats=wish.seats,
            options=options,
            title=title,
            level=level,
            password="",
            watch=wish.watch,
            notebook=wish.notebook,
            clock=wish.clock,
            pace=wish.pace,
        )

    async def join(self, connection: Connection, wish: said.Join) -> None:
        """Come back with a token, take a seat, or watch; a private table asks for its password."""
        owner = self.owners.get(wish.table)
        if owner is None:
            self.lines.refuse(connection.peer, "no_such_table", "join")
            return
        if wish.token:
            await self.come_back(connection, owner, wish.token)
            return
        if owner.table.opening.password and not await self.knows_password(connection, owner, wish):
            return
        if wish.watch:
            await self.bring(connection, owner, lambda draft: come_to_watch(draft, connection))
        else:
            await self.seat(connection, owner)

    async def knows_password(self, connection: Connection, owner: Owner, wish: said.Join) -> bool:
        """Whether the password is right; refusals over the limit cost nothing."""
        table = owner.table.opening
        if not (self._guesses.allow(connection.address) and self._table_guesses.allow(table.table)):
            self.lines.refuse(connection.peer, "too_many_guesses", "join")
            return False
        loop = asyncio.get_running_loop()
        right = await loop.run_in_executor(
            self._doorman, check_password, wish.password, table.password
        )
        if not right:
            self.lines.refuse(connection.peer, "wrong_password", "join")
        return right

    async def bring(
        self, connection: Connection, owner: Owner, come: Callable[[Table], None]
    ) -> None:
        """Have somebody come to a table. What they say next is heard when they are there, or were
        refused: then they are where they were before."""

        def work(draft: Table) -> None:
            if not connection.closing:
                come(draft)

        await owner.send(work, connection.peer, "join")

    async def seat(self, connection: Connection, owner: Owner) -> None:
        """Take a free seat; the token goes to this player alone, the table keeps its digest."""
        token = new_token()

        def sit(draft: Table) -> None:
            seat = draft.sit(connection.peer, connection.name, digest(token))
            draft.out.append((connection.peer, said.Seated(draft.opening.table, seat, token)))
            draft.tell_room()

        await self.bring(connection, owner, sit)

    async def come_back(self, connection: Connection, owner: Owner, shown: str) -> None:
        """Return to a seat by its token; a token that is none changes nothing."""
        token, peer = new_token(), connection.peer

        def sit(draft: Table) -> None:
            seat = seat_by_token(draft, shown)
            if seat is None:
                raise Refusal("bad_token")
            draft.come_back(peer, seat, digest(token), digest(shown))
            draft.out.append((peer, said.Seated(draft.opening.table, seat, token)))
            draft.tell_room()
            draft.show(peer, seat)
            draft.prove(peer)

        await self.bring(connection, owner, sit)
        if peer in owner.table.peers():
            self.keep(self.expire(owner, peer))

    async def expire(self, owner: Owner, peer: Peer) -> None:
        """A line that has held for a while has brought the new token: the old one goes."""
        await self.lines.clock.sleep(self.limits.old_token)
        owner.send(lambda draft: draft.expire(peer))

    def chat(self, connection: Connection, message: said.Say | said.Phrase) -> None:
        """Pass on what somebody says to the table, made harmless."""
        owner = self.owners.get(connection.table)
        if owner is None:
            self.lines.refuse(connection.peer, "no_table", "say")
            return
        if not self._chat.allow(str(connection.peer)):
            self.lines.refuse(connection.peer, "too_much_talk", "say")
            return
        seat = owner.table.seat_of(connection.peer)
        if isinstance(message, said.Phrase):
            if message.key not in PHRASES:
                self.lines.refuse(connection.peer, "no_such_phrase", "phrase")
                return
            spoken = said.Said(connection.name, seat, phrase=message.key)
        else:
            text = clean(message.text, CHAT_CELLS)
            if not text:
                self.lines.refuse(connection.peer, "nothing_said", "say")
                return
            spoken = said.Said(connection.name, seat, text)
        owner.announce(spoken)

    def deliver(self, table: Table) -> None:
        """Send what a table has to say, keep finished matches, and close a table nobody is at."""
        letters: dict[Peer, list[Message]] = {}
        for peer, message in table.out:
            letters.setdefault(peer, []).append(message)
            if isinstance(message, said.Seated):
                self.arrived(peer, message.table)
        for peer, messages in letters.items():
            last, connection = messages[-1], self.lines.connections.get(peer)
            if isinstance(last, said.Bye) and connection is not None:
                self.lines.hang_up(connection, last.why)
            else:
                self.lines.send(peer, *messages)
        for text in table.finished:
            self.keep(self.keep_record(table.opening.table, text.encode()))
        if table.abandoned():
            self.close(table.opening.table)
        self.changed()

    def arrived(self, peer: Peer, table: str) -> None:
        """Somebody is at a table, and so at no other; a seat they had there stays their own."""
        connection = self.lines.connections.get(peer)
        if connection is None:
            return
        before, connection.table = self.owners.get(connection.table), table
        if before is not None and before.table.opening.table != table:
            before.send(lambda draft: lost(draft, peer), about="lost")

    async def keep_record(self, table: str, record: bytes) -> None:
        """Keep a finished match beside the tables; that it cannot be kept ends nothing."""
        stamp = sha256(record).hexdigest()[:8]
        file = self.data / "records" / f"{table}-{stamp}.moon"
        try:
            await asyncio.get_running_loop().run_in_executor(None, private_file, file, record)
        except OSError as error:
            log.error("the record of table %s was not kept: %s", table, error)

    async def clear_away(self) -> None:
        """Close tables that nobody has been at for long."""
        while True:
            await self.lines.clock.sleep(60)
            for table, owner in list(self.owners.items()):
                if any(owner.table.peers()):
                    owner.last_guest = self.lines.now()
                playing = owner.table.phase == "playing"
                patience = self.limits.forsaken if playing else self.limits.idle
                if self.lines.now() - owner.last_guest > patience:
                    log.info("table %s is closed: nobody has been there for long", table)
                    self.close(table)

    def close(self, table: str) -> None:
        """A table that everybody has left is cleared away."""
        owner = self.owners.pop(table)
        owner.stopped = True
        self.keep(self.remove(owner))

    async def remove(self, owner: Owner) -> None:
        """Stop a table and delete its journal; one that cannot be deleted is back after a start."""
        await owner.stop()
        try:
            await self.journals.commit(owner.journal, [])  # the writer may still be at it
            self.journals.remove(owner.journal.table)
        except (DiskTrouble, NotWritten) as trouble:
            log.error("the journal of table %s stays: %s", owner.journal.table, trouble)


def new_pool() -> Executor:
    """Where bots think: a process of its own, so that nobody waits for them."""
    with redirect_stderr(sys.__stderr__):  # an app that has taken it over has none to hand on
        return ProcessPoolExecutor(1, get_context("spawn"), follow_the_host)


def follow_the_host() -> None:
    """End when the host does, also when it was killed: nobody else would end this process."""
    host = parent_process()
    assert host is not None

    def follow() -> None:
        host.join()
        os._exit(0)

    Thread(target=follow, daemon=True).start()


class FolderInUse(OSError):
    """Another host keeps its tables in this folder."""


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


def think(game: str, level: str, shown: View[Any], seed: str) -> Choice:
    """A bot's choice, in the pool."""
    return GAMES[game].bots[level](Random(seed)).choose(shown)


def seat_by_token(table: Table, token: str) -> Seat | None:
    """Whose token this is; every seat is compared, in constant time."""
    given = digest(token)
    found = None
    for number, place in enumerate(table.places):
        right = place.kind == "person" and same(place.token, given)
        old = place.kind == "person" and bool(place.old_token) and same(place.old_token, given)
        if right or old:
            found = Seat(number)
    return found


def lost(draft: Table, peer: Peer) -> None:
    """A connection is gone."""
    if peer in draft.peers():
        draft.forget(peer)
        draft.tell_room()


def show_again(draft: Table, peer: Peer) -> None:
    """Show everything anew to one who missed some of it, if still at the table."""
    if peer not in draft.peers():
        return
    draft.told[peer] = 0
    draft.out.append((peer, draft.room()))
    draft.show(peer, draft.seat_of(peer))
    draft.prove(peer)


def come_to_watch(draft: Table, connection: Connection) -> None:
    draft.watch(connection.peer, connection.name)
    draft.out.append((connection.peer, said.Seated(draft.opening.table)))
    draft.tell_room()
    draft.show(connection.peer, None)
    draft.prove(connection.peer)
