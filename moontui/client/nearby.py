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
from moontui.client.trust import (
    Changed,
    Known,
    KnownHosts,
    Mistaken,
    Verdict,
    decide,
    seats_in,
    spells,
)
from net import messages as said
from net.client import CannotJoin, Client
from net.lan.announcement import Found
from net.text import TITLE_CELLS, clean
from net.tokens import Tokens, host_name
from net.wire import Malformed

PATIENCE = 2.5
"""How many seconds a host may take to list its tables."""
MOST = 12
"""How many hosts are asked at most."""
HEARSAY = 0.8
"""Seconds for which a host may be found by what it announces, before everybody is asked."""
AGAIN = 0.1
"""Seconds between two looks at who claims to have a code."""


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
    trust: Verdict | None = None
    """Whether the key that it shows is that of a host the player knows."""

    @property
    def is_known(self) -> bool:
        """Whether the host has proved to be one that the player has met."""
        return isinstance(self.trust, Known) and bool(self.trust.key)

    @property
    def is_copy(self) -> bool:
        """Whether it bears the name, the code or the address of another host."""
        return isinstance(self.trust, Changed | Mistaken)

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
        return self.table is not None and not self.is_copy and self.table.has_room


class Heard(NamedTuple):
    """What a host answered: its tables, or why it did not say."""

    rows: Sequence[said.Row] = ()
    trouble: str = ""
    host: str = ""
    """What it calls itself."""
    key: bytes = b""
    """The key it showed; empty: none."""


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
        self.answered = asyncio.Event()
        """Set once every host has said which tables it has, or has not answered."""
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
            if self._asked.keys() <= self._heard.keys():
                self.answered.set()

    def tell(self) -> None:
        """Put the offers together, and report it if they have changed. Who is known comes first,
        and who passes for somebody else comes last."""
        seats = seats_in(self.data, is_visitor=self.dial("") is not None)
        known = KnownHosts(self.data / "hosts.json")
        offers: list[Offer] = []
        for host, heard in self.met(seats):
            trust = decide(place_of(host), heard.key, known)
            if isinstance(trust, Known):  # then what it says counts more than what is said of it
                host = replace(host, host=clean(heard.host, TITLE_CELLS))
            mine = seats.at(name_of(host, heard))
            rows = [row for row in heard.rows if row.has_use or row.table in mine]
            if not rows and (host.version or heard.trouble.startswith("host_is")):
                offers.append(Offer(host, trouble=heard.trouble, trust=trust))
            offers += [Offer(host, row, row.table in mine, trust=trust) for row in rows]
        offers.sort(key=rank_of)
        if offers != self.offers or self.trouble:
            self.offers = offers
            self.changed()

    def met(self, seats: Tokens) -> list[tuple[Found, Heard]]:
        """The hosts that have answered, each once however it was found. One of this machine is
        reached by its socket, unless the player has sat down there by the network."""
        answers = []
        here: set[str] = set()
        """Hosts of this machine and their tables: what a socket tells is certain."""
        for host in self.hosts():
            heard = self._heard.get((host.address, host.port))
            if heard is None or self.is_own(host):
                continue
            about = {heard.host, *(row.table for row in heard.rows)}
            if host.source == "local":
                if heard.trouble == "unreachable":
                    continue  # its socket has outlived it
                here |= about
            elif (
                about & here
                and local(host.address, own_addresses())
                and not about & seats.at(name_of(host, heard)).keys()
            ):
                continue
            answers.append((host, heard))
        return each_once(answers)

    def is_own(self, host: Found) -> bool:
        code, port = self.own
        if not port:
            return False
        return host.port == port and (host.code == code or local(host.address, own_addresses()))

    def found(self) -> list[Found]:
        """What was found on the network."""
        return self.finder.rows() if self.finder is not None else []


def rank_of(offer: Offer) -> tuple[bool, bool, bool]:
    """Where an offer stands in the list, the least first: whoever is known, then open tables."""
    return offer.is_copy, not offer.is_known and offer.host.port > 0, not offer.open


async def spelt(
    code: str, found: Callable[[], Iterable[Found]], known: KnownHosts, seconds: float
) -> Found | None:
    """The host whose key has a code, as soon as it is found; None: nobody claims to have it. Where
    nothing is announced, every machine nearby is asked for its key.
    Raises `CannotJoin` if it cannot be told which host is meant: some claim the code and their keys
    do not have it, or several have it and none of them is known."""
    asked: list[Found] = []
    search = asyncio.create_task(ask_everybody(code, asked))
    try:
        return await claimed(code, lambda: [*found(), *asked], known, seconds)
    finally:
        search.cancel()
        with suppress(asyncio.CancelledError):
            await search


async def ask_everybody(code: str, found: list[Found]) -> None:
    """Ask the machines nearby, if nobody was found otherwise, and note whose key has a code."""
    from net.addresses import answering_nearby

    async def note(address: str) -> None:
        place = Place(address, PORT)
        if spells(await key_of(place), code):
            found.append(
                Found("", address, PORT, 0, "", 0, 0, str(said.VERSION), False, True, code, "typed")
            )

    await asyncio.sleep(HEARSAY)
    for _ in range(2):  # a busy machine may miss the first knock
        await answering_nearby(PORT, note)


async def claimed(
    code: str, found: Callable[[], Iterable[Found]], known: KnownHosts, seconds: float
) -> Found | None:
    """The same, going by who claims to have the code."""
    loop = asyncio.get_running_loop()
    until = loop.time() + seconds
    keys: dict[tuple[str, int], bytes] = {}
    right: dict[bytes, Found] = {}
    while not right and loop.time() < until:
        for host in found():
            place = (host.address, host.port)
            if host.code == code and place not in keys:
                keys[place] = await key_of(place_of(host))
                if spells(keys[place], code):
                    right.setdefault(keys[place], host)
        if not right:
            await asyncio.sleep(AGAIN)
    if len(right) > 1:
        right = {key: host for key, host in right.items() if known.has(key)}
        if len(right) != 1:
            raise CannotJoin("code_twice")
    if keys and not right:
        raise CannotJoin("wrong_code")
    return next(iter(right.values()), None)


def places_of(key: bytes, found: Iterable[Found]) -> list[tuple[str, int]]:
    """Where in the network the host with a key may be, going by what was found: whoever claims its
    code, and those of whom nothing is known. Only the key itself, shown there, proves it. No key:
    everybody."""
    return [
        (host.address, host.port)
        for host in found
        if host.port and (not host.code or not key or spells(key, host.code))
    ]


def each_once(answers: Iterable[tuple[Found, Heard]]) -> list[tuple[Found, Heard]]:
    """Every host once, however often it was found. A host is its key, and without one its place;
    what is announced does not count, unless it is the truth about this key."""
    found: dict[str, tuple[Found, Heard]] = {}
    for host, heard in answers:
        name = name_of(host, heard)
        true = spells(heard.key, host.code)
        if name not in found or (true and not spells(heard.key, found[name][0].code)):
            found[name] = (host, heard)
    return list(found.values())


async def shown_keys(hosts: Iterable[Found]) -> list[tuple[Found, Heard]]:
    """The same hosts, each once, with the keys that they show; nothing is said to them."""
    hosts = list(hosts)
    keys = await asyncio.gather(*(key_of(place_of(host)) for host in hosts))
    return each_once((host, Heard(key=key)) for host, key in zip(hosts, keys, strict=True))


def name_of(host: Found, heard: Heard) -> str:
    """What a host that has answered is known by."""
    return host_name(host.address, host.port, heard.key, place_of(host).is_local)


def place_of(host: Found) -> Place:
    """Where a host was found, and who it claims to be; all we know about a recent one is where it
    was."""
    name = host.host if host.version else ""
    tls = host.tls or not host.version
    return Place(host.address, host.port, tls, claims=host.code, name=name)


async def key_of(place: Place) -> bytes:
    """The key that is shown at a place, without a word; empty: none."""
    if place.is_local or not place.tls:
        return b""
    client = Client(place.address, place.port, "", patience=0)
    try:
        async with asyncio.timeout(PATIENCE):
            return await client.open()
    except (OSError, ValueError):
        return b""
    finally:
        await client.close()


async def tables_of(place: Place, dial: Dial | None = None) -> Heard:
    """Ask a host for its tables, and hang up. Whatever it says is a rumor, except for its key: that
    is the one it has."""
    client = Client(
        place.address, place.port, "moontui", tls=place.tls and not dial, patience=0, dial=dial
    )
    try:
        async with asyncio.timeout(PATIENCE):
            welcome = await client.connect()
            return Heard(await rows_of(client), host=welcome.host, key=client.seen_pin)
    except CannotJoin as error:
        return Heard(trouble=str(error), key=client.seen_pin)
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
