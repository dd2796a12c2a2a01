"""The result on the screen: everybody who won is told why, and a match won is not like a round."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.bots.personas import seated
from engine.bots.strength import Strength
from engine.games import GAMES
from engine.games.wolfmoon.deck import Card
from moontui.app.screens.result import ResultLines, ResultScreen
from moontui.app.widgets.honours import Honours
from moontui.client.strength import Moved, keep, told
from moontui.draw.letters import letters
from moontui.draw.palette import palette_for
from moontui.draw.scene import Look
from moontui.draw.size import Size
from moontui.draw.symbols import ASCII, UNICODE
from tests.moontui.rooms import SIZE, new_app, until
from tests.moontui.scenes import ME, finished, moment, played_out, room_for, session_at
from tests.moontui.sitting import sitting
from tests.moontui.sizes import named


async def test_a_result_is_over_once_fewer_sit_down_for_another_game(tmp_path: Path) -> None:
    async with sitting(tmp_path, size=(100, 30)) as table:
        await table.sit(played_out(seats=6), phase="over")
        result = table.app.screen
        assert isinstance(result, ResultScreen)
        table.session.hear(room_for(moment("turn", seats=4), phase="lobby"))
        lines = result.query_one(ResultLines)
        lines.redraw()  # as it comes to the top for a moment, before the lobby
        await table.settle()
        assert not lines.lines()


async def test_the_result_says_of_everybody_who_won_why(tmp_path: Path) -> None:
    state = played_out(seats=5, where=won_by_the_witch)
    for language, why in (("en", "By the Witch: "), ("de", "Durch die Hexe: ")):
        async with sitting(tmp_path, state, language=language) as table:
            screen = table.app.screen
            assert isinstance(screen, ResultScreen)
            told = {row.seat: row.why for row in screen.result.rows}
            partner = next(s for s in state.winners if Card.WITCH in state.displays[s])
            assert told[partner].startswith(why)
            assert told[partner] in " ".join(table.text.split())
            assert all(told.values())


def won_by_the_witch(state: Any) -> bool:
    partners = [seat for seat in state.winners if Card.WITCH in state.displays[seat]]
    return len(state.winners) > 1 and state.revived in state.winners and bool(partners)


async def test_a_match_that_is_won_does_not_look_like_a_round(tmp_path: Path) -> None:
    async with sitting(tmp_path, finished("last"), size=(120, 40)) as table:
        assert "MATCH OVER" not in table.text
        await table.visit(session_at(played_out(seats=4)))
        assert "MATCH OVER" in table.text
        assert "round 1" in table.text


def test_big_letters_are_drawn_in_ascii_and_in_color_at_once() -> None:
    for theme in ("moon", "daylight", "contrast"):
        palette = palette_for(theme, "true")
        for symbols in (UNICODE, ASCII):
            lines = letters(palette, symbols, "MOON", *palette.letters)
            assert len(lines) == 3


@pytest.mark.parametrize("size", [(120, 40), (160, 50), (200, 60)], ids=named)
def test_where_there_is_more_room_pictures_grow_and_hardly_a_row_is_empty(
    size: tuple[int, int],
) -> None:
    session = session_at(finished("high", seats=5))
    assert session.view is not None
    result = session.teller.result(session.view, session.history)
    assert result is not None
    look = Look(session.words_for("wolfmoon"), size=Size.of(*size))
    honours = Honours(look, "wolfmoon", result, session.names, session.cast, ME)
    page = honours.page([], [], *size)
    empty = [line for line in page if not "".join(ink.text for ink in line).strip()]
    assert len(empty) < size[1] / 4


async def test_watchers_are_not_told_that_enter_plays_again(tmp_path: Path) -> None:
    async with sitting(tmp_path) as table:
        await table.visit(session_at(finished("last"), seat=None))
        assert "Enter: play again" not in table.text
        assert "The players decide whether to go on." in table.text


async def test_the_result_of_a_match_says_what_it_changes_about_bots_that_match(
    tmp_path: Path,
) -> None:
    for language, moved in (
        ("en", "Matched bots: gentle this time, easy +40 % next time."),
        ("de", "Passende Bots: diesmal sanft, nächstes Mal leicht +40 %."),
    ):
        async with sitting(tmp_path, finished("last"), language=language) as table:
            session = session_at(played_out(seats=4), language)
            session.moved = told(session.words, Moved("gentle+0", "easy+40"))
            await table.visit(session)
            assert moved in " ".join(table.text.split())


async def test_playing_again_brings_the_bots_that_the_last_match_earned(tmp_path: Path) -> None:
    app = new_app(tmp_path, "Ana", "solo", game="wolfmoon", players=3, length="round")
    app.settings.pace, app.settings.moments = 0, "stage"
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: app.session is not None and app.session.view is not None)
        session = app.session
        assert session is not None
        assert {player.level for player in session.players[1:]} == {"gentle+0"}
        me = seated(GAMES["wolfmoon"], "easy", Random(1))
        while not session.is_over:
            await until(pilot, lambda: session.is_over or bool(session.choices))
            if session.choices and session.view is not None:
                session.act(me.choose(session.view))
                await pilot.pause()  # an answer that is held can be changed until the host has it
        await until(pilot, lambda: isinstance(app.screen, ResultScreen))
        keep(app.settings, GAMES["wolfmoon"], Strength(1.4, 3, 0.5, True))
        screen = app.screen
        assert isinstance(screen, ResultScreen)
        screen.action_go_on()
        # Ana may be out on turn 1 and the match over again before anybody looks: only levels tell.
        await until(pilot, lambda: {one.level for one in session.players[1:]} == {"easy+40"})
