"""A night told to people in one room: sentence by sentence, with the pause that each asks for."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable

from moontui.narrator.script import Cue

BEHIND = 4
"""With more sentences than this to say, a narrator is late, and says the last ones only."""


class Room:
    """What is still to be said; one sentence after another, whoever is awake."""

    def __init__(
        self,
        tell: Callable[[Cue], Awaitable[None]],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.tell = tell
        """Says a sentence, and returns when it has been said."""
        self.sleep = sleep
        self.cues: deque[Cue] = deque()
        self.talks = False

    def add(self, cues: Iterable[Cue]) -> None:
        """Say this next; whoever is far behind leaves out the rest."""
        new = tuple(cues)
        if len(self.cues) > BEHIND:
            self.cues.clear()
        self.cues.extend(new)

    async def talk(self) -> None:
        """Say all there is; whoever is already talking goes on with it."""
        if self.talks:
            return
        self.talks = True
        try:
            while self.cues:
                cue = self.cues.popleft()
                await self.tell(cue)
                await self.sleep(cue.pause)
        finally:
            self.talks = False
