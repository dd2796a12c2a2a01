"""One game in a room: night, talk and vote, told by a narrator who can be stopped at any time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from moontui.narrator.script import Cue, Narration

MORE = 60
"""Seconds that somebody adds to the talk with one key."""


@dataclass
class Evening:
    """What is told now, and what is left of the day."""

    narration: Narration
    tell: Callable[[Cue], Awaitable[None]]
    """Says a sentence, and returns when it has been said."""
    show: Callable[[], None]
    """Something has changed."""
    talk: int = 300
    """Seconds of talk."""
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    cue: Cue | None = None
    left: int | None = None
    """Seconds of the day that are left; nothing: it is not day."""
    goes_on: asyncio.Event = field(default_factory=asyncio.Event)
    enough: bool = False

    async def play(self) -> None:
        """The whole game; begins when it is first told to go on."""
        await self.goes_on.wait()
        for cue in self.narration.night:
            await self.say(cue)
        await self.day()
        for cue in self.narration.vote:
            await self.say(cue)

    async def say(self, cue: Cue) -> None:
        """A sentence, and the quiet after it."""
        await self.goes_on.wait()
        self.cue = cue
        self.show()
        await self.tell(cue)
        await self.quiet(cue.pause)

    async def quiet(self, seconds: float) -> None:
        """A pause; while the evening is stopped no time passes."""
        while seconds > 0:
            await self.goes_on.wait()
            step = min(0.5, seconds)
            await self.sleep(step)
            seconds -= step

    async def day(self) -> None:
        """Talk until the time is up, or somebody says that it is enough."""
        self.left, self.enough = self.talk, False
        while self.left > 0 and not self.enough:
            self.show()
            await self.quiet(1.0)
            self.left -= 1
        self.left = None
        self.show()

    @property
    def is_over(self) -> bool:
        """Whether everything has been said."""
        return self.cue == self.narration.vote[-1]

    def toggle(self) -> None:
        """Stop, or go on."""
        if self.goes_on.is_set():
            self.goes_on.clear()
        else:
            self.goes_on.set()
        self.show()

    def add(self) -> None:
        """One more minute of talk."""
        if self.left is not None:
            self.left += MORE
            self.show()

    def end_day(self) -> None:
        """Vote now."""
        self.enough = self.left is not None
