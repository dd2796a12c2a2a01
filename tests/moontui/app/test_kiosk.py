"""A kiosk asks nobody: it avoids every danger, and says so when it cannot even begin."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pytest

from engine.core import HIDDEN
from moontui.app.kiosk import READ, KioskApp, run_kiosk
from moontui.app.screens.evening import EveningScreen
from moontui.app.screens.result import ResultScreen
from moontui.app.screens.stage import StageGame, StageLobby
from moontui.app.widgets.big_stage import BigStage
from moontui.app.widgets.foyer_stage import FoyerStage
from moontui.client.place import Place
from moontui.client.settings import Settings
from moontui.client.trust import KnownHosts
from moontui.draw.ink import cells
from moontui.words.catalogue import Catalogue
from net.messages import Create, Evening, Score
from tests.extent import some
from tests.moontui.rooms import SIZE, host, until
from tests.moontui.scenes import moment, played_out, room_for, session_at
from tests.moontui.sitting import sitting


def wish(where: str) -> Namespace:
    return Namespace(
        command="watch", where=where, port=0, no_tls=False, name="", lang="en", link=""
    )


def kiosk(data: Path, where: str) -> KioskApp:
    return KioskApp(Settings(name="Kiosk", named=True, language="en"), data, wish(where))


async def test_a_kiosk_watches_a_table_of_a_new_host(tmp_path: Path) -> None:
    async with host(tmp_path / "host", Create("wolfmoon", 3, title="Night")) as local:
        app = kiosk(tmp_path, f"127.0.0.1:{local.port}")
        async with app.run_test(size=SIZE) as pilot:
            await until(pilot, lambda: app.session is not None and app.session.room is not None)
            assert app.session is not None
            assert app.session.seat is None
            assert app.session.title == "Night"


async def test_a_kiosk_stays_away_from_a_host_whose_key_has_changed(tmp_path: Path) -> None:
    async with host(tmp_path / "host", Create("wolfmoon", 3)) as local:
        place = Place("127.0.0.1", local.port)
        KnownHosts(tmp_path / "hosts.json").remember(place, b"?" * 16)
        app = kiosk(tmp_path, f"127.0.0.1:{local.port}")
        async with app.run_test(size=SIZE):
            assert not await app.go_and_see(place)
            assert app.session is None
        assert KnownHosts(tmp_path / "hosts.json").key_at(place) == b"?" * 16


@pytest.mark.parametrize(("where", "why"), [("a b", "no_address"), ("MOON-AAAAA-BBBBB", "slip")])
def test_a_kiosk_that_is_sent_nowhere_says_so(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    where: str,
    why: str,
) -> None:
    monkeypatch.setenv("MOONTUI_DATA", str(tmp_path))
    assert run_kiosk(wish(where)) == 1
    assert capsys.readouterr().out == Catalogue("en").say("join", why) + "\n"


GAMES = {
    "wolfmoon": ("guess", 5, 6),
    "robbers": ("play", 4, 2),
    "moonlight": ("place", 2, 5),
    "onenight": ("talk_statement", 5, 0),
}
"""By game: a question, players, and turns before it."""


@pytest.mark.parametrize("size", some([(80, 24)], [(80, 24), (120, 40), (200, 60)]))
@pytest.mark.parametrize("game", GAMES)
async def test_the_stage_tells_the_room_whose_turn_it_is(
    game: str, size: tuple[int, int], tmp_path: Path
) -> None:
    prompt, seats, turns = GAMES[game]
    session = session_at(moment(prompt, seats, turns, game=game), seat=None)
    async with sitting(tmp_path, size=size) as table:
        await table.app.push_screen(StageGame(session))
        await table.settle()
        assert session.view is not None
        assert session.teller.waiting(session.view) in table.text
        for name in session.names:
            assert name.upper() in table.text.upper()


@pytest.mark.parametrize("game", GAMES)
async def test_the_stage_tells_the_room_how_the_evening_goes(game: str, tmp_path: Path) -> None:
    prompt, seats, turns = GAMES[game]
    evening = Evening(2, [Score("Ana", 2, 2, above=1.0), Score("Bo", 2, 0, above=-1.0)])
    session = session_at(moment(prompt, seats, turns, game=game), seat=None, evening=evening)
    async with sitting(tmp_path, size=(120, 40)) as table:
        await table.app.push_screen(StageGame(session))
        await table.settle()
        assert "The evening after 2 games: Ana +1.0" in table.text


async def test_the_stage_shows_the_last_card_that_was_played(tmp_path: Path) -> None:
    session = session_at(moment("guess", 5, 6), seat=None)
    async with sitting(tmp_path, size=(120, 40)) as table:
        await table.app.push_screen(StageGame(session))
        await table.settle()
        assert session.moment is not None
        assert session.moment.card not in (None, HIDDEN)
        assert session.teller.card(session.moment.card).upper() in table.text
        assert "Eli plays 4 Witch and brings Ana back" in table.text


async def test_what_is_told_beside_a_result_is_not_cut_by_it(tmp_path: Path) -> None:
    session = session_at(played_out("moonlight", 2), seat=None, phase="over")
    async with sitting(tmp_path, size=(120, 40)) as table:
        screen = StageGame(session)
        await table.app.push_screen(screen)
        await table.settle()
        result = table.app.screen
        assert isinstance(result, ResultScreen)
        assert result.room is not None
        free, stage = result.room.x, screen.query_one(BigStage)
        assert stage.lines()
        await until(table.pilot, lambda: all(cells(line) <= free for line in stage.lines()))


async def test_before_a_game_phones_find_the_link_as_a_picture_and_in_words(
    tmp_path: Path,
) -> None:
    evening = Evening(1, [Score("Ana", 1, 1)])
    session = session_at(moment("turn"), seat=None, phase="lobby", evening=evening)
    link = "http://192.168.0.12:8034/"
    async with sitting(tmp_path, size=(120, 40)) as table:
        await table.app.push_screen(StageLobby(session, link))
        await table.settle()
        lines = table.app.screen.query_one(FoyerStage).lines()
        assert sum(any(ink.art for ink in line) for line in lines) >= 16
        assert link in table.text
        assert "The evening so far".upper() in table.text
        assert "WHO IS HERE" in table.text


async def test_a_kiosk_follows_an_evening_from_a_result_to_the_next_game(tmp_path: Path) -> None:
    app = kiosk(tmp_path, "127.0.0.1:9")
    evening = Evening(2, [Score("Ana", 2, 2, above=1.0), Score("Bo", 2, 0, above=-1.0)])
    over = session_at(played_out(seats=4), seat=None, evening=evening, phase="over")
    async with app.run_test(size=SIZE) as pilot:
        app.session = over
        app.show_table(app.game_for(over))
        await until(pilot, lambda: isinstance(app.screen, ResultScreen))
        app.shown_since = READ
        app.clear()
        await until(pilot, lambda: isinstance(app.screen, EveningScreen))
        assert not await app.is_dull(over)
        lobby = room_for(moment("turn"), phase="lobby", evening=evening)
        over.hear(lobby)
        app.follow(over, lobby)
        await until(pilot, lambda: isinstance(app.screen, StageLobby))
