"""A phone held upright: a whole game in a real browser, with a finger alone.

The tests play one game on the smallest phone; with PHONE=folder, several on every phone, and
pictures are kept there."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from tests.doors.browser import PROGRAM, Browser, browser
from tests.doors.house import PATIENCE, house
from tests.doors.thumb import OVER, Thumb

KEPT = os.environ.get("PHONE", "")
"""A folder for pictures, if they are wanted."""
SIZES = [(360, 560), (390, 664)] if KEPT else [(360, 560)]
"""Pixels of the page, without the browser's own bars."""
THUMB = 44
"""Pixels that a finger hits for sure."""
OFFERED = "getComputedStyle(document.querySelector('#keys')).display !== 'none'"
"""Whether the page has a button for letters."""
GAMES = {
    "wolfmoon": (3, {"length": "round", "start": "0"}),
    "robbers": (3, {"length": "round"}),
    "moonlight": (2, {"length": "round"}),
    "onenight": (4, {"length": "round", "rounds": "1"}),
}
"""By game: how many play, and how long."""
LONGEST = 300.0 if KEPT else 4 * PATIENCE
"""Seconds for a game."""
PLAYED = list(GAMES) if KEPT else list(GAMES)[:1]


async def picture(tab: Browser, about: str, name: str) -> None:
    """Keep a picture, if pictures are wanted."""
    if KEPT:
        folder = Path(KEPT)
        folder.mkdir(parents=True, exist_ok=True)
        await tab.picture(folder / f"{about}-{name}.png")


@pytest.mark.skipif(not PROGRAM, reason="there is no browser (Debian: apt install chromium)")
@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("game", PLAYED)
async def test_a_game_is_played_with_a_thumb(
    tmp_path: Path, game: str, size: tuple[int, int]
) -> None:
    async with (
        house(tmp_path / "host", web=True) as here,
        browser(tmp_path / "browser", size, phone=True, seconds=LONGEST) as tab,
        asyncio.timeout(LONGEST),
    ):
        seats, options = GAMES[game]
        name = await here.table(game=game, seats=seats, bots=seats - 1, options=options)
        table = here.host.tables[name]
        thumb = Thumb(tab)
        seen, keep = thumb.seen, partial(picture, tab, f"{'x'.join(map(str, size))}-{game}")
        await tab.visit(here.web.link("127.0.0.1", here.web_port))
        await seen.until("Night")
        await keep("home")
        while "What is your name?" not in seen.text:  # the page may not take touches yet
            await thumb.on("Night")
        await keep("name")
        assert await tab.value(OFFERED)  # letters, for those who want another name
        await thumb.until("OK", "ready")
        await keep("lobby")
        while table.table.lasting.phase != "playing":
            await thumb.answer()
        done: Counter[str] = Counter()
        while OVER not in seen.text:
            kind = await thumb.answer()
            done[kind] += 1
            if done[kind] < 4:
                await keep(f"{kind}-{done[kind]}")
        await keep("result")
        assert table.table.lasting.last is not None  # the match has come to its end
        assert done["go"] > 1
        _, high = await seen.cell()
        assert not await tab.value(OFFERED)
        assert 3 * high >= THUMB  # buttons are three rows high
        typing = "document.querySelector('.xterm-helper-textarea').inputMode"
        assert await tab.value(typing) == "none"  # no keyboard came up
        assert [text for text in tab.complaints if "WebGL" not in text] == []
