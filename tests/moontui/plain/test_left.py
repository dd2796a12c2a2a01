"""A line game that was left goes on another time, and one that was played to its end is kept."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from engine.games import GAMES
from engine.proof import verify
from engine.replay import Replay
from engine.review import moments
from moontui.client.ledger import Ledger
from moontui.client.records import read_record
from moontui.commands.solo import ME, step_at
from tests.engine.records import easy_match

SOLO = [sys.executable, "-m", "moontui", "solo", "--plain", "--lang", "en", "--length", "round"]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MOONTUI_DATA", str(tmp_path))
    return tmp_path


def run(typed: str, *more: str) -> str:
    done = subprocess.run(
        [*SOLO, *more], input=typed, capture_output=True, text=True, check=True, timeout=120
    )
    return done.stdout


def test_a_game_that_was_left_goes_on_where_it_was(data: Path) -> None:
    first = run("1\nq\n", "--seed", "moon")
    assert "The game is kept." in first
    moves = read_record(data / "lines" / "wolfmoon.moon").moves
    story = run("q\n", "--resume")
    assert read_record(data / "lines" / "wolfmoon.moon").moves[: len(moves)] == moves
    told = [line for line in first.splitlines() if " plays " in line or "You play" in line]
    assert told
    assert all(line in story for line in told)


def test_a_game_played_to_its_end_is_a_record_that_can_be_checked(data: Path) -> None:
    assert "The game is over." in run("1\n" * 500, "--seed", "moon", "--level", "easy")
    (one,) = Ledger(data).all()
    assert one.finished
    assert one.levels == ("", "easy", "easy", "easy")
    assert verify(GAMES, read_record(data / "records" / one.file)).finished
    assert not (data / "lines" / "wolfmoon.moon").exists()


def test_a_damaged_game_cannot_go_on_and_a_new_one_begins(data: Path) -> None:
    (data / "lines").mkdir()
    (data / "lines" / "wolfmoon.moon").write_text("nonsense")
    assert run("q\n", "--resume").startswith("Wolfmoon against")


def test_a_game_can_be_played_on_from_a_turn_in_which_there_was_a_choice() -> None:
    match = Replay(GAMES["wolfmoon"], easy_match())
    turns = {moment.turn: moment.step for moment in reversed([*moments(match, ME)])}
    assert turns
    assert {turn: step_at(match, f" {turn}") for turn in turns} == turns
    assert step_at(match, "99") is None
    assert step_at(match, "nonsense") is None
