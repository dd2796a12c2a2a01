"""Explanations are never cut: what a table's option or a setting means is read to its end."""

from __future__ import annotations

from pathlib import Path

import pytest

from moontui.app.screens.new_table import KnobScreen, NewTableScreen, SoloScreen
from moontui.app.screens.settings import SettingsScreen
from moontui.app.widgets.rows import Rows
from moontui.games import playable
from moontui.words.catalogue import LANGUAGES
from tests.extent import EVERYTHING
from tests.moontui.sitting import Sitting, sitting
from tests.moontui.sizes import named

SIZES = [(80, 23), (120, 40)] if EVERYTHING else [(80, 23)]


def told(table: Sitting) -> str:
    return " ".join(table.text.split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_what_an_option_means_is_told_to_its_end(
    size: tuple[int, int], language: str, tmp_path: Path
) -> None:
    async with sitting(tmp_path, size=size, language=language) as table:
        for kind in (NewTableScreen, SoloScreen):
            for game in playable():
                table.app.settings.game = game
                screen: KnobScreen = kind()
                await table.app.push_screen(screen)
                await table.settle()
                for knob in list(screen.knobs):
                    screen.query_one(Rows).put_cursor(knob.key)
                    await table.settle()
                    assert screen.tip_of(knob) in told(table), (game, knob.key, table.text)
                    assert f"{screen.name_of(knob)} < {screen.text_of(knob)} >" in told(table)
                table.app.pop_screen()
                await table.settle()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_what_a_setting_means_is_told_to_its_end(
    size: tuple[int, int], language: str, tmp_path: Path
) -> None:
    async with sitting(tmp_path, size=size, language=language) as table:
        screen = SettingsScreen()
        await table.app.push_screen(screen)
        await table.settle()
        for row in list(screen.query_one(Rows).rows):
            screen.query_one(Rows).put_cursor(row.value)
            await table.settle()
            tip = screen.words.say("settings_tips", str(row.value))
            assert {*tip.split()} <= {*told(table).split()}, (row.value, table.text)
            assert screen.words.say("settings", str(row.value)) in told(table)
