"""The puzzle book: what comes when, what is kept of one's own mistakes, and what is forgotten."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engine.core import BACK, Choice, Idea
from engine.games import GAMES
from engine.position import position_of
from engine.replay import Replay
from engine.review import Decision, moments
from moontui.puzzles.book import NEW, OWN, PAUSES, Book, File, merged
from moontui.puzzles.puzzle import Puzzle, of_mistake, onward, shipped
from tests.engine.records import played

TODAY = 739_000
FIRST = shipped()[0]


def mistake(loss: float, code: str = FIRST.code) -> Puzzle:
    """Somebody's own mistake, at a position that can be asked about."""
    best, other = FIRST.ideas[0].choices, FIRST.ideas[1].choices
    ideas = (Idea(best, 0.6), Idea(other, 0.6 - loss))
    return Puzzle(code, ideas, chosen=other[0], match=f"wolfmoon-{loss}.moon")


def test_a_few_new_puzzles_come_every_day(tmp_path: Path) -> None:
    book = Book(tmp_path)
    today = book.today(TODAY)
    assert today == list(shipped()[:NEW])
    for puzzle in today:
        book.answered(puzzle, True, TODAY)
    assert book.today(TODAY) == []
    assert set(today) < set(book.today(TODAY + 1))


def test_what_is_solved_comes_again_after_ever_longer_pauses(tmp_path: Path) -> None:
    book, day, pauses = Book(tmp_path), TODAY, []
    for _ in range(len(PAUSES) + 2):
        due = book.answered(FIRST, True, day).due
        pauses.append(due - day)
        day = due
    assert pauses == [*PAUSES, PAUSES[-1], PAUSES[-1]]


def test_what_is_not_solved_comes_again_tomorrow_from_the_beginning(tmp_path: Path) -> None:
    book = Book(tmp_path)
    book.answered(FIRST, True, TODAY)
    assert book.answered(FIRST, False, TODAY + 5).due == TODAY + 6
    assert book.answered(FIRST, True, TODAY + 6).due == TODAY + 6 + PAUSES[0]


def test_solving_it_again_before_it_is_due_counts_for_nothing(tmp_path: Path) -> None:
    book = Book(tmp_path)
    due = book.answered(FIRST, True, TODAY).due
    assert book.answered(FIRST, True, TODAY).due == due


def test_ones_own_dearest_mistake_comes_first(tmp_path: Path) -> None:
    book = Book(tmp_path)
    dear = mistake(0.3, shipped()[1].code)
    book.looked_at("a.moon", [mistake(0.1), dear, mistake(0.01, shipped()[2].code)])
    assert [puzzle.cost for puzzle in book.own] == pytest.approx([0.3, 0.1])
    assert book.today(TODAY)[0] is dear
    assert book.to_look_at(["a.moon", "b.moon"]) == ["b.moon"]


def test_a_book_is_the_same_after_a_night_on_the_disk(tmp_path: Path) -> None:
    book = Book(tmp_path)
    book.looked_at("a.moon", [mistake(0.3)])
    book.answered(book.own[0], False, TODAY)
    book.save()
    again = Book(tmp_path)
    assert (again.own, again.file) == (book.own, book.file)
    assert book.path.stat().st_mode & 0o077 == 0


def test_a_forgotten_mistake_is_gone(tmp_path: Path) -> None:
    book = Book(tmp_path)
    book.looked_at("a.moon", [mistake(0.3)])
    book.forget(book.own[0])
    assert book.own == book.file.own == []
    assert book.looked_at("a.moon", []) == 0


@pytest.mark.parametrize("text", ["", "[]", '{"version": 2}', '{"own": [{"code": 1}]}', "x" * 99])
def test_a_damaged_book_is_set_aside_and_a_new_one_begun(tmp_path: Path, text: str) -> None:
    (tmp_path / "puzzles.json").write_text(text)
    book = Book(tmp_path)
    assert book.file == File()
    assert (tmp_path / "puzzles.json.damaged").read_text() == text


def test_a_puzzle_that_this_program_cannot_ask_is_left_out(tmp_path: Path) -> None:
    strange = msgspec.structs.replace(mistake(0.3), code="MOONP-AAAA")
    legal = msgspec.structs.replace(
        mistake(0.2), ideas=(Idea((Choice("fly"),), 0.5), Idea((Choice("aim", 1),), 0.4))
    )
    file = File(own=[strange, legal])
    (tmp_path / "puzzles.json").write_bytes(msgspec.json.encode(file))
    assert Book(tmp_path).own == []


def test_two_books_become_one_with_the_later_news_of_each(tmp_path: Path) -> None:
    here, there = Book(tmp_path), Book(tmp_path)
    here.answered(FIRST, True, TODAY)
    for day in range(3):
        there.answered(FIRST, False, TODAY + day)
    there.looked_at("a.moon", [mistake(0.2)])
    one = merged(here.file, there.file)
    assert one.progress[FIRST.id].tries == 3
    assert one.own == there.own
    assert one == merged(there.file, here.file)


def test_a_book_never_grows_without_end(tmp_path: Path) -> None:
    book = Book(tmp_path)
    many = [mistake(0.1 + n / 1000, f"MOONP-{n}") for n in range(OWN + 20)]
    book.looked_at("a.moon", many)
    assert len(book.own) == OWN
    assert min(puzzle.cost for puzzle in book.own) == pytest.approx(0.12)


def test_a_mistake_in_a_match_becomes_a_puzzle_with_its_answer() -> None:
    record = played()
    replay = Replay(GAMES["wolfmoon"], record)
    seat = record.moves[-1].seat
    moment = next(moments(replay, seat))
    view = replay.view(moment.step, seat)
    assert view.ask is not None
    better = next(choice for choice in view.ask.choices if choice != moment.choice)
    ideas = (Idea((better,), 0.5), Idea((moment.choice,), 0.2))
    decision = Decision(moment, view.ask, ((view.ask, better),), 0.5, 0.3, ideas=ideas)
    puzzle = of_mistake(position_of(replay.game, record.options, view), decision, "a.moon")
    assert puzzle.makes_sense()
    assert not puzzle.is_solved_by(moment.choice)
    assert puzzle.is_solved_by(better)
    assert puzzle.cost == pytest.approx(0.3)


def test_to_think_again_is_no_answer() -> None:
    best, other = FIRST.ideas[0], FIRST.ideas[1]
    assert onward((best, Idea((BACK,), best.chance), other)) == (best, other)
