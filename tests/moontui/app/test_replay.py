"""A replay shows what the player's seat saw, step by step, and nothing beyond the current step."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import Input

from engine.core import Choice, Seat
from engine.games import GAMES
from engine.games.wolfmoon.deck import Card
from engine.play import apply, start, view
from engine.record import Move
from moontui.app.screens.log import LogScreen
from moontui.app.screens.replay import ReplayScreen
from moontui.app.screens.rules import RulesScreen
from moontui.client.records import players_of, replay_of, seat_of
from tests.engine.records import played
from tests.moontui.desk import desk, keep

RECORD = played()
MATCH = played("match", length="match")
GAME = GAMES["wolfmoon"]


@pytest.mark.parametrize("seat", range(4))
def test_a_replay_shows_a_seat_what_it_saw_at_the_table(seat: int) -> None:
    replay = replay_of(RECORD)
    state = start(GAME, RECORD.seats, RECORD.seed, RECORD.options)
    for step, move in enumerate(RECORD.moves):
        assert replay.view(step, Seat(seat)) == view(GAME, state, Seat(seat))
        apply(state, move.seat, move.choice)


async def test_the_seat_is_the_one_with_ones_own_name(tmp_path: Path) -> None:
    async with desk(tmp_path, name="Cy") as table:
        await table.open(ReplayScreen(replay_of(RECORD)))
        assert "seen by c Cy" in table.text()


def test_look_alikes_carry_the_letter_of_their_seat_as_at_the_table() -> None:
    record = replace(RECORD, names=("Ana", "ana", "Cy", "Di"))
    assert [player.name for player in players_of(record)] == ["Ana a", "ana b", "Cy", "Di"]
    assert seat_of(record, "ana") == 1


async def test_the_words_on_the_board_are_those_of_the_live_view(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        screen = ReplayScreen(replay_of(RECORD))
        await table.open(screen)
        state = start(GAME, RECORD.seats, RECORD.seed, RECORD.options)
        for move in RECORD.moves[:9]:
            live = view(GAME, state, Seat(0))
            assert screen.teller.table(live) == screen.teller.table(screen.scene().view)
            assert screen.teller.notes(live) == screen.teller.notes(screen.scene().view)
            apply(state, move.seat, move.choice)
            screen.action_step(1)


async def test_what_ended_a_turn_stays_on_the_stage_while_the_next_begins(tmp_path: Path) -> None:
    replay = replay_of(RECORD)
    ended = next(s for s in range(3, 99) if replay.told(s, Seat(0))[-1].kind == "turn")
    async with desk(tmp_path) as table:
        screen = ReplayScreen(replay, Seat(0), ended)
        await table.open(screen)
        moment = screen.moment()
        assert moment is not None
        assert moment.seat == replay.told(ended - 1, Seat(0))[-1].seat


async def test_other_hands_are_shown_only_when_all_is_open(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        screen = ReplayScreen(replay_of(RECORD))
        await table.open(screen)
        held = screen.words.say("short", Card(screen.replay.state(0).hands[1][0]).name.lower())
        assert held not in table.text()
        await table.press("v")
        assert held in table.text()


async def test_steps_go_on_and_back(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        screen = ReplayScreen(replay_of(RECORD))
        await table.open(screen)
        await table.press("right", "right", "left")
        assert screen.here == 1
        await table.press("end")
        assert screen.here == len(RECORD.moves)
        await table.press("right", "home", "left")
        assert screen.here == 0


async def test_going_back_and_on_again_tells_the_same(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        screen = ReplayScreen(replay_of(RECORD))
        await table.open(screen)
        screen.go_to(12)
        await table.pilot.pause()
        before = table.text()
        await table.press("left", "left", "right", "right")
        assert table.text() == before


async def test_rounds_are_gone_through(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        screen = ReplayScreen(replay_of(MATCH))
        await table.open(screen)
        await table.press("right_square_bracket")
        assert screen.scene().view.state.round == 2
        await table.press("left_square_bracket")
        assert screen.here == 0


async def test_the_result_is_not_told_before_it_is_reached(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.open(ReplayScreen(replay_of(RECORD)))
        await table.press(*["right"] * 3)
        text = table.text()
        assert "The round goes to" not in text
        assert str(len(RECORD.moves)) not in text
        await table.press("end")
        assert "The round goes to" in table.text()


async def test_the_line_below_can_be_clicked(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        screen = ReplayScreen(replay_of(RECORD))
        await table.open(screen)
        await table.click("[>]")
        await table.click("[>]")
        await table.click("[<]")
        assert screen.here == 1


async def test_it_runs_by_itself_until_a_key_stops_it(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        screen = ReplayScreen(replay_of(RECORD))
        await table.open(screen)
        await table.press("space")
        assert screen.running is not None
        assert screen.here == 1
        await table.press("v")
        assert screen.running is None


async def test_another_seat_sees_another_hand(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        screen = ReplayScreen(replay_of(RECORD))
        await table.open(screen)
        await table.press("s")
        assert "seen by b Bo" in table.text()
        assert screen.scene().view.state.hands[0] == [-1]


async def test_a_damaged_record_is_shown_as_far_as_it_goes(tmp_path: Path) -> None:
    moves = (*RECORD.moves[:4], Move(Seat(9), Choice("fly", 3)), *RECORD.moves[4:])
    async with desk(tmp_path) as table:
        screen = ReplayScreen(replay_of(replace(RECORD, moves=moves)))
        await table.open(screen)
        await table.press("end")
        await table.press("end")
        assert screen.here == 4
        assert "damaged from here on" in table.text()


async def test_another_language_retells_the_log(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.open(ReplayScreen(replay_of(RECORD)))
        table.app.settings.language = "de"
        table.app.apply_settings()
        await table.pilot.pause()
        assert "WIEDERGABE" in table.text()
        assert "beginnt" in table.text()


@pytest.mark.parametrize("size", [(60, 20), (80, 23), (120, 40)])
async def test_every_step_fits_every_size(size: tuple[int, int], tmp_path: Path) -> None:
    async with desk(tmp_path, size=size, symbols="ascii") as table:
        screen = ReplayScreen(replay_of(RECORD))
        await table.open(screen)
        for step in range(0, len(RECORD.moves), 11):
            screen.go_to(step)
            await table.pilot.pause()
            assert f"step {step}" in table.lines()[-2]


async def test_help_is_about_the_game_that_is_shown(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.open(ReplayScreen(replay_of(played(level="random", name="robbers"))))
        await table.press("question_mark")
        assert isinstance(table.app.screen, RulesScreen)
        assert table.app.screen.game == "robbers" != table.app.settings.game


async def test_the_whole_log_is_searched_by_typing(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.open(ReplayScreen(replay_of(RECORD)))
        await table.press("end", "L")
        assert isinstance(table.app.screen, LogScreen)
        await table.press(*"round")
        assert "Round 1." in table.text()


async def test_a_line_of_the_log_leads_to_its_moment(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        screen = ReplayScreen(replay_of(RECORD))
        await table.open(screen)
        screen.action_end()
        await table.press("L", "home", "down", "enter")
        assert table.app.screen is screen
        assert screen.chronicle.turn == 1


def test_a_replay_shows_bots_with_their_personas_and_people_with_none() -> None:
    record = replace(RECORD, names=("Ada", "Bela", "Cy", "Di"), personas=("", "Bela", "Ada", ""))
    assert [player.persona for player in players_of(record)] == ["", "Bela", "Ada", ""]


async def test_a_scene_is_saved_as_a_picture(tmp_path: Path) -> None:
    record = played()
    file = keep(tmp_path, record)
    async with desk(tmp_path) as table:
        table.app.open_replay(file)
        await table.pilot.pause()
        await table.press("end", "p")
        table.app.screen.query_one(Input).value = str(tmp_path / "scene.svg")
        await table.press("enter")
        assert "The picture is in" in table.text()
    assert "REPLAY" in (tmp_path / "scene.svg").read_text()
