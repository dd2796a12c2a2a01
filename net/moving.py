"""Moving: how a table leaves this host for another, so that there are never two that both answer.

The keeper names a player, whose machine says that it takes the table, and proves its key. The table
stands still; its journal goes to that machine, page by page, over the line of that player. Once it
is on the disk there, this host writes down, signed, that the table is gone: that is the moment from
which it never answers for it again, and before which the other one may not. Until then, whatever
goes wrong leaves the table here. After it, this host says to everybody who asks where the table is.
"""

from __future__ import annotations

import asyncio
import logging
from base64 import b64encode
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

from engine.core import Seat
from net import messages as said
from net.calling_back import AT_ONCE
from net.client import CannotJoin, Client
from net.connections import Connection
from net.costs import OWNER
from net.present import Peer
from net.refusal import Refusal
from net.security import BadKey, same
from net.succession import (
    Signed,
    Whereabouts,
    digest_of,
    signer,
    succession,
    taking,
)
from net.table import Table
from net.table_task import TableTask
from net.told import Succession
from net.wire import Malformed

if TYPE_CHECKING:
    from net.host import Host

log = logging.getLogger("moontui.host")

PAGE = 32 * 1024
"""How many bytes of a journal one message holds."""
PATIENCE = 15.0
"""Seconds for which a table stands still while its successor says nothing."""
REACHED = 12.0
"""Seconds within which the other machine must answer, as it will have to for everybody else. Its
host was opened only just now, which keeps a slow machine busy; the table goes on meanwhile."""


@dataclass(slots=True, eq=False)
class Handover:
    """A table that stands still while its journal is on the way."""

    task: TableTask
    peer: Peer
    epoch: int
    successor: bytes
    address: str
    port: int
    name: str
    journal: bytes
    digest: str
    heard: float
    committing: bool = False
    """Whether it may be gone already: there is no way back."""


@dataclass(slots=True)
class Movings:
    """All tables that are about to leave this host."""

    host: Host
    handovers: dict[str, Handover] = field(default_factory=dict)
    sent_on: set[str] = field(default_factory=set)
    """Tables that have gone since this host was started; somebody may still ask for them."""
    calling: set[str] = field(default_factory=set)
    """Tables whose successor is being called."""

    async def hear(
        self, connection: Connection, message: said.Take | said.Page | said.Prepared
    ) -> None:
        """Take a step on the way of a table from this host to another."""
        try:
            match message:
                case said.Take():
                    await self.take(connection, message)
                case said.Page():
                    self.turn(connection, message.at)
                case said.Prepared():
                    await self.commit(self.of(connection), message.digest)
        except Refusal as refusal:
            about = str(message.__struct_config__.tag)
            self.host.connections.refuse(connection.peer, refusal.why, about, None, refusal.detail)

    # ── before ──────────────────────────────────────────────────────────────────────────────────

    async def take(self, connection: Connection, wish: said.Take) -> None:
        """The machine that was named takes the table, or does not. Raises `Refusal`."""
        task, peer = self.host.tables.get(connection.table), connection.peer
        if task is None or task.table.seat_of(peer) is None:
            raise Refusal("not_named")
        if not wish.take:
            if connection.table in self.handovers:
                self.give_up(self.of(connection))
            else:
                task.send(lambda draft: decline(draft, peer), peer, "take")
            return
        may_move(task.table, peer)
        epoch = task.table.lasting.epoch + 1
        successor = await self.named(connection, wish, epoch)
        table = task.table.opening.table
        if table in self.handovers or table in self.calling:
            raise Refusal("busy")
        if len(self.calling) >= AT_ONCE:
            raise Refusal("too_fast")
        self.calling.add(table)
        try:
            await reach(connection.address, wish.port, successor)
            await self.stand_still(task, connection, wish.port, epoch, successor)
        finally:
            self.calling.discard(table)

    async def named(self, connection: Connection, wish: said.Take, epoch: int) -> bytes:
        """The pin of the machine that takes a table, by its own word. Raises `Refusal`."""
        identity = self.host.identity
        if identity is None:
            raise Refusal("no_key")
        if connection.guest is not None or connection.address == OWNER or not wish.port:
            raise Refusal("no_call_back")
        if not self.host.connections.costs.callbacks.allow(connection.crowd):
            raise Refusal("too_fast")
        word = taking(connection.table, epoch, identity.pin)
        try:
            pin = signer(Signed(wish.certificate, wish.signature), word)
        except BadKey as error:
            raise Refusal("not_named") from error
        if same(pin, identity.pin):
            raise Refusal("not_named")
        return pin

    async def stand_still(
        self, task: TableTask, connection: Connection, port: int, epoch: int, successor: bytes
    ) -> None:
        """From now on nothing happens at a table, until it is gone or stays. Raises `Refusal`."""
        peer = connection.peer
        await task.freeze()
        try:
            may_move(task.table, peer)  # much may have happened meanwhile
            if task.stopped or connection.closing:
                raise Refusal("not_named")
        except Refusal:
            task.thaw()
            raise
        table, journal = task.table, bytes(task.journal.pen.kept)
        seat = table.seat_of(peer)
        assert seat is not None
        handover = Handover(
            task,
            peer,
            epoch,
            successor,
            seen_from_here(connection.address),
            port,
            table.lasting.chairs[seat].name,
            journal,
            digest_of(journal),
            self.host.connections.now(),
        )
        name = table.opening.table
        self.handovers[name] = handover
        before = self.host.successions.tables.get(name)
        chain = list(before.chain) if before is not None else []
        self.host.connections.send(peer, said.Handing(epoch, len(journal), handover.digest, chain))
        self.host.keep(self.watch_over(handover))

    def of(self, connection: Connection) -> Handover:
        """The handover of which somebody speaks. Raises `Refusal` for everybody else."""
        handover = self.handovers.get(connection.table)
        if handover is None or handover.peer != connection.peer or handover.committing:
            raise Refusal("not_named")
        handover.heard = self.host.connections.now()
        return handover

    def turn(self, connection: Connection, at: int) -> None:
        """The next page of a journal. Raises `Refusal`."""
        page = self.of(connection).journal[at : at + PAGE]
        self.host.connections.send(connection.peer, said.Part(at, b64encode(page).decode()))

    async def watch_over(self, handover: Handover) -> None:
        """Let the table go on if its successor falls silent."""
        connections = self.host.connections
        while (left := handover.heard + PATIENCE - connections.now()) > 0:
            await connections.clock.sleep(left)
        self.give_up(handover)

    def gone(self, peer: Peer) -> None:
        """A line is dead, and with it what it was to bring."""
        for handover in list(self.handovers.values()):
            if handover.peer == peer:
                self.give_up(handover)

    def give_up(self, handover: Handover) -> None:
        """The table stays here after all."""
        name = handover.task.table.opening.table
        if self.handovers.get(name) is not handover or handover.committing:
            return
        del self.handovers[name]
        handover.task.send(stay)
        handover.task.thaw()

    # ── the moment, and after it ────────────────────────────────────────────────────────────────

    async def commit(self, handover: Handover, digest: str) -> None:
        """The journal is on the other disk: the table is gone from here, for good. What the disk
        refuses has not happened, unless nobody can tell. Raises `Refusal`."""
        if digest != handover.digest or handover.task.stopped:
            self.give_up(handover)
            raise Refusal("not_named")
        handover.committing = True
        await asyncio.shield(self.host.keep(self.write_down(handover)))

    async def write_down(self, handover: Handover) -> None:
        successions, identity = self.host.successions, self.host.identity
        assert identity is not None
        name = handover.task.table.opening.table
        try:
            word = succession(identity, name, handover.epoch, handover.successor, handover.digest)
        except BadKey as error:
            handover.committing = False
            self.give_up(handover)
            raise Refusal("no_key") from error
        found = self.whereabouts(handover, word)
        while True:
            try:
                await asyncio.to_thread(successions.write, found)
                break
            except OSError as trouble:
                log.error("table %s does not move: %s", name, trouble)
                if not says(successions.path(name), word):
                    handover.committing = False
                    self.give_up(handover)
                    raise Refusal("disk") from trouble
                await asyncio.sleep(self.host.limits.retry)  # it may be gone: say nothing yet
        successions.note(found)
        del self.handovers[name]
        self.send_on(handover.task, found)

    def whereabouts(self, handover: Handover, word: Succession) -> Whereabouts:
        before = self.host.successions.tables.get(word.table)
        where = (handover.address, handover.port, handover.name)
        return before.then(word, *where) if before is not None else Whereabouts((word,), *where)

    def send_on(self, task: TableTask, found: Whereabouts) -> None:
        """Everybody at a table that has gone is told where; so is whoever was on the way to it."""
        log.info("table %s has moved to %s", found.last.table, found.last.successor)
        self.sent_on.add(found.last.table)
        connections = self.host.connections
        for peer in {*task.table.peers(), *task.drain()}:
            connection = connections.by_peer.get(peer)
            if connection is not None:
                self.tell_where(connection, found)
                connections.hang_up(connection, "table_moved")
        self.host.tables.close(found.last.table)

    def has_sent_on(self, connection: Connection, table: str) -> bool:
        """Whether a table has gone, and somebody who wants to join it was told so."""
        found = self.host.successions.gone(table, self.host.pin)
        if found is None or self.host.tables.opening_of(table) is not None:
            return False
        self.tell_where(connection, found)
        return True

    def tell_where(self, connection: Connection, found: Whereabouts) -> None:
        """Tell somebody where their table is now. A visitor goes there from this machine."""
        if connection.guest is not None:
            connection.guest.followed = True
        self.host.connections.send(connection.peer, moved(found))

    async def follow(self, connection: Connection, table: str) -> None:
        """Somebody looks for a table. One that is about to go is waited for, so that the answer
        remains true: what was on the way before it comes too late."""
        handover = self.handovers.get(table)
        if handover is not None:
            await handover.task.send(lambda _: None)
        found = self.host.successions.tables.get(table)
        if found is None:
            self.host.connections.refuse(connection.peer, "not_moved", "follow")
        else:
            self.host.connections.send(connection.peer, moved(found))


def moved(found: Whereabouts) -> said.Moved:
    """Where a table is, as everybody is told."""
    return said.Moved(found.last.table, list(found.chain), found.address, found.port, found.name)


def may_move(table: Table, peer: Peer) -> None:
    """Raises `Refusal` unless the table may go to the machine of this player now."""
    wish, lasting, seat = table.present.moving, table.lasting, table.seat_of(peer)
    if wish is None or seat is None or wish.seat != seat:
        raise Refusal("not_named")
    if lasting.is_opening:
        raise Refusal("shuffling")
    if lasting.phase == "playing" and not {*lasting.seats("person")} <= wish.agreed | {seat}:
        raise Refusal("not_all_agree")


def decline(draft: Table, peer: Peer) -> None:
    """Whoever was to have the table would rather not."""
    wish, seat = draft.present.moving, draft.seat_of(peer)
    if wish is None or seat != wish.seat:
        raise Refusal("not_named")
    stay(draft, seat)


def stay(draft: Table, because_of: Seat | None = None) -> None:
    """The table does not move."""
    if draft.present.moving is not None:
        draft.present.moving = None
        name = draft.lasting.chairs[because_of].name if because_of is not None else ""
        draft.tell(said.Notice("move_denied" if name else "move_failed", name))
        draft.tell_room()


async def reach(address: str, port: int, pin: bytes) -> None:
    """Raises `Refusal` unless the host with this pin answers there, as it must for the others."""
    client = Client(address, port, "moontui", pin=pin)
    try:
        await client.open(REACHED)
        await client.hello()
    except (CannotJoin, OSError, BadKey, Malformed) as error:
        raise Refusal("not_reached") from error
    finally:
        await client.close()


def seen_from_here(address: str) -> str:
    """An address as others may use it; empty: the successor is on this machine as well."""
    return "" if ip_address(address).is_loopback else address


def says(path: Path, word: Succession) -> bool:
    """Whether a file may say this: if it cannot be read, it may."""
    try:
        return word.signature in path.read_text()
    except FileNotFoundError:
        return False
    except (OSError, ValueError):
        return True
