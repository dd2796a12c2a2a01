"""What a host tells everybody, and what is known about one that was found."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from net.text import TITLE_CELLS, clean

TABLES = 32
SEATS = 10
VERSION_CELLS = 12
TEXT_BYTES = 120

Source = Literal["local", "lan", "broadcast", "recent", "typed"]
SOURCES: tuple[Source, ...] = ("local", "lan", "broadcast", "recent", "typed")
"""The best first: a host heard of in several ways is listed under the first of them."""


@dataclass(frozen=True, slots=True)
class Found:
    """A host that accepted a connection a moment ago, and what it is said to offer."""

    host: str
    address: str
    port: int
    tables: int
    game: str
    seats_taken: int
    seats: int
    version: str
    """The protocol it speaks; empty: not known, and neither is anything but its address."""
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
    """As much of a text as fits into a number of bytes, without splitting a character."""
    return words.encode()[:size].decode(errors="ignore").encode()


def text(value: bytes | None, cells: int) -> str:
    """A stranger's text, made harmless."""
    return clean((value or b"")[:TEXT_BYTES].decode(errors="ignore"), cells)


def number(value: bytes | None, most: int) -> int | None:
    """A stranger's number, up to a limit; None if it is not one."""
    if value is None or len(value) > 4 or not value.isdigit():
        return None
    return min(int(value), most)
