"""Who is nearby: the tables of every host that answers, kept up to date."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple, Protocol, Self

from moontui.client.place import PORT, Place
from moontui.client.reach import Dial
from moontui.client.recent import RecentHosts
from net import messages as said
from net.client import CannotJoin, Client, Tokens
from net.lan.announcement import Found
from net.wire import Malformed

PATIENCE = 2.5
"""How many seconds a host may take to list its tables."""
MOST = 12
"""How many hosts are asked at most."""


class HostFinder(Protocol):
    """Looks for hosts from when it is entered until it is left."""

    changed: asyncio.Event
    """Set whenever the rows have changed."""
    trouble: str | None
    """Why some of them may not be found, as a sentence."""

    async def __aenter__(self) -> Self: ...

    async def __aexit__(self, *error: object) -> None: ...

    def rows(self) -> list[Found]: ...


NewFinder = Callable[[Iterable[tuple[str, int]]], HostFinder]


class Offer(NamedTuple):
    """A table to sit down at, or a host whose tables are unknown."""

    host: Found
    table: said.Row | None = None
    mine: bool = False
    """Whether the player already has a seat there."""
    trouble: str = ""
    """Why nobody can play there: a message key."""

    @property
    def place(self) -> Place:
        return place_of(self.host)

    @property
    def key(self) -> tuple[str, str, int, str]:
        """What stays the same while seats are taken and left."""
        table = self.table.table if self.table is not None else ""
        return ("offer", self.host.address, self.host.port, table)

    @property
    def is_near(self) -> bool:
        """Whether it deserves a row even without a table: a host shared by the accounts of this
        machine, where they open their tables."""
        return self.table is not None or self.host.address.startswith("/")

    @property
    def open(self) -> bool:
        """Whether there is a free seat."""
        if self.table is None:
            return False
        return self.table.phase != "playing" and self.table.taken < self.table.seats


class Heard(NamedTuple):
    """What a host answered: its tables, or why it did not say."""

    rows: Sequence[said.Row] = ()
    trouble: str = ""
    host: str = ""
    """What it calls itself."""


class Scout:
    """Looks for hosts as long as it is running, and asks each for its tables."""

    def __init__(
        self,
        data: Path,
        changed: Callable[[], None],
        new_finder: NewFinder,
        dial: Callable[[str], Dial | None] = lambda _: None,
    ) -> None:
        self.data = data
        self.changed = changed
        """Called whenever the offers or the trouble have changed."""
        self.new_finder = new_finder
        self.dial = dial
        """The way to an address, if it needs no network."""
        self.offers: list[Offer] = []
        self.trouble = ""
        """Why nothing can be found; empty: there is no obstacle."""
        self.own = ("", 0)
        """Code and port of the host in this process, which does not need to be found."""
        self.neighbours: Callable[[], list[Found]] = list
        """The hosts on this machine."""
        self.finder: HostFinder | None = None
        self._heard: dict[tuple[str, int], Heard] = {}
        self._asked: dict[tuple[str, int], Found] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._here: list[Found] = []

    async def look(self) -> None:
        """Look around until cancelled."""
        recent = RecentHosts(self.data / "recent.json").list()
        try:
            async with self.new_finder((host.address, host.port) for host in recent) as finder:
                self.finder = finder
                while True:
                    self.trouble = finder.trouble or ""
                    self.ask_around()
                    self.tell()
                    await finder.changed.wait()
                    finder.changed.clear()
        finally:
            self.finder = None
            for task in self._tasks:
                task.cancel()

    def ask_around(self, anew: bool = False) -> None:
        """Ask the hosts that are new or have changed; or all of them."""
        self._here = self.neighbours()
        hosts = self.hosts()[:MOST]
        for host in hosts:
            place = (host.address, host.port)
            if anew or self._asked.get(place) != host:
                self._asked[place] = host
                task = asyncio.create_task(self.hear(host))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
        there = {(host.address, host.port) for host in hosts}
        for place in set(self._asked) - there:
            del self._asked[place]
            self._heard.pop(place, None)

    def hosts(self) -> list[Found]:
        """The hosts to ask: on this machine, then elsewhere."""
        return [*self._here, *(self.finder.rows() if self.finder is not None else [])]

    async def hear(self, host: Found) -> None:
        place = (host.address, host.port)
        heard = await tables_of(place_of(host), self.dial(host.address))
        if place in self._asked:
            self._heard[place] = heard
            self.tell()

    def tell(self) -> None:
        """Put the offers together, and report it if they have changed."""
        mine = Tokens(self.data / "tokens.json").all()
        offers: list[Offer] = []
        seen: set[str] = set()
        here: set[str] = set()
        """Hosts of this machine and their tables: what a socket tells is certain."""
        for host in self.hosts():
            heard = self._heard.get((host.address, host.port))
            if heard is None or self.is_own(host):
                continue
            if host.source == "local":
                if heard.trouble == "unreachable":
                    continue  # its socket has outlived it
                host = replace(host, host=heard.host)
                here |= {heard.host, *(row.table for row in heard.rows)}
            elif heard.host in here and local(host.address, own_addresses()):
                continue
            if not heard.rows and (host.version or heard.trouble.startswith("host_is")):
                offers.append(Offer(host, trouble=heard.trouble))
            # A host that was announced and is also known by another address is listed once.
            twice = here if host.code and host.source != "local" else seen
            rows = [row for row in heard.rows if row.table not in twice]
            seen |= {row.table for row in rows}
            offers += [Offer(host, row, row.table in mine) for row in rows]
        if offers != self.offers or self.trouble:
            self.offers = offers
            self.changed()

    def is_own(self, host: Found) -> bool:
        code, port = self.own
        if not port:
            return False
        return host.port == port and (host.code == code or local(host.address, own_addresses()))

    def by_code(self, code: str) -> Found | None:
        """The host with this short code."""
        hosts = self.finder.rows() if self.finder is not None else []
        return next((host for host in hosts if host.code == code), None)


def place_of(host: Found) -> Place:
    """Where a host was found; all we know about a recent one is where it was."""
    return Place(host.address, host.port, host.tls or not host.version)


async def tables_of(place: Place, dial: Dial | None = None) -> Heard:
    """Ask a host for its tables, and hang up. Whatever it says is a rumor: no key is checked."""
    client = Client(
        place.address, place.port, "moontui", tls=place.tls and not dial, patience=0, dial=dial
    )
    try:
        async with asyncio.timeout(PATIENCE):
            welcome = await client.connect()
            return Heard(await rows_of(client), host=welcome.host)
    except CannotJoin as error:
        return Heard(trouble=str(error))
    except (OSError, ValueError, Malformed):  # not one of our hosts, or one that hangs
        return Heard(trouble="unreachable")
    finally:
        await client.close()


async def rows_of(client: Client) -> list[said.Row]:
    """The tables of a host, asked over an open line. Raises `CannotJoin`."""
    client.send(said.Tables())
    async for message in client.messages():
        if isinstance(message, said.TableList):
            return message.rows
        if isinstance(message, said.Bye):
            raise CannotJoin(message.why)
    raise CannotJoin("hung_up")


def usual_finder(recent: Iterable[tuple[str, int]]) -> HostFinder:
    """Looks on the LAN, on this machine, and at hosts the player has visited before."""
    from net.lan.finder import Finder

    return Finder([*recent, ("127.0.0.1", PORT)])


def local(address: str, own: Sequence[str]) -> bool:
    """Whether an address belongs to this machine."""
    return address in own or address.startswith("127.") or address == "::1"


@cache
def own_addresses() -> list[str]:
    from net.addresses import local_addresses

    with suppress(OSError):
        return local_addresses()
    return []
