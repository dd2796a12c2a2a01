"""An hour of play at many tables: does a host's memory come to rest?

    python -m benchmarks.hour [--minutes 60] [--tables 200] [--haste 1]

People act once in a few seconds; when a round is over, they go, and others open a table in their
place. Compared is the memory at the end with that after the first five minutes. In haste, people
act so many times sooner, and the host puts tables aside so many times sooner: as much happens as
in an hour, in fewer minutes.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from functools import partial
from random import Random
from statistics import median

from benchmarks.figures import Figure, as_table, missed
from benchmarks.host import Server, Sitting, host_server, in_turns

PAUSE = 4.0
EARLY = 300.0
"""Seconds after which the house is as full as it gets."""
FEW = 4.0
"""Minutes over which memory is compared; it goes up and down as games do."""
GOAL = 1.1


async def come_and_go(server: Server, first: Sitting, until: float, seed: int, pause: float) -> int:
    """One place in the house: a table after another; says how many actions there were."""
    rng, people, actions = Random(seed), first, 0
    await asyncio.sleep(rng.random() * pause)
    while time.monotonic() < until:
        if await people.act() is None:
            people.close()
            people = await Sitting.at(server, 4, rng.getrandbits(30))
        actions += 1
        await asyncio.sleep(pause)
    people.close()
    return actions


async def watch(server: Server, until: float, haste: float) -> list[tuple[float, float]]:
    """Minutes since the beginning, and MiB, every now and then."""
    begun, seen = time.monotonic(), []
    pause = (until - begun) / 60
    while (now := time.monotonic()) < until:
        spent = await asyncio.to_thread(server.spent)
        seen.append(((now - begun) * haste / 60, spent.size))
        print(f"{seen[-1][0]:5.1f} min {seen[-1][1]:7.1f} MiB", file=sys.stderr, flush=True)
        await asyncio.sleep(pause)
    return seen


async def hour(minutes: float, tables: int, haste: float) -> list[Figure]:
    server = Server(partial(host_server, tls=True, haste=haste), tls=True)
    first = await in_turns([partial(Sitting.at, server, 4, number) for number in range(tables)])
    until, pause = time.monotonic() + minutes * 60 / haste, PAUSE / haste
    places = [come_and_go(server, one, until, number, pause) for number, one in enumerate(first)]
    watching = asyncio.create_task(watch(server, until, haste))
    actions = await asyncio.gather(*places)
    seen = await watching
    server.stop()
    soon = min(EARLY / 60, minutes / 2)
    early = median(size for at, size in seen if soon <= at <= soon + FEW)
    last = median(size for at, size in seen if at >= minutes - FEW)
    beside = f"{last:.1f} MiB, {early:.1f} MiB early on, {sum(actions):,} actions"
    name = f"memory after {minutes:.0f} minutes at {tables} tables"
    return [Figure(name, last / early, "x", GOAL, beside)]


def main() -> int:
    parser = argparse.ArgumentParser(description="Does a host's memory come to rest?")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--haste", type=float, default=1.0)
    given = parser.parse_args()
    found = asyncio.run(hour(given.minutes, given.tables, given.haste))
    print(as_table(found))
    return 1 if missed(found) else 0


if __name__ == "__main__":
    sys.exit(main())
