"""A program in a process of its own: no shell, no secrets, a time for every answer, and an end."""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
import signal
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Literal, NamedTuple, TypeVar

from moontui.programs.lines import LONGEST
from net.text import tame

T = TypeVar("T")

SECONDS = 10.0
"""How long a program may think about an answer, unless somebody says otherwise."""
FAREWELL = 0.5
"""How many seconds a program has to end by itself when it hears no more."""
UNREAD = 16
"""How many of its lines are kept unread; then it waits."""
ASIDE_CELLS, ASIDES = 200, 100
"""How much of a line on its standard error is shown, and how many lines each time it runs."""
PAUSE = 0.01
"""Seconds between two lines that are not shown any more."""
PASSED_ON = ("PATH", "HOME", "LANG", "LANGUAGE", "TMPDIR", "TZ", "SYSTEMROOT")
"""What a program learns of our environment, apart from the language (`LC_…`)."""

Kind = Literal["late", "ended", "wrong"]

running: set[int] = set()
"""The process groups of all programs that run, for a process that must end at once."""


class NoProgram(ValueError):
    """There is no such program; the sentence says so."""


class Trouble(Exception):
    """A program did not answer: too late, ended, or with something that was not on offer."""

    def __init__(self, kind: Kind, words: str = "") -> None:
        super().__init__(kind)
        self.kind = kind
        self.words = words
        """What it said last, tame and short."""


class Command(NamedTuple):
    """What is run, word by word."""

    words: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> Command:
        """The command that was typed; quotes are understood, and nothing else that a shell would
        do. Raises `NoProgram`."""
        try:
            words = tuple(shlex.split(text))
        except ValueError:
            raise NoProgram(f"This command has an open quote: {text}") from None
        if not words:
            raise NoProgram("Which program should play?")
        if shutil.which(words[0]) is None:
            raise NoProgram(f"There is no program {words[0]}.")
        return cls(words)


class Program:
    """One run of a program after the other, each started when it is needed."""

    def __init__(
        self, command: Command, seconds: float, aside: Callable[[str], None] | None = None
    ) -> None:
        self.command = command
        self.seconds = seconds
        self.aside = aside
        """Where its lines on standard error go, made tame; None: nowhere."""
        self.process: asyncio.subprocess.Process | None = None
        self.lines: asyncio.Queue[bytes | None] = asyncio.Queue(UNREAD)
        """What it has said; None: it will say no more."""
        self.readers: list[asyncio.Task[None]] = []
        self.words = ""
        """What it said last on standard error."""

    @property
    def runs(self) -> bool:
        return self.process is not None

    async def start(self) -> None:
        """Run it. Raises `Trouble`."""
        starting = asyncio.ensure_future(
            asyncio.create_subprocess_exec(
                *self.command.words,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                limit=LONGEST,
                env=little(os.environ),
                start_new_session=True,
            )
        )
        try:
            self.follow(await asyncio.shield(starting))
        except OSError as error:
            raise Trouble("ended", tame(error.strerror or "")) from error
        except asyncio.CancelledError:
            with suppress(OSError):  # half a process could not be ended
                self.follow(await starting)
            raise

    def follow(self, process: asyncio.subprocess.Process) -> None:
        """From now on, hear what it says."""
        assert process.stdout is not None
        assert process.stderr is not None
        self.process = process
        running.add(process.pid)
        self.lines, self.words = asyncio.Queue(UNREAD), ""
        self.readers = [
            asyncio.create_task(self.listen(process.stdout)),
            asyncio.create_task(self.overhear(process.stderr)),
        ]

    async def listen(self, stdout: asyncio.StreamReader) -> None:
        """Read its lines, as fast as somebody wants them; one without an end is the last. After
        that, and once it is told to end, all it says is dropped, so that it can end."""
        process = self.process
        with suppress(ValueError, ConnectionError):
            while said := await stdout.readline():
                if self.process is process:
                    await self.lines.put(said)
        if self.process is process:
            await self.lines.put(None)
        while await stdout.read(LONGEST):
            pass

    async def overhear(self, stderr: asyncio.StreamReader) -> None:
        """Read what it says aside, and pass some of it on."""
        shown = 0
        while True:
            try:
                said = await stderr.readline()
            except ValueError:  # too long a line, of which the beginning is dropped
                continue
            if not said:
                return
            self.words = tame(said.decode("utf-8", "replace").rstrip("\n")[:ASIDE_CELLS])
            shown += 1
            if shown > ASIDES:
                await asyncio.sleep(PAUSE)
            elif self.aside is not None:
                self.aside(self.words)

    async def tell(self, line: bytes) -> None:
        """Say something that needs no answer. Raises `Trouble` if it does not listen."""
        await self.within(self.write(line))

    async def ask(self, line: bytes) -> bytes:
        """Ask something, and wait for one line. Raises `Trouble`; then it no longer runs."""
        await self.forget_what_nobody_asked()
        return await self.within(self.write_and_read(line))

    async def within(self, work: Awaitable[T]) -> T:
        try:
            async with asyncio.timeout(self.seconds):
                return await work
        except TimeoutError:
            await self.end(at_once=True)
            raise Trouble("late", self.words) from None
        except ConnectionError:
            await self.end()
            raise Trouble("ended", self.words) from None

    async def write_and_read(self, line: bytes) -> bytes:
        await self.write(line)
        said = await self.lines.get()
        if said is None:
            raise ConnectionError("it will say no more")
        return said

    async def write(self, line: bytes) -> None:
        if self.process is None:
            raise ConnectionError("it does not run")
        assert self.process.stdin is not None
        self.process.stdin.write(line)
        await self.process.stdin.drain()

    async def forget_what_nobody_asked(self) -> None:
        """Drop the lines that are here already: they cannot answer what was not yet asked."""
        for _ in range(3):  # so that what has been written is read, too
            await asyncio.sleep(0)
        while not self.lines.empty():
            if self.lines.get_nowait() is None:
                self.lines.put_nowait(None)
                return

    async def end(self, at_once: bool = False) -> None:
        """Let it end, and whatever it has started with it."""
        process, self.process = self.process, None
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        while not self.lines.empty():
            self.lines.get_nowait()
        if not at_once:
            await asyncio.wait(self.readers, timeout=FAREWELL)
        kill(process.pid)
        running.discard(process.pid)
        with suppress(TimeoutError):  # what it started elsewhere may hold on to its files
            async with asyncio.timeout(FAREWELL):
                await process.wait()
        await asyncio.wait(self.readers, timeout=FAREWELL)  # for its last words
        for reader in self.readers:
            reader.cancel()


def little(environment: Mapping[str, str]) -> dict[str, str]:
    """What a program needs of an environment to run at all."""
    return {
        name: value
        for name, value in environment.items()
        if name in PASSED_ON or name.startswith("LC_")
    }


def kill(group: int) -> None:
    """End a program and all that it has started, if that is still there."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(group, signal.SIGKILL)
        else:  # Windows: the program alone
            os.kill(group, signal.SIGTERM)


def end_all() -> None:
    """End all programs at once, for a process that has no time for more."""
    for group in running:
        kill(group)
