"""The evening in the app: another game is proposed in the lobby, and the score is on its page."""

from __future__ import annotations

from pathlib import Path

from moontui.app.screens.change import ChangeScreen
from moontui.app.screens.evening import EveningScreen
from moontui.app.screens.lobby import LobbyScreen
from moontui.client.local_host import LocalHost
from net.evening import Match, Seated
from net.messages import Create
from net.table import Table
from tests.moontui.rooms import SIZE, host, knows, new_app, reads, until

PEOPLE = tuple(Seated("person", name) for name in ("Ana", "Bo", "Cy"))
PLAYED = (
    Match("wolfmoon", PEOPLE, (0,), (3, 2, 0)),
    Match("onenight", PEOPLE, (0, 2), (1, 0, 1)),
)


def table_of(house: LocalHost) -> Table:
    """The only table of a host."""
    assert house.host is not None
    (task,) = house.host.tables.values()
    return task.table


async def test_the_keeper_proposes_another_game_and_the_evening_goes_on(tmp_path: Path) -> None:
    async with host(tmp_path / "host", Create("wolfmoon", 4, title="Night")) as house:
        knows(tmp_path, house)
        table_of(house).lasting.matches = PLAYED
        app = new_app(tmp_path)
        async with app.run_test(size=SIZE) as pilot:
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
            await reads(pilot, "after 2 games: Ana +1.0, Cy 0, Bo -1.0")
            await pilot.press("o")
            await until(pilot, lambda: isinstance(app.screen, ChangeScreen))
            await pilot.press("down", "right", "up", "enter")
            await until(pilot, lambda: app.session is not None and app.session.game == "robbers")
            await reads(pilot, "Ana proposes another game", "Ana +1.0")
            await pilot.press("E")
            await until(pilot, lambda: isinstance(app.screen, EveningScreen))
            await reads(pilot, "Ana wins the evening, before Cy.", "Wolfmoon, Ana 3, Bo 2, Cy 0")
            await pilot.press("t")
            await reads(pilot, "Kept in")
    (kept,) = (tmp_path / "evenings").iterdir()
    assert " 1 Ana               +1.0  2 of 2 won  Wolfmoon 1, One Night 1" in kept.read_text()
