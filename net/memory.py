"""The memory of a host's process: it is not searched again and again, and what is freed goes back.

A host runs for weeks. What an evening full of guests, or an hour of a stranger's worst, has taken
must not stay with it.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys

EVERY = 10.0
"""Seconds between two times that freed memory is given back."""
SHARE = 0.0005
"""For how much of the time all tables may stand still while circles are looked for."""
GROWTH = 1.5
"""A house that has grown so much since is looked through at once."""


def settle_down() -> None:
    """Keep the collector of garbage from looking at everything again and again, which would stop
    all tables at once: what is there now will stay, and play makes no circles. Those that closed
    connections make wait for `keep_giving_back`."""
    gc.collect()
    gc.freeze()
    gc.disable()


def give_back() -> bool:
    """Return freed memory to the machine; whether the C library here can do that. Python frees what
    closed connections held, but GNU's allocator keeps it for later."""
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (AttributeError, OSError, TypeError):
        return False
    return True


async def keep_giving_back() -> None:
    """Do so for as long as the host runs. Circles go first: a small house looks for them each time,
    a big one, where that takes longer, more seldom."""
    now, again, size = asyncio.get_running_loop().time, 0.0, 0
    while True:
        if (begun := now()) >= again or sys.getallocatedblocks() > size * GROWTH:
            gc.collect()  # here and not in a thread: what goes may belong to the loop
            again = begun + (now() - begun) / SHARE
            size = sys.getallocatedblocks()
        await asyncio.to_thread(give_back)
        await asyncio.sleep(EVERY)
