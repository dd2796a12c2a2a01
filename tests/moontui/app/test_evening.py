"""The evening in the app: another game is proposed in the lobby, and the score is on its page."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.games import GAMES
from engine.play import start
from moontui.app.screens.change import ChangeScreen
from moontui.app.screens.evening import EveningScreen
from moontui.app.screens.game import GameScreen
from moontui.app.screens.home import HomeScreen
from moontui.app.screens.lobby import LobbyScreen
from moontui.app.screens.result import ResultScreen
from moontui.client.local_host import LocalHost
from moontui.client.proposal import players_for
from net.evening import Match, Seated
from net.messages import Create, Evening, Player, Score, Sit
from net.table import Table
from tests.moontui.rooms import SIZE, host, knows, new_app, reads, shown, until
from tests.moontui.scenes import finished, played_out, room_for, session_at, update_for
from tests.moontui.sitting import sitting
from tests.sights import set_scene

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
            await reads(pilot, "> Night")
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
            await reads(pilot, "Ana leads the evening, before Cy.", "Wolfmoon: Ana 3, Bo 2, Cy 0")
            await pilot.press("t")
            await reads(pilot, "Kept in")
            await pilot.press("p")
            await reads(pilot, "A picture of this page is in")
    picture, kept = sorted((tmp_path / "evenings").iterdir())
    assert picture.read_text().startswith("<svg")
    assert "http://www.w3.org" in picture.read_text()
    assert "cdnjs" not in picture.read_text()
    assert " 1 Ana               +1.0  2 of 2 won  Wolfmoon 1, One Night 1" in kept.read_text()


async def test_from_a_result_another_game_leads_to_the_lobby_and_its_table(tmp_path: Path) -> None:
    over, night = played_out(seats=4), GAMES["onenight"]
    async with sitting(tmp_path, over) as table:
        assert isinstance(table.app.screen, ResultScreen)
        asleep = start(night, 4, bytes(32))
        room = room_for(asleep, phase="lobby", game="onenight")
        await table.hear(room)
        assert isinstance(table.app.screen, LobbyScreen)
        assert "ONE NIGHT" in shown(table.app)
        table.session.retell()
        await table.hear(room_for(asleep, game="onenight"))
        await table.hear(update_for(asleep, turn=table.session.turn + 1))
        assert isinstance(table.app.table_screen(), GameScreen)


async def test_a_watcher_asks_for_a_seat_and_leaves_without_a_question(tmp_path: Path) -> None:
    async with sitting(tmp_path) as table:
        await table.visit(session_at(finished("last"), seat=None))
        assert "J next game" in table.footer
        await table.press("J")
        assert table.client.said[-1] == Sit()
        await table.press("Q")
        assert isinstance(table.app.screen, HomeScreen)


def test_an_evening_that_no_table_has_had_is_not_believed() -> None:
    crowd = Evening(1, [Score(f"P{number}") for number in range(65)])
    session = session_at(played_out(seats=4))
    session.hear(room_for(played_out(seats=4), evening=crowd))
    assert session.ended == "nonsense"


def test_a_name_that_left_stays_in_the_old_result_and_a_newcomer_is_not_written_into_it() -> None:
    over = played_out(seats=4)
    session = session_at(over)
    session.hear(room_for(over, phase="playing"))
    names = list(session.names)
    room = room_for(over, phase="over")
    room.players[1] = Player("person", "Zoe")
    session.hear(room)
    assert session.names == names
    assert session.name_now(1) == "Zoe"


def test_who_sat_down_after_a_match_is_not_told_that_it_was_theirs() -> None:
    over = played_out(seats=4)
    session = session_at(over)
    session.hear(room_for(over, phase="playing"))
    session.hear(room_for(over, phase="over", newcomers=[0]))
    session.hear(update_for(over, turn=session.turn + 1))
    assert (session.seat, session.part, session.teller.me) == (0, None, None)
    assert session.view is not None
    assert session.view.seat is None


async def test_who_has_played_and_watches_the_last_match_leaves_with_a_good_night(
    tmp_path: Path,
) -> None:
    async with sitting(tmp_path) as table:
        session = session_at(finished("last"), seat=None)
        scores = [Score("Zoe", 2, 1), Score(session.client.name, 2, 1)]
        await table.visit(session)
        await table.hear(room_for(finished("last"), phase="over", evening=Evening(2, scores)))
        await table.press("Q")
        assert isinstance(table.app.screen, EveningScreen)


def test_the_final_is_played_by_the_best_of_those_who_are_here() -> None:
    over = played_out(seats=4)
    session = session_at(over)
    names = ("Ana", "Bo", "Cy", "Di")
    scores = Evening(2, [Score(name) for name in ("Cy", "Di", "Ana", "Bo")])
    room = room_for(over, phase="over", evening=scores)
    room.players = [Player("person", name, away=name == "Cy") for name in names]
    session.hear(room)
    assert players_for(session, 2) == "03"
    assert players_for(session, 2, best=False) == "01"


@pytest.mark.parametrize("size", [(60, 20), (80, 23), (120, 40), (200, 60)])
async def test_the_closing_page_leaves_nobody_out(size: tuple[int, int], tmp_path: Path) -> None:
    async with sitting(tmp_path, size=size, pictures=False) as table:
        await set_scene(table, "evening")
        names = enumerate(("Ana", "Bo", "Cleo", "Di", "Eli"), 1)
        assert all(f" {rank} {name} " in table.text for rank, name in names)
