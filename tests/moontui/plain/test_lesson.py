"""A lesson in lines: the same steps, answered by typing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from engine.bots.personas import company
from engine.games import GAMES
from moontui.client.lesson import ME, Course, lesson_of
from moontui.client.settings import Settings
from moontui.commands.cli import main
from moontui.plain.lesson import LineLesson
from moontui.plain.table import LineTable
from moontui.words.catalogue import LANGUAGES, Catalogue
from moontui.words.teller import teller_for


class Desk:
    """A lesson in lines, and what was written in it."""

    def __init__(self, game: str, language: str = "en", step: int = 0) -> None:
        self.written: list[str] = []
        self.course = Course(lesson_of(game), step)
        words = Catalogue(language, game)
        present = company("Ana", self.course.lesson.script.seats)
        names, personas = [one.name for one in present], [one.persona for one in present]
        teller = teller_for(game, words, names, ME, personas, self.course.lesson.script.options)
        self.lines = LineTable(teller, words, self.written.append)

    def type(self, read: Callable[[str], str]) -> bool:
        return LineLesson(self.course, self.lines, read, lambda: None).run()

    def right(self, prompt: str) -> str:
        """What somebody types who does what the lesson says."""
        if self.course.wants is None:
            return ""
        ask = self.course.view().ask
        assert ask is not None
        return str(ask.choices.index(self.course.wants) + 1)


def typing(*typed: str) -> Callable[[str], str]:
    """Somebody who types these lines, and then leaves."""
    feed: Iterator[str] = iter(typed)

    def read(prompt: str) -> str:
        try:
            return next(feed)
        except StopIteration:
            raise EOFError from None

    return read


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_can_be_typed_to_its_end(game: str, language: str) -> None:
    desk = Desk(game, language)
    assert desk.type(desk.right)
    assert desk.course.is_last
    headings = [line for line in desk.written if line.startswith(("Step ", "Schritt "))]
    assert len(headings) == desk.course.lesson.length
    assert any("%" in line for line in desk.written)


def test_a_wrong_number_gets_one_sentence_and_the_question_again() -> None:
    desk = Desk("wolfmoon", step=4)
    assert not desk.type(typing("2"))
    assert desk.course.step.name == "wolf"
    told = desk.written.index(
        "Not the Werewolf: whoever lays it open is out of the round. Play the Villager."
    )
    assert "Which card do you play?" in desk.written[told:]


def test_undo_takes_a_step_back_and_skip_passes_over_one() -> None:
    desk = Desk("wolfmoon", step=4)
    desk.type(typing("undo"))
    assert desk.course.step.name == "bots"
    desk.type(typing("skip", "skip"))
    assert desk.course.step.name == "guess"


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_is_typed_can_break_a_lesson(game: str) -> None:
    rng, desk = Random(game), Desk(game)
    noise = ["", "1", "2", "99", "undo", "skip", "hand", "table", "?", "log 3", "²", "x" * 500]
    left = 150

    def read(prompt: str) -> str:
        nonlocal left
        left -= 1
        if not left:
            raise EOFError
        return rng.choice(noise)

    desk.type(read)


def test_what_is_no_command_is_answered_while_there_is_only_something_to_read() -> None:
    desk = Desk("wolfmoon")
    desk.type(typing("1", "what?"))
    sentence = "There is nothing to choose yet: Enter goes on, undo goes back a step."
    assert desk.written.count(sentence) == 2


def test_the_command_goes_on_where_the_player_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MOONTUI_DATA", str(tmp_path))
    for typed in (["", "1", "q"], ["q"]):
        feed = iter(typed)
        monkeypatch.setattr("builtins.input", lambda prompt, feed=feed: next(feed))
        assert main(["learn", "wolfmoon", "--plain", "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert told.count("Step 1 of 12") == 1
    assert told.count("Step 3 of 12") == 2
    assert Settings.load(tmp_path / "settings.json").lessons == {"wolfmoon": "2"}


def test_after_a_lesson_a_real_game_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MOONTUI_DATA", str(tmp_path))
    feed = iter([*["skip"] * 13, "", "q"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(feed))
    assert main(["learn", "wolfmoon", "--plain", "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert "Wolfmoon against" in told
    assert "What do you do?" in told
