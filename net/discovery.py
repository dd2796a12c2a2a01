"""How tables on the LAN find each other.

A host announces itself by multicast DNS and answers questions that are broadcast; a guest listens
to both and remembers where it has been. All that is heard is rumour. Three rules follow:

1. Nothing is listed before its address took a TCP connection, nothing stays that refuses one.
2. Texts from outside are cleaned, numbers bounded, and whatever can pile up has a limit.
3. Discovery may fail, in part or as a whole: then it says so, and the game goes on without it.

A row says where a table may be, never who is behind it; that is the certificate's to prove.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from itertools import count
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, Self, cast

from net.addresses import (
    Probe,
    best_first,
    broadcast_addresses,
    is_ipv4,
    local_addresses,
    probe,
    reachable_addresses,
)
from net.text import TITLE_CELLS, clean

if TYPE_CHECKING:  # zeroconf takes long to import: only who uses the network pays for it
    from zeroconf import ServiceInfo, ServiceStateChange, Zeroconf
    from zeroconf.asyncio import AsyncZeroconf

log = logging.getLogger(__name__)

SERVICE = "_moontui._tcp.local."
ECHO_SERVICE = "_moontui-echo._tcp.local."

QUESTION_PORT = 27667
"""Where hosts answer questions by UDP; below the ports that systems hand out by themselves."""
QUESTION = b"moontui?"
ANSWER = b"moontui!"
NONCE = 16
DATAGRAM = 512
"""The most an answer may take, and the least a question must: so a forged sender gains nothing."""

ROWS = 50
ROWS_PER_ADDRESS = 8
"""One machine cannot fill the list."""
RUMOURS = 200
PROBES = 8

TABLES = 32
SEATS = 10
VERSION_CELLS = 12
TEXT_BYTES = 120

Source = Literal["local", "lan", "broadcast", "recent", "typed"]
SOURCES: tuple[Source, ...] = ("local", "lan", "broadcast", "recent", "typed")
"""The best first: what is heard in several ways is listed by the first of them."""


class NoMulticast(OSError):
    """Multicast DNS cannot start here; the sentence is fit to be shown to a player."""


@dataclass(frozen=True, slots=True)
class Found:
    """A host that took a connection a moment ago, and what it is said to offer."""

    host: str
    address: str
    port: int
    tables: int
    game: str
    seats_taken: int
    seats: int
    version: str
    """The protocol it speaks; empty: nobody has said, so all but the address is unknown too."""
    private: bool
    tls: bool
    code: str
    source: Source


@dataclass(frozen=True, slots=True)
class Announcement:
    """What a host tells everybody."""

    name: str
    tables: int
    game: str
    taken: int
    seats: int
    version: str
    private: bool
    tls: bool
    code: str

    def to_txt(self) -> dict[bytes, bytes]:
        """The announcement as the properties of a TXT record."""
        return {
            b"name": cut(clean(self.name, TITLE_CELLS), TEXT_BYTES),
            b"tables": b"%d" % self.tables,
            b"game": cut(clean(self.game, TITLE_CELLS), TEXT_BYTES),
            b"taken": b"%d" % self.taken,
            b"seats": b"%d" % self.seats,
            b"version": cut(clean(self.version, VERSION_CELLS), TEXT_BYTES),
            b"private": b"%d" % self.private,
            b"tls": b"%d" % self.tls,
            b"code": self.code.encode(),
        }

    @classmethod
    def from_txt(cls, properties: Mapping[bytes, bytes | None]) -> Announcement | None:
        """What a record says, cleaned and bounded; None if it makes no sense. Never raises."""
        name = text(properties.get(b"name"), TITLE_CELLS)
        version = text(properties.get(b"version"), VERSION_CELLS)
        tables = number(properties.get(b"tables"), TABLES)
        taken = number(properties.get(b"taken"), SEATS)
        seats = number(properties.get(b"seats"), SEATS)
        code = (properties.get(b"code") or b"").upper()
        if not (name and version and (not code or re.fullmatch(rb"[A-Z0-9]{6}", code))):
            return None
        if tables is None or taken is None or seats is None:
            return None
        return cls(
            name,
            tables,
            text(properties.get(b"game"), TITLE_CELLS),
            min(taken, seats),
            seats,
            version,
            properties.get(b"private") == b"1",
            properties.get(b"tls") == b"1",
            code.decode("ascii"),
        )


def cut(words: str, size: int) -> bytes:
    """As much of a text as fits into a number of bytes, no character halved."""
    return words.encode()[:size].decode(errors="ignore").encode()


def text(value: bytes | None, cells: int) -> str:
    """A text of a stranger, harmless."""
    return clean((value or b"")[:TEXT_BYTES].decode(errors="ignore"), cells)


def number(value: bytes | None, most: int) -> int | None:
    """A number of a stranger, at most so much; None if it is none."""
    if value is None or len(value) > 4 or not value.isdigit():
        return None
    return min(int(value), most)


# ── multicast DNS ───────────────────────────────────────────────────────────────────────────────


async def open_mdns() -> AsyncZeroconf:
    """Multicast DNS on all interfaces. Raises `NoMulticast`."""
    await asyncio.to_thread(import_module, "zeroconf.asyncio")  # a screen may be waiting
    from zeroconf import Error, InterfaceChoice, IPVersion
    from zeroconf.asyncio import AsyncZeroconf

    # It warns of each interface that it cannot use, which would land in the middle of a screen.
    logging.getLogger("zeroconf").setLevel(logging.CRITICAL)
    try:
        return AsyncZeroconf(InterfaceChoice.All, ip_version=IPVersion.All)
    except (OSError, RuntimeError, Error):
        log.debug("no multicast DNS with IPv6", exc_info=True)
    try:
        return AsyncZeroconf(InterfaceChoice.All, ip_version=IPVersion.V4Only)
    except (OSError, RuntimeError, Error) as error:
        raise NoMulticast(no_multicast(error)) from error


def no_multicast(error: Exception) -> str:
    """Why tables do not find each other by themselves, as a sentence."""
    reason = str(error) or type(error).__name__
    return f"Multicast DNS does not work on this machine ({reason})."


def service(announcement: Announcement, port: int, addresses: Sequence[str]) -> ServiceInfo:
    """The service by which a host is known to multicast DNS."""
    from zeroconf import ServiceInfo

    # A dot would part the name, and an underscore at its front stand for a type of service. Of its
    # 63 bytes some are left for the code, and for "-2" after a name that is taken. The code keeps
    # apart two hosts of one name that start in the same second, which neither would notice.
    name = cut(clean(announcement.name, TITLE_CELLS).replace(".", " "), 44).decode().strip(" _")
    return ServiceInfo(
        SERVICE,
        f"{name or 'moontui'} {announcement.code}".strip() + f".{SERVICE}",
        port,
        properties=announcement.to_txt(),
        # By default two hosts of one name would share a server, and be sent each other's guests.
        server=f"moontui-{secrets.token_hex(8)}.local.",
        parsed_addresses=[address.partition("%")[0] for address in addresses],
    )


async def mdns_echo(seconds: float) -> bool:
    """Whether a service that this machine announces is found on this machine in time."""
    from zeroconf import Error, ServiceInfo
    from zeroconf.asyncio import AsyncServiceBrowser

    heard = asyncio.Event()
    label = f"echo-{secrets.token_hex(4)}.{ECHO_SERVICE}"

    def noticed(
        zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        if name == label:
            heard.set()

    info = ServiceInfo(ECHO_SERVICE, label, 9, parsed_addresses=["127.0.0.1"])
    try:
        async with (
            await open_mdns() as speaker,
            await open_mdns() as listener,
            AsyncServiceBrowser(listener.zeroconf, ECHO_SERVICE, [noticed]),
            asyncio.timeout(seconds),
        ):
            await (await speaker.async_register_service(info))
            return await heard.wait()
    except (OSError, RuntimeError, Error):  # among them: not in time
        return False


# ── the host's side ─────────────────────────────────────────────────────────────────────────────


class Announcer:
    """Tells the LAN about a host, by multicast DNS and to whoever asks by broadcast."""

    def __init__(
        self,
        addresses: Sequence[str] | None = None,
        *,
        question_port: int = QUESTION_PORT,
        mdns: bool = True,
    ) -> None:
        self._addresses = addresses
        """Where the host listens; None: everywhere."""
        self._question_port = question_port
        self._uses_mdns = mdns
        self._announcement: Announcement | None = None
        self._port = 0
        self._ear: Ear | None = None
        self._each = Patience(burst=5, per_second=1)
        self._all = Patience(burst=50, per_second=50)
        self._mdns: AsyncZeroconf | None = None
        self._info: ServiceInfo | None = None
        self._editions = count(1)
        self._sending: asyncio.Future[None] | None = None
        self._one_at_a_time = asyncio.Lock()

    async def start(self, announcement: Announcement, port: int) -> str | None:
        """Announce; takes a second or two. Returns a sentence if multicast DNS cannot be used."""
        async with self._one_at_a_time:
            self._announcement, self._port = announcement, port
            with suppress(OSError):  # somebody else on this machine answers there
                self._ear = await Ear.open(self._asked, self._question_port)
            if not self._uses_mdns:
                return None
            try:
                self._mdns = await open_mdns()
            except NoMulticast as error:
                return str(error)
            from zeroconf import Error

            try:
                self._info = service(announcement, port, self._addresses or reachable_addresses())
                self._keep(
                    await self._mdns.async_register_service(self._info, allow_name_change=True)
                )
            except (OSError, RuntimeError, Error) as error:
                await self._hush()
                return no_multicast(error)
            return None

    async def update(self, announcement: Announcement) -> None:
        """Announce something else from now on; the name by which the service is known stays."""
        async with self._one_at_a_time:
            self._announcement = announcement
            if self._mdns is None or self._info is None:
                return
            from zeroconf import Error, ServiceInfo

            self._info = ServiceInfo(
                SERVICE,
                self._info.name,
                self._info.port,
                # Others take a record they have just seen for old news, and would never hear of a
                # seat that is taken and left again.
                properties={**announcement.to_txt(), b"edition": b"%d" % next(self._editions)},
                server=self._info.server,
                parsed_addresses=self._info.parsed_addresses(),
            )
            try:
                self._keep(await self._mdns.async_update_service(self._info))
            except (OSError, RuntimeError, Error) as error:
                log.warning("the announcement could not be changed: %s", error)

    async def stop(self) -> None:
        """Say goodbye. Does nothing if there was no start."""
        async with self._one_at_a_time:
            if self._ear is not None:
                await self._ear.close()
                self._ear = None
            await self._hush()

    def _asked(self, data: bytes, peer: Peer) -> None:
        """Answer a question, patiently but not endlessly."""
        if len(data) < DATAGRAM or not data.startswith(QUESTION):
            return
        if self._ear is None or self._announcement is None:  # it came before all was ready
            return
        now = asyncio.get_running_loop().time()
        if self._each.allows(peer[0], now) and self._all.allows("", now):
            nonce = data[len(QUESTION) :][:NONCE]
            self._ear.say(answer(nonce, self._announcement, self._port), peer)

    async def _hush(self) -> None:
        mdns, self._mdns, self._info = self._mdns, None, None
        if self._sending is not None:
            self._sending.cancel()
        if mdns is None:
            return
        from zeroconf import Error

        try:
            async with asyncio.timeout(3):
                await mdns.async_close()
        except (OSError, RuntimeError, Error) as error:
            log.warning("multicast DNS did not end well: %s", error)

    def _keep(self, sending: Awaitable[None]) -> None:
        """Let an announcement be sent, some times over, instead of the one before."""
        if self._sending is not None:
            self._sending.cancel()
        self._sending = asyncio.ensure_future(sending)
        self._sending.add_done_callback(self._sent)

    def _sent(self, sending: asyncio.Future[None]) -> None:
        if not sending.cancelled() and (error := sending.exception()) is not None:
            log.warning("an announcement was not sent: %s", error)


class Patience:
    """How much is done for each of many: so much at once, so much a second."""

    def __init__(self, burst: float, per_second: float) -> None:
        self._burst = burst
        self._per_second = per_second
        self._left: dict[str, tuple[float, float]] = {}

    def allows(self, who: str, now: float) -> bool:
        """Whether one more is all right, and count it."""
        if len(self._left) > 1000:
            self._left.clear()  # so many can only be forged; the limit for all still holds
        left, since = self._left.get(who, (self._burst, now))
        left = min(self._burst, left + (now - since) * self._per_second)
        self._left[who] = (left - 1 if left >= 1 else left, now)
        return left >= 1


# ── questions and answers ───────────────────────────────────────────────────────────────────────


Peer = tuple[str, int]


class Ear(asyncio.DatagramProtocol):
    """A UDP socket that hands on what it hears."""

    def __init__(self, heard: Callable[[bytes, Peer], None]) -> None:
        self._heard = heard
        self._transport: asyncio.DatagramTransport | None = None
        self._closed = asyncio.Event()

    @classmethod
    async def open(cls, heard: Callable[[bytes, Peer], None], port: int = 0) -> Ear:
        """An ear at a port, or at any. Raises `OSError`."""
        _, ear = await asyncio.get_running_loop().create_datagram_endpoint(
            lambda: cls(heard), local_addr=("0.0.0.0", port), allow_broadcast=port == 0
        )
        return ear

    async def close(self) -> None:
        assert self._transport is not None
        self._transport.close()
        await self._closed.wait()

    def say(self, data: bytes, peer: Peer) -> None:
        assert self._transport is not None
        self._transport.sendto(data, peer)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # Python 3.11's are datagram transports in all but their base class.
        self._transport = cast("asyncio.DatagramTransport", transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._closed.set()

    def datagram_received(self, data: bytes, addr: tuple[str | Any, int]) -> None:
        self._heard(data, (str(addr[0]), addr[1]))

    def error_received(self, exc: Exception) -> None:
        log.debug("a datagram was not sent: %s", exc)


def question(nonce: bytes) -> bytes:
    """Who is there? As long as the longest answer."""
    return (QUESTION + nonce).ljust(DATAGRAM, b"\0")


def answer(nonce: bytes, announcement: Announcement, port: int) -> bytes:
    """What a host answers: the nonce, its port and its announcement in lines."""
    lines = b"\n".join(key + b"=" + value for key, value in announcement.to_txt().items())
    told = ANSWER + nonce + port.to_bytes(2, "big") + lines
    assert len(told) <= DATAGRAM, told
    return told


def read_answer(data: bytes) -> tuple[bytes, int, Announcement] | None:
    """The nonce, the port and the announcement of an answer; None if it is none."""
    start = len(ANSWER) + NONCE
    if not data.startswith(ANSWER) or not start + 2 < len(data) <= DATAGRAM:
        return None
    parts = (line.partition(b"=") for line in data[start + 2 :].split(b"\n"))
    announcement = Announcement.from_txt({key: value for key, _, value in parts})
    port = int.from_bytes(data[start : start + 2], "big")
    if announcement is None or port == 0:
        return None
    return data[len(ANSWER) : start], port, announcement


# ── the guest's side ────────────────────────────────────────────────────────────────────────────


@dataclass(slots=True, eq=False)
class Rumour:
    """A host as it is heard of in one way."""

    key: tuple[str, ...]
    source: Source
    addresses: tuple[str, ...]
    port: int
    announcement: Announcement | None = None
    heard: int = 0
    """Its place in the order of hearing."""
    answers: str | None = None
    """The address that took a connection at the last probe; "": none did; None: not tried yet."""
    in_line: bool = False

    def found(self) -> Found:
        """The row that it is worth. The rumour must have been found true."""
        assert self.answers, self
        told = self.announcement
        if told is None:
            unknown = clean(self.answers, TITLE_CELLS)
            return Found(
                unknown, self.answers, self.port, 0, "", 0, 0, "", False, False, "", self.source
            )
        return Found(
            told.name,
            self.answers,
            self.port,
            told.tables,
            told.game,
            told.taken,
            told.seats,
            told.version,
            told.private,
            told.tls,
            told.code,
            self.source,
        )


def listed(rumours: Iterable[Rumour]) -> list[Found]:
    """The rows for what was found true, one for each host.

    The same host is the same address and port, or the same code and port. Of those the best source
    counts, then IPv4, then who was heard first: a copy that comes later replaces nobody.
    """
    rows: list[Found] = []
    seen: set[tuple[str, int]] = set()
    claimed: set[tuple[str, int]] = set()
    at: Counter[str] = Counter()

    def order(rumour: Rumour) -> tuple[int, bool, int]:
        return SOURCES.index(rumour.source), ":" in (rumour.answers or ""), rumour.heard

    for rumour in sorted((rumour for rumour in rumours if rumour.answers), key=order):
        row = rumour.found()
        marks = {(row.address, row.port), *([(row.code, row.port)] if row.code else [])}
        # A record lists addresses that nobody has tried. That may hide a lesser source, but not
        # another record: else any machine could hide a host by claiming its address too.
        twice = marks & (seen if row.source == "lan" else seen | claimed)
        if not twice and at[row.address] < ROWS_PER_ADDRESS and len(rows) < ROWS:
            rows.append(row)
            seen |= marks
            claimed |= {(address, rumour.port) for address in rumour.addresses}
            at[row.address] += 1
    return rows


class Finder:
    """The hosts that can be reached right now, kept up to date while it is open."""

    def __init__(
        self,
        recent: Iterable[tuple[str, int]] = (),
        *,
        probe: Probe = probe,
        probe_every: float = 10.0,
        probe_timeout: float = 1.0,
        ask_every: float = 10.0,
        question_port: int = QUESTION_PORT,
        mdns: bool = True,
    ) -> None:
        self.changed = asyncio.Event()
        """Set when the rows or the trouble change; whoever waits for it clears it."""
        self.trouble: str | None = None
        """Why nothing may be found on the LAN, as a sentence."""
        self._recent = tuple(recent)
        self._probe = probe
        self._probe_every = probe_every
        self._probe_timeout = probe_timeout
        self._ask_every = ask_every
        self._question_port = question_port
        self._uses_mdns = mdns
        self._own: list[str] = []
        self._rows: list[Found] = []
        self._rumours: dict[tuple[str, ...], Rumour] = {}
        self._counter = count()
        self._line: asyncio.PriorityQueue[tuple[int, int, Rumour]] = asyncio.PriorityQueue()
        self._names: asyncio.Queue[str] = asyncio.Queue(RUMOURS)
        self._named: set[str] = set()
        self._nonces: deque[bytes] = deque(maxlen=2)
        self._ear: Ear | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._own = await asyncio.to_thread(local_addresses)
        for address, port in self._recent:
            self._note(Rumour(("recent", address, str(port)), "recent", (address,), port))
        for _ in range(PROBES):
            self._spawn(self._probe_in_line())
        self._spawn(self._probe_again())
        try:
            self._ear = await Ear.open(self._answered)
            self._spawn(self._ask(self._ear))
        except OSError as error:
            log.warning("no questions can be asked: %s", error)
        if self._uses_mdns:
            self._spawn(self._browse())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._ear is not None:
            await self._ear.close()

    def rows(self) -> list[Found]:
        """What is found now, the best sources first."""
        return list(self._rows)

    def hear(
        self,
        name: str,
        addresses: Iterable[str],
        port: int | None,
        properties: Mapping[bytes, bytes | None],
    ) -> None:
        """Take in a record of multicast DNS, however false; the last one of a name counts."""
        key = ("lan", name.lower())
        announcement = Announcement.from_txt(properties)
        tries = best_first(addresses, self._own)
        if announcement is None or not tries or not port or not 0 < port < 65536:
            self._forget(key)
        else:
            self._note(Rumour(key, "lan", tries, port, announcement))

    # What is heard, and what is made of it.

    def _note(self, rumour: Rumour) -> None:
        known = self._rumours.get(rumour.key)
        if known is None and not self._has_room():
            return
        if known and (known.addresses, known.port) == (rumour.addresses, rumour.port):
            known.announcement = rumour.announcement
            self._list()
            return
        rumour.heard = known.heard if known else next(self._counter)
        self._rumours[rumour.key] = rumour
        self._line_up(rumour)

    def _has_room(self) -> bool:
        """Whether one more rumour can be kept; if need be a false one goes."""
        if len(self._rumours) < RUMOURS:
            return True
        for rumour in self._rumours.values():
            if rumour.answers == "" and rumour.source != "recent":
                self._forget(rumour.key)
                return True
        return False

    def _forget(self, key: tuple[str, ...]) -> None:
        if self._rumours.pop(key, None):
            self._list()

    def _list(self) -> None:
        rows = listed(self._rumours.values())
        if rows != self._rows:
            self._rows = rows
            self.changed.set()

    # Probing.

    def _line_up(self, rumour: Rumour) -> None:
        """Have a rumour probed: what is listed first, then what is new, then what was silent."""
        if not rumour.in_line:
            rumour.in_line = True
            urgency = 0 if rumour.answers else 1 if rumour.answers is None else 2
            self._line.put_nowait((urgency, next(self._counter), rumour))

    async def _probe_in_line(self) -> None:
        while True:
            *_, rumour = await self._line.get()
            rumour.in_line = False
            if self._rumours.get(rumour.key) is not rumour:
                continue
            rumour.answers = await self._answering(rumour)
            if self._rumours.get(rumour.key) is not rumour:
                continue
            if rumour.source == "broadcast" and not rumour.answers:
                self._forget(rumour.key)  # it will answer the next question if it is there
            self._list()

    async def _answering(self, rumour: Rumour) -> str:
        """The first address that takes a connection, tried last time's first; or ""."""
        last = [rumour.answers] if rumour.answers else []
        for address in dict.fromkeys([*last, *rumour.addresses]):
            if await self._probe(address, rumour.port, self._probe_timeout):
                return address
        return ""

    async def _probe_again(self) -> None:
        while True:
            await asyncio.sleep(self._probe_every)
            for rumour in self._rumours.values():
                self._line_up(rumour)

    # Asking by UDP.

    async def _ask(self, ear: Ear) -> None:
        """Ask every network, and the recent hosts that no broadcast may reach."""
        recent = [address for address, _ in self._recent if is_ipv4(address)]
        while True:
            self._nonces.append(secrets.token_bytes(NONCE))
            wide = await asyncio.to_thread(broadcast_addresses)
            for address in dict.fromkeys([*wide, *recent]):
                ear.say(question(self._nonces[-1]), (address, self._question_port))
            await asyncio.sleep(self._ask_every)

    def _answered(self, data: bytes, host: Peer) -> None:
        told = read_answer(data)
        if told is None or told[0] not in self._nonces:
            return
        _, port, announcement = told
        key = ("broadcast", host[0], str(port))
        self._note(Rumour(key, "broadcast", (host[0],), port, announcement))

    # Listening to multicast DNS.

    async def _browse(self) -> None:
        try:
            mdns = await open_mdns()
        except NoMulticast as error:
            self._complain(error)
            return
        from zeroconf import Error
        from zeroconf.asyncio import AsyncServiceBrowser

        try:
            async with mdns:
                await mdns.zeroconf.async_wait_for_start()
                async with (
                    AsyncServiceBrowser(mdns.zeroconf, SERVICE, [self._noticed]),
                    asyncio.TaskGroup() as group,
                ):
                    for _ in range(PROBES):
                        group.create_task(self._resolve(mdns.zeroconf))
        except Error as error:
            self._complain(NoMulticast(no_multicast(error)))

    def _complain(self, error: NoMulticast) -> None:
        self.trouble = str(error)
        self.changed.set()

    def _noticed(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        if state_change.name == "Removed":
            self._forget(("lan", name.lower()))
        elif name not in self._named and not self._names.full():
            self._named.add(name)
            self._names.put_nowait(name)

    async def _resolve(self, zeroconf: Zeroconf) -> None:
        """Ask for the records behind the names that were noticed."""
        from zeroconf import Error
        from zeroconf.asyncio import AsyncServiceInfo

        while True:
            name = await self._names.get()
            self._named.discard(name)
            try:
                info = AsyncServiceInfo(SERVICE, name)
                if await info.async_request(zeroconf, timeout=3000):
                    self.hear(name, info.parsed_scoped_addresses(), info.port, info.properties)
            except (OSError, Error) as error:
                log.debug("a name on the LAN led nowhere: %s", error)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Each part may die alone; the others go on."""
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a part of the search for tables has ended", exc_info=error)
