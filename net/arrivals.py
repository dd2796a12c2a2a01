"""Arrivals: how a table comes to this host from another, and when it is here.

What arrives is put on the disk first, aside, where it answers nobody. It becomes a table here only
by the signed word of its old host, which is on that host's disk before it is given. Whoever of the
two is killed in between: this host asks the old one again, for as long as it takes, and the answer
is either that word, or that the table has stayed.
"""

from __future__ import annotations

import asyncio
import binascii
import logging
from base64 import b64decode
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from engine.core import Seat
from net import facts
from net import messages as said
from net.client import CannotJoin, Client
from net.journal import Damaged, NotWritten, Recovered
from net.journal_format import frame, pack, read
from net.messages import Message
from net.reading import NONSENSE, read_small
from net.refusal import Refusal
from net.security import BadKey, private_file
from net.succession import (
    LONGEST_CHAIN,
    Staged,
    Whereabouts,
    digest_of,
    sign,
    taking,
)
from net.table import Table
from net.told import Succession
from net.wire import Malformed

if TYPE_CHECKING:
    from net.host import Host

log = logging.getLogger("moontui.host")

LARGEST = 16 * 1024 * 1024
"""A longer journal is not taken."""
ENDING = ".arriving"
AGAIN, AT_MOST = 0.5, 20.0
"""Seconds between two attempts to ask an old host, at first and in the end."""
LATER = 20.0
"""Seconds after which the old host has given up, if it has not said anything."""
SOON = 5.0
"""Seconds for which somebody waits for a table that has not quite arrived."""


@dataclass(slots=True, eq=False)
class Arrival:
    """A table on its way to this host, over a player's line to the old one."""

    host: Host
    send: Callable[[Message], None]
    staged: Staged
    journal: bytearray = field(default_factory=bytearray)
    size: int = -1
    """How long the journal will be; negative: nobody has said."""

    def agree(self) -> said.Take:
        """The words with which this machine takes the table. Raises `BadKey`."""
        assert self.host.identity is not None
        old = bytes.fromhex(self.staged.old)
        word = sign(self.host.identity, taking(self.staged.table, self.staged.epoch, old))
        return said.Take(True, self.host.port, word.certificate, word.signature)

    async def hear(self, message: Message) -> None:
        """Go on with what the old host says. Raises `Refusal` if that cannot be."""
        match message:
            case said.Handing():
                self.begin(message)
            case said.Part():
                await self.put(message)
            case said.Moved():
                await self.host.arrivals.settle(message)

    def begin(self, told: said.Handing) -> None:
        wanted = self.staged.epoch
        if told.epoch != wanted or not 0 < told.size <= LARGEST or not told.digest:
            raise Refusal("cannot_take")
        name, host = self.staged.table, self.host
        if host.tables.opening_of(name) is not None or name in host.journals.journals:
            raise Refusal("cannot_take")  # it is here, or what was here is yet to be deleted
        chain = tuple(told.chain[-LONGEST_CHAIN:])
        self.staged = msgspec.structs.replace(self.staged, digest=told.digest, chain=chain)
        self.journal, self.size = bytearray(), told.size
        self.send(said.Page(0))

    async def put(self, part: said.Part) -> None:
        """Take a page; with the last one all of it goes onto the disk, if it is a table at all."""
        try:
            page = b64decode(part.data, validate=True)
        except (ValueError, binascii.Error) as error:
            raise Refusal("cannot_take") from error
        if part.at != len(self.journal) or not page or len(self.journal) + len(page) > self.size:
            raise Refusal("cannot_take")
        self.journal += page
        if len(self.journal) < self.size:
            self.send(said.Page(len(self.journal)))
            return
        await self.host.arrivals.stage(self.staged, bytes(self.journal))
        self.send(said.Prepared(self.staged.digest))


class Arrivals:
    """The tables that are on their way to this host, each in a file."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.staged: dict[str, Staged] = {}
        self.here: dict[str, asyncio.Event] = {}
        """Set as soon as it is known what became of a table."""
        self.opening = asyncio.Lock()

    @property
    def folder(self) -> Path:
        return self.host.data / "arriving"

    def path(self, table: str) -> Path:
        return self.folder / f"{table}{ENDING}"

    def take(self, client: Client, room: said.Room) -> Arrival:
        """Begin to take the table that a player of this process sits at. Raises `Refusal`."""
        seated, old = client.seated, client.seen_pin.hex()
        if self.host.identity is None or seated is None or seated.seat is None or not old:
            raise Refusal("no_key")
        epoch, place = seated.epoch + 1, (client.address, client.port)
        staged = Staged(room.table, epoch, "", seated.seat, old, *place)
        return Arrival(self.host, client.send, staged)

    # ── aside ───────────────────────────────────────────────────────────────────────────────────

    async def stage(self, staged: Staged, journal: bytes) -> None:
        """Keep a table aside, if it makes sense, until its old host has said that it is here.
        Raises `Refusal`."""
        if digest_of(journal) != staged.digest:
            raise Refusal("cannot_take")
        try:
            self.table_in(staged, journal)
        except Exception as error:  # whatever a stranger's journal may do to the rules
            log.error("table %s cannot be taken: %r", staged.table, error)
            raise Refusal("cannot_take") from error
        data = msgspec.json.encode(staged) + b"\n" + journal
        try:
            await asyncio.to_thread(private_file, self.path(staged.table), data)
        except OSError as error:
            raise Refusal("disk") from error
        self.staged[staged.table] = staged
        self.here.setdefault(staged.table, asyncio.Event())
        self.host.keep(self.ask(staged, LATER))

    def table_in(self, staged: Staged, journal: bytes) -> Table:
        """The table of a journal. Raises `ValueError` for anything this moontui does not know."""
        good, (header, *entries) = read(BytesIO(journal), len(journal))
        if len(good) != len(journal):
            raise ValueError("its end is torn")
        table = self.host.tables.brought_back(Recovered(staged.table, header, entries, False))
        if table.opening.table != staged.table or table.lasting.epoch + 1 != staged.epoch:
            raise ValueError("it is another table")
        return table

    def recover(self) -> None:
        """Find what was on its way when this host was killed, and ask what became of it."""
        for file in sorted(self.folder.glob(f"*{ENDING}")) if self.folder.is_dir() else []:
            try:
                head, _, _ = read_small(file, 2 * LARGEST).partition(b"\n")
                staged = msgspec.json.decode(head, type=Staged)
            except (OSError, *NONSENSE) as error:
                log.error("%s says nothing: %r", file.name, error)
                continue
            if file.name == f"{staged.table}{ENDING}":
                self.staged[staged.table] = staged
                self.here[staged.table] = asyncio.Event()
                self.host.keep(self.ask(staged))

    async def ask(self, staged: Staged, later: float = 0.0) -> None:
        """Ask the old host what became of a table, until it answers. Sooner or later the player's
        own line will have told: then there is nothing to ask."""
        pause = AGAIN
        await asyncio.sleep(later)
        known = self.host.successions.tables.get(staged.table)
        if known is not None and staged.is_settled_by(known.last, self.host.pin):
            await self.settle(said.Moved(staged.table, list(known.chain)))
        while self.staged.get(staged.table) is staged:
            with suppress(CannotJoin, OSError, Malformed, BadKey):
                await self.hear_of(staged)
            await asyncio.sleep(pause)
            pause = min(2 * pause, AT_MOST)

    async def hear_of(self, staged: Staged) -> None:
        """Call the old host, known by its key."""
        client = Client(staged.address, staged.port, self.host.name, pin=bytes.fromhex(staged.old))
        try:
            await client.connect()
            match await client.follow(staged.table):
                case said.Moved() as word:
                    await self.settle(word)
                    self.drop(staged)  # unless it is here now, it went elsewhere
                case said.Refused(why="not_moved"):
                    self.drop(staged)
        finally:
            await client.close()

    def drop(self, staged: Staged) -> None:
        """It is known what became of a table: nothing of it is kept aside anymore."""
        if self.staged.get(staged.table) is not staged:
            return
        del self.staged[staged.table]
        self.here.pop(staged.table).set()
        with suppress(OSError):
            self.path(staged.table).unlink(missing_ok=True)

    def stayed(self, table: str) -> None:
        """The old host itself has shown that it still has the table."""
        if table in self.staged:
            self.drop(self.staged[table])

    # ── here ────────────────────────────────────────────────────────────────────────────────────

    async def settle(self, word: said.Moved) -> bool:
        """Open a table that was kept aside, by its old host's word; whether that was it."""
        async with self.opening:
            staged = self.staged.get(word.table)
            if staged is None or not word.chain:
                return False
            last = word.chain[-1]
            if self.has_moved_on(staged):
                self.drop(staged)
                return False
            if not staged.is_settled_by(last, self.host.pin):
                return False
            try:
                await self.move_in(staged, last)
            except (OSError, Damaged, NotWritten, ValueError) as trouble:
                log.error("table %s does not open: %r", staged.table, trouble)
                return False
            return True

    def has_moved_on(self, staged: Staged) -> bool:
        """Whether a table was here already, and has gone: what was kept aside is long out of date,
        and should have been deleted then."""
        known = self.host.successions.tables.get(staged.table)
        if known is None or known.last.epoch < staged.epoch:
            return False
        return not staged.is_settled_by(known.last, self.host.pin)

    async def move_in(self, staged: Staged, last: Succession) -> None:
        """What was kept aside becomes a table. Each step can be repeated, and the last one takes
        away what they begin with. Raises `OSError`."""
        name, host = staged.table, self.host
        found = Whereabouts((*staged.chain, last)[-LONGEST_CHAIN:])
        await asyncio.to_thread(host.successions.write, found)
        host.successions.note(found)
        if host.tables.opening_of(name) is None:  # else this host was killed after the next step
            journal = await asyncio.to_thread(self.read, staged)
            table = self.table_in(staged, journal)
            table.do(facts.Moved(staged.epoch, Seat(staged.seat)))
            added = frame([pack(entry) for entry in table.entries], firm=True)
            path = host.journals.path(name)
            await asyncio.to_thread(private_file, path, journal + added)
            recovered = await host.journals.reopen(name)
            host.tables.adopt(host.tables.brought_back(recovered), host.journals.resume(name))
        log.info("table %s is here", name)
        self.drop(staged)

    def read(self, staged: Staged) -> bytes:
        """The journal that was kept aside. Raises `OSError`, or `ValueError` if it is damaged."""
        journal = self.path(staged.table).read_bytes().partition(b"\n")[2]
        if digest_of(journal) != staged.digest:
            raise ValueError("what was kept aside is damaged")
        return journal

    async def awaited(self, table: str) -> bool:
        """Wait a moment for a table that is on its way; whether it still is."""
        here = self.here.get(table)
        if here is None:
            return False
        with suppress(TimeoutError):
            async with asyncio.timeout(SOON):
                await here.wait()
        return table in self.here
