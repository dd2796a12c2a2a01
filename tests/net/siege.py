"""One address does its worst to a host, while honest people play: `python -m tests.net.siege`.

The host is a process as anybody starts it, the attacker another, at an address of its own on the
loopback interface. It opens TLS connections as fast as it can, keeps silent lines, opens tables
full of bots, floods a table with chat over ever new connections, and asks for hints. Nothing leaves
this machine, and all of it ends after the given time.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import socket
import ssl
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

from engine.core import Seat
from net import messages as said
from net.client import Client, ask_of
from net.messages import Message
from net.security import client_context
from net.wire import pack
from net.witness import Witness
from tests.net.tells import play_again
from tests.net.visitors import Visitor

EVE = "127.0.0.66"
QUIET = 15.0
"""Seconds of play before the attack, to compare with."""
AFTER = 25.0
"""Seconds after it, within which memory has to be back."""
BACK = 3.0
"""MB that may be left then: the attacker asked for a game that had not been loaded before, and one
siege after another adds no more."""
GAME: dict[str, Any] = {"game": "robbers", "pace": 0}

# ── the attacker ────────────────────────────────────────────────────────────────────────────────


class Attack:
    """Everything at once, from one address."""

    def __init__(self, port: int, table: str) -> None:
        self.port = port
        self.table = table
        self.tls = client_context()
        self.count: Counter[str] = Counter()

    async def line(self, tls: bool = True) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        secured: Any = {"ssl": self.tls, "server_hostname": ""} if tls else {}
        async with asyncio.timeout(5):
            return await asyncio.open_connection(
                "127.0.0.1", self.port, local_addr=(EVE, 0), **secured
            )

    async def handshakes(self) -> None:
        _, writer = await self.line()
        self.count["handshakes"] += 1
        writer.transport.abort()

    async def silence(self) -> None:
        reader, writer = await self.line(tls=False)
        self.count["silent lines"] += 1
        await reader.read()
        writer.close()

    async def tables(self) -> None:
        wish = said.Create("wolfmoon", 6, level="hard", bots=5, pace=0)
        await self.flood([wish, said.Start()], "tables asked for")

    async def chat(self) -> None:
        join = said.Join(self.table, watch=True)
        await self.flood([join, *[said.Say("buy silver")] * 30], "lines of chat")

    async def hints(self) -> None:
        wish = said.Create("wolfmoon", 4, level="hard", bots=3, pace=0)
        await self.flood([wish, *[said.Hint()] * 30], "hints asked for")

    async def flood(self, words: Sequence[Message], name: str) -> None:
        """Say something again and again until the host hangs up."""
        reader, writer = await self.line()
        writer.write(pack(said.Hello(said.VERSION, "Eve")))
        listening = asyncio.create_task(self.be_ready(Visitor(reader, writer)))
        try:
            while not listening.done():
                for word in words:
                    writer.write(pack(word))
                    self.count[name] += 1
                await writer.drain()
                await asyncio.sleep(0.5)
        finally:
            listening.cancel()
            writer.transport.abort()

    async def be_ready(self, eve: Visitor) -> None:
        """Begin every game that can be begun, until the host hangs up."""
        while (message := await eve.hear()) is not None:
            if isinstance(message, said.Room):
                play_again(eve.witness, message)

    async def again(self, one: Callable[[], Awaitable[None]]) -> None:
        while True:
            with suppress(OSError, ssl.SSLError, TimeoutError):
                await one()
            await asyncio.sleep(0.002)

    async def run(self, seconds: float) -> None:
        kinds = [self.handshakes] * 8 + [self.silence] * 24
        kinds += [self.tables] * 3 + [self.chat] * 6 + [self.hints] * 3
        tasks = [asyncio.create_task(self.again(kind)) for kind in kinds]
        await asyncio.sleep(seconds)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def attack(port: int, table: str, seconds: float, found: Any) -> None:
    os.nice(10)  # it would have a machine of its own, and only what it costs the host is judged
    worst = Attack(port, table)
    asyncio.run(worst.run(seconds))
    found.put(dict(worst.count))


# ── honest people ───────────────────────────────────────────────────────────────────────────────


class Player:
    """Somebody who answers at random, at once, and looks at the clock."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.rng = Random(client.name)
        self.witness = Witness(client.send)
        self.asked = -1
        self.sent = 0.0
        self.times: list[tuple[float, float]] = []
        """When an answer was given, and how long it took until its effect was seen."""

    async def sit(self, wish: Message) -> str:
        await self.client.connect()
        self.client.send(wish)
        async for message in self.client.messages():
            if isinstance(message, said.Seated):
                return message.table
        raise AssertionError("no seat")

    async def play(self) -> None:
        async for message in self.client.messages():
            if isinstance(message, said.Room):
                seated = self.client.seated
                assert seated is not None
                assert seated.seat is not None
                self.witness.look(message, Seat(seated.seat))
                play_again(self.witness, message)
            elif isinstance(message, said.Update):
                self.take(message)

    def take(self, update: said.Update) -> None:
        now = time.perf_counter()
        if update.turn < self.asked:
            self.asked = -1  # another match
        if self.sent and update.turn > self.asked:
            self.times.append((self.sent, now - self.sent))
            self.sent = 0.0
        if update.ask is not None and update.turn != self.asked:
            ask, self.asked = ask_of(update.ask), update.turn
            choice = self.rng.choice(ask.choices)
            asyncio.get_running_loop().call_later(0.02, self.answer, update.turn, choice)

    def answer(self, turn: int, choice: Any) -> None:
        self.sent = time.perf_counter()
        self.client.act(turn, choice)


async def newcomers(port: int, until: float, times: list[float]) -> None:
    """Somebody new every few seconds, who wants to see what tables there are."""
    while time.perf_counter() < until:
        begun = time.perf_counter()
        client = Client("127.0.0.1", port, "New")
        await client.connect()
        client.send(said.Tables())
        async for message in client.messages():
            if isinstance(message, said.TableList):
                break
        times.append(time.perf_counter() - begun)
        await client.close()
        await asyncio.sleep(2)


def busy(process: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: int) -> float:
    """MB that a process holds."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * 4096 / 1e6


async def watch_memory(process: int, most: list[float]) -> None:
    while True:
        most.append(memory(process))
        await asyncio.sleep(0.2)


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


async def hosted(folder: str, port: int) -> asyncio.subprocess.Process:
    words = ("host", "--data", folder, "--bind", "127.0.0.1", "--port", str(port))
    host = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "moontui", *words, stdout=-3, stderr=-3
    )
    for _ in range(200):
        await asyncio.sleep(0.1)
        with suppress(OSError):
            (await asyncio.open_connection("127.0.0.1", port))[1].close()
            break
    return host


def p99(times: list[float]) -> float:
    return quantiles(times, n=100)[98] * 1e3


async def siege(seconds: float) -> bool:
    """Returns whether all went as promised."""
    with TemporaryDirectory() as folder:
        port = free_port()
        host = await hosted(folder, port)
        people = [Player(Client("127.0.0.1", port, name)) for name in ("Ada", "Ben", "Cleo")]
        table = await people[0].sit(said.Create(seats=3, **GAME))
        for one in people[1:]:
            await one.sit(said.Join(table))
        tasks = [asyncio.create_task(one.play()) for one in people]
        most: list[float] = []
        tasks.append(asyncio.create_task(watch_memory(host.pid, most)))
        await asyncio.sleep(QUIET)
        before, used, begun = memory(host.pid), busy(host.pid), time.perf_counter()
        most.clear()
        context = multiprocessing.get_context("spawn")
        found = context.Queue()
        attacker = context.Process(target=attack, args=(port, table, seconds, found), daemon=True)
        attacker.start()
        entered: list[float] = []
        await newcomers(port, begun + seconds, entered)
        peak, used = max(most), busy(host.pid) - used
        counts = await asyncio.to_thread(found.get)
        await asyncio.sleep(AFTER)
        after = memory(host.pid)
        for task in tasks:
            task.cancel()
        host.terminate()
        await host.wait()
    times = [pair for one in people for pair in one.times]
    quiet = [took for when, took in times if when < begun]
    loud = [took for when, took in times if begun <= when < begun + seconds]
    print("the attacker:", ", ".join(f"{count:,} {kind}" for kind, count in counts.items()))
    print(f"the host was busy for {used:.0f} of {seconds:.0f} s")
    print(f"memory: {before:.0f} MB before, {peak:.0f} at most, {after:.0f} after")
    print(
        f"from act to view: quiet p50 {median(quiet) * 1e3:.1f}, p99 {p99(quiet):.1f} ms of "
        f"{len(quiet):,}; under attack p50 {median(loud) * 1e3:.1f}, p99 {p99(loud):.1f} ms of "
        f"{len(loud):,}"
    )
    print(f"newcomers: {len(entered)} came in, the slowest within {max(entered):.2f} s")
    memory_held = peak - before < 40 and after - before < BACK
    return memory_held and p99(loud) < 3 * p99(quiet) and max(entered) < 2


if __name__ == "__main__":
    held = asyncio.run(siege(float((sys.argv[1:] or ["60"])[0])))
    print("held" if held else "NOT HELD")
    sys.exit(not held)
