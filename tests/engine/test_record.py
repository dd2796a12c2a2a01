"""Records keep a game, and say in one sentence when they cannot be trusted."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.core import Choice, Seat
from engine.games.wolfmoon import WOLFMOON
from engine.games.wolfmoon.state import Table
from engine.play import start
from engine.record import BadRecord, Move, Record, from_text, replay, steps, to_text
from tests.engine.laws import walk


def played_game() -> Record:
    record = Record("wolfmoon", 1, 3, {"length": "round"}, ("Ada", "Bob", "Zoë"), bytes(32))
    state = start(WOLFMOON, 3, bytes(32), {"length": "round"})
    for seat, choice in walk(state, Random(1)):
        record = record.then(seat, choice)
    return record


def test_a_record_is_text_that_a_person_can_read() -> None:
    header, first, *_ = to_text(played_game()).splitlines()
    assert '"game": "wolfmoon"' in header
    assert '"Zoë"' in header
    assert first in ('[0, "draw", 0]', '[1, "draw", 0]', '[2, "draw", 0]', '[1, "center", 0]')


def test_a_changed_answer_is_found() -> None:
    record = played_game()
    changed = (Move(Seat(5), Choice("draw")), *record.moves[1:])
    with pytest.raises(BadRecord, match="Answer 1 of seat 5: It is not your turn to answer"):
        replay(WOLFMOON, replace(record, moves=changed))


def test_a_record_is_gone_through_step_by_step_and_every_step_stays() -> None:
    record = played_game()
    states = list(steps(WOLFMOON, record))
    assert len(states) == len(record.moves) + 1
    assert states[0] == start(WOLFMOON, 3, bytes(32), {"length": "round"})
    assert states[-1] == replay(WOLFMOON, record)
    told = [len(state.events or ()) for state in states]
    assert told == sorted(told)


def test_the_steps_before_a_wrong_answer_can_be_seen() -> None:
    record = played_game()
    cut = replace(record, moves=(*record.moves[:3], Move(Seat(5), Choice("draw"))))
    seen: list[Table] = []
    with pytest.raises(BadRecord, match="Answer 4 of seat 5"):
        seen.extend(steps(WOLFMOON, cut))
    assert len(seen) == 4


def test_another_version_of_the_rules_is_refused() -> None:
    with pytest.raises(BadRecord, match="rules 2, not of wolfmoon, rules 1"):
        replay(WOLFMOON, replace(played_game(), version=2))


def test_a_game_that_cannot_be_set_up_is_refused() -> None:
    with pytest.raises(BadRecord, match="Wolfmoon seats 3 to 6 players, not 9"):
        replay(WOLFMOON, replace(played_game(), seats=9))


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", "not json", '{"format": "moontui record 1"}', "[" * 100_000, "null\n1\n2"],
)
def test_a_text_that_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(BadRecord):
        from_text(text)


def test_a_torn_record_is_refused() -> None:
    text = to_text(played_game())
    with pytest.raises(BadRecord, match="damaged"):
        from_text(text[:-4])


def test_a_record_says_whom_the_bots_were() -> None:
    record = replace(played_game(), personas=("", "Ada", "Bela"))
    assert from_text(to_text(record)).personas == ("", "Ada", "Bela")


def test_a_record_says_whether_reviews_tell_everybodys_luck_and_choice() -> None:
    record = played_game()
    assert not from_text(to_text(record)).open_review
    assert from_text(to_text(replace(record, open_review=True))).open_review


def test_a_record_from_before_there_were_personas_is_still_read() -> None:
    record = played_game()
    assert "personas" not in to_text(record)
    assert from_text(to_text(record)).personas == ()
