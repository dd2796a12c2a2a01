"""The narrator's page: the whole of it at every size, by keys and by mouse."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.games.onenight.roles import Role
from moontui.app.screens.narrator import NarratorScreen, Page
from moontui.games.onenight.narration import narration
from tests.extent import some
from tests.moontui.sitting import sitting


@pytest.mark.parametrize("size", [(60, 20), (80, 23)])
async def test_the_whole_set_stands_below_the_page(size: tuple[int, int], tmp_path: Path) -> None:
    async with sitting(tmp_path, size=size, language="de") as table:
        screen = NarratorScreen(narration("", 9, 10.0), 300, mute=True)
        await table.app.push_screen(screen)
        screen.voice = None  # otherwise the page says that nothing can speak here
        screen.show()
        await table.settle()
        text = " ".join(table.text.split())
        assert "Schlaflose, Dorfbewohner x3, Gerber, Jäger" in text


@pytest.mark.parametrize("size", some([(60, 20)], [(60, 20), (80, 23), (120, 40), (49, 37)]))
async def test_ten_players_and_what_they_say_stand_on_the_page(
    size: tuple[int, int], tmp_path: Path
) -> None:
    async with sitting(tmp_path, size=size) as table:
        screen = NarratorScreen(narration("", 10, 10.0), 300, mute=True)
        await table.app.push_screen(screen)
        screen.evening.left = 272
        await table.press("right", "up", "right", "right")
        text = table.text
        assert "1 says: " in text
        assert "10 says: " in text
        assert [*screen.claims.said] == [0, 9]
        await table.click(Page, 9)
        assert screen.claims.said[9] == Role.MASON
