"""A venue whose processes are killed: none is left behind, and nobody loses a seat."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import asyncssh

from tests.doors.house import ENTER, Guest, children, closed, connect, eventually

OPEN = (
    "-m moontui host --lang en --name Night --game wolfmoon --players 3 --bots 2 "
    "--bind 127.0.0.1 --port 0 --ssh 0 --no-socket --data"
)
KILLED = ("host", "fork server", "visitor", "line")
GONE = 10.0
"""Seconds after which nothing is left of whoever is gone."""


class Venue:
    """A real host with an SSH door and a table, and all processes it has ever started."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: set[int] = set()
        self.host: Process
        self.port = 0

    async def open(self) -> None:
        """Start the host, and wait until its door is open."""
        self.host = await asyncio.create_subprocess_exec(
            sys.executable, *OPEN.split(), str(self.folder), stdout=PIPE, stderr=DEVNULL
        )
        assert self.host.stdout is not None
        while "ssh -p " not in (line := (await self.host.stdout.readline()).decode()):
            assert line, "the host did not open"
        self.port = int(line.split("ssh -p ")[1].split()[0])

    def copying(self) -> list[int]:
        """The fork server, once it is there."""
        return children(b"moontui.app.visitor_server", {self.host.pid})

    def copies(self) -> list[int]:
        return children(b"moontui.app.visitor", set(self.copying()))

    def look(self) -> None:
        """Note all processes there are now."""
        started = children(b"moontui.app.visitor", {self.host.pid})
        self.processes |= {self.host.pid, *started, *self.copies()}

    def left(self) -> set[int]:
        """Those that are still alive."""
        return {process for process in self.processes if is_alive(process)}

    async def kill(self) -> None:
        with suppress(ProcessLookupError):
            self.host.kill()
        await self.host.wait()


def is_alive(process: int) -> bool:
    """Whether it runs; the dead that nobody has waited for do not."""
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


class Person:
    """Somebody with a key, who comes again whenever the line is dead."""

    def __init__(self, venue: Venue, name: str) -> None:
        self.venue = venue
        self.name = name
        self.key = asyncssh.generate_private_key("ssh-ed25519")
        self.guest: Guest | None = None

    @property
    def is_gone(self) -> bool:
        return self.guest is None or self.guest.listening.done()

    async def be_here(self) -> Guest:
        if self.guest is None or self.is_gone:
            await self.go()
            line = await connect(self.venue.port, self.name, self.key)
            self.guest = await Guest.at(line, (100, 30))
            await self.guest.sees(f"You are {self.name}.")
        return self.guest

    async def go(self) -> None:
        """Hang up without a word."""
        if self.guest is not None:
            await closed(self.guest.connection)
            await self.guest.listening

    async def sit(self) -> None:
        """Sit down and begin, or go back to the seat."""
        guest = await self.be_here()
        if "WOLFMOON" in guest.lines[0]:
            return
        await guest.until(lambda: "> Night" in guest.text or "> Back to your seat" in guest.text)
        is_new = "> Night" in guest.text
        guest.press(ENTER)
        if is_new:
            await guest.sees("before the game")
            guest.press(ENTER)
        await guest.until(lambda: "WOLFMOON" in guest.lines[0])


async def evening(folder: Path, deaths: Sequence[str], rng: Random) -> None:
    """Somebody plays and somebody looks around. Whatever is killed, both can be back at once, the
    player in the same seat; and nothing is left of what was killed, at last the host."""
    venue = Venue(folder)
    player, other = Person(venue, "ada"), Person(venue, "bo")
    await venue.open()
    try:
        await player.sit()
        await other.be_here()
        for death in deaths:
            venue.look()
            await kill(death, venue, player, other, rng)
            await other.be_here()
            await player.sit()
        venue.look()
    finally:
        await venue.kill()
        await player.go()
        await other.go()
    await eventually(lambda: not venue.left(), GONE)


async def kill(death: str, venue: Venue, player: Person, other: Person, rng: Random) -> None:
    """Kill something, and wait until others have noticed."""
    match death:
        case "host":
            await venue.kill()
            await eventually(lambda: player.is_gone and other.is_gone and not venue.left(), GONE)
            await venue.open()
        case "fork server":
            while not venue.copies():  # it is still getting ready
                await other.go()
                await other.be_here()
            (killed,) = venue.copying()
            os.kill(killed, signal.SIGKILL)
            await eventually(lambda: venue.copying() not in ([], [killed]))
        case "visitor":
            killed = rng.choice(sorted(venue.left() - {venue.host.pid, *venue.copying()}))
            os.kill(killed, signal.SIGKILL)
            await eventually(lambda: player.is_gone or other.is_gone)
        case "line":
            await player.go()


def deaths(seed: int, count: int = 4) -> Counter[str]:
    """An evening of so many deaths, in any order."""
    rng = Random(seed)
    died = [rng.choice(KILLED) for _ in range(count)]
    with TemporaryDirectory() as folder:
        asyncio.run(evening(Path(folder), died, rng))
    return Counter(f"{death}s killed" for death in died)
