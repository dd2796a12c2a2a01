"""The memory of a host's process: it is not searched again and again, and what is freed goes back.

A host runs for weeks. What an evening full of guests, or an hour of a stranger's worst, has taken
must not stay with it.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc

EVERY = 10.0
"""Seconds between two times that freed memory is given back."""
UNNOTICED = 0.02
"""Seconds for which all tables may stand still."""


def settle_down() -> None:
    """Keep the collector of garbage from looking at everything again and again, which would stop
    all tables at once: what is there now will stay, and little of what comes forms circles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 100)


def give_back() -> bool:
    """Return freed memory to the machine; whether the C library here can do that. Python frees what
    closed connections held, but GNU's allocator keeps it for later."""
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (AttributeError, OSError, TypeError):
        return False
    return True


async def keep_giving_back() -> None:
    """Do so for as long as the host runs. Circles go first, where looking for them takes no longer
    than anybody notices; in a big house that is left to the collector's own rare rounds."""
    now, pause = asyncio.get_running_loop().time, 0.0
    while True:
        if pause <= UNNOTICED:
            begun = now()
            gc.collect()  # here and not in a thread: what goes may belong to the loop
            pause = now() - begun
        pause *= 0.9  # it may have been somebody else's work: try again some time
        await asyncio.to_thread(give_back)
        await asyncio.sleep(EVERY)
