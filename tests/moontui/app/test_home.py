"""Home: one key to play, and the cursor where most players want to go."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.games import GAMES
from moontui.app.screens.game import GameScreen
from moontui.app.screens.home import HomeScreen
from moontui.app.screens.lobby import LobbyScreen
from moontui.app.screens.new_table import KnobScreen, NewTableScreen, SoloScreen
from moontui.app.widgets.rows import Rows
from net.messages import Create
from tests.moontui.rooms import SIZE, host, knows, new_app, reads, shown, until


def is_playing(app: object) -> bool:
    screen = getattr(app, "screen", None)
    return isinstance(screen, GameScreen) and screen.session.view is not None


async def test_enter_starts_a_game_against_bots(tmp_path: Path) -> None:
    app = new_app(tmp_path)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("enter")
        await until(pilot, lambda: is_playing(app))
        assert app.session is not None
        assert [player.kind for player in app.session.players] == ["person"] + ["bot"] * 3


async def test_the_arrows_change_the_number_of_bots(tmp_path: Path) -> None:
    app = new_app(tmp_path)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("down", "right")
        await reads(pilot, "< Wolfmoon >, 4 bots")
        assert app.settings.players == 5


async def test_the_arrows_change_the_game_and_it_is_remembered_how_each_was_played(
    tmp_path: Path,
) -> None:
    app = new_app(tmp_path)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("down", "right", "up", "left")
        assert (app.settings.game, app.settings.players) == ("onenight", 4)
        assert app.settings.length == "round"
        await pilot.press("right")
        assert app.settings.length == "match"
        await reads(pilot, "< Wolfmoon >, 4 bots, medium")


async def test_a_game_against_bots_that_was_left_can_be_resumed(tmp_path: Path) -> None:
    first = new_app(tmp_path)
    async with first.run_test(size=SIZE) as pilot:
        await pilot.press("enter")
        await until(pilot, lambda: is_playing(first))
        await reads(pilot, "CENTER")
        assert first.session is not None
        table = first.session.client.seated
    again = new_app(tmp_path)
    async with again.run_test(size=SIZE) as pilot:
        await reads(pilot, "> Continue your game of Wolfmoon against bots")
        await pilot.press("enter")
        await until(pilot, lambda: is_playing(again))
        await reads(pilot, "CENTER")
        assert again.session is not None
        seated = again.session.client.seated
        assert table is not None
        assert seated is not None
        assert seated.table == table.table


async def test_the_cursor_goes_to_an_open_table_and_then_stays(tmp_path: Path) -> None:
    async with host(tmp_path / "host", Create("wolfmoon", 4, title="Night")) as house:
        knows(tmp_path, house)
        app = new_app(tmp_path)
        async with app.run_test(size=SIZE) as pilot:
            await reads(pilot, "> Night", "0/4", "open")
            await pilot.press("down")
            menu = app.screen.query_one(Rows)
            assert menu.value == "play"
            await house.close()
            await until(pilot, lambda: menu.value == "play")


async def test_an_early_enter_waits_for_the_tables(tmp_path: Path) -> None:
    async with host(tmp_path / "host", Create("wolfmoon", 4, title="Night")) as house:
        knows(tmp_path, house)
        app = new_app(tmp_path)
        async with app.run_test(size=SIZE) as pilot:
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen))


async def test_a_seat_at_a_table_of_others_is_offered_first(tmp_path: Path) -> None:
    async with host(tmp_path / "host", Create("wolfmoon", 4, title="Night")) as house:
        knows(tmp_path, house)
        app = new_app(tmp_path)
        async with app.run_test(size=SIZE) as pilot:
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        again = new_app(tmp_path)
        async with again.run_test(size=SIZE) as pilot:
            await reads(pilot, "> Back to your seat at Night")


async def test_the_mouse_alone_starts_a_game(tmp_path: Path) -> None:
    app = new_app(tmp_path)
    async with app.run_test(size=SIZE) as pilot:
        menu = app.screen.query_one(Rows)
        await until(pilot, lambda: menu.region_of(("row", 0)) is not None)
        place = menu.region_of(("row", 0))
        assert place is not None
        await pilot.click(offset=(place.x + 5, place.y))
        await until(pilot, lambda: is_playing(app))


@pytest.mark.parametrize("size", [(60, 20), (80, 23), (120, 40)])
@pytest.mark.parametrize("language", ["en", "de"])
async def test_every_row_of_home_fits(tmp_path: Path, size: tuple[int, int], language: str) -> None:
    app = new_app(tmp_path)
    app.settings.language = language
    app.settings.symbols = "ascii"
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        menu = app.screen.query_one(Rows)
        await until(pilot, lambda: menu.size.height > 0)
        assert menu.size.height >= len(menu.rows)
        assert app.words.say("home", "quit") in shown(app)


@pytest.mark.parametrize("screen", [SoloScreen, NewTableScreen])
async def test_what_can_be_set_about_a_table_follows_its_game(
    screen: type[KnobScreen], tmp_path: Path
) -> None:
    app = new_app(tmp_path)
    async with app.run_test(size=SIZE) as pilot:
        await app.push_screen(shown_screen := screen())
        await until(pilot, lambda: bool(shown_screen.knobs))
        seats = "players" if screen is SoloScreen else "seats"
        for game in (GAMES["robbers"], GAMES["wolfmoon"]):
            knob = shown_screen.knob("game")
            assert knob is not None
            knob.value = game.id
            shown_screen.turned(knob)
            shown_screen.show_rows()
            options = [knob.key for knob in shown_screen.knobs if knob.option]
            number = shown_screen.knob(seats)
            assert number is not None
            assert options == [option.key for option in game.options]
            assert number.values == [str(seats) for seats in game.seats]
