"""Great moments over the table: what they show, and what stays in sight behind them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from moontui.app.screens.moment import MomentScreen
from moontui.app.widgets.moments import MomentBand, ThirdMoon
from moontui.draw.paint import contrast
from tests.moontui.app.test_contrast import LEAST, color
from tests.moontui.scenes import moment, update_for
from tests.moontui.sitting import sitting
from tests.moontui.sizes import SIZES, named
from tests.sights import set_scene


async def test_the_table_stays_in_sight_behind_an_elimination(tmp_path: Path) -> None:
    async with sitting(tmp_path) as table:
        await set_scene(table, "elimination")
        assert isinstance(table.app.screen, MomentScreen)
        assert table.app.screen.styles.background.a < 1


async def test_an_elimination_can_be_read_by_day_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    async with sitting(tmp_path, theme="daylight") as table:
        await set_scene(table, "elimination")
        band = table.app.screen.query_one(MomentBand)
        words = [ink for line in band.lines() for ink in line if any(map(str.isalnum, ink.text))]
        styles = [band.style_of(ink.style, ink.paint) for ink in words]
        assert styles
        assert all(contrast(color(style, False), color(style, True)) > LEAST for style in styles)


async def test_a_question_that_does_not_wait_is_not_covered_by_a_moment(tmp_path: Path) -> None:
    async with sitting(tmp_path) as table:
        await set_scene(table, "elimination")
        await table.hear(update_for(moment("spy"), turn=8))
        assert not isinstance(table.app.screen, MomentScreen)


@pytest.mark.parametrize("size", SIZES, ids=named)
@pytest.mark.parametrize("settings", [{}, {"symbols": "ascii"}], ids=["signs", "ascii"])
async def test_the_third_moon_is_told_in_whole_sentences_at_every_size(
    size: tuple[int, int], settings: dict[str, Any], tmp_path: Path
) -> None:
    async with sitting(tmp_path, size=size, **settings) as table:
        await set_scene(table, "third-moon")
        screen = table.app.screen
        assert isinstance(screen, MomentScreen)
        words = [
            ink.text
            for line in screen.query_one(ThirdMoon).lines()
            for ink in line
            if not ink.art and ink.text.strip()
        ]
        told = " ".join(" ".join(words).split())
        assert screen.moment.text in told
        way = "any_touch" if screen.look.size.is_tall else "any_key"
        assert told.endswith(table.app.words.say("prompt", way))


async def test_without_pictures_the_third_moon_is_a_band(tmp_path: Path) -> None:
    async with sitting(tmp_path, pictures=False) as table:
        await set_scene(table, "third-moon")
        assert not table.app.screen.query(ThirdMoon)
