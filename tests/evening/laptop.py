"""A friend's laptop on a LAN: the real app in a terminal there, and somebody who presses keys."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random
from time import monotonic

from tests.demo import STRANGE, rows_of
from tests.moontui.terminal import Terminal, terminal
from tests.net.machines import settle
from tests.painter import pieces, png

UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
ENTER, ESCAPE, QUIT = "\r", "\x1b", "\x11"
PATIENCE = 60.0
"""Seconds for anything that somebody waits for."""
A_LOOK = 0.35
"""Seconds between two looks of somebody who plays."""
CURSOR = re.compile(r"^ *> (.*)")
CURSOR_IN_BOX = re.compile(r"[│┃] *> (.*?) *[│┃]")
QUESTION = re.compile(r"^ > ", re.MULTILINE)
WARNING = re.compile(r"^ ! ", re.MULTILINE)
ON_TOP = ("╭", "┏")
"""What shows that a dialog is open."""
OVER = ("play again", "The players decide", "You sit down when the next game")
"""What the result of a match says."""
GO_ON = ("ny key", "next round", "Enter: go on")
"""What asks for nothing but to go on, after a great moment or a round."""
LOST = ("RECONNECTING", "Connection lost")


class Laptop:
    """The app, what it shows, and the person at it."""

    def __init__(
        self, name: str, machine: str, data: Path, size: tuple[int, int], *command: str
    ) -> None:
        self.name = name
        self.machine = machine
        self.data = data
        self.size = size
        self.command = command
        self.chance = Random(name)
        self.is_on = False
        self.shown: Terminal
        self.hands: asyncio.Task[None] | None = None
        """Playing, while they play."""
        self._open = ExitStack()
        data.mkdir(parents=True, exist_ok=True)
        settings = {"name": name, "named": True, "motion": "off", "language": "en"}
        (data / "settings.json").write_text(json.dumps(settings))

    # ── the machine ─────────────────────────────────────────────────────────────────────────────

    def start(self) -> None:
        """Start the app."""
        self.is_on = True
        self.shown = self._open.enter_context(
            terminal(
                "-m",
                "moontui",
                *self.command,
                data=self.data,
                size=self.size,
                machine=self.machine,
                MOONTUI_NAME=self.name,
            )
        )
        self.shown.strange = STRANGE
        asyncio.get_running_loop().add_reader(self.shown.line, self.take)

    def take(self) -> None:
        if not self.shown.read(0):
            asyncio.get_running_loop().remove_reader(self.shown.line)

    def kill(self) -> None:
        """The battery is empty: everything on it stops at once."""
        asyncio.get_running_loop().remove_reader(self.shown.line)
        os.kill(self.shown.child, signal.SIGKILL)
        self._open.close()

    def close(self) -> None:
        if self.hands is not None:
            self.hands.cancel()
        if self.is_on:
            asyncio.get_running_loop().remove_reader(self.shown.line)
        self._open.close()

    def moves_to(self, address: str) -> None:
        """The machine gets another address."""
        settle(self.machine, address)

    # ── what is seen ────────────────────────────────────────────────────────────────────────────

    @property
    def text(self) -> str:
        return self.shown.text

    @property
    def asks(self) -> bool:
        """Whether a dialog is open."""
        return any(sign in self.text for sign in ON_TOP)

    @property
    def lost(self) -> bool:
        return any(text in self.text for text in LOST)

    @property
    def over(self) -> bool:
        return any(text in self.text for text in OVER)

    async def until(self, holds: Callable[[], bool], what: str, seconds: float = PATIENCE) -> float:
        """Wait until something can be seen; returns how long that took."""
        begun = monotonic()
        while not holds():
            assert monotonic() - begun < seconds, f"{self.name}: no {what} to be seen:\n{self.text}"
            await asyncio.sleep(0.02)
        return monotonic() - begun

    async def sees(self, *texts: str, seconds: float = PATIENCE) -> float:
        return await self.until(
            lambda: all(text in self.text for text in texts), " + ".join(texts), seconds
        )

    async def loses_touch(self) -> float:
        return await self.until(lambda: self.lost, "outage")

    async def is_back(self) -> float:
        return await self.until(lambda: not self.lost, "end of the outage")

    async def sees_the_end(self, seconds: float) -> float:
        return await self.until(lambda: self.over, "end of the match", seconds)

    async def picture(self, file: Path) -> None:
        """Keep what is shown as a picture, once nothing more has come for a moment."""
        for _ in range(10):
            before = len(self.shown.bytes)
            await asyncio.sleep(0.5)
            if before == len(self.shown.bytes):
                break
        screen = self.shown.screen
        png(pieces(rows_of(screen)), screen.columns, screen.lines).save(file)

    # ── what is pressed ─────────────────────────────────────────────────────────────────────────

    async def press(self, keys: str, pause: float = 0.3) -> None:
        self.shown.press(keys)
        await asyncio.sleep(pause)

    def cursor(self) -> tuple[int, str]:
        """The line and the row that the cursor is on."""
        pattern = CURSOR_IN_BOX if self.asks else CURSOR
        for number, line in enumerate(self.shown.lines):
            if found := pattern.search(line):
                return number, found[1]
        return -1, ""

    async def step(self, key: str) -> None:
        """Press a key that changes the row under the cursor, and wait until it has."""
        before = self.cursor()
        self.shown.press(key)
        begun = monotonic()
        while self.cursor() == before and monotonic() - begun < 2.0:
            await asyncio.sleep(0.05)

    async def point_at(self, text: str) -> None:
        """Move the cursor to a row."""
        await self.sees(text)
        for _ in range(60):
            here, row = self.cursor()
            if text in row:
                return
            lines = self.shown.lines
            target = next((number for number, line in enumerate(lines) if text in line), len(lines))
            await self.step(DOWN if here < target else UP)
        raise AssertionError(f"{self.name} cannot point at {text}:\n{self.text}")

    async def choose(self, text: str) -> None:
        await self.point_at(text)
        await self.press(ENTER)

    async def turn(self, row: str, value: str) -> None:
        """Set something in a list of settings."""
        await self.point_at(row)
        for _ in range(20):
            if f"< {value}" in self.cursor()[1]:
                return
            await self.step(RIGHT)
        raise AssertionError(f"{self.name} cannot set {row} to {value}:\n{self.text}")

    # ── playing ─────────────────────────────────────────────────────────────────────────────────

    def play(self, answers: int = 1000) -> None:
        """Answer what is asked, mostly with the first choice, so often, or until the end."""
        if self.hands is None or self.hands.done():
            self.hands = asyncio.create_task(self._play(answers))

    async def rest(self) -> None:
        """Take the hands off the keys."""
        if self.hands is not None:
            self.hands.cancel()
            await asyncio.wait([self.hands])

    async def _play(self, answers: int) -> None:
        while answers and not self.over:
            await asyncio.sleep(A_LOOK)
            if self.asks or self.lost:
                continue
            if any(text in self.text for text in GO_ON):
                await self.press(ENTER)
            elif WARNING.search(self.text):
                await self.press(self.chance.choice((ENTER, RIGHT)))
            elif "Enter do it" in self.text:
                await self.press(ENTER)
                answers -= 1
            elif QUESTION.search(self.text):
                await self.press(RIGHT)
