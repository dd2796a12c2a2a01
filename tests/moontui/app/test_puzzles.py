"""Puzzles in the app: a list, a table that stands still, and the answer with its odds."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from engine.core import Seat
from moontui.app.screens import puzzle as puzzle_screen
from moontui.app.screens import what_if
from moontui.app.screens.dialogs import NoticeDialog
from moontui.app.screens.game import GameScreen
from moontui.app.screens.puzzle import AnswerScreen, PuzzleTable
from moontui.app.screens.puzzles import PuzzlesScreen
from moontui.app.screens.replay import ReplayScreen
from moontui.app.screens.what_if import WhatIfScreen
from moontui.client.records import replay_of
from moontui.puzzles.book import Book
from moontui.puzzles.puzzle import shipped
from tests.engine.records import easy_match
from tests.moontui.desk import Desk, desk
from tests.moontui.rooms import new_app, until

MATCH = easy_match()
FIRST = shipped()[0]


async def shows(table: Desk, kind: type[object]) -> None:
    await until(table.pilot, lambda: isinstance(table.app.screen, kind))
    await table.pilot.pause()


async def test_a_puzzle_is_solved_with_the_keys_of_the_table(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.open(PuzzlesScreen())
        await until(table.pilot, lambda: "for today (3)" in table.text())
        await table.press("enter")
        await shows(table, PuzzleTable)
        assert "PUZZLE" in table.text()
        screen = table.app.screen
        assert isinstance(screen, PuzzleTable)
        room = screen.session.room
        assert room is not None
        assert room.notebook == "off"  # to remember is half of the puzzle
        screen.session.act(FIRST.best.choices[0])
        await shows(table, AnswerScreen)
        await until(table.pilot, lambda: "Right: " in table.text())
        assert f"{FIRST.best.chance:.0%}".replace("%", " %") in table.text()
        assert "comes again tomorrow" in table.text()
        assert Book(tmp_path).file.progress[FIRST.id].rights == 1
        await table.press("enter")  # the next one for today
        await shows(table, PuzzleTable)
        await table.press("Q")
        await shows(table, PuzzlesScreen)
        assert "for today (2)" in table.text()


async def test_a_friends_code_is_opened_and_weighed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzle_screen, "new_pool", lambda patient: ThreadPoolExecutor(1))
    monkeypatch.setattr(puzzle_screen, "of_code", lambda code: FIRST)
    async with desk(tmp_path) as table:
        await table.open(PuzzlesScreen(FIRST.code))
        await shows(table, PuzzleTable)
        assert isinstance(table.app.screen, PuzzleTable)
        table.app.screen.session.act(FIRST.ideas[1].choices[0])
        await until(table.pilot, lambda: "Better: " in table.text())
        assert Book(tmp_path).file.progress == {}
        await table.press("c")  # whether it was copied or not, the code can be read
        assert FIRST.code[:40] in "".join(table.text().split())


async def test_a_hostile_code_gets_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzle_screen, "new_pool", lambda patient: ThreadPoolExecutor(1))
    async with desk(tmp_path) as table:
        await table.open(PuzzlesScreen(FIRST.code[:-9]))
        await shows(table, NoticeDialog)
        assert isinstance(table.app.screen, NoticeDialog)
        assert "copy all of it once more" in table.app.screen.text


# ── from a match ────────────────────────────────────────────────────────────────────────────────


async def test_b_plays_on_from_the_moment_that_is_shown(tmp_path: Path) -> None:
    app = new_app(tmp_path, "Ana")
    async with app.run_test(size=(80, 23)) as pilot:
        replay = replay_of(MATCH)
        step = next(n for n in range(9, 99) if replay.view(n, Seat(0)).ask is not None)
        app.push_screen(ReplayScreen(replay, Seat(0), step))
        await pilot.pause()
        await pilot.press("b")
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        assert app.session is not None
        assert app.session.view is not None
        assert app.session.seat == 0
        assert app.session.view.ask == replay.view(step, Seat(0)).ask
        assert app.session.history == replay.told(step, Seat(0))


@pytest.mark.parametrize("moments", range(4))
async def test_the_app_can_end_while_a_table_is_being_set(tmp_path: Path, moments: int) -> None:
    app = new_app(tmp_path, "Ana")
    async with app.run_test(size=(80, 23)) as pilot:
        replay = replay_of(MATCH)
        step = next(n for n in range(9, 99) if replay.view(n, Seat(0)).ask is not None)
        app.push_screen(ReplayScreen(replay, Seat(0), step))
        await pilot.pause()
        app.simulate_key("b")
        while not isinstance(app.screen, GameScreen):
            await asyncio.sleep(0)
        for _ in range(moments):
            await asyncio.sleep(0)
    assert app.return_code in (0, None)


async def test_what_if_compares_what_was_chosen_with_something_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(what_if, "new_pool", lambda cores, patient: ThreadPoolExecutor(1))
    monkeypatch.setattr(what_if, "tried", lambda fork, first, last: [(1.0, 0.0)] * (last - first))
    replay = replay_of(MATCH)
    step = next(
        n
        for n, move in enumerate(MATCH.moves)
        if move.seat == 0 and len(replay.ask_before(n + 1).choices) > 1
    )
    async with desk(tmp_path) as table:
        await table.open(ReplayScreen(replay, Seat(0), step))
        await table.press("i")
        await shows(table, WhatIfScreen)
        await until(table.pilot, lambda: "200 of 200" in table.text())
        assert "100 %" in table.text()
        assert "That is clear" in table.text()
        screen = table.app.screen
        assert isinstance(screen, WhatIfScreen)
        assert screen.pair[0] == MATCH.moves[step].choice


async def test_where_nothing_is_asked_there_is_no_what_if(tmp_path: Path) -> None:
    replay = replay_of(MATCH)
    step = next(n for n in range(99) if replay.view(n, Seat(0)).ask is None)
    async with desk(tmp_path) as table:
        await table.open(ReplayScreen(replay, Seat(0), step))
        await table.press("i")
        await shows(table, NoticeDialog)
        assert "nothing to choose" in table.text()
