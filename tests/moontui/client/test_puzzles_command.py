"""Puzzles in lines: told, asked, answered with their odds; a bad code gets one sentence."""

from __future__ import annotations

import io
from datetime import date
from pathlib import Path

import pytest

from moontui.commands.cli import main
from moontui.puzzles.book import Book
from moontui.puzzles.puzzle import shipped

FIRST = shipped()[0]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MOONTUI_DATA", str(tmp_path))
    return tmp_path


def types(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def number_of_best() -> str:
    ask = FIRST.position().view.ask
    assert ask is not None
    return str(ask.choices.index(FIRST.best.choices[0]) + 1)


def test_what_comes_today_is_asked_until_the_player_leaves(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    types(monkeypatch, number_of_best(), "q")
    assert main(["--lang", "en", "puzzles", "--plain"]) == 0
    told = capsys.readouterr().out
    assert "Right: " in told
    assert f"{FIRST.best.chance:.0%}".replace("%", " %") in told
    assert "Solved: 1 of 1." in told
    progress = Book(data).file.progress
    assert progress[FIRST.id].due == date.today().toordinal() + 1
    assert len(progress) == 1


def test_a_friends_code_is_solved_without_being_noted(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    types(monkeypatch, number_of_best())
    assert main(["--lang", "de", "puzzle", FIRST.code, "--plain"]) == 0
    assert "Richtig: " in capsys.readouterr().out
    assert not (data / "puzzles.json").exists()


@pytest.mark.parametrize(
    "code", ["MOON-1", FIRST.code[:-1], f"MOONP-{'A' * 9000}", "MOONP-\x1b[2J"]
)
def test_a_hostile_code_gets_one_sentence(
    data: Path, capsys: pytest.CaptureFixture[str], code: str
) -> None:
    assert main(["--lang", "en", "puzzle", code, "--plain"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1
    assert "\x1b" not in told.err
