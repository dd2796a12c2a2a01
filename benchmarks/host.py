"""What a host costs, against a bare asyncio server that sends msgpack to the same connections.

Each server runs in a process of its own, takes turns with the other in short games, and says how
much processor time it used. Trust only the ratios.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from random import Random
from typing import Any, cast

import msgpack

from engine.core import Window
from engine.games import GAMES as ALL_GAMES
from engine.proof import seal_of
from net import messages as said
from net.host import Host
from net.limits import Limits
from net.wire import TO_CLIENT, Frames, pack, unpack

SEATS = 6
GAMES = 6
TABLES = 200
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


async def host_server(pipe: Pipe) -> None:
    """A real host with its journal on, without TLS; windows take no time."""
    logging.disable()
    windows = cast("dict[str, Window]", ALL_GAMES["wolfmoon"].windows)
    windows["reaction"] = Window(0.0)
    many, never = 5000, 1e9
    limits = Limits(
        tables=1000,
        connections=many,
        per_address=many,
        strangers=many,
        hello=never,
        dead=never,
        rate=1e9,
    )
    with tempfile.TemporaryDirectory() as folder:
        host = Host("bench", Path(folder), limits=limits, pool=ThreadPoolExecutor(1))
        port = await host.start("127.0.0.1")
        await report(pipe, port)
        await host.stop()


async def report(pipe: Pipe, port: int) -> None:
    """Report the port, then processor time and memory whenever asked, until told to stop."""
    loop = asyncio.get_running_loop()
    pipe.send(port)
    while await loop.run_in_executor(None, pipe.recv):
        pipe.send((time.process_time(), memory()))


def memory() -> int:
    """Bytes that this process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def run(serve: Callable[[Pipe], Awaitable[None]], pipe: Pipe) -> None:
    asyncio.run(serve(pipe))  # type: ignore[arg-type]  # both are coroutines


class Server:
    """A server in a process of its own."""

    def __init__(self, serve: Callable[[Pipe], Awaitable[None]]) -> None:
        self.pipe, theirs = multiprocessing.Pipe()
        self.process = multiprocessing.Process(target=run, args=(serve, theirs), daemon=True)
        self.process.start()
        self.port: int = self.pipe.recv()

    def cost(self) -> tuple[float, int]:
        """Processor time so far, and memory now."""
        self.pipe.send(True)
        spent: tuple[float, int] = self.pipe.recv()
        return spent

    def stop(self) -> None:
        self.pipe.send(False)
        self.process.join(5)


# ── the clients ─────────────────────────────────────────────────────────────────────────────────


class Line:
    """A client that reads frames one by one."""

    def __init__(self) -> None:
        self.frames = Frames(TO_CLIENT)
        self.waiting: list[bytes] = []

    async def open(self, port: int) -> Line:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port)
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


async def bare_round(lines: list[Line], rounds: int, times: list[float]) -> int:
    frame = pack(said.Act(1, 1, "play", 3))
    for number in range(rounds):
        begun = time.perf_counter()
        lines[number % len(lines)].writer.write(frame)
        for line in lines:
            await line.next()
        times.append(time.perf_counter() - begun)
    return rounds


async def seat(port: int, seats: int) -> list[Line]:
    """A table of scripted clients, ready to begin."""
    lines = [await Line().open(port) for _ in range(seats)]
    for number, line in enumerate(lines):
        line.writer.write(pack(said.Hello(said.VERSION, f"P{number}")))
        await line.until(said.Welcome)
    create = said.Create("wolfmoon", seats, {"length": "round"}, pace=0)
    lines[0].writer.write(pack(create))
    table = (await lines[0].until(said.Seated)).table
    for line in lines[1:]:
        line.writer.write(pack(said.Join(table)))
        await line.until(said.Seated)
    return lines


async def play(lines: list[Line], rng: Random, times: list[float], most: int = 10**9) -> int:
    """One round of Wolfmoon; returns how many actions it took."""
    nonce = "0" * 32
    for number, line in enumerate(lines):
        promised = (await line.until(said.Room)).commitment
        line.writer.write(pack(said.Ready(promised, seal_of(promised, number, nonce))))
    for line in lines:
        while not (await line.until(said.Room)).seals:
            pass
        line.writer.write(pack(said.Open(nonce)))
    updates = [await line.until(said.Update) for line in lines]
    actions = 0
    while actions < most:
        asked = [n for n, update in enumerate(updates) if update.ask is not None]
        if not asked:
            break
        update = updates[asked[0]]
        turn, choices = update.turn, update.ask[2]
        begun = time.perf_counter()
        verb, value = rng.choice(choices)
        act = said.Act(turn, rng.getrandbits(60), verb, value)
        lines[asked[0]].writer.write(pack(act))
        for number, line in enumerate(lines):
            while updates[number].turn <= turn:
                updates[number] = await line.until(said.Update)
        times.append(time.perf_counter() - begun)
        actions += 1
    return actions


def p99(times: list[float]) -> float:
    return statistics.quantiles(times, n=100)[98]


async def bare_group(bare: Server, group: int, size: int) -> list[Line]:
    """Connections that all hear what one of them says."""
    lines = [await Line().open(bare.port) for _ in range(size)]
    for line in lines:
        line.writer.write(group.to_bytes(4, "big"))
    await asyncio.sleep(0.01)
    return lines


async def cpu(bare: Server, host: Server) -> float:
    """Processor time per action, as the ratio of the host's to the bare server's."""
    bare_lines = await bare_group(bare, 0, SEATS)
    rng, ratios = Random(7), []
    for _ in range(GAMES):
        lines = await seat(host.port, SEATS)
        before = host.cost()[0]
        actions = await play(lines, rng, [])
        spent = (host.cost()[0] - before) / actions
        before = bare.cost()[0]
        await bare_round(bare_lines, 300, [])
        ratios.append(spent / ((bare.cost()[0] - before) / 300))
        for line in lines:
            line.writer.close()
    return statistics.median(ratios)


async def crowd(host: Server) -> list[float]:
    """Many tables side by side: how long it takes until everybody at a table has seen an action."""
    times: list[float] = []
    tables = [await seat(host.port, 4) for _ in range(TABLES)]
    rng = Random(7)
    plays = (play(lines, Random(rng.random()), times, most=20) for lines in tables)
    await asyncio.gather(*plays)
    for lines in tables:
        for line in lines:
            line.writer.close()
    return times


async def crowd_bare(bare: Server) -> list[float]:
    """As many messages to as many connections at once, without a game."""
    times: list[float] = []
    groups = [await bare_group(bare, number + 1, 4) for number in range(TABLES)]
    await asyncio.gather(*(bare_round(lines, 20, times) for lines in groups))
    return times


async def idle(server: Server, knock: Callable[[Line], Awaitable[None]], count: int) -> float:
    """The memory that an idle connection takes."""
    before = server.cost()[1]
    lines = [await Line().open(server.port) for _ in range(count)]
    for line in lines:
        await knock(line)
    await asyncio.sleep(0.5)
    grown = (server.cost()[1] - before) / count
    for line in lines:
        line.writer.close()
    return grown


async def greet(line: Line) -> None:
    line.writer.write(pack(said.Hello(said.VERSION, "idle")))
    await line.until(said.Welcome)


async def say_nothing(line: Line) -> None:
    line.writer.write(bytes(4))


async def open_table(line: Line) -> None:
    await greet(line)
    line.writer.write(pack(said.Create("wolfmoon", 4)))
    await line.until(said.Seated)


async def main() -> int:
    bare, host = Server(bare_server), Server(host_server)
    connection = await idle(host, greet, 500)
    peer = await idle(bare, say_nothing, 500)
    table = await idle(host, open_table, 700) - connection
    print(f"memory of an idle connection: {connection / peer:.1f} x a bare one")
    print(f"memory of an idle table: {table / 1024:.0f} KB")
    ratio = await cpu(bare, host)
    print(f"processor time per action, six seats, journal on: {ratio:.1f} x the bare fan-out")
    many, alone = await crowd(host), await crowd_bare(bare)
    print(
        f"{TABLES} tables of four side by side, until all have seen an action: p50 "
        f"{statistics.median(many) * 1e3:.1f} ms, p99 {p99(many) * 1e3:.1f} ms, "
        f"{p99(many) / p99(alone):.1f} x the p99 of the bare server with as many connections"
    )
    bare.stop()
    host.stop()
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
