"""Settings are saved at once and visible at once; keys can be changed, but not used twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input

from engine.games import GAMES
from moontui.app.keymap import all_bound
from moontui.app.screens.dialogs import NoticeDialog
from moontui.app.screens.keymap import KeymapScreen
from moontui.app.screens.rules import RulesScreen
from moontui.app.screens.settings import ORDER, SettingsScreen
from moontui.app.widgets.rows import Rows
from moontui.client.settings import CHOICES, Settings
from moontui.draw.ink import cells
from moontui.draw.scene import Look
from moontui.games import FACES
from moontui.words.catalogue import LANGUAGES, Catalogue
from tests.engine.records import played
from tests.moontui.desk import Desk, desk, keep
from tests.moontui.rooms import until


async def go_to(table: Desk, value: str) -> None:
    table.app.screen.query_one(Rows).put_cursor(value)
    await table.pilot.pause()


async def test_another_language_rewords_all_open_screens(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.open(RulesScreen())
        await table.open(SettingsScreen())
        await go_to(table, "language")
        await table.press("right")
        assert "Sprache" in table.text()
        await table.press("escape")
        assert "Regeln und Karten" in table.text()
        assert "Bettlerkönig" in table.text()


async def test_what_is_set_is_saved_at_once(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.open(SettingsScreen())
        await go_to(table, "symbols")
        await table.press("enter")
        assert Settings.load(tmp_path / "settings.json").symbols == "ascii"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_of_every_setting_has_words(language: str) -> None:
    words = Catalogue(language)
    for name, values in CHOICES.items():
        assert words.say("settings", name)
        assert words.say("settings_tips", name)
        if name != "language" and not isinstance(values[0], bool):
            assert [v for v in values if not words.has("settings_values", f"{name}_{v}")] == []


async def test_every_setting_can_be_changed_there_and_back(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        screen = SettingsScreen()
        await table.open(screen)
        for name in ORDER:
            before = getattr(table.app.settings, name)
            screen.query_one(Rows).put_cursor(name)
            screen.action_change(1)
            assert getattr(table.app.settings, name) != before
            screen.action_change(-1)
            assert getattr(table.app.settings, name) == before


async def test_a_click_changes_a_setting(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.open(SettingsScreen())
        await table.click("Symbols")
        assert table.app.settings.symbols == "ascii"


async def test_the_sample_has_no_signs_beyond_ascii_when_told_so(tmp_path: Path) -> None:
    async with desk(tmp_path, symbols="ascii") as table:
        await table.open(SettingsScreen())
        assert table.text().isascii()
        assert "[1]" in table.text()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("covered", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_sample_of_its_own(game: str, covered: bool, language: str) -> None:
    face = FACES[game]
    assert face.sample is not None
    drawn = face.sample()(Look(Catalogue(language, game)), "Ana", covered, True, 38)
    assert len(drawn) > 8
    assert all(cells(line) <= 38 for line in drawn)


async def test_a_name_is_typed(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.open(SettingsScreen())
        await table.press("enter", "end", *"bel", "enter")
        assert table.app.settings.name == "Anabel"


async def test_an_empty_name_is_not_accepted(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.open(SettingsScreen())
        await table.press("enter", "backspace", "backspace", "backspace", "enter")
        assert table.app.settings.name == "Ana"


async def test_a_key_can_be_changed(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.open(KeymapScreen())
        await go_to(table, "log")
        await table.press("enter", "X")
        assert table.app.settings.keymap == {"log": "X"}


@pytest.mark.parametrize("key", ["N", "a", "slash"])
async def test_a_key_that_is_needed_is_refused(key: str, tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.open(KeymapScreen())
        await go_to(table, "log")
        await table.press("enter", key)
        assert table.app.settings.keymap == {}
        assert "hoose another key" in table.text()


async def test_all_keys_can_be_as_they_were(tmp_path: Path) -> None:
    async with desk(tmp_path, keymap={"log": "V", "cover": "W"}) as table:
        await table.open(KeymapScreen())
        await table.press("R")
        assert table.app.settings.keymap == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_has_a_name_and_a_sentence(language: str) -> None:
    words = Catalogue(language, "wolfmoon")
    bound = all_bound().values()
    assert [bound.id for bound in bound if not words.has("tips", bound.name)] == []


@pytest.mark.parametrize("language", ["en", "de"])
async def test_everything_is_saved_and_brought_back_from_the_settings(
    language: str, tmp_path: Path
) -> None:
    old, new, file = tmp_path / "old", tmp_path / "new", tmp_path / "mine.backup"
    old.mkdir()
    keep(old, played())
    async with desk(old, language=language) as table:
        await table.open(SettingsScreen())
        await table.press("end", "up", "enter")
        table.app.screen.query_one(Input).value = str(file)
        await table.press("enter")
        await until(table.pilot, file.exists)
        await until(table.pilot, lambda: isinstance(table.app.screen, NoticeDialog))
    async with desk(new, language="en") as table:
        await table.open(SettingsScreen())
        await table.press("end", "enter")
        table.app.screen.query_one(Input).value = str(file)
        await table.press("enter")
        await table.press("down", "enter")
        await until(table.pilot, lambda: any((new / "records").glob("*.moon")))
        await until(table.pilot, lambda: table.app.settings.language == language)
