"""Visitors whose line dies at any moment: nobody is left behind."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import asyncssh

from net.visitors import Capacity
from tests.doors.house import ENTER, House, connect, eventually, house

AT_ONCE = 5
CAPACITY = Capacity(arrivals=10_000)


async def hang_up(here: House, rng: Random, number: int) -> None:
    """Come in, do something or not, and vanish in one of the ways lines die."""
    connection = await connect(here.door.port, f"guest{number}", address=f"127.0.2.{number + 1}")
    process = await connection.create_process(term_type="xterm", term_size=(80, 24), encoding=None)
    await asyncio.sleep(rng.choice((0.0, 0.05, 0.2, 0.5, 1.0, 1.6)))
    if rng.random() < 0.5:
        with suppress(OSError, asyncssh.Error):
            process.stdin.write(ENTER.encode() * rng.randrange(1, 4))
            await asyncio.sleep(rng.random() / 2)
    for visitor in list(here.visitors.here.values()):
        if visitor.guest.address.endswith(f".{number + 1}") and visitor.process is not None:
            kind = rng.choice((None, None, signal.SIGSTOP, signal.SIGTERM, signal.SIGKILL))
            with suppress(ProcessLookupError):
                if kind is not None:
                    os.kill(visitor.process.pid, kind)
    match rng.randrange(3):
        case 0:
            connection.abort()
        case 1:
            connection.close()
        case _:
            process.close()
            connection.abort()


async def evening(folder: Path, seed: int, count: int) -> None:
    """A number of hang-ups, some at once; within five seconds none of their processes is left."""
    rng = Random(seed)
    async with house(folder, capacity=CAPACITY) as here:
        for first in range(0, count, AT_ONCE):
            numbers = range(first, min(first + AT_ONCE, count))
            await asyncio.gather(*(hang_up(here, rng, number) for number in numbers))
            await eventually(lambda: not here.visitors.here and not here.processes(), 5.0)
        await eventually(lambda: not here.host.connections.by_peer, 5.0)


def hangups(seed: int, count: int = 10) -> int:
    with TemporaryDirectory() as folder:
        asyncio.run(evening(Path(folder), seed, count))
    return count
