"""`make bench`: all figures that have a goal, in one table; ends with 1 if one is missed by more
than noise. `python -m benchmarks app doors` measures only those parts."""

from __future__ import annotations

import asyncio
import os
import platform
import sys
from collections.abc import Callable

from benchmarks import app, doors, host
from benchmarks.figures import Figure, as_table, missed

PARTS: dict[str, Callable[[], list[Figure]]] = {
    "app": app.figures,
    "doors": doors.figures,
    "host": lambda: asyncio.run(host.figures()),
}


def main(wanted: list[str]) -> int:
    if strange := [name for name in wanted if name not in PARTS]:
        print(f"There is no part {strange[0]!r}: choose from {', '.join(PARTS)}.")
        return 2
    found: list[Figure] = []
    for name in wanted or PARTS:
        print(f"measuring {name} ...", file=sys.stderr, flush=True)
        found += PARTS[name]()
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores\n\n{as_table(found)}")
    return 1 if missed(found) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
