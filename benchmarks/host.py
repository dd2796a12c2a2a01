"""What a host costs, at the pace at which people play: `python -m benchmarks.host [--tables N]`.

Every table acts once in a few seconds, so that the figures are those of a house full of people, and
not of a machine that is pushed as hard as it can be. Beside the host runs a bare asyncio server
that sends msgpack to as many connections; each is a process of its own, and says how much processor
time and memory it used. Trust the ratios first.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
import multiprocessing
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from functools import partial
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, cast

import msgpack

from benchmarks.figures import Figure, as_table, memory, missed
from engine.core import Window
from engine.games import GAMES as ALL_GAMES
from engine.proof import seal_of
from net import messages as said
from net import tables
from net.host import Host
from net.limits import Limits
from net.memory import keep_giving_back, settle_down
from net.security import client_context, load_or_make, server_context
from net.wire import TO_CLIENT, Frames, pack, unpack

SEATS = 6
GAMES = 6
TABLES = 1000
PAUSE = 4.0
"""Seconds between two actions at a table."""
SECONDS, FIRST = 40.0, 10.0
"""For how long they play, and how much of that does not count: it settles what they have begun."""
STOP = "of a core; a search for garbage included, if it fell into this time"
THINKERS = 64
"""Tables at which hard bots think."""
FRAME = {"t": "update", "turn": 14, "state": list(range(100)), "events": [["played", 1]] * 20}
"""About as long as an update of a six-seat table."""


# ── the two servers ─────────────────────────────────────────────────────────────────────────────


async def bare_server(pipe: Pipe) -> None:
    """Sends one message to all connections of a group for each one it gets."""
    groups: dict[int, list[asyncio.StreamWriter]] = {}

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        group = int.from_bytes(await reader.readexactly(4), "big")
        writers = groups.setdefault(group, [])
        writers.append(writer)
        try:
            while True:
                size = int.from_bytes(await reader.readexactly(4), "big")
                msgpack.unpackb(await reader.readexactly(size))
                for other in writers:
                    payload = msgpack.packb(FRAME)
                    other.write(len(payload).to_bytes(4, "big") + payload)
        except (asyncio.IncompleteReadError, OSError):
            pass
        except asyncio.CancelledError:
            return  # the end of the benchmark
        writers.remove(writer)
        writer.close()

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    await report(pipe, server.sockets[0].getsockname()[1])


async def host_server(
    pipe: Pipe, tls: bool = False, thinks: bool = False, haste: float = 0.0
) -> None:
    """A real host with its journal on, as `moontui host` runs it; windows take no time. One in
    haste puts tables aside which people have left, so many times sooner than usual."""
    logging.disable()
    windows = cast("dict[str, Window]", ALL_GAMES["wolfmoon"].windows)
    windows["reaction"] = Window(0.0)
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        context = server_context(load_or_make(data)) if tls else None
        pool = None if thinks else ThreadPoolExecutor(1)
        limits = without_limits()
        if haste:
            usual, tables.A_WHILE = Limits(), tables.A_WHILE / haste
            limits = replace(
                limits,
                dormant=usual.dormant,
                finished=usual.finished,
                deserted=usual.deserted / haste,
                idle=usual.idle / haste,
            )
        host = Host("bench", data, tls=context, limits=limits, pool=pool)
        thoughts: list[tuple[float, float]] = []
        if thinks:
            think = host.bots.think

            async def timed(*given: Any) -> Any:
                begun = time.perf_counter()
                thought = await think(*given)
                took = time.perf_counter() - begun
                thoughts.append((took, max(0.0, took - given[-1].seconds)))
                return thought

            host.bots.think = timed  # type: ignore[assignment,method-assign]
        port = await host.start("127.0.0.1")
        settle_down()
        giving = asyncio.create_task(keep_giving_back())
        await report(pipe, port, thoughts)
        giving.cancel()
        await host.stop()


def without_limits() -> Limits:
    """Limits that nobody reaches: all clients here have one address."""
    chosen: dict[str, Any] = {}
    for one in fields(Limits):
        if isinstance(one.default, tuple):
            chosen[one.name] = (10**9, 1.0)
        elif one.name in ("hello", "dead", "frame", "stalled", "deserted", "rate", "burst"):
            chosen[one.name] = 1e9
        elif isinstance(one.default, int) and one.name != "buffered":
            chosen[one.name] = 10**6
    return Limits(**chosen)


async def report(pipe: Pipe, port: int, thoughts: list[tuple[float, float]] | None = None) -> None:
    """Report the port, then what was spent and thought whenever asked, until told to stop."""
    loop, pulse = asyncio.get_running_loop(), Pulse()
    pipe.send(port)
    beating = asyncio.create_task(pulse.beat())
    while await loop.run_in_executor(None, pipe.recv):
        pipe.send(Spent(time.process_time(), memory()[1], thoughts or [], pulse.longest))
        pulse.longest = 0.0
    beating.cancel()


class Spent(NamedTuple):
    """What a server has used."""

    cpu: float
    """Seconds of a core, so far."""
    size: float
    """MiB now."""
    thoughts: list[tuple[float, float]]
    """Of each thought how long it took, with the wait for somebody free to think, and by how much
    that was too long for the bot's pause."""
    longest: float
    """For how many seconds of a core nobody else had a turn, at worst, since this was last asked.
    A busy machine does not change that."""


class Pulse:
    """How long a loop is busy between two moments in which anybody can have a turn."""

    longest = 0.0

    async def beat(self) -> None:
        while True:
            before = time.thread_time()
            await asyncio.sleep(0.001)
            self.longest = max(self.longest, time.thread_time() - before)


def run(serve: Callable[[Pipe], Awaitable[None]], pipe: Pipe) -> None:
    asyncio.run(serve(pipe))  # type: ignore[arg-type]  # all are coroutines


class Server:
    """A server in a process of its own."""

    def __init__(self, serve: Callable[[Pipe], Awaitable[None]], tls: bool = False) -> None:
        self.pipe, theirs = CLEAN.Pipe()
        self.process = CLEAN.Process(target=run, args=(serve, theirs))
        self.process.start()
        self.port: int = self.pipe.recv()
        self.tls = client_context() if tls else None

    def spent(self) -> Spent:
        self.pipe.send(True)
        told: Spent = self.pipe.recv()
        return told

    def cpu(self) -> float:
        return self.spent().cpu

    def stop(self) -> None:
        self.pipe.send(False)
        self.process.join(10)


CLEAN = multiprocessing.get_context("spawn")
"""Nothing of one server is in another's memory."""


# ── the clients ─────────────────────────────────────────────────────────────────────────────────


class Line:
    """A client that reads frames one by one."""

    def __init__(self) -> None:
        self.frames = Frames(TO_CLIENT)
        self.waiting: list[bytes] = []

    async def open(self, server: Server) -> Line:
        self.reader, self.writer = await asyncio.open_connection(
            "127.0.0.1", server.port, ssl=server.tls
        )
        return self

    async def next(self) -> bytes:
        while not self.waiting:
            data = await self.reader.read(65536)
            if not data:
                raise ConnectionError("the server hung up")
            self.waiting += self.frames.feed(data)
        return self.waiting.pop(0)

    async def until(self, kind: type[Any]) -> Any:
        while True:
            message = unpack(await self.next(), said.ANY_FROM_HOST)
            if isinstance(message, kind):
                return message


class Sitting:
    """The people of one table, as one script plays them."""

    def __init__(self, lines: list[Line], seed: int) -> None:
        self.lines = lines
        self.rng = Random(seed)
        self.updates: list[said.Update] = []

    @classmethod
    async def at(cls, server: Server, seats: int, seed: int = 7, bots: int = 0) -> Sitting:
        """Sit down at a table of their own and begin."""
        lines = [await Line().open(server) for _ in range(seats - bots)]
        for number, line in enumerate(lines):
            line.writer.write(pack(said.Hello(said.VERSION, f"P{number}")))
            await line.until(said.Welcome)
        options = {"length": "round"} if not bots else {"length": "match"}
        create = said.Create(
            game="wolfmoon", seats=seats, options=options, pace=100 if bots else 0, bots=bots,
            level="hard",
        )  # fmt: skip
        lines[0].writer.write(pack(create))
        table = (await lines[0].until(said.Seated)).table
        for line in lines[1:]:
            line.writer.write(pack(said.Join(table)))
            await line.until(said.Seated)
        people = cls(lines, seed)
        await people.deal()
        return people

    async def deal(self) -> None:
        """Everybody is ready, and opens what they have sealed."""
        nonce = "0" * 32
        for number, line in enumerate(self.lines):
            promised = (await line.until(said.Room)).commitment
            line.writer.write(pack(said.Ready(promised, seal_of(promised, number, nonce))))
        for line in self.lines:
            while not (await line.until(said.Room)).seals:
                pass
            line.writer.write(pack(said.Open(nonce)))
        self.updates = [await line.until(said.Update) for line in self.lines]

    async def act(self) -> float | None:
        """One action; returns how long it took until everybody had seen it, or nothing if the round
        is over."""
        asked = next((n for n, one in enumerate(self.updates) if one.ask is not None), None)
        if asked is None:
            return None
        update = self.updates[asked]
        assert update.ask is not None
        turn, begun = update.turn, time.perf_counter()
        verb, value = self.rng.choice(update.ask[2])
        act = said.Act(turn, self.rng.getrandbits(60), verb, value)
        self.lines[asked].writer.write(pack(act))
        for number, line in enumerate(self.lines):
            while self.updates[number].turn <= turn:
                self.updates[number] = await line.until(said.Update)
        return time.perf_counter() - begun

    async def act_in_turn(self) -> float | None:
        """The same for somebody alone among bots, once it is their turn and they have thought."""
        (line,) = self.lines
        while self.updates[0].ask is None:
            self.updates = [await line.until(said.Update)]
        await asyncio.sleep(PAUSE)
        return await self.act()

    def close(self) -> None:
        for line in self.lines:
            line.writer.close()


async def in_turns(work: Sequence[Callable[[], Awaitable[Any]]], at_once: int = 24) -> list[Any]:
    """Do many things, so many of them at once."""
    free = asyncio.Semaphore(at_once)

    async def one(this: Callable[[], Awaitable[Any]]) -> Any:
        async with free:
            return await this()

    return [*await asyncio.gather(*map(one, work))]


async def at_human_pace(
    act: list[Callable[[], Awaitable[float | None]]], pause: float = PAUSE
) -> list[float]:
    """Everybody acts once in a while, each at a moment of their own."""
    times: list[float] = []
    begun = time.perf_counter()

    async def sit(deed: Callable[[], Awaitable[float | None]], first: float) -> None:
        await asyncio.sleep(first)
        while (now := time.perf_counter() - begun) < SECONDS:
            took = await deed()
            if took is None:
                return
            if now > FIRST:
                times.append(took)
            await asyncio.sleep(pause)

    rng = Random(7)
    await asyncio.gather(*(sit(deed, rng.random() * PAUSE) for deed in act))
    return times


def p(share: int, times: list[float]) -> float:
    return statistics.quantiles(times, n=100)[share - 1]


class Group:
    """Connections to the bare server that all hear what one of them says."""

    def __init__(self, lines: list[Line]) -> None:
        self.lines = lines

    @classmethod
    async def at(cls, bare: Server, group: int, size: int) -> Group:
        lines = [await Line().open(bare) for _ in range(size)]
        for line in lines:
            line.writer.write(group.to_bytes(4, "big"))
            await line.writer.drain()
        return cls(lines)

    async def act(self) -> float:
        begun = time.perf_counter()
        self.lines[0].writer.write(pack(said.Act(1, 1, "play", 3)))
        for line in self.lines:
            await line.next()
        return time.perf_counter() - begun


# ── figures ─────────────────────────────────────────────────────────────────────────────────────


async def per_action(bare: Server, host: Server) -> Figure:
    """Processor time of an action, beside a fan-out of as many bytes without a game."""
    group, ratios = await Group.at(bare, 10**6, SEATS), []
    await asyncio.sleep(0.1)
    for number in range(GAMES):
        people = await Sitting.at(host, SEATS, number)
        before, actions = host.cpu(), 0
        while await people.act() is not None:
            actions += 1
        spent = (host.cpu() - before) / actions
        before = bare.cpu()
        for _ in range(300):
            await group.act()
        ratios.append(spent / ((bare.cpu() - before) / 300))
        people.close()
    ratio = statistics.median(ratios)
    return Figure("processor time of an action, six seats", ratio, "x", None, "a bare fan-out")


async def a_full_house(server: Server, tables: int, name: str) -> list[Figure]:
    """Many tables of four at the pace of people: how soon all have seen an action, and what a table
    takes."""
    before = server.spent().size
    opened = [partial(Sitting.at, server, 4, number) for number in range(tables)]
    sittings: list[Sitting] = await in_turns(opened)
    await asyncio.sleep(12)  # what opening them took is given back
    took = (server.spent().size - before) / tables
    gc.collect()
    gc.disable()  # the collector of this process is not what is measured
    cpu, begun = server.cpu(), time.perf_counter()
    times = await at_human_pace([one.act for one in sittings])
    spent = server.spent()
    share = (spent.cpu - cpu) / (time.perf_counter() - begun)
    gc.enable()
    for one in sittings:
        one.close()
    half = f"p50 {p(50, times) * 1e3:.1f} ms"
    pace = f"{half}, {len(times) / (SECONDS - FIRST):.0f} actions a second, {share:.0%} of a core"
    size = 220.0 if server.tls else None
    return [
        Figure(f"{tables} tables{name}, act to all views, p99", p(99, times) * 1e3, "ms", 25, pace),
        Figure(f"{tables} tables{name}, longest stop", spent.longest * 1e3, "ms", None, STOP),
        Figure(f"memory of a table of four{name}", took * 1024, "KB", size),
    ]


async def a_bare_house(server: Server, tables: int) -> Figure:
    """The same without games, to see what this machine can do today."""
    groups = await in_turns([partial(Group.at, server, n, 4) for n in range(tables)])
    await asyncio.sleep(0.5)
    times = await at_human_pace([one.act for one in groups])
    return Figure(f"{tables} groups at a bare server, p99", p(99, times) * 1e3, "ms")


async def thinkers(tables: int) -> list[Figure]:
    """Hard bots at many tables, three at each, with one person who takes a while to answer."""
    server = Server(partial(host_server, thinks=True))
    sittings = await in_turns([partial(Sitting.at, server, 4, n, 3) for n in range(tables)], 8)
    playing = asyncio.ensure_future(at_human_pace([one.act_in_turn for one in sittings], 0.0))
    await asyncio.sleep(FIRST)
    before = len(server.spent().thoughts)
    await asyncio.sleep(SECONDS - FIRST)
    thoughts = server.spent().thoughts[before:]
    playing.cancel()
    server.stop()
    took, late = [one for one, _ in thoughts], [one for _, one in thoughts]
    rate = (
        f"{len(thoughts) / (SECONDS - FIRST):.0f} thoughts a second, p50 {p(50, took) * 1e3:.0f} ms"
    )
    name = f"{tables} tables with three hard bots"
    return [
        Figure(f"{name}, a thought, p95", p(95, took) * 1e3, "ms", 200, rate),
        Figure(f"{name}, an answer after its pause, p95", p(95, late) * 1e3, "ms"),
    ]


async def figures(tables: int = TABLES) -> list[Figure]:
    bare, host = Server(bare_server), Server(host_server)
    found = [await per_action(bare, host), await a_bare_house(bare, tables)]
    bare.stop()
    found += await a_full_house(host, tables, "")
    host.stop()
    sealed = Server(partial(host_server, tls=True), tls=True)
    found += await a_full_house(sealed, tables, " over TLS")
    sealed.stop()
    return [*found, *await thinkers(THINKERS)]


def main() -> int:
    parser = argparse.ArgumentParser(description="What a host costs.")
    parser.add_argument("--tables", type=int, default=TABLES)
    found = asyncio.run(figures(parser.parse_args().tables))
    print(as_table(found))
    return 1 if missed(found) else 0


if __name__ == "__main__":
    sys.exit(main())
