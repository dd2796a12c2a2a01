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
        """Every place above the question that shows the key of a choice: in brackets, on gold, on
        paper, or by itself in gold."""
        screen = self.seen.screen
        chips = [
            (column, row)
            for row in range(1, self.seen.row_of(" > "))
            for column in range(1, screen.columns - 1)
            if is_key(screen.buffer[row][column])
            or is_letter(*(screen.buffer[row][near] for near in range(column - 1, column + 2)))
        ]
        brackets = [
            (match.start() + 1, row)
            for row, line in enumerate(screen.display)
            for match in KEY.finditer(line)
        ]
        return chips + brackets

    def buttons(self) -> list[tuple[int, int]]:
        """Places on the buttons between the question and the large one, which are three rows
        high."""
        screen = self.seen.screen
        asked = self.seen.row_of(" > ")
        middles = range(screen.lines - 5, asked + 1, -3)
        wide = screen.columns
        return [(column, row) for row in middles for column in (4, wide // 2, wide - 6)]

    @property
    def may_go_on(self) -> bool:
        """Whether the large button does more than to wait, or to give up what was begun."""
        large = self.seen.screen.display[-2].replace("≡ more", "").strip()
        return "touch what" not in self.seen.text and large != "Esc back"

    async def answer(self) -> str:
        """Do whatever is to be done now, and say what it was."""
        rows, middle = self.seen.screen.lines, self.seen.screen.columns // 2
        if "Rules and cards" in self.seen.text:  # a card that was not to be chosen explains itself
            await self.cell(4, rows - 2)
            return "back"
        if self.may_go_on:
            await self.cell(middle, rows - 2)  # the large button
            return "go"
        if " > " not in self.seen.text:  # it is being drawn
            await asyncio.sleep(0.15)
            return "nothing"
        places = [("button", place) for place in self.buttons()]
        places += [("card", place) for place in self.offered()]
        kind, place = self.chance.choice(places or [("nothing", (middle, rows - 2))])
        return kind if await self.cell(*place) else "nothing"


def is_key(cell: pyte.screens.Char) -> bool:
    """Whether a sign stands on gold, or a number on paper."""
    ground = color_of(cell.fg if cell.reverse else cell.bg)
    return (is_gold(ground) and cell.data.isalnum()) or (min(ground) > 190 and cell.data.isdigit())


def is_letter(before: pyte.screens.Char, cell: pyte.screens.Char, after: pyte.screens.Char) -> bool:
    """Whether a single letter stands there in gold."""
    alone = before.data == after.data == " "
    return alone and cell.data.isalpha() and is_gold(color_of(cell.fg))


def color_of(name: object) -> tuple[int, int, int]:
    """Red, green and blue; nothing at all if the terminal chooses the color."""
    if not re.fullmatch("[0-9a-f]{6}", str(name)):
        return 0, 0, 0
    red, green, blue = bytes.fromhex(str(name))
    return red, green, blue


def is_gold(color: tuple[int, int, int]) -> bool:
    red, green, blue = color
    return red > 220 > green > 150 > blue
