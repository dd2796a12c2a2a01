"""The guest's side: which of the hosts it hears of are really there."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter, deque
from collections.abc import Coroutine, Iterable, Mapping
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any, Self

from net.addresses import (
    Probe,
    best_first,
    broadcast_addresses,
    is_ipv4,
    local_addresses,
    probe,
)
from net.lan.announcement import SOURCES, Announcement, Found, Source
from net.lan.multicast import SERVICE, NoMulticast, no_multicast, open_mdns
from net.lan.questions import NONCE, QUESTION_PORT, Ear, Peer, question, read_answer
from net.text import TITLE_CELLS, clean

if TYPE_CHECKING:
    from zeroconf import ServiceStateChange, Zeroconf

log = logging.getLogger(__name__)

ROWS = 50
ROWS_PER_ADDRESS = 8
"""One machine cannot fill the list."""
RUMOURS = 200
PROBES = 8


@dataclass(slots=True, eq=False)
class Rumour:
    """A host as heard of in one way."""

    key: tuple[str, ...]
    source: Source
    addresses: tuple[str, ...]
    port: int
    announcement: Announcement | None = None
    heard: int = 0
    """Its place in the order of hearing."""
    answers: str | None = None
    """The address that answered at the last probe; "": none did; None: not tried yet."""
    in_line: bool = False

    def found(self) -> Found:
        """The row it becomes. It must have been found true."""
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
    """The rows for what was found true, one for each place and code.

    That two places or two codes are the same host, only their keys can prove. For one place the
    best source counts, then IPv4, then whoever was heard first: a later copy replaces nobody.
    """
    rows: list[Found] = []
    seen: set[tuple[str, int, str]] = set()
    at: Counter[str] = Counter()

    def order(rumour: Rumour) -> tuple[int, bool, int]:
        return SOURCES.index(rumour.source), ":" in (rumour.answers or ""), rumour.heard

    for rumour in sorted((rumour for rumour in rumours if rumour.answers), key=order):
        row = rumour.found()
        mark = (row.address, row.port, row.code)
        if mark not in seen and at[row.address] < ROWS_PER_ADDRESS and len(rows) < ROWS:
            rows.append(row)
            seen |= {mark, (row.address, row.port, "")}  # a recent one has no code
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
        """Why the LAN may turn up nothing, as a sentence."""
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
            log.warning("no questions can be broadcast: %s", error)
        if self._uses_mdns:
            self._spawn(self._browse())
        return self

    async def __aexit__(self, *error: object) -> None:
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
        """Take in a multicast DNS record, however false; the last one under a name counts."""
        key = ("lan", name.lower())
        announcement = Announcement.from_txt(properties)
        tries = best_first(addresses, self._own)
        if announcement is None or not tries or not port or not 0 < port < 65536:
            self._forget(key)
        else:
            self._note(Rumour(key, "lan", tries, port, announcement))

    # What is heard, and what becomes of it.

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
        """Whether one more can be kept; if need be, a false one goes."""
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
        """Line one up for probing: listed ones first, then new ones, then silent ones."""
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
        """The first address that answers, starting with last time's; or ""."""
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
        """Ask every network, and recent hosts that a broadcast may not reach."""
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
        """If one part dies, the others go on."""
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a part of the search for tables has failed", exc_info=error)
