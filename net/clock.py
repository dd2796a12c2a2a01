"""A host's time: it stands still while the machine sleeps, and knows no time of day.

A host looks at its clock every second. If much more time has passed between two looks, its machine
was suspended or its process stopped, and nobody could have answered: that time does not count.
Whatever time anybody had left before is still left afterward.
"""

from __future__ import annotations

import asyncio

BEAT = 1.0
"""Seconds between two looks at the clock, at most, while the host is awake."""


class Clock:
    """Seconds for which a host has been awake."""

    def __init__(self, asleep: float) -> None:
        self.asleep = asleep
        """Seconds beyond a beat between two looks that mean the host has slept."""
        self.slept = 0.0
        self.looked = asyncio.get_running_loop().time()

    def now(self) -> float:
        time = asyncio.get_running_loop().time()
        unseen, self.looked = time - self.looked, time
        if unseen > BEAT + self.asleep:
            self.slept += unseen
        return time - self.slept

    async def sleep(self, seconds: float) -> None:
        """Wait until the host has been awake for this many seconds."""
        until = self.now() + seconds
        await asyncio.sleep(seconds)
        while (left := until - self.now()) > 0:
            await asyncio.sleep(left)

    async def beat(self) -> None:
        """Look at the clock for as long as the host runs."""
        while True:
            await asyncio.sleep(BEAT)
            self.now()
