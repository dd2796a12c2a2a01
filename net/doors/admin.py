"""The owner's door: a socket that only the host's account can open; one line in, some lines out."""

from __future__ import annotations

import asyncio
import json
import logging
import shlex
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from net import messages as said
from net.doors.unix import account, bound
from net.host import Host
from net.sent_away import kick
from net.text import CHAT_CELLS, clean

if TYPE_CHECKING:
    from net.visitors import Visitor, Visitors  # which need Unix; the names of things here do not

log = logging.getLogger("moontui.commands.admin")

COMMANDS = (
    "tables",
    "people",
    "announce",
    "kick",
    "ban",
    "unban",
    "bans",
    "close",
    "drain",
    "undrain",
    "help",
)
"""All that the owner can say."""
LONGEST = 2048
LOOK_BACK = 60.0
"""How many seconds people have to look at the last result before a drained host stops."""


class Wrong(ValueError):
    """What the owner typed cannot be done; the text is a message key."""


class AdminDoor:
    """Answers the owner of a host."""

    def __init__(self, host: Host, visitors: Visitors | None, stop: Callable[[], None]) -> None:
        self.host = host
        self.visitors = visitors
        self.stop = stop
        """Ends the host."""
        self.path = admin_socket(host.data)
        self._server: asyncio.Server | None = None
        self._waits = 0
        """How often the owner has changed their mind about stopping."""

    async def open(self) -> None:
        """Listen. Raises `OSError`."""
        line = bound(self.path)
        line.listen(8)
        self._server = await asyncio.start_unix_server(self._accept, sock=line, limit=LONGEST)

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
            self.path.unlink(missing_ok=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One line in, an answer out, and goodbye."""
        try:
            async with asyncio.timeout(5):
                line = (await reader.readline()).decode("utf-8", "replace")
            log.info("%s: %s", account(writer.get_extra_info("socket")), clean(line, CHAT_CELLS))
            writer.write(json.dumps(self.answer(line)).encode() + b"\n")
            await writer.drain()
        except (OSError, TimeoutError, ValueError):
            pass  # those who do not speak or listen miss the answer
        finally:
            writer.close()

    def answer(self, line: str) -> dict[str, Any]:
        """What was done, or why not."""
        try:
            verb, *rest = shlex.split(line) or [""]
            match verb, rest:
                case "tables", []:
                    return {"rows": self.tables()}
                case "people", []:
                    return {"rows": self.people()}
                case "announce", [*text] if text:
                    return {"done": "announced", "count": self.announce(" ".join(text))}
                case "kick", [who]:
                    return {"done": "kicked", "count": self.kick(who)}
                case "ban", [mark]:
                    return {"done": "banned", "count": self.ban(mark)}
                case "unban", [mark]:
                    if not self.host.bans.lift(mark):
                        raise Wrong("not_banned")
                    return {"done": "unbanned", "count": 1}
                case "bans", []:
                    return {"rows": [{"banned": mark} for mark in self.host.bans.banned]}
                case "close", [table]:
                    return {"done": "closed", "count": self.close_table(table)}
                case "drain", []:
                    return {"done": "draining", "count": self.drain()}
                case "undrain", []:
                    return {"done": "undrained", "count": self.undrain()}
                case "help", []:
                    return {"done": "commands"}
        except Wrong as error:
            return {"wrong": str(error)}
        except ValueError:  # quotes that do not close
            pass
        return {"wrong": "no_such_command"}

    # ── what there is ───────────────────────────────────────────────────────────────────────────

    def tables(self) -> list[dict[str, Any]]:
        """All of them; at dormant ones nobody is."""
        tables = self.host.tables
        here = [
            (task.row(), task.table.lasting.chairs, task.table.room().watchers)
            for task in tables.values()
        ]
        rows = [(row, chairs, [one.name for one in watching]) for row, chairs, watching in here]
        rows += [(one.row, one.chairs, []) for one in tables.dormant.values()]
        return [
            {
                "table": row.table,
                "title": row.title,
                "game": row.game,
                "phase": row.phase,
                "keeper": row.keeper,
                "taken": row.taken,
                "seats": row.seats,
                "players": ", ".join(chair.name for chair in chairs if chair.name),
                "watchers": ", ".join(watchers),
            }
            for row, chairs, watchers in rows
        ]

    def people(self) -> list[dict[str, Any]]:
        """Everybody with a connection or a terminal; somebody with both is listed once."""
        rows: list[dict[str, Any]] = []
        connections = list(self.host.connections.by_peer.values())
        for visitor in self.terminals():
            mine = [c for c in connections if c.guest is visitor.guest]
            table = next((c.table for c in mine if c.table), "")
            connections = [c for c in connections if c not in mine]
            rows.append(person(visitor.guest.name, visitor.guest, visitor.guest.address, table))
        return rows + [person(c.name, c.guest, c.address, c.table) for c in connections]

    def terminals(self) -> list[Visitor]:
        return list(self.visitors.here.values()) if self.visitors is not None else []

    # ── what can be done ────────────────────────────────────────────────────────────────────────

    def announce(self, text: str) -> int:
        """Say something at every table, in nobody's name but the host's."""
        spoken = said.Said(self.host.name, text=clean(text, CHAT_CELLS))
        for task in self.host.tables.values():
            task.announce(spoken)
        return len(self.host.tables)

    def kick(self, who: str, why: str = "kicked") -> int:
        """Send somebody away, by name, address or key. They may come back, but to the table they
        were at only if its keeper lets them in again."""
        visitors = [v for v in self.terminals() if matches(who, v.guest.name, v.guest)]
        for visitor in visitors:
            visitor.end(why)
        connections = [
            c
            for c in self.host.connections.by_peer.values()
            if matches(who, c.name, c.guest, c.address)
        ]
        for connection in connections:
            task = self.host.tables.get(connection.table)
            if task is not None:
                task.send(partial(kick, peer=connection.peer, why=why), about="kick")
            self.host.connections.hang_up(connection, why)
        guests = {id(c.guest) for c in connections if c.guest} | {id(v.guest) for v in visitors}
        count = len(guests) + sum(c.guest is None for c in connections)
        if not count and why == "kicked":
            raise Wrong("nobody")
        return count

    def ban(self, mark: str) -> int:
        """Stop letting an address or a key in; whoever is here by it has to go."""
        if not self.host.bans.add(mark):
            raise Wrong("banned_already")
        return self.kick(mark, "banned")

    def close_table(self, table: str) -> int:
        """Close a table for good, whatever is played there; everybody at it is told."""
        tables = self.host.tables
        if tables.opening_of(table) is None:
            raise Wrong("no_such_table")
        peers = list(tables[table].table.peers()) if table in tables else []
        for connection in filter(None, map(self.host.connections.by_peer.get, peers)):
            self.host.connections.hang_up(connection, "table_closed")
        tables.close(table)
        self.host.changed()
        return len(peers)

    def drain(self) -> int:
        """Begin no more games, and stop once the last is over and its result has been seen."""
        if not self.host.draining:
            self.host.draining = True
            self._waits += 1
            self.host.keep(self._wait(self._waits))
        return self.host.tables.playing()

    def undrain(self) -> int:
        """Go on as if nothing had been said about stopping."""
        if not self.host.draining:
            raise Wrong("not_draining")
        self.host.draining = False
        self._waits += 1
        return self.host.tables.playing()

    async def _wait(self, number: int) -> None:
        """Wait for the last game, then stop, unless the owner has thought better of it."""
        await asyncio.sleep(0.2)  # the owner hears the answer first
        while self.host.tables.playing() and number == self._waits:
            await asyncio.sleep(0.5)
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOK_BACK):
                while self.host.tables.lingering() and number == self._waits:
                    await asyncio.sleep(0.5)
        if number == self._waits:
            self.stop()


def admin_socket(data: Path) -> Path:
    """Where the owner of a host knocks."""
    return data / "admin.sock"


def person(name: str, guest: Any, address: str, table: str) -> dict[str, Any]:
    way, key = (guest.way, guest.key) if guest is not None else ("net", "")
    return {"name": name, "way": way, "address": address, "key": key, "table": table}


def matches(who: str, name: str, guest: Any, address: str = "") -> bool:
    """Whether somebody is meant by a name, an address or a key."""
    marks = {address, guest.address, guest.key} if guest is not None else {address}
    return who in marks - {""} or (bool(name) and who.casefold() == name.casefold())
