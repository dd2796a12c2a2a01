"""Somebody with a phone, who only ever touches the page."""

from __future__ import annotations

import asyncio
import re
from random import Random

import pyte

from tests.doors.browser import Browser
from tests.doors.seen import Seen

KEY = re.compile(r"\[[0-9a-z]\]")

OVER = "lay again"
"""What the result asks for."""


class Thumb:
    """Somebody who only ever touches the page."""

    def __init__(self, tab: Browser) -> None:
        self.tab = tab
        self.seen = Seen(tab)
        self.chance = Random("thumb")
        self.hands: asyncio.Task[None]
        self.rests = True

    async def on(self, text: str) -> None:
        await self.at(await self.seen.place(text))

    async def until(self, text: str, *wanted: str, seconds: float = 60.0) -> None:
        """Touch a text until something else is seen: a page may not take touches yet."""
        async with asyncio.timeout(seconds):
            while not any(sign in self.seen.text for sign in wanted):
                if text in self.seen.text:
                    await self.on(text)
                await asyncio.sleep(0.3)

    def play(self) -> None:
        """Answer whatever is asked from now on, until told to rest."""
        self.hands = asyncio.create_task(self._play())

    async def rest(self) -> None:
        """Take the thumb off the page; a touch that has begun comes to its end."""
        self.rests = True
        await self.hands

    async def _play(self) -> None:
        self.rests = False
        while not self.rests and OVER not in self.seen.text:
            await self.answer()

    async def at(self, place: tuple[float, float]) -> bool:
        """Touch a place, wait until nothing moves any more, and see whether anything changed."""
        first = before = self.seen.text
        await self.tab.tap(*place)
        for _ in range(8):
            await asyncio.sleep(0.15)
            if self.seen.text == before != first:
                return True
            before = self.seen.text
        return before != first

    async def cell(self, column: int, row: int) -> bool:
        return await self.at(await self.seen.point(column, row))

    def offered(self) -> list[tuple[int, int]]:
        """Every place that shows the key of a choice: in brackets, on gold, or on paper."""
        screen = self.seen.screen
        chips = [
            (column, row)
            for row in range(1, screen.lines)
            for column in range(1, screen.columns)
            if is_key(screen.buffer[row][column])
        ]
        brackets = [
            (match.start() + 1, row)
            for row, line in enumerate(screen.display)
            for match in KEY.finditer(line)
        ]
        return chips + brackets

    async def answer(self) -> str:
        """Do whatever is to be done now, and say what it was."""
        rows, middle = self.seen.screen.lines, self.seen.screen.columns // 2
        if "Rules and cards" in self.seen.text:  # a card that was not to be chosen explains itself
            await self.cell(4, rows - 2)
            return "back"
        if "touch what" not in self.seen.text:
            await self.cell(middle, rows - 2)  # the large button
            return "go"
        if " > " not in self.seen.text:  # it is being drawn
            await asyncio.sleep(0.15)
            return "nothing"
        asked = self.seen.row_of(" > ")
        if rows - asked > 5 and await self.cell(4, rows - 5):
            return "button"  # in the last row of buttons
        offered = self.offered()
        touched = offered and await self.cell(*self.chance.choice(offered))
        return "card" if touched else "nothing"


def is_key(cell: pyte.screens.Char) -> bool:
    """Whether a sign stands on gold, or a number on paper."""
    ground = str(cell.fg if cell.reverse else cell.bg)
    if not re.fullmatch("[0-9a-f]{6}", ground):
        return False
    red, green, blue = bytes.fromhex(ground)
    gold, paper = red > 220 > green > 150 > blue, min(red, green, blue) > 190
    return (gold and cell.data.isalnum()) or (paper and cell.data.isdigit())
