"""What a visitor costs: memory for each, and how soon the first picture appears.

    python -m benchmarks.doors

The first picture is compared with that of the same app started in a terminal of this machine, both
taking turns in the same run, so that the ratio holds on a busy machine too.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import asyncssh

from benchmarks.figures import Figure, as_table, memory, missed
from tests.doors.house import ENTER, Guest, House, connect, house
from tests.moontui.terminal import terminal

VISITORS = 5
TURNS = 5
GOAL_HOME, GOAL_TABLE = 16.0, 24.0
"""MiB of a visitor's own."""
GOAL_RATIO, GOAL_BUSY = 0.35, 60.0
FIRST, UP = "Play now", "\x1b[A"


def busy(process: int) -> float:
    """Seconds for which a core has worked for a process."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def paint_here(folder: Path) -> float:
    """Seconds from start to the first picture in a terminal of this machine."""
    begun = perf_counter()
    with terminal("-m", "moontui", data=folder) as shown:
        shown.sees(FIRST)
        return perf_counter() - begun


async def come(here: House, number: int) -> tuple[Guest, float]:
    """A visitor, and the seconds from the end of the login to the first picture."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    connection = await connect(here.door.port, f"guest{number}x", key)
    here.guests.callback(connection.abort)
    begun = perf_counter()
    guest = await Guest.at(connection, (80, 23))
    await guest.sees(FIRST)
    return guest, perf_counter() - begun


def present(here: House) -> list[Any]:
    """Visitors whose process runs."""
    return [visitor for visitor in here.visitors.here.values() if visitor.process]


def sizes(here: House) -> tuple[float, float]:
    """The median visitor process: MiB in all, and for itself alone."""
    found = [memory(visitor.process.pid) for visitor in present(here)]
    assert len(found) == VISITORS
    return median(size[0] for size in found), median(size[1] for size in found)


async def sit_down(guests: list[Guest]) -> None:
    """Seat everybody, and begin."""
    for guest in guests:
        await guest.sees("Night")
        guest.press(UP)
        await guest.sees("> Night")
        guest.press(ENTER)
        await guest.sees("before the game")
    for guest in reversed(guests):  # the first keeps the table, and starts it
        guest.press(ENTER)
    for guest in guests:
        await guest.sees("WOLFMOON", "turn")


async def measure(folder: Path) -> list[Figure]:
    async with house(folder / "host") as here:
        far, near, spent = [], [], []
        for number in range(TURNS):
            near.append(await asyncio.to_thread(paint_here, folder / "local"))
            guest, seconds = await come(here, number)
            far.append(seconds)
            spent += [busy(visitor.process.pid) for visitor in present(here)]
            guest.connection.abort()
            while here.visitors.here:
                await asyncio.sleep(0.02)
        guests = [(await come(here, number))[0] for number in range(TURNS, TURNS + VISITORS)]
        await asyncio.sleep(2.0)
        at_home = sizes(here)
        await here.table(seats=VISITORS + 1, bots=1)
        await sit_down(guests)
        await asyncio.sleep(3.0)
        at_table = sizes(here)
    ratio, work = median(far) / median(near), sum(spent) / len(spent)
    return [
        Figure(
            "SSH login to the first picture", ratio, "x", GOAL_RATIO,
            f"{median(far):.2f} s, {median(near):.2f} s of the app started here",
        ),
        Figure("work for a visitor's first picture", 1000 * work, "ms", GOAL_BUSY),
        Figure("a visitor's own memory, Home", at_home[1], "MiB", GOAL_HOME),
        Figure("a visitor's own memory, at a table", at_table[1], "MiB", GOAL_TABLE),
    ]  # fmt: skip


def figures() -> list[Figure]:
    with TemporaryDirectory() as name:
        return asyncio.run(measure(Path(name)))


if __name__ == "__main__":
    print(as_table(found := figures()))
    raise SystemExit(1 if missed(found) else 0)
