"""The secrets that bring a player back to their seats, each kept for the host that gave it.

A host is named by what nobody else can be: the key it shows; on this machine, the path of its
socket; `here`, if it has no address at all. A host without a key is named by its place, as nothing
else is known about it. A table's id is public, and alone it opens nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from net.reading import NONSENSE, read_small
from net.told import Number, TableId, Token

HERE = "here"
"""The host in this process, or the one that started it."""
SEATS = 50
"""How many seats are kept, the newest."""
LARGEST = 64 * 1024
"""A larger file was not written by us, and is not read."""

HostName = Annotated[str, Meta(min_length=1, max_length=300)]


class Seat(Struct, frozen=True):
    """A seat that its owner can come back to."""

    host: HostName
    table: TableId
    token: Token
    epoch: Number = 0
    """How often the table had moved when the token was given."""


class File(Struct, forbid_unknown_fields=True):
    """What the file says."""

    version: Literal[2]
    seats: Annotated[list[Seat], Meta(max_length=SEATS)]


OldFile = dict[TableId, Token]
"""The first version: by table, whoever its host was."""


def host_name(address: str, port: int, key: bytes, local: bool) -> str:
    """What a host is called here: by its key, its socket, or, if it shows no key, its place."""
    if local:
        return address or HERE
    return key.hex() or f"open {address.lower()}:{port}"


@dataclass(slots=True)
class Tokens:
    """A player's seats, in a file that only the player can read."""

    path: Path
    formerly: str = ""
    """The host that a file of the first version can only have meant; empty: that is not certain,
    and its tokens are worth nothing. They must not be shown to whoever names their table."""

    def at(self, host: str) -> dict[str, str]:
        """By table: the newest token that a host has given."""
        return {seat.table: seat.token for seat in self.seats() if seat.host == host}

    def epoch(self, host: str, table: str) -> int:
        """How often a table had moved, as far as is known."""
        seats = (seat for seat in self.seats() if (seat.host, seat.table) == (host, table))
        return max((seat.epoch for seat in seats), default=0)

    def keep(self, host: str, table: str, token: str, epoch: int = 0) -> None:
        self.write([*self.others(host, table), Seat(host, table, token, epoch)][-SEATS:])

    def forget(self, host: str, table: str) -> None:
        kept = self.others(host, table)
        if len(kept) < len(self.seats()):
            self.write(kept)

    def others(self, host: str, table: str) -> list[Seat]:
        return [seat for seat in self.seats() if (seat.host, seat.table) != (host, table)]

    def seats(self) -> list[Seat]:
        """All of them, the newest last; a file that makes no sense holds none."""
        try:
            data = read_small(self.path, LARGEST)
        except OSError:
            return []
        try:
            return msgspec.json.decode(data, type=File).seats
        except NONSENSE:
            return self.first_version(data)

    def first_version(self, data: bytes) -> list[Seat]:
        try:
            old = msgspec.json.decode(data, type=OldFile) if self.formerly else {}
        except NONSENSE:
            return []
        return [Seat(self.formerly, table, token) for table, token in old.items()][-SEATS:]

    def write(self, seats: list[Seat]) -> None:
        from net.security import private_file

        private_file(self.path, msgspec.json.encode(File(2, seats)))
