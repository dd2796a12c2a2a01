"""A host in a process of its own, whose clock runs quickly: `python -m tests.net.quick_host`."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from net.host import Host
from net.limits import Limits
from tests.net.tables import UNHURRIED, QuickLoop


async def stay(folder: Path, port: int) -> None:
    """Host tables until killed."""
    host = Host("Moon", folder, limits=Limits(**UNHURRIED))
    print(f"port {await host.start('127.0.0.1', port)}.", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=QuickLoop) as runner:
        runner.run(stay(Path(sys.argv[1]), int(sys.argv[2])))
