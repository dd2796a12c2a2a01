"""Somebody with a phone, who only ever touches the page."""

from __future__ import annotations

import asyncio
from random import Random

from engine.games import GAMES
from tests.doors.browser import Browser
from tests.doors.seen import Seen


class Thumb:
    """Somebody who only ever touches the page."""

    def __init__(self, tab: Browser, game: str) -> None:
        self.tab = tab
        self.seen = Seen(tab)
        self.game = game
        self.chance = Random("thumb")

    async def on(self, text: str) -> None:
        await self.at(await self.seen.place(text))

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

    async def answer(self) -> str:
        """Do whatever is to be done now, and say what it was."""
        rows, middle = self.seen.screen.lines, self.seen.screen.columns // 2
        if "Rules and cards" in self.seen.text:  # a card that was not to be chosen explains itself
            await self.cell(4, rows - 2)
            return "back"
        if "touch what" not in self.seen.text:
            await self.cell(middle, rows - 2)  # the large button
            return "go"
        asked = self.seen.row_of(" > ")
        if rows - asked > 5 and await self.cell(4, rows - 5):
            return "button"  # in the last row of buttons
        end = self.seen.row_of("THE STORY") if "THE STORY" in self.seen.text else asked
        if self.game == next(iter(GAMES)):
            await self.cell(middle // 2, end - 5)  # a card in the hand
            return "card"
        place = self.chance.randrange(2, 2 * middle - 2), self.chance.randrange(2, end)
        return "card" if await self.cell(*place) else "nothing"
