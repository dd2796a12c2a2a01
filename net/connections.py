"""The connections to clients: who is let in, what they may cost, and how they are kept alive."""

from __future__ import annotations

import asyncio
import logging
import ssl
from asyncio.sslproto import SSLProtocol
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Protocol

from engine.core import Seat
from net import messages as said
from net.addresses import address_of
from net.clock import Clock
from net.costs import OWNER, Costs, first_to_go, household
from net.guests import Bans, Guest
from net.limits import Limits
from net.messages import Message
from net.present import Peer
from net.text import clean
from net.wire import ASKING, TO_HOST, Frames, Malformed, pack, unpack

log = logging.getLogger("moontui.connections")


SSLProtocol.max_size = 16 * 1024
"""asyncio sets aside 256 KiB for each TLS connection; no TLS record is longer than 16."""


AT_ONCE = 50
"""How many connections are looked after in one go: half a millisecond's work."""


class Standing(IntEnum):
    """What somebody is to the host; where there is no room, the lowest go first."""

    STRANGER = 0
    """Has not said hello."""
    NEWCOMER = 1
    """At no table."""
    WATCHER = 2
    SEATED = 3
    """Never has to go for others."""


@dataclass(slots=True, eq=False)
class Connection:
    """One client, from connect to hang-up."""

    peer: Peer
    address: str
    writer: asyncio.StreamWriter
    opened: float
    allowance: float
    """How many frames it may send at once now."""
    guest: Guest | None = None
    """Who it is, where a door knows better than the client."""
    name: str = ""
    greeted: bool = False
    table: str = ""
    seat: Seat | None = None
    """Where it sits at its table; None: nowhere, it watches."""
    heard: float = 0.0
    counted: float = 0.0
    begun: float | None = None
    refused: int = 0
    malformed: int = 0
    behind: float | None = None
    """Since when it has left unread what it was sent; nothing more is sent until it reads."""
    closing: bool = False
    """It is over, but the last words may still be on their way."""
    ending: asyncio.TimerHandle | None = None
    """Ends it, whether or not the last words were read."""
    line: asyncio.WriteTransport = field(init=False)
    """What TLS, if any, runs on: to abort it gives everything back at once."""

    def __post_init__(self) -> None:
        self.line = self.writer.transport

    @property
    def crowd(self) -> str:
        """Whose connections it is counted among: those of one guest, or of one address; empty: the
        owner's."""
        if self.guest is not None:
            return self.guest.id
        return "" if self.address == OWNER else household(self.address)

    @property
    def payer(self) -> str:
        """Who pays for what it costs; empty: nobody, since it is the owner's."""
        crowd = self.crowd
        return f"{self.table} {self.seat}" if crowd and self.seat is not None else crowd

    @property
    def standing(self) -> Standing:
        if not self.greeted:
            return Standing.STRANGER
        if not self.table:
            return Standing.NEWCOMER
        return Standing.WATCHER if self.seat is None else Standing.SEATED


class Encrypted(asyncio.StreamReaderProtocol):
    """Whoever only looks at the key may hang up before the handshake is over at this end. With TLS
    there is no such thing as a line that is open in one direction."""

    def eof_received(self) -> bool:
        super().eof_received()
        return False


class Listener(Protocol):
    """Whoever listens to what clients say: the host."""

    async def hear(self, connection: Connection, message: Message) -> None: ...

    def gone(self, connection: Connection) -> None: ...

    def missed(self, connection: Connection) -> None: ...


@dataclass(slots=True)
class Connections:
    """All connections of a host."""

    listener: Listener
    limits: Limits
    by_peer: dict[Peer, Connection] = field(default_factory=dict)
    peers: int = 0
    turned_away: set[Connection] = field(default_factory=set)
    """Those who are being told that there is no room."""
    bans: Bans = field(default_factory=Bans)
    clock: Clock = field(init=False)
    costs: Costs = field(init=False)

    def __post_init__(self) -> None:
        self.clock = Clock(self.limits.asleep)
        self.costs = Costs(self.limits, asyncio.get_running_loop().time)

    def may_call(self, address: str) -> bool:
        """Whether a connection from an address is taken at all; a handshake costs much more."""
        return self.costs.calls.allow(household(address))

    async def accept(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        tls: ssl.SSLContext | None = None,
        guest: Guest | None = None,
    ) -> None:
        """Serve a connection from its first byte to its last; it counts from the first."""
        peer, now = writer.get_extra_info("peername") or (OWNER,), self.now()
        address = guest.address if guest is not None else address_of(peer)
        self.peers += 1
        connection = Connection(
            Peer(self.peers), address, writer, now, self.limits.burst, guest, heard=now
        )
        if why := self.no_room(connection):
            await self.turn_away(connection, why, tls)
            return
        self.by_peer[connection.peer] = connection
        secured = await self.secure(connection, tls) if tls is not None else reader
        if secured is None:
            self.by_peer.pop(connection.peer, None)
        else:
            await self.listen(connection, secured)

    def no_room(self, connection: Connection) -> str:
        """Why somebody is not let in now; empty: there is room, or a stranger had to make it."""
        if self.bans.includes(
            connection.address, connection.guest.key if connection.guest is not None else ""
        ):
            return "banned"
        limits, crowd = self.limits, connection.crowd
        near = [other for other in self.below(Standing.SEATED) if other.crowd == crowd]
        if len(near) >= limits.per_address and not self.let_go(near, Standing.STRANGER):
            return "too_many_from_you"
        strangers = self.below(Standing.NEWCOMER)
        if len(strangers) >= limits.strangers:
            self.let_go(strangers, Standing.STRANGER)
        if len(self.by_peer) < limits.connections:
            return ""
        others = self.below(Standing.SEATED)
        sizes = Counter(other.crowd for other in others)
        crowded = [other for other in others if sizes[other.crowd] > len(near) + 1]
        made = any(self.let_go(crowded, standing) for standing in Standing)
        return "" if made else "host_full"

    def below(self, standing: Standing) -> list[Connection]:
        """Those of a lower standing, in the order they came."""
        return [other for other in self.by_peer.values() if other.standing < standing]

    def let_go(self, others: list[Connection], standing: Standing) -> bool:
        """Make room: of those of this standing, the oldest of the biggest crowd has to go. False:
        there is none."""
        waiting = [other for other in others if other.standing == standing]
        if not waiting:
            return False
        first = first_to_go(waiting, lambda other: other.crowd)
        if standing > Standing.STRANGER:
            self.hang_up(first, "host_full")
        else:  # whoever has said nothing hears nothing
            first.closing = True
            abort(first.line)
        del self.by_peer[first.peer]
        return True

    async def turn_away(self, connection: Connection, why: str, tls: ssl.SSLContext | None) -> None:
        """Say in one word why there is no room; to a crowd not even that."""
        if len(self.turned_away) >= self.limits.turned_away:
            abort(connection.line)
            return
        self.turned_away.add(connection)
        if tls is None or await self.secure(connection, tls) is not None:
            self.hang_up(connection, why)
            await self.end(connection)
        self.turned_away.discard(connection)

    async def secure(
        self, connection: Connection, tls: ssl.SSLContext
    ) -> asyncio.StreamReader | None:
        """Agree on keys; None: that failed, and the connection is closed."""
        loop = asyncio.get_running_loop()
        reader = asyncio.StreamReader(limit=TO_HOST * 2)
        protocol = Encrypted(reader)
        try:
            # Nothing is awaited before this, so nothing of the handshake has been read yet.
            transport = await loop.start_tls(
                connection.writer.transport,
                protocol,
                tls,
                server_side=True,
                ssl_handshake_timeout=self.limits.hello,
            )
        except OSError as error:
            # What was raised leads to the frame of `start_tls`, and that frame back to it: buffers
            # and keys would wait for the collector of garbage, which a host seldom calls.
            error.__traceback__ = None
            return None
        if transport is None:  # closed on this side in the meantime
            return None
        protocol.connection_made(transport)
        connection.writer = asyncio.StreamWriter(transport, protocol, reader, loop)
        connection.opened = connection.heard = self.now()
        return reader

    async def listen(self, connection: Connection, reader: asyncio.StreamReader) -> None:
        """Hear a client until it hangs up or is let go."""
        frames = Frames(TO_HOST)
        try:
            while not connection.closing and (data := await reader.read(TO_HOST)):
                connection.heard = self.now()
                await self.read(connection, frames, data)
        except (OSError, ssl.SSLError, asyncio.IncompleteReadError):
            pass  # a hang-up is normal at any moment
        finally:
            await self.part(connection)

    def now(self) -> float:
        return self.clock.now()

    async def read(self, connection: Connection, frames: Frames, data: bytes) -> None:
        """Take bytes; anything that is not a message is refused by name, three times at most."""
        try:
            for payload in frames.feed(data):
                connection.begun = None
                await self.take(connection, payload)
                if connection.closing:
                    return
        except Malformed as error:  # the stream itself can no longer be cut into frames
            self.complain(connection, error, bytes(frames.buffer[:64]))
            self.hang_up(connection, "malformed")
        connection.begun = (connection.begun or self.now()) if frames.begun else None

    async def take(self, connection: Connection, payload: bytes) -> None:
        """Take one frame; even a refusal for sending too many says which one it answers."""
        try:
            message = unpack(payload, said.ANY_FROM_CLIENT, ASKING)
        except Malformed as error:
            self.complain(connection, error, payload)
            return
        if self.allow(connection):
            await self.listener.hear(connection, message)
            return
        action = message.id if isinstance(message, said.Act) else None
        self.refuse(connection.peer, "too_fast", str(message.__struct_config__.tag), action)

    def complain(self, connection: Connection, error: Malformed, payload: bytes) -> None:
        connection.malformed += 1
        reason = clean(str(error), 160)  # it quotes what it complains of
        log.warning("%s sent %s: %s", connection.address, reason, payload[:64].hex())
        self.refuse(connection.peer, "malformed", detail=reason)
        if connection.malformed >= self.limits.malformed:
            self.hang_up(connection, "malformed")

    def allow(self, connection: Connection) -> bool:
        """Allow a number of frames a second, and a burst; more are refused."""
        now, limits = self.now(), self.limits
        earned = (now - (connection.counted or now)) * limits.rate
        connection.counted = now
        connection.allowance = min(limits.burst, connection.allowance + earned)
        if connection.allowance < 1:
            return False
        connection.allowance -= 1
        return connection.seat is not None or self.costs.frames.allow(connection.crowd)

    def may_talk(self, connection: Connection) -> bool:
        """Whether another line of chat is passed on; watchers from one address share theirs."""
        costs = self.costs
        if connection.seat is not None or connection.guest is not None:
            return costs.chat.allow(connection.payer)
        each = costs.chat.allow(f"{connection.crowd} {connection.peer}")
        return each and costs.chat_of_address.allow(connection.crowd)

    def send(self, peer: Peer, *messages: Message) -> None:
        """Send without waiting. Clients that do not read lose history, and cost others no time;
        those that have read everything get all of it, however long it is."""
        connection = self.by_peer.get(peer)
        if connection is None or connection.closing or connection.behind is not None:
            return
        frames = b"".join(map(pack, messages))
        waiting = connection.writer.transport.get_write_buffer_size()
        if waiting and waiting + len(frames) > self.limits.buffered:
            connection.behind = self.now()
            return
        connection.writer.write(frames)

    def refuse(
        self,
        peer: Peer | None,
        why: str,
        about: str = "",
        action: int | None = None,
        detail: str = "",
    ) -> None:
        """Say that something was not done."""
        connection = None if peer is None else self.by_peer.get(peer)
        if connection is None:
            return
        connection.refused += 1
        self.send(connection.peer, said.Refused(why, about, action, detail))
        if connection.refused >= self.limits.refusals:
            self.hang_up(connection, "too_many_refusals")

    def hang_up(self, connection: Connection, why: str) -> None:
        """Say why, and close."""
        if not connection.closing:
            connection.writer.write(pack(said.Bye(why)))
            self.close(connection)

    def close(self, connection: Connection) -> None:
        """Close a connection; do not wait long for a client to read what is still on its way."""
        connection.closing = True
        connection.writer.close()
        if connection.ending is None:
            loop = asyncio.get_running_loop()
            connection.ending = loop.call_later(self.limits.stalled, abort, connection.line)

    async def watch_over(self) -> None:
        """Look after all connections, a few at a time, so that nobody who plays waits for it."""
        while True:
            everybody = list(self.by_peer.values())
            some = [everybody[at : at + AT_ONCE] for at in range(0, len(everybody), AT_ONCE)] or [
                []
            ]
            for few in some:
                await self.clock.sleep(self.limits.ping / 3 / len(some))
                self.look_around(few)

    def look_around(self, few: list[Connection]) -> None:
        """Pings, deadlines, and readers that fell behind."""
        now = self.now()
        for connection in few:
            if connection.peer in self.by_peer:
                self.look_after(connection, now)

    def look_after(self, connection: Connection, now: float) -> None:
        limits = self.limits
        connection.refused = int(connection.refused * 0.93)  # half are forgotten within 20 s
        if connection.closing:
            return
        if not connection.greeted and now - connection.opened > limits.hello:
            self.hang_up(connection, "no_hello")
        elif connection.begun is not None and now - connection.begun > limits.frame:
            self.hang_up(connection, "slow_frame")
        elif now - connection.heard > limits.dead:
            self.hang_up(connection, "silent")
        elif connection.behind is not None:
            self.catch_up(connection, now)
        elif now - connection.heard > limits.ping:
            self.send(connection.peer, said.Ping())

    def catch_up(self, connection: Connection, now: float) -> None:
        """A slow reader gets the newest view when there is room, or is let go."""
        assert connection.behind is not None
        waiting = connection.writer.transport.get_write_buffer_size()
        if waiting < self.limits.buffered // 4:
            connection.behind = None
            self.listener.missed(connection)
        elif now - connection.behind > self.limits.stalled:
            connection.closing = True
            abort(connection.line)

    async def part(self, connection: Connection) -> None:
        """A connection has ended, and its table hears of it. It counts until it is fully closed."""
        self.close(connection)
        self.listener.gone(connection)
        try:
            await self.end(connection)
        finally:
            self.by_peer.pop(connection.peer, None)

    async def end(self, connection: Connection) -> None:
        """Wait until a connection is closed, and keep nothing of it."""
        with suppress(OSError):  # it may end in the middle of something, which is an end too
            await connection.writer.wait_closed()
        if connection.ending is not None:
            connection.ending.cancel()
        # asyncio's own end of it refers to itself, and would wait for the collector of garbage.
        vars(connection.line).pop("_read_ready_cb", None)


def abort(transport: asyncio.WriteTransport) -> None:
    """End a connection at once, if it has not ended already."""
    with suppress(AttributeError):  # Python 3.11.2 trips over a TLS connection that is gone
        transport.abort()
