"""Finding tables nearby, and what to do if there is none."""

from __future__ import annotations

from pathlib import Path

from moontui.app.screens.find import FindScreen
from moontui.app.screens.lobby import LobbyScreen
from moontui.app.widgets.rows import Rows
from net.lan.announcement import Announcement
from net.lan.finder import Finder
from net.messages import Create
from tests.moontui.rooms import SIZE, host, knows, new_app, reads, until

TABLE = Create("wolfmoon", 4, title="Night")


async def test_a_found_table_is_joined_by_two_keys(tmp_path: Path) -> None:
    async with host(tmp_path / "host", TABLE) as house:
        knows(tmp_path, house)
        app = new_app(tmp_path)
        async with app.run_test(size=SIZE) as pilot:
            await pilot.press("f")
            await reads(pilot, "Night", "Wolfmoon", "0/4", "open", "this machine")
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen))


async def test_a_found_table_is_joined_by_a_click(tmp_path: Path) -> None:
    async with host(tmp_path / "host", TABLE) as house:
        knows(tmp_path, house)
        app = new_app(tmp_path)
        async with app.run_test(size=SIZE) as pilot:
            await reads(pilot, "Night")
            await pilot.pause()  # the covers make room for one more row
            menu = app.screen.query_one(Rows)
            place = menu.region_of(("row", 0))
            assert place is not None
            await pilot.click(offset=(place.x + 3, place.y))
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen))


async def test_w_watches(tmp_path: Path) -> None:
    async with host(tmp_path / "host", TABLE) as house:
        knows(tmp_path, house)
        app = new_app(tmp_path)
        async with app.run_test(size=SIZE) as pilot:
            await pilot.press("f")
            await reads(pilot, "Night")
            await pilot.press("w")
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
            await reads(pilot, "Watching: w1 Ana")


async def test_nothing_found_shows_the_way_out(tmp_path: Path) -> None:
    app = new_app(tmp_path)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("f")
        await reads(pilot, "No table found.", "Press c and type the address")
        await pilot.press("c")
        await reads(pilot, "Address, invitation (MOON-…) or code:")


async def test_a_short_code_finds_its_host(tmp_path: Path) -> None:
    async with host(tmp_path / "host", TABLE) as house:
        app = new_app(tmp_path)
        async with app.run_test(size=SIZE) as pilot:
            await until(pilot, lambda: app.scout.finder is not None)
            assert isinstance(app.scout.finder, Finder)
            told = house.announcement().to_txt()
            app.scout.finder.hear("Rowan", ["127.0.0.1"], house.port, told)
            await until(pilot, lambda: bool(app.scout.offers))
            await pilot.press("c", *house.code.lower(), "enter")
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen))


async def test_names_from_the_network_cannot_act(tmp_path: Path) -> None:
    table = Create("wolfmoon", 4, title="[red]\x1b[2JNight[/x]")
    async with host(tmp_path / "host", table) as house:
        app = new_app(tmp_path)
        async with app.run_test(size=SIZE) as pilot:
            await until(pilot, lambda: app.scout.finder is not None)
            assert isinstance(app.scout.finder, Finder)
            told = Announcement("[/x]\x1b]0;", 1, "wolf\x07", 1, 4, "1", False, True, "ABCDEF")
            app.scout.finder.hear("Rowan", ["127.0.0.1"], house.port, told.to_txt())
            await pilot.press("f")
            await reads(pilot, "[red][2JNight[/x]")


async def test_a_table_that_goes_away_does_not_move_the_cursor(tmp_path: Path) -> None:
    async with (
        host(tmp_path / "one", TABLE) as first,
        host(tmp_path / "two", Create("wolfmoon", 3, title="Dawn")) as second,
    ):
        app = new_app(tmp_path)
        async with app.run_test(size=SIZE) as pilot:
            await until(pilot, lambda: app.scout.finder is not None)
            assert isinstance(app.scout.finder, Finder)
            for house in (first, second):
                told = house.announcement().to_txt()
                app.scout.finder.hear(house.code, ["127.0.0.1"], house.port, told)
            await pilot.press("f")
            await reads(pilot, "> Night", "Dawn")
            assert isinstance(app.screen, FindScreen)
            app.scout.finder.hear(first.code, [], 0, {})
            await reads(pilot, "> (gone)", "Dawn")


async def test_a_host_without_a_table_is_listed_as_such(tmp_path: Path) -> None:
    async with host(tmp_path / "host") as house:
        app = new_app(tmp_path)
        async with app.run_test(size=SIZE) as pilot:
            await until(pilot, lambda: app.scout.finder is not None)
            assert isinstance(app.scout.finder, Finder)
            told = house.announcement().to_txt()
            app.scout.finder.hear("Rowan", ["127.0.0.1"], house.port, told)
            await pilot.press("f")
            await reads(pilot, "Rowan", "no table yet")
