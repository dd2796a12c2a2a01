"""A phone held upright: a whole game in a real browser, with a finger alone.

The tests play one game on the smallest phone; with PHONE=folder, several on every phone, and
pictures are kept there."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tests.doors.browser import PROGRAM, Browser, browser
from tests.doors.house import PATIENCE, house
from tests.doors.seen import Seen

KEPT = os.environ.get("PHONE", "")
"""A folder for pictures, if they are wanted."""
SIZES = [(360, 560), (390, 664)] if KEPT else [(360, 560)]
"""Pixels of the page, without the browser's own bars."""
THUMB = 44
"""Pixels that a finger hits for sure."""
OFFERED = "getComputedStyle(document.querySelector('#keys')).display !== 'none'"
"""Whether the page has a button for letters."""
OVER = "lay again"
"""What the result asks for."""
GAMES = {
    "wolfmoon": (3, {"length": "round", "start": "0"}),
    "robbers": (3, {"length": "round"}),
}
"""By game: how many play, and how long."""
LONGEST = 300.0 if KEPT else 4 * PATIENCE
"""Seconds for a game."""
PLAYED = list(GAMES) if KEPT else list(GAMES)[:1]


class Thumb:
    """Somebody who only ever touches the page."""

    def __init__(self, tab: Browser, seen: Seen, size: tuple[int, int], game: str) -> None:
        self.tab = tab
        self.seen = seen
        self.size = size
        self.game = game
        self.chance = Random("thumb")

    async def on(self, text: str) -> None:
        await self.at(await self.seen.place(self.tab, text))

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
        return await self.at(await self.seen.point(self.tab, column, row))

    async def keep(self, name: str) -> None:
        """Keep a picture, if pictures are wanted."""
        if KEPT:
            folder = Path(KEPT)
            folder.mkdir(parents=True, exist_ok=True)
            await self.tab.picture(
                folder / f"{'x'.join(map(str, self.size))}-{self.game}-{name}.png"
            )

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


@pytest.mark.skipif(not PROGRAM, reason="there is no browser (Debian: apt install chromium)")
@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("game", PLAYED)
async def test_a_game_is_played_with_a_thumb(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, size: tuple[int, int]
) -> None:
    seen = Seen(monkeypatch)
    async with (
        house(tmp_path / "host", web=True) as here,
        browser(tmp_path / "browser", size, phone=True, seconds=LONGEST) as tab,
        asyncio.timeout(LONGEST),
    ):
        seats, options = GAMES[game]
        name = await here.table(game=game, seats=seats, bots=seats - 1, options=options)
        table = here.host.tables[name]
        thumb = Thumb(tab, seen, size, game)
        await tab.visit(here.web.link("127.0.0.1", here.web_port))
        await seen.until("Night")
        await thumb.keep("home")
        while "What is your name?" not in seen.text:  # the page may not take touches yet
            await thumb.on("Night")
        await thumb.keep("name")
        assert await tab.value(OFFERED)  # letters, for those who want another name
        await thumb.on("OK")
        await seen.until("ready")
        await thumb.keep("lobby")
        while table.table.lasting.phase != "playing":
            await thumb.answer()
        done: Counter[str] = Counter()
        while OVER not in seen.text:
            kind = await thumb.answer()
            done[kind] += 1
            if done[kind] < 4:
                await thumb.keep(f"{kind}-{done[kind]}")
        await thumb.keep("result")
        assert table.table.lasting.last is not None  # the match has come to its end
        assert done["go"] > 1
        _, high = await seen.cell(tab)
        assert not await tab.value(OFFERED)
        assert 3 * high >= THUMB  # buttons are three rows high
        typing = "document.querySelector('.xterm-helper-textarea').inputMode"
        assert await tab.value(typing) == "none"  # no keyboard came up
        assert [text for text in tab.complaints if "WebGL" not in text] == []
