"""How the line game asks a player on the way to a table: it prints lines, and reads typed ones."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from moontui.words.catalogue import Catalogue
from net.client import PATIENCE

T = TypeVar("T")


class Typed:
    """Typed lines; reading blocks, so it happens in a thread, started when first needed."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = lines
        self.queue: asyncio.Queue[str | None] | None = None

    async def next(self) -> str | None:
        """The next line; None: there are no more, however often it is asked."""
        if self.queue is None:
            self.queue = asyncio.Queue()
            read = partial(self.read, asyncio.get_running_loop(), self.queue)
            threading.Thread(target=read, daemon=True).start()
        line = await self.queue.get()
        if line is None:
            self.queue.put_nowait(None)
        return line

    def read(self, loop: asyncio.AbstractEventLoop, queue: asyncio.Queue[str | None]) -> None:
        with suppress(RuntimeError):  # nobody is listening any more
            for line in self.lines:
                loop.call_soon_threadsafe(queue.put_nowait, line)
            loop.call_soon_threadsafe(queue.put_nowait, None)


class InLines:
    """An `Asker` in lines. Only a person at a terminal can agree to a danger; a script cannot."""

    def __init__(
        self,
        words: Catalogue,
        write: Callable[[str], None],
        typed: Typed,
        person: bool,
        in_the_open: bool = False,
    ) -> None:
        self.words = words
        self.write = write
        self.typed = typed
        self.person = person
        """Whether somebody is sitting at a terminal."""
        self.in_the_open = in_the_open
        """Whether the command line has accepted a host without a key."""

    async def ask(self, question: str, guess: str = "", secret: bool = False) -> str | None:
        self.write(question)
        line = await self.typed.next()
        return line.strip()[:200] if line is not None else None

    async def choose(
        self, question: str, answers: Sequence[tuple[str, str]], danger: bool = False
    ) -> str | None:
        if self.in_the_open and any(key == "in_the_open" for key, _ in answers):
            return "in_the_open"
        self.write(f"{self.words.say('join', 'danger')}: {question}" if danger else question)
        if danger and not self.person:
            self.write(self.words.say("join", "not_connected"))
            return None
        for number, (_, text) in enumerate(answers, 1):
            self.write(f"  {number}  {text}")
        line = (await self.typed.next() or "").strip()
        numbers = [str(number) for number in range(1, len(answers) + 1)]
        return answers[numbers.index(line)][0] if line in numbers else None

    async def tell(self, text: str) -> None:
        self.write(text)

    async def wait(self, text: str, work: Coroutine[Any, Any, T], patience: float = PATIENCE) -> T:
        if patience > PATIENCE:
            self.write(text)
        async with asyncio.timeout(patience):
            return await work
