"""What a visitor costs: memory for each, and how soon the first picture appears.

    python -m benchmarks.doors

The first picture is compared with that of the same app started in a terminal of this machine, both
taking turns in the same run, so that the ratio holds on a busy machine too.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

import asyncssh

from tests.doors.house import ENTER, Guest, House, connect, house
from tests.moontui.terminal import terminal

VISITORS = 5
TURNS = 5
GOAL_MIB, GOAL_RATIO = 45.0, 2.0
FIRST, UP = "Play now", "\x1b[A"


def memory(process: int) -> tuple[float, float]:
    """MiB that a process uses: in all, and with only its share of what others use as well."""
    told = Path(f"/proc/{process}/smaps_rollup").read_text()
    sizes = {line.split(":")[0]: int(line.split()[1]) for line in told.splitlines()[1:]}
    return sizes["Rss"] / 1024, sizes["Pss"] / 1024


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


def sizes(here: House) -> tuple[float, float]:
    """The median visitor process: MiB in all, and with only its share of what others use."""
    found = [
        memory(visitor.process.pid) for visitor in here.visitors.here.values() if visitor.process
    ]
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


async def measure(folder: Path) -> int:
    async with house(folder / "host") as here:
        far, near = [], []
        for number in range(TURNS):
            near.append(await asyncio.to_thread(paint_here, folder / "local"))
            guest, seconds = await come(here, number)
            far.append(seconds)
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
    rss, pss = at_table
    ratio = median(far) / median(near)
    print(f"{VISITORS} visitors by SSH, Python {sys.version.split()[0]}, {os.cpu_count()} cores")
    print(
        f"memory of each   {at_home[0]:5.1f} MiB RSS, {at_home[1]:.1f} MiB PSS on the first screen"
    )
    print(f"at a table       {rss:5.1f} MiB RSS, {pss:.1f} MiB PSS   goal {GOAL_MIB:.0f} MiB RSS")
    print(f"first picture    {median(far):5.2f} s by SSH, {median(near):.2f} s here")
    print(f"ratio            {ratio:5.2f}   goal {GOAL_RATIO:.1f}")
    return 0 if rss <= GOAL_MIB and ratio <= GOAL_RATIO else 1


if __name__ == "__main__":
    with TemporaryDirectory() as name:
        raise SystemExit(asyncio.run(measure(Path(name))))
