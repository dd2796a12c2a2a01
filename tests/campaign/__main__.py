"""Runs a campaign: one seed after another, on all cores.

Whatever breaks is reported, with the command to try it again, and counted under one of the numbers
that have to be zero. A part that measures time or memory runs when all others are done.
"""

from __future__ import annotations

import argparse
import os
import time
from collections import Counter
from concurrent.futures import Future, ProcessPoolExecutor

from tests.campaign.part import Broken, Row, attempt, table
from tests.campaign.parts import PARTS

BLOCK = 50
"""How many seeds a core takes at a time, at most."""

Found = tuple[Counter[str], list[Broken], float]
"""What a core found with a block of seeds, and for how many seconds it was busy."""


def be_quiet() -> None:
    """Keep off the screen what hosts log about what is done to them: findings are told."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)


def busy() -> float:
    """Seconds for which a core has worked for this process and its children."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def try_block(name: str, seeds: range) -> Found:
    """Try a part with some seeds."""
    begun, counts, broken = busy(), Counter[str](), []
    for seed in seeds:
        counted, trouble = attempt(PARTS[name], seed)
        counts += counted
        if trouble is not None:
            broken.append(trouble)
    return counts, broken, busy() - begun


def blocks(first: int, count: int) -> list[range]:
    """Seeds in blocks: small enough for every core to have its share."""
    size = max(1, min(BLOCK, count // (8 * (os.cpu_count() or 1))))
    return [range(n, min(n + size, first + count)) for n in range(first, first + count, size)]


def row_of(name: str, seeds: int, work: list[Future[Found]]) -> Row:
    """Wait for all blocks of a part, and say what came of it."""
    counts, broken, seconds = Counter[str](), list[Broken](), 0.0
    for block in work:
        counted, troubles, spent = block.result()
        counts += counted
        broken += troubles
        seconds += spent
    row = Row(name, seeds, counts, broken, seconds)
    print(row, flush=True)
    for trouble in broken:
        print(f"  {trouble.zero}: {trouble.what}")
        print(f"  again: python -m tests.campaign --only {name} --count 1 --seed {trouble.seed}")
    return row


def run(names: list[str], counts: dict[str, int], first: int) -> list[Row]:
    """Try all of these parts: those that may on all cores at once, the others after them."""
    together = [name for name in names if not PARTS[name].alone]
    rows = []
    with ProcessPoolExecutor(initializer=be_quiet) as pool:
        work = {
            name: [pool.submit(try_block, name, block) for block in blocks(first, counts[name])]
            for name in together
        }
        rows += [row_of(name, counts[name], work[name]) for name in together]
    for name in [name for name in names if PARTS[name].alone]:
        with ProcessPoolExecutor(1, initializer=be_quiet) as alone:
            block = range(first, first + counts[name])
            rows.append(row_of(name, counts[name], [alone.submit(try_block, name, block)]))
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description="The long runs of the random tests.")
    parser.add_argument("--long", type=float, default=1, help="times as much; 20 makes a night")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--count", type=int, default=0, help="this many seeds instead")
    parser.add_argument("--seed", type=int, default=0, help="where the seeds begin")
    wish = parser.parse_args()
    begun = time.monotonic()
    counts = {name: wish.count or max(1, int(PARTS[name].seeds * wish.long)) for name in wish.only}
    rows = run(wish.only, counts, wish.seed)
    minutes = (time.monotonic() - begun) / 60
    print(f"\nAll from seed {wish.seed}, in {minutes:.0f} minutes on {os.cpu_count()} cores:\n")
    print(table(rows))
    return 1 if any(row.broken for row in rows) else 0


if __name__ == "__main__":
    raise SystemExit(main())
