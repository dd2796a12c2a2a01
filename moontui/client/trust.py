"""Trust: whether whoever answers is the host that was meant, decided before anything is said.

A host is its key. The handshake shows the key; `decide` weighs it against what the place demands
and what is remembered, and only then does a name, a password or a token leave this machine. A known
key is the same host wherever it is found. An unknown one raises an alarm where it comes in place of
a known host: at its address, under its name, or with its six letters.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from moontui.client.place import Place
from net.invites import short_code
from net.lookalikes import look_alike
from net.reading import NONSENSE, read_small
from net.security import private_file, same
from net.text import TITLE_CELLS, clean
from net.tokens import HERE, Tokens

DAMAGED = b"?"
"""A remembered key that cannot be read: it equals no other key."""
HOSTS, PLACES = 500, 16
"""How many hosts are remembered, and at how many places each; the newest are."""
LARGEST = 4 * 1024 * 1024
"""A larger file was not written by us."""
NO_FILE_OF_OURS = (errno.EINVAL, errno.EFBIG, errno.EISDIR, errno.ELOOP)
"""How `read_small` says that it is too large, or not a file at all."""


@dataclass(frozen=True, slots=True)
class Known:
    """It is the host that was meant: its key is known, or the one that was asked for."""

    key: bytes


@dataclass(frozen=True, slots=True)
class New:
    """A host that has never been met, and that does not pass for one that has."""

    key: bytes


@dataclass(frozen=True, slots=True)
class Changed:
    """An unknown key where a known one was expected."""

    key: bytes
    """Empty: it no longer shows one."""
    before: bytes
    name: str = ""
    """The known host whose name or code it bears; empty: it answers at that host's address."""


@dataclass(frozen=True, slots=True)
class Open:
    """It shows no key: anyone in between can read along, and it could be anybody."""


@dataclass(frozen=True, slots=True)
class Mistaken:
    """It is not the host that the invitation, or the code, names."""

    key: bytes


Verdict = Known | New | Changed | Open | Mistaken


class Met(Struct, frozen=True):
    """A host that has been met."""

    key: Annotated[str, Meta(pattern=r"^([0-9a-f]{32})?\Z")]
    """Empty: it could not be read."""
    name: Annotated[str, Meta(max_length=200)] = ""
    """What it called itself."""
    places: Annotated[list[Annotated[str, Meta(max_length=300)]], Meta(max_length=PLACES)] = []
    """Where it was met, most recently last."""

    @property
    def pin(self) -> bytes:
        return bytes.fromhex(self.key) or DAMAGED


class File(Struct, forbid_unknown_fields=True):
    """What the file says."""

    version: Literal[2]
    hosts: Annotated[list[Met], Meta(max_length=HOSTS)]
    first: Annotated[str, Meta(pattern=r"^([0-9a-f]{32})?\Z")] = ""
    """The one key that a file of the first version knew; empty: there was none, or several."""


def decide(place: Place, key: bytes, known: KnownHosts) -> Verdict:
    """The verdict on a host that shows this key at a place; an empty key: it shows none."""
    if place.is_local:
        return Known(b"")  # known by its socket, which is better than any key
    if place.pin:
        return Known(key) if same(place.pin, key) else Mistaken(key)
    if place.letters and not spells(key, place.letters):
        return Mistaken(key)
    hosts = known.hosts()
    if any(same(host.pin, key) for host in hosts):
        return Known(key)
    if place.claims and not spells(key, place.claims):
        return Mistaken(key)
    for host in namesakes(place, key, hosts):
        return Changed(key, host.pin, host.name or short_code(host.pin))
    before = met_at(place, hosts)
    if before is not None and not differ(place.name, before.name):  # addresses are reused
        return Changed(key, before.pin)
    return New(key) if key else Open()


def spells(key: bytes, code: str) -> bool:
    """Whether a key has this code. That finds a host and proves little: 30 bits can be matched."""
    return bool(key) and short_code(key) == code


def namesakes(place: Place, key: bytes, hosts: Sequence[Met]) -> Iterator[Met]:
    """The known hosts whose name a place is announced by, or whose code an unknown key has."""
    for host in reversed(hosts):
        named = place.name and host.name and look_alike(place.name, host.name)
        if named or (host.key and spells(key, short_code(host.pin))):
            yield host


def met_at(place: Place, hosts: Sequence[Met]) -> Met | None:
    """The host that was last met at a place."""
    return next((host for host in reversed(hosts) if place.authority in host.places), None)


def differ(one: str, other: str) -> bool:
    """Whether two names, if both are known, are those of different hosts."""
    return bool(one and other) and not look_alike(one, other)


class KnownHosts:
    """The hosts that were met: their keys, and by which name and where."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def key_at(self, place: Place) -> bytes:
        """The key of the host that was met at a place; empty: none was."""
        host = met_at(place, self.hosts())
        return host.pin if host is not None else b""

    def remember(self, place: Place, key: bytes, name: str = "", instead_of: bytes = b"") -> None:
        """This host was met here, and is known from now on. If the person took it for the host of
        the same name that was met here before, the key of that one counts no more."""
        name, here = clean(name, TITLE_CELLS), place.authority
        kept, places = [], [here]
        for host in self.hosts():
            others = [other for other in host.places if other != here]
            if same(host.pin, key):
                places, name = [*others, here][-PLACES:], name or host.name
            elif host.pin != instead_of or here not in host.places or differ(name, host.name):
                kept.append(Met(host.key, host.name, others))
        self.write([*kept, Met(key.hex(), name, places)])

    def has(self, key: bytes) -> bool:
        """Whether the host with this key has been met."""
        return any(same(host.pin, key) for host in self.hosts())

    def knows(self, key: bytes, place: Place, name: str) -> bool:
        """Whether all of this is remembered already."""
        host = met_at(place, self.hosts())
        return host is not None and (host.pin, host.name) == (key, clean(name, TITLE_CELLS))

    def write(self, hosts: list[Met]) -> None:
        file = File(2, hosts[-HOSTS:], self.read().first)
        private_file(self.path, msgspec.json.format(msgspec.json.encode(file)))

    def hosts(self) -> list[Met]:
        """All hosts that have been met, most recently last."""
        return self.read().hosts

    def read(self) -> File:
        """What the file says, read afresh each time: another window may have written it since. A
        damaged file is set aside."""
        try:
            data = read_small(self.path, LARGEST)
        except FileNotFoundError:
            return File(2, [])
        except OSError as error:
            if error.errno not in NO_FILE_OF_OURS:
                raise
            data = b""
        for read in (current_version, first_version):
            try:
                return read(data)
            except NONSENSE:
                continue
        self.path.replace(self.path.with_name(f"{self.path.name}.damaged"))
        return File(2, [])


def seats_in(data: Path, is_visitor: bool) -> Tokens:
    """A player's seats at other people's hosts. A file of the first version does not say whose they
    are: that is certain only for visitors, who have one host, and for those who had met only one
    when it was written. Whoever was met later cannot have given them."""
    only = HERE if is_visitor else KnownHosts(data / "hosts.json").read().first
    return Tokens(data / "tokens.json", formerly=only)


def current_version(data: bytes) -> File:
    return msgspec.json.decode(data, type=File)


def first_version(data: bytes) -> File:
    """The first version: by place, the key in hex."""
    places: dict[str, list[str]] = {}
    for place, key in msgspec.json.decode(data, type=dict[str, str]).items():
        right = len(key) == 32 and set(key) <= set("0123456789abcdef")
        places.setdefault(key if right else f"? {place}", []).append(place)
    hosts = [
        Met("" if key.startswith("?") else key, "", where[-PLACES:])
        for key, where in list(places.items())[-HOSTS:]
    ]
    return File(2, hosts, hosts[0].key if len(hosts) == 1 else "")
