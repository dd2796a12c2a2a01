"""A host with its doors open, and people at terminals who come in by SSH."""

from __future__ import annotations

import asyncio
import atexit
import os
from collections.abc import AsyncIterator, Callable, Set
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import asyncssh
import pyte

from engine.games import GAMES
from moontui.commands.doors import FORK, VISIT
from moontui.words.catalogue import Catalogue
from net.doors.ssh import SshDoor
from net.doors.web import WebDoor
from net.fork_server import ForkServer
from net.host import Host
from net.messages import Create
from net.security import Identity, server_context
from net.visitors import Capacity, Visitors, environment

PATIENCE = 30.0
"""How long anything a test waits for may take."""
ENTER, RIGHT, DOWN = "\r", "\x1b[C", "\x1b[B"
WORDS = Catalogue("en", "wolfmoon")


class House:
    """A host on this machine, open to people with only a terminal."""

    def __init__(self, host: Host, visitors: Visitors) -> None:
        self.host = host
        self.visitors = visitors
        self.guests = AsyncExitStack()
        self.door: SshDoor
        self.web: WebDoor
        self.web_port = 0

    async def table(self, seats: int = 3, bots: int = 1, game: str = "", **wish: Any) -> str:
        """A table for a quick round."""
        game = game or next(iter(GAMES))
        wishes: dict[str, Any] = {
            "options": {"length": "round"},
            "bots": bots,
            "pace": 0,
            "title": "Night",
        } | wish
        return await self.host.tables.open(Create(game, seats, **wishes), "Test")

    async def come(self, account: str, key: asyncssh.SSHKey | None = None, **how: Any) -> Guest:
        """Somebody who has come in by SSH."""
        connection = await connect(self.door.port, account, key, **how)
        self.guests.push_async_callback(closed, connection)
        return await Guest.at(connection, how.get("size", (100, 30)))

    def processes(self) -> list[int]:
        """Visitors' processes that are alive, or dead but not waited for."""
        forks = self.visitors.forks
        own = {forks.process.pid} if forks is not None and forks.process is not None else set()
        return [
            pid for pid in children(b"moontui.app.visitor", {os.getpid(), *own}) if pid not in own
        ]


@cache
def fork_server() -> ForkServer:
    """The one that serves all houses of this process, one after another."""
    server = ForkServer(FORK, environment({}, Path("/")))
    server.start()
    atexit.register(server.close)
    return server


@asynccontextmanager
async def house(
    folder: Path,
    password: str = "",
    web: bool = False,
    capacity: Capacity | None = None,
    copies: bool = True,
    identity: Identity | None = None,
) -> AsyncIterator[House]:
    """A host with its doors open; visitors' processes are copies, or started from nothing. With a
    key of its own, it takes calls from other machines too."""
    forks = fork_server() if copies else None
    tls = server_context(identity) if identity is not None else None
    host = Host("Moon", folder, tls, pool=ThreadPoolExecutor(1), identity=identity)
    host.open()
    if identity is not None:
        await host.listen("127.0.0.1")
    about = {"address": "192.0.2.7", "port": 26666, "pin": host.pin.hex() or "00" * 16}
    visitors = Visitors(host, VISIT, say, capacity, lambda: about, forks)
    await eventually(lambda: forks is None or forks.ready)
    here = House(host, visitors)
    here.door = SshDoor(visitors, password)
    await here.door.open("127.0.0.1")
    if web:
        here.web = WebDoor(visitors)
        here.web_port = await here.web.open()
    try:
        async with here.guests:
            yield here
    finally:
        await visitors.close()
        await here.door.close()
        if web:
            await here.web.close()
        await host.stop()


def say(key: str, language: str) -> str:
    return WORDS.say("doors", key)


async def connect(
    port: int, account: str, key: asyncssh.SSHKey | None = None, **how: Any
) -> asyncssh.SSHClientConnection:
    """A connection to a host's SSH door, from a given address of this machine if need be."""
    local = (how["address"], 0) if "address" in how else None
    return await asyncssh.connect(
        "127.0.0.1",
        port,
        username=account,
        client_keys=[key] if key is not None else [],
        known_hosts=None,
        agent_path=None,
        config=None,
        password=how.get("password"),
        local_addr=local,
        client_factory=asyncssh.SSHClient if "password" in how else Silent,
    )


async def closed(connection: asyncssh.SSHClientConnection) -> None:
    connection.abort()
    with suppress(OSError, asyncssh.Error):
        await connection.wait_closed()


class Silent(asyncssh.SSHClient):
    """Somebody without a password, who says so once."""

    asked = False

    def kbdint_auth_requested(self) -> str | None:
        again, self.asked = self.asked, True
        return None if again else ""

    def kbdint_challenge_received(self, *_: Any) -> list[str]:
        return []


class Guest:
    """Somebody at a terminal."""

    def __init__(
        self,
        connection: asyncssh.SSHClientConnection,
        process: asyncssh.SSHClientProcess[bytes],
        size: tuple[int, int],
    ) -> None:
        self.connection = connection
        self.process = process
        self.screen = pyte.Screen(*size)
        self.stream = pyte.ByteStream(self.screen)
        self.bytes = b""
        self.seen, self.shown = (-1, 0, 0), [""]
        self.listening = asyncio.create_task(self.listen())

    @classmethod
    async def at(cls, connection: asyncssh.SSHClientConnection, size: tuple[int, int]) -> Guest:
        process = await connection.create_process(
            term_type="xterm-256color", term_size=size, encoding=None, env={"LANG": "en_US.UTF-8"}
        )
        return cls(connection, process, size)

    async def listen(self) -> None:
        with suppress(asyncssh.Error, OSError):
            while data := await self.process.stdout.read(65536):
                self.bytes += data
                with suppress(Exception):  # a sequence that this emulator does not know
                    self.stream.feed(data)
            self.bytes += await self.process.stderr.read()

    @property
    def lines(self) -> list[str]:
        """What is shown; put together again only after something has come, since that is slow."""
        seen = (len(self.bytes), self.screen.lines, self.screen.columns)
        if seen != self.seen:
            self.seen, self.shown = seen, list(self.screen.display)
        return self.shown

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def press(self, keys: str) -> None:
        self.process.stdin.write(keys.encode())

    def resize(self, width: int, height: int) -> None:
        self.screen.resize(height, width)
        self.process.change_terminal_size(width, height)

    async def sees(self, *texts: str) -> None:
        await self.until(lambda: all(text in self.text for text in texts))

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something can be seen."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not holds():
                    await asyncio.sleep(0.02)
        except TimeoutError:
            raise AssertionError(f"it never came to that:\n{self.text}") from None

    async def said(self) -> str:
        """The last words of a host that closes."""
        async with asyncio.timeout(PATIENCE):
            await self.listening
        return self.bytes.decode("utf-8", "replace")

    @property
    def asked(self) -> bool:
        return "YOUR TURN" in self.lines[0] or "TO ANSWER" in self.lines[0]

    async def play(self, over: Callable[[], bool]) -> None:
        """Give the first answer at hand whenever asked, and insist on it."""
        async with asyncio.timeout(PATIENCE * 2):
            while not over():
                await asyncio.sleep(0.05)
                if self.asked:
                    await asyncio.sleep(0.25)  # as long as a person needs to see it
                    if not over() and self.asked:
                        self.press(RIGHT + ENTER + ENTER)
                        await asyncio.sleep(0.2)
                elif "any key goes on" in self.text:  # something great has happened
                    self.press(" ")
                    await asyncio.sleep(0.2)


def children(mark: bytes, parents: Set[int]) -> list[int]:
    """The children of these processes whose command line has a mark in it, dead ones included."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
            command = (folder / "cmdline").read_bytes()
            if int(parent) in parents and (mark in command or not command):
                found.append(int(folder.name))
    return found


async def eventually(holds: Callable[[], bool], seconds: float = PATIENCE) -> None:
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.02)
