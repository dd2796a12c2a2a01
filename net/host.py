"""The host: it takes what people say to their tables, and what tables say to people."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import socket
import ssl
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from dataclasses import InitVar, dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from msgspec.structs import replace

from engine.core import Seat
from net import messages as said
from net.admission import Admission, seat_by_token
from net.arrivals import Arrivals
from net.calling_back import CallingBack
from net.connections import Connection, Connections
from net.folder_lock import lock
from net.gate import Gate
from net.guests import Bans, Book, Guest
from net.journal import Journals
from net.limits import Limits
from net.messages import Message
from net.moving import Movings
from net.pairing import Pairings
from net.played_on import Continuation
from net.present import Peer
from net.refusal import Refusal
from net.security import FolderInUse, Identity, private_file
from net.succession import Successions
from net.table import Table
from net.tables import Tables
from net.text import CHAT_CELLS, clean
from net.thinking import Bots
from net.wire import TO_HOST

T = TypeVar("T")

__all__ = ["FolderInUse", "Host", "lost", "seat_by_token"]

log = logging.getLogger("moontui.host")


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
    tables: Tables = field(init=False)
    connections: Connections = field(init=False)
    admission: Admission = field(init=False)
    pairings: Pairings = field(init=False)
    calling_back: CallingBack = field(init=False)
    book: Book = field(init=False)
    """Who holds which name."""
    bots: Bots = field(init=False)
    journals: Journals = field(init=False)
    draw: Callable[[], bytes] = new_secret
    """Where secrets come from."""
    changed: Callable[[], None] = lambda: None
    """Called when the list of tables has changed."""
    given: Continuation | None = None
    """Where the match of the next table goes on; None: it is dealt."""
    identity: Identity | None = None
    """Whose word a table moves by; None: tables stay here."""
    movings: Movings = field(init=False)
    arrivals: Arrivals = field(init=False)
    successions: Successions = field(init=False)
    draining: bool = False
    """Whether no more tables are opened, since the host will stop after the current games."""
    _gates: list[Gate] = field(default_factory=list)
    _tasks: set[asyncio.Task[Any]] = field(default_factory=set)
    _lines: set[asyncio.Task[None]] = field(default_factory=set)
    _lock: int = -1

    def __post_init__(self, pool: Executor | None) -> None:
        self.tables = Tables(self)
        self.journals = Journals(self.data / "tables")
        self.connections = Connections(self, self.limits, bans=Bans(self.data / "bans.json"))
        self.book = Book(self.data / "names.json")
        self.bots = Bots(pool)
        self.admission = Admission(self)
        self.pairings = Pairings(self)
        self.movings = Movings(self)
        self.arrivals = Arrivals(self)
        self.successions = Successions(self.data / "moved")
        self.calling_back = CallingBack(self)

    # ── life ────────────────────────────────────────────────────────────────────────────────────

    async def start(self, bind: str | None = None, port: int = 0) -> int:
        """Bring back all tables and listen; returns the port. Raises `FolderInUse`."""
        self.open()
        return await self.listen(bind, port)

    def open(self) -> None:
        """Bring back all tables; whoever is in this process can sit down. Raises `FolderInUse`."""
        self._lock = lock(self.data)
        self.successions.read()
        self.tables.recover()
        self.arrivals.recover()
        self.keep(self.connections.clock.beat())
        self.keep(self.connections.watch_over())
        self.keep(self.tables.look_after())

    async def listen(self, bind: str | None = None, port: int = 0) -> int:
        """Let people in from elsewhere; returns the port."""
        if self.given is not None:
            raise ValueError("A host whose deals are given lets nobody in from elsewhere.")
        gate = await Gate.at(bind, port, self.connections.may_call, self.let_in)
        self._gates.append(gate)
        return gate.port

    def let_in(self, line: socket.socket) -> None:
        """Serve somebody from elsewhere, to the last word: a host that stops says goodbye first."""
        task = asyncio.get_running_loop().create_task(self.pick_up(line, tls=self.tls))
        self._lines.add(task)
        task.add_done_callback(self._lines.discard)

    def dial(self, guest: Guest | None = None) -> socket.socket:
        """A connection to this host from this machine: no port, but the same messages. What a door
        knows about a guest counts more than what the guest's client says."""
        near, far = socket.socketpair()
        if guest is not None:
            guest.followed = False
        self.keep(self.pick_up(far, guest))
        return near

    async def pick_up(
        self,
        far: socket.socket,
        guest: Guest | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        streams = await asyncio.open_connection(sock=far, limit=TO_HOST * 2)
        await self.connections.accept(*streams, tls, guest)

    @property
    def pin(self) -> bytes:
        """What this host is known by; empty: it has no key."""
        return self.identity.pin if self.identity is not None else b""

    @property
    def port(self) -> int:
        """Where it listens; 0: nowhere."""
        return self._gates[0].port if self._gates else 0

    @property
    def bans(self) -> Bans:
        return self.connections.bans

    async def stop(self, why: str = "host_stops") -> None:
        """Say goodbye to everybody and stop; the journals hold everything."""
        for gate in self._gates:
            gate.close()
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

    def keep(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run something in the background, with a reference so that it is not lost."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def play_on_next(self, where: Continuation) -> None:
        """Let the next table go on from a moment of a record. Raises `ValueError` on a host that
        others can reach."""
        if self._gates:
            raise ValueError("A host that others can reach deals every match.")
        self.given = where

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
        if connection.table:
            who = connection.name, connection.table, connection.address
            log.info("%s has gone from table %s (%s)", *who)
        self.pairings.gone(connection.peer)
        self.movings.gone(connection.peer)
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
                self.connections.send(peer, said.TableList(self.tables.rows()))
            case said.Create():
                await self.create(connection, message)
            case said.Join():
                await self.admission.join(connection, message)
            case said.Pair() | said.Claim() | said.Allow():
                self.pairings.hear(connection, message)
            case said.Take():
                self.keep(self.movings.hear(connection, message))
            case said.Page() | said.Prepared():
                await self.movings.hear(connection, message)
            case said.Follow():
                self.keep(self.movings.follow(connection, message.table))
            case said.CallBack():
                self.keep(self.calling_back.hear(connection, message))
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
                connection.table, connection.seat = "", None

    async def create(self, connection: Connection, wish: said.Create) -> None:
        """Open a table and seat whoever asked for it."""
        limits = self.limits
        known = connection.guest is not None
        most = limits.tables_of_guest if known else limits.tables_of_address
        try:
            table = await self.tables.open(wish, connection.name, connection.crowd, most)
        except Refusal as refusal:
            self.connections.refuse(connection.peer, refusal.why, "create", None, refusal.detail)
            return
        await self.admission.seat(connection, self.tables[table])

    async def advise(self, connection: Connection) -> None:
        """Tell somebody what they could do, from what their seat knows, where that is allowed."""
        peer, task = connection.peer, self.tables.get(connection.table)
        if task is None:
            self.connections.refuse(peer, "no_table", "hint")
            return
        try:
            turn, shown = task.table.asks_for_advice(peer)
            if not self.connections.costs.hints.allow(connection.payer):
                raise Refusal("too_fast")
        except Refusal as refusal:
            self.connections.refuse(peer, refusal.why, "hint")
            return
        advice = await task.advise(turn, shown)
        ideas = [[[list(choice) for choice in idea.choices], idea.chance] for idea in advice.ideas]
        self.connections.send(
            peer,
            said.Advice(
                turn,
                ideas,
                advice.hit,
                [said.Why(r.kind, r.seat, list(r.cards), *r[3:]) for r in advice.reasons],
            ),
        )

    def chat(self, connection: Connection, message: said.Say | said.Phrase) -> None:
        """Pass on what somebody says to the table, made harmless."""
        task = self.tables.get(connection.table)
        if task is None:
            self.connections.refuse(connection.peer, "no_table", "say")
            return
        why = task.chatter.why_not(lambda: self.connections.may_talk(connection))
        if why:
            self.connections.refuse(connection.peer, why, "say")
            return
        speaker = task.table.speaker(connection.peer)
        if speaker is None:
            self.connections.refuse(connection.peer, "no_table", "say")
            return
        if isinstance(message, said.Phrase):
            if message.key not in (*said.PHRASES, *task.table.lasting.game.phrases):
                self.connections.refuse(connection.peer, "no_such_phrase", "phrase")
                return
            spoken = replace(speaker, phrase=message.key)
        else:
            text = clean(message.text, CHAT_CELLS)
            if not text:
                self.connections.refuse(connection.peer, "nothing_said", "say")
                return
            spoken = replace(speaker, text=text)
        task.chatter.tell(spoken)

    def deliver(self, table: Table) -> None:
        """Send what a table has to say, keep finished matches, and close a table nobody is at."""
        letters: dict[Peer, list[Message]] = {}
        for peer, message in table.out:
            letters.setdefault(peer, []).append(message)
            if isinstance(message, said.Seated):
                self.arrived(peer, message)
        for peer, messages in letters.items():
            last, connection = messages[-1], self.connections.by_peer.get(peer)
            if isinstance(last, said.Bye) and connection is not None:
                self.connections.hang_up(connection, last.why)
            else:
                self.connections.send(peer, *messages)
        for text in table.finished:
            self.keep(self.tables.keep_record(table.opening.table, text))
        if table.abandoned():
            self.tables.close(table.opening.table)
        self.changed()

    def arrived(self, peer: Peer, seated: said.Seated) -> None:
        """Somebody is at a table, and so at no other; a seat they had elsewhere remains theirs."""
        connection = self.connections.by_peer.get(peer)
        if connection is None:
            return
        before, connection.table = self.tables.get(connection.table), seated.table
        connection.seat = None if seated.seat is None else Seat(seated.seat)
        if before is not None and before.table.opening.table != seated.table:
            before.send(lambda draft: lost(draft, peer), about="lost")


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
