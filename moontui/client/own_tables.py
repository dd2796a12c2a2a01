"""The player's own tables: those against bots, and those that this process has opened to others."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from moontui.client.local_host import LocalHost
from net.messages import Row
from net.security import FolderInUse
from net.tokens import HERE, Tokens

if TYPE_CHECKING:  # what the first screen does not need comes later
    from moontui.client.nights import Nights
    from moontui.client.session import Session
    from net.client import Client

UNFINISHED = 5
"""How many unfinished solo games of each kind are kept."""


class Doors(Protocol):
    """Ways to a host for those who have only a browser or SSH."""

    @property
    def link(self) -> str:
        """Where browsers find it now."""

    @property
    def ssh(self) -> str:
        """What is typed where there is only SSH."""

    @property
    def lines(self) -> list[str]:
        """What the owner is told about them."""

    @property
    def followers(self) -> list[str]:
        """Who plays through them at a table that has moved elsewhere."""

    async def close(self) -> None: ...


class OwnSeat(NamedTuple):
    """The player's seat at a table in this process."""

    table: str
    title: str
    game: str
    alone: bool
    seats: int = 0
    when: float = 0.0
    """When something last happened there; 0: nobody knows."""


class OwnTables:
    """The hosts within this process; each is opened when it is first needed."""

    def __init__(self, data: Path, port: int) -> None:
        self.data = data
        self.port = port
        """Where to host; 0: on any port, without telling the LAN."""
        self.alone = LocalHost("moontui", data / "solo")
        """The host for solo games."""
        self.lan: LocalHost | None = None
        """The host that is open to others."""
        self.doors: Doors | None = None
        """Its doors for phones and for SSH, if they are open."""
        self.wants_doors = False
        """Whether they are to be opened as soon as the table is there."""

    @cached_property
    def nights(self) -> Nights:
        from moontui.client.nights import Nights

        return Nights(self.data)

    @property
    def open_to_others(self) -> LocalHost | None:
        return self.lan if self.lan is not None and self.lan.host is not None else None

    async def open_alone(self) -> None:
        """Make room for a new solo game: of the unfinished ones, only the latest are kept."""
        host = await self.alone.open_here()
        rows = [*host.tables.oldest_first()]
        kept = {*unfinished(rows), *(one.table for one in self.nights.all())}
        for row in rows:
            if row.table not in kept:
                host.tables.close(row.table)

    async def open_for_others(self, name: str) -> LocalHost:
        """The host that others can reach. Raises `FolderInUse`, or whatever prevents opening."""
        if self.open_to_others is not None:
            return self.open_to_others
        from net.security import load_or_make

        opened = LocalHost(name, self.data)
        await asyncio.to_thread(load_or_make, self.data)  # a new key takes a while
        try:
            await opened.open(port=self.port)
        except FolderInUse:
            raise
        except OSError:
            await opened.open(port=0)
        self.lan = opened
        return opened

    async def close_if_empty(self) -> bool:
        """Close the host if it has no tables, and none that somebody may still look for here; says
        whether it was closed."""
        local = self.open_to_others
        if local is None or local.host is None:
            return False
        host = local.host
        if host.tables.rows() or host.arrivals.staged or host.movings.sent_on:
            return False
        self.lan = None
        await self.close_doors()
        await local.close()
        return True

    async def close_doors(self) -> None:
        """Send home whoever came by a door."""
        doors, self.doors = self.doors, None
        if doors is not None:
            await doors.close()

    async def close(self) -> None:
        await self.close_doors()
        await self.alone.close()
        if self.lan is not None:
            await self.lan.close()

    # ── seats ───────────────────────────────────────────────────────────────────────────────────

    def seats(self) -> list[OwnSeat]:
        """The player's seats in this process, newest first."""
        seats: list[OwnSeat] = []
        for local, alone in ((self.lan, False), (self.alone, True)):
            if local is None or local.host is None:
                continue
            tokens = own_seats(local.own_tokens)
            seats += [
                OwnSeat(row.table, row.title, row.game, alone, row.seats, last_change(local, row))
                for row in reversed([*local.host.tables.oldest_first()])
                if row.table in tokens and (row.phase == "playing" or not alone)
                if not local.is_nights(row.table)
            ]
        return seats

    def has_night(self, table: str) -> bool:
        """Whether a first try of a Night's Deal can go on."""
        local = self.alone
        here = local.host is not None and local.host.tables.opening_of(table) is not None
        return here and table in own_seats(local.own_tokens)

    def left_behind(self) -> str:
        """A table at which the player has a seat, of a host of their own that is not open now."""
        if self.open_to_others is not None:
            return ""
        tokens = own_seats(self.data / "own-tokens.json")
        kept = {file.stem for file in (self.data / "tables").glob("*.journal")}
        kept |= self.arriving()
        return next((table for table in reversed(tokens) if table in kept), "")

    def arriving(self) -> set[str]:
        """Tables that were on their way to this machine when it was last switched off."""
        return {file.stem for file in (self.data / "arriving").glob("*.arriving")}

    def guests(self, session: Session | None) -> int:
        """How many other people are at the tables open to them."""
        host = self.lan.host if self.lan is not None else None
        if host is None:
            return 0
        here = sum(1 for task in host.tables.values() for _ in task.table.peers())
        mine = session is not None and is_own_line(session.client) and not session.alone
        return here - mine


def last_change(local: LocalHost, row: Row) -> float:
    """When something last happened at a table; 0: nobody knows."""
    assert local.host is not None
    try:
        return (local.host.data / "tables" / f"{row.table}.journal").stat().st_mtime
    except OSError:
        return 0.0


def own_seats(file: Path) -> dict[str, str]:
    """By table: the token of a seat at a host in this process. Only such a host has this file, so
    it was always clear whose the tokens are."""
    return Tokens(file, formerly=HERE).at(HERE)


def is_own_line(client: Client) -> bool:
    """Whether a line leads to a host in this process."""
    return client.dial is not None and not client.address


def unfinished(rows: Iterable[Row]) -> set[str]:
    """The tables worth keeping, oldest first given: of each kind of game the latest, so that none
    pushes out another kind."""
    tables: dict[str, list[str]] = {}
    for row in rows:
        if row.phase == "playing":
            tables.setdefault(row.game, []).append(row.table)
    return {table for kind in tables.values() for table in kind[-UNFINISHED:]}
