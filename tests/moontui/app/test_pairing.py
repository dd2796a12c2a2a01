"""A seat moves from one app to another, by keys alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from moontui.app.screens.dialogs import Alarm, NoticeDialog
from moontui.app.screens.home import HomeScreen
from moontui.app.screens.lobby import LobbyScreen
from moontui.client.local_host import LocalHost
from net.invites import typed
from net.messages import Create
from tests.moontui.rooms import SIZE, host, new_app, reads, shown, until

FULL = Create("wolfmoon", 3, bots=2, title="Night")
FIRM = Create("wolfmoon", 3, bots=2, title="Night", watch="none")
"""The same, where bots make room for nobody."""


def address(house: LocalHost) -> str:
    return f"127.0.0.1:{house.port}"


def code_on(screen: str) -> str:
    return screen.partition("pairing code: ")[2].partition(".")[0]


async def test_a_seat_moves_to_another_app_and_is_not_offered_here_any_more(tmp_path: Path) -> None:
    async with host(tmp_path / "host", FULL) as house:
        old = new_app(tmp_path / "a", command="join", where=address(house))
        async with old.run_test(size=SIZE) as here:
            await until(here, lambda: isinstance(old.screen, LobbyScreen))
            await here.press("ctrl+t")
            await reads(here, "Your pairing code: ", "--pair")
            code = code_on(shown(old))
            new = new_app(tmp_path / "b", command="join", where=address(house), pair="")
            async with new.run_test(size=SIZE) as there:
                await reads(there, "Pairing code")
                await there.press(*typed(code).lower(), "enter")
                await until(here, lambda: isinstance(old.screen, Alarm))
                await reads(here, "Ana at 127.0.0.1 has typed", "> No, I stay here")
                await here.press("down", "enter")
                await until(there, lambda: isinstance(new.screen, LobbyScreen))
                assert new.session is not None
                assert new.session.seat == 0
                await reads(here, "Your seat has moved to the other machine.")
                assert not old.caller().tokens.seats()
                assert new.caller().tokens.at(house.pin.hex())


async def test_a_wrong_code_is_asked_again_and_a_no_is_one_sentence(tmp_path: Path) -> None:
    async with host(tmp_path / "host", FIRM) as house:
        old = new_app(tmp_path / "a", command="join", where=address(house))
        async with old.run_test(size=SIZE) as here:
            await until(here, lambda: isinstance(old.screen, LobbyScreen))
            await here.press("ctrl+t")
            await reads(here, "Your pairing code: ")
            code = code_on(shown(old))
            new = new_app(tmp_path / "b", command="join", where=address(house))
            async with new.run_test(size=SIZE) as there:
                await reads(there, "All seats at this table are taken.", "I have a seat")
                await there.press("down", "down", "enter")
                await reads(there, "Pairing code")
                await there.press(*"abc", "enter")
                await reads(there, "That is not a good pairing code.")
                await there.press(*typed(code).lower(), "enter")
                await until(here, lambda: isinstance(old.screen, Alarm))
                await reads(here, "has typed your pairing code")
                await here.press("enter")
                await reads(there, "The terminal at that seat said no.")
                await until(here, lambda: isinstance(old.screen, NoticeDialog))
                await here.press("enter")
                await until(here, lambda: isinstance(old.screen, LobbyScreen))


async def test_who_leaves_is_offered_to_move_the_seat(tmp_path: Path) -> None:
    async with host(tmp_path / "host", FULL) as house:
        app = new_app(tmp_path / "a", command="join", where=address(house))
        async with app.run_test(size=SIZE) as pilot:
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
            await pilot.press("Q")
            await reads(pilot, "Move my seat to another machine")
            await pilot.press("down", "down", "down", "enter")
            await reads(pilot, "Your pairing code: ")


@pytest.mark.parametrize("where", ["home", "watching"])
async def test_who_has_no_seat_cannot_move_one(tmp_path: Path, where: str) -> None:
    async with host(tmp_path / "host", FULL) as house:
        command = {"command": "watch", "where": address(house)} if where == "watching" else {}
        app = new_app(tmp_path / "a", **command)  # type: ignore[arg-type]
        async with app.run_test(size=SIZE) as pilot:
            kind = LobbyScreen if where == "watching" else HomeScreen
            await until(pilot, lambda: isinstance(app.screen, kind))
            assert not app.check_action("pair", ())
