"""Home: one key to play, and the cursor where most players want to go."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.bots.talk import MOODS
from engine.games import GAMES
from moontui.app.screens import home
from moontui.app.screens.game import GameScreen
from moontui.app.screens.home import HomeScreen
from moontui.app.screens.lobby import LobbyScreen
from moontui.app.screens.new_table import KnobScreen, NewTableScreen, SoloScreen
from moontui.app.widgets.covers import PICTURES, Covers
from moontui.app.widgets.rows import Rows
from moontui.client.ways import against_bots
from moontui.draw.ink import words_of
from moontui.draw.size import Size
from moontui.words.catalogue import Catalogue
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
        await reads(pilot, "< Wolfmoon >, 4 bots, as strong as you")


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


async def test_several_games_that_were_left_take_one_row_and_each_can_go_on(
    tmp_path: Path,
) -> None:
    app, tables = new_app(tmp_path), []
    async with app.run_test(size=SIZE) as pilot:
        for _ in range(2):
            app.play_alone()
            await until(pilot, lambda: is_playing(app))
            await reads(pilot, "CENTER")
            assert app.session is not None
            assert app.session.client.seated is not None
            tables.append(app.session.client.seated.table)
            await pilot.press("Q")
            await reads(pilot, "Leave the table?")
            await pilot.press("down", "enter")
            await until(pilot, lambda: app.session is None)
        await reads(pilot, "Continue one of your 2 games of Wolfmoon against bots")
        await pilot.press("up", "enter")
        await reads(pilot, "Which of your games goes on?")
        await pilot.press("down", "enter")
        await until(pilot, lambda: is_playing(app))
        assert app.session is not None
        assert app.session.client.seated is not None
        assert app.session.client.seated.table in tables


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


async def test_whoever_has_chosen_a_game_plays_it_even_if_there_is_an_open_table(
    tmp_path: Path,
) -> None:
    async with host(tmp_path / "host", Create("wolfmoon", 4, title="Night")) as house:
        knows(tmp_path, house)
        app = new_app(tmp_path)
        async with app.run_test(size=SIZE) as pilot:
            await reads(pilot, "> Night")
            await pilot.press("right")
            await reads(pilot, "> Play now: < Robbers >")
            await pilot.press("enter")
            await until(pilot, lambda: is_playing(app))
            assert app.session is not None
            assert (app.session.game, app.session.alone) == ("robbers", True)


async def test_an_early_enter_waits_for_the_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home, "SETTLE", 4 * home.SETTLE)  # a busy machine is slow to find them
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
            await reads(pilot, "> Night")
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
            app.leave_table()  # as after an outage
            await reads(pilot, "> Back to your seat at Night (Wolfmoon)")
        again = new_app(tmp_path)
        async with again.run_test(size=SIZE) as pilot:
            await reads(pilot, "> Back to your seat at Night (Wolfmoon)")


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
async def test_every_row_of_home_fits_below_whole_covers(
    tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    app = new_app(tmp_path)
    app.settings.language = language
    app.settings.symbols = "ascii"
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        menu = app.screen.query_one(Rows)
        await until(pilot, lambda: menu.size.height > 0)
        text = shown(app)
        for row in menu.rows:
            assert " ".join("".join(ink.text for ink in row.line).split()) in text
        if size[0] >= 80:
            covers = app.screen.query_one(Covers)
            assert covers.size.height > PICTURES[Size.of(*size).kind][1]


@pytest.mark.parametrize("screen", [SoloScreen, NewTableScreen])
async def test_how_much_bots_talk_can_be_chosen(screen: type[KnobScreen], tmp_path: Path) -> None:
    app = new_app(tmp_path)
    async with app.run_test(size=SIZE) as pilot:
        await app.push_screen(shown_screen := screen())
        await until(pilot, lambda: bool(shown_screen.knobs))
        knob = shown_screen.knob("chatter")
        assert knob is not None
        assert (knob.value, set(knob.values)) == ("some", set(MOODS))
        knob.turn(1)
        shown_screen.turned(knob)
        if isinstance(shown_screen, NewTableScreen):
            assert shown_screen.wish().chatter == "lively"
        else:
            wish = against_bots(app.settings, GAMES["wolfmoon"], 4, "easy", {})
            assert wish.chatter == "lively"


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


@pytest.mark.parametrize("language", ["en", "de"])
async def test_icons_of_a_printed_game_can_be_chosen_where_a_file_has_them(
    language: str, tmp_path: Path
) -> None:
    app = new_app(tmp_path)
    app.settings.language, app.settings.game = language, "robbers"
    words = Catalogue(language, "robbers")
    file = tmp_path / "robbers-icons.txt"
    async with app.run_test(size=SIZE) as pilot:
        file.write_text("chests 1 2 3")
        await app.push_screen(screen := NewTableScreen())
        await until(pilot, lambda: bool(screen.knobs))
        icons = screen.knob("icons")
        assert icons is not None
        assert list(icons.values) == ["house"]
        assert screen.tip_of(icons) == words.say("options", "icons", "broken")
        file.write_text(f"chests {'1 ' * 15}\nrobbers {'0 ' * 15}")
        screen.knobs = screen.made(GAMES["robbers"])
        icons = screen.knob("icons")
        assert icons is not None
        icons.turn(1)
        assert screen.text_of(icons) == words.say("options", "icons", "brought")
        assert screen.wish().options["icons"] == f"{'1' * 15}/{'0' * 15}"


async def test_playing_alone_one_chooses_bots_that_match_and_how_often_to_win(
    tmp_path: Path,
) -> None:
    app = new_app(tmp_path)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("enter")
        await until(pilot, lambda: is_playing(app))
        assert app.session is not None
        assert {player.level for player in app.session.players[1:]} == {"gentle+0"}
        app.leave_table()
        await app.push_screen(SoloScreen())
        await reads(pilot, "Bots play < as strong as you >", "You win about < 33 % of games >")
        await pilot.press("down", "down", "down", "down", "right")
        await reads(pilot, "You win about < 50 %: be kind >")
        await pilot.press("up", "right")
        assert app.settings.level == "random"
        assert "You win about" not in shown(app)


async def test_enter_does_not_wait_for_tables_where_no_seat_can_be_found(tmp_path: Path) -> None:
    app = new_app(tmp_path)
    async with app.run_test(size=SIZE) as pilot:
        home = app.screen
        assert isinstance(home, HomeScreen)
        await until(pilot, lambda: home.menu.value == "play")
        assert not home.settled
        home.menu.action_choose()
        await pilot.pause()
        assert not home.held
        await until(pilot, lambda: is_playing(app))


@pytest.mark.parametrize("language", ["en", "de"])
async def test_nothing_below_a_cover_is_cut(language: str, tmp_path: Path) -> None:
    app = new_app(tmp_path)
    app.settings.language = language
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        covers = app.screen.query_one(Covers)
        await until(pilot, lambda: covers.size.height > 0)
        for _ in GAMES:
            assert "…" not in " ".join(words_of(covers.lines()))
            await pilot.press("right")
