"""A crowd by SSH: what many visitors at once cost, and how soon each sees a key's effect.

    python -m benchmarks.visitors [--visitors 100] [--tables 20]

A real `moontui host` runs beside this process, which is all of its visitors: they come from several
addresses, within a second of each other. Some of them play against bots, the rest look around.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.figures import Figure, as_table, memory, missed
from tests.doors.house import children, connect

FIRST = b"Play now"
PER_ADDRESS = 8
SECONDS = 30.0
PAUSE = 1.0
"""Seconds between a visitor's keys."""
SETTLED = 3.0


class Visitor:
    """Somebody who reads no more than when something came."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.bytes = b""
        self.came = asyncio.Event()

    async def come(self, port: int) -> float:
        """Log in; returns the seconds from then to the first picture."""
        address = f"127.0.1.{1 + self.number // PER_ADDRESS}"
        self.line = await connect(port, f"guest{self.number}x", address=address)
        begun = perf_counter()
        self.process = await self.line.create_process(
            term_type="xterm-256color", term_size=(100, 30), encoding=None,
            env={"LANG": "en_US.UTF-8"},
        )  # fmt: skip
        self.listening = asyncio.create_task(self.listen())
        while FIRST not in self.bytes:
            await self.more()
        return perf_counter() - begun

    async def listen(self) -> None:
        while data := await self.process.stdout.read(65536):
            self.bytes = (self.bytes + data)[-200_000:]
            self.came.set()

    async def more(self) -> None:
        self.came.clear()
        try:
            await asyncio.wait_for(self.came.wait(), 60)
        except TimeoutError:
            raise SystemExit(f"Visitor {self.number} was kept waiting.") from None

    async def press(self, key: str) -> float:
        """Press a key; returns the seconds until something came of it."""
        self.came.clear()
        begun = perf_counter()
        self.process.stdin.write(key.encode())
        await self.more()
        return perf_counter() - begun

    async def look_around(self, until: float) -> list[float]:
        """Up and down the first screen."""
        times = []
        await asyncio.sleep(self.number % 10 / 10 * PAUSE)
        while perf_counter() < until:
            for key in ("\x1b[B", "\x1b[A"):
                times.append(await self.press(key))
                await asyncio.sleep(PAUSE)
        return times

    async def play(self, until: float) -> list[float]:
        """Whatever is offered first, again and again; what others do is painted too, so the time
        until something came says nothing."""
        self.process.stdin.write(b"\r")
        while perf_counter() < until:
            await asyncio.sleep(PAUSE)
            self.process.stdin.write(b"1\r")
        return []


async def crowd(folder: Path, count: int, tables: int) -> list[Figure]:
    command = [
        sys.executable, "-m", "moontui", "host", "--data", str(folder), "--name", "Moon",
        "--bind", "127.0.0.1", "--port", "0", "--ssh", "0", "--visitors", str(count),
        "--no-socket", "--lang", "en",
    ]  # fmt: skip
    host = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        port = await asyncio.to_thread(ssh_port, host)
        await asyncio.sleep(SETTLED)
        people = [Visitor(number) for number in range(count)]
        seen = await asyncio.gather(*(one.come(port) for one in people))
        await asyncio.sleep(SETTLED)  # until then a cursor may go to where most want to go
        until = perf_counter() + SECONDS
        players, others = people[:tables], people[tables:]
        told = await asyncio.gather(
            *(one.play(until) for one in players), *(one.look_around(until) for one in others)
        )
        waits = [wait for times in told for wait in times]
        own = [memory(pid)[1] for pid in children(b"moontui.app.visitor", tree(host.pid))]
        whole = sum(own) + memory(host.pid)[1]
        for one in people:
            one.line.abort()
    finally:
        host.terminate()
        host.wait(30)
    return [
        Figure(f"{count} visitors at once, first picture, p95", p95(seen), "s"),
        Figure(f"{count} visitors, {tables} of them playing, a key, p95", 1000 * p95(waits), "ms"),
        Figure(
            f"{count} visitors and the host, memory", whole, "MiB", None, f"{len(own)} processes"
        ),
    ]


def ssh_port(host: subprocess.Popen[str]) -> int:
    """What the host says about its door."""
    assert host.stdout is not None
    for line in host.stdout:
        if "ssh -p " in line:
            return int(line.split("ssh -p ")[1].split()[0])
    raise SystemExit("The host did not say where its SSH door is.")


def tree(root: int) -> set[int]:
    """A process and all below it."""
    found, fresh = {root}, {root}
    while fresh:
        fresh = {
            int(folder.name)
            for folder in Path("/proc").iterdir()
            if folder.name.isdigit() and parent_of(folder) in fresh
        }
        found |= fresh
    return found


def parent_of(folder: Path) -> int:
    try:
        return int((folder / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def p95(times: list[float]) -> float:
    return quantiles(times, n=20)[18]


def main() -> int:
    parser = argparse.ArgumentParser(description="What many visitors at once cost.")
    parser.add_argument("--visitors", type=int, default=100)
    parser.add_argument("--tables", type=int, default=20)
    given = parser.parse_args()
    with TemporaryDirectory() as name:
        found = asyncio.run(crowd(Path(name), given.visitors, given.tables))
    print(f"{os.cpu_count()} cores\n\n{as_table(found)}")
    return 1 if missed(found) else 0


if __name__ == "__main__":
    sys.exit(main())
