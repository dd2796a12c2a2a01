"""The closing page: what the records of an evening tell apart from the score."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from engine.core import Choice, Seat
from engine.games import GAMES
from engine.games.robbers.deck import Role
from engine.record import Move, Record
from moontui.client.closing import closing_of, remembered
from moontui.client.records import replay_of
from moontui.words.catalogue import Catalogue
from moontui.words.stories import Closing, Guesser
from net.told import Evening, Score
from tests.engine.records import played
from tests.moontui.desk import keep

FRIENDS = ("Ana", "Bo", "Cy", "Di")
EVENING = Evening(2, [Score(name) for name in FRIENDS])


def words_for(game: str) -> Catalogue:
    return Catalogue("en", game)


def of_friends(record: Record) -> Record:
    """The same match, played by people alone."""
    return replace(record, nonces=("aa",) * record.seats)


def closing(data: Path) -> Closing:
    return closing_of(words_for, data, (), EVENING)


def test_an_exit_by_a_guess_says_how_likely_the_guess_was() -> None:
    record = played("moon", "easy", "match")
    guessed = [one for one in remembered(words_for, record).exits if "likely" in one.text]
    hits = [event for event in replay_of(record).told(999, Seat(0)) if event.kind == "hit"]
    assert 0 < len(guessed) <= len(hits)  # the Alchemist saves some
    assert all(0 < one.weight < 1 for one in guessed)


def test_guesses_are_counted_by_what_everybody_saw() -> None:
    record = played("moon", "easy")
    found = remembered(words_for, record).guesses
    told = [event.kind for event in replay_of(record).told(999, Seat(0))]
    assert sum(right for right, _ in found.values()) == told.count("hit")
    assert sum(of for _, of in found.values()) == told.count("hit") + told.count("missed")


def test_the_best_lie_is_one_that_its_teller_told(tmp_path: Path) -> None:
    keep(
        tmp_path, of_friends(played("closing", "easy", "match", FRIENDS, "onenight")), "onenight-1"
    )
    lie = next(tale for tale in closing(tmp_path).tales if tale.kind == "lie")
    assert lie.game == "onenight"
    assert lie.name in FRIENDS
    assert "Dealt: Werewolf" in lie.text or "Dealt: Minion" in lie.text


def test_a_werewolf_of_robbers_is_remembered_for_a_long_disguise() -> None:
    record = played("closing", "easy", "match", FRIENDS, "robbers")
    told = [event for event in replay_of(record).told(9999, Seat(0)) if event.kind == "role"]
    wolves = {event.seat for event in told if event.number == Role.WEREWOLF}
    found = remembered(words_for, record).lies
    assert found
    assert {story.seat for story in found} <= wolves
    assert all("nobody knew for sure before trick" in story.text for story in found)
    assert all(0 < story.weight < 1 for story in found)


def test_bots_have_no_part_in_the_closing_page(tmp_path: Path) -> None:
    bots = ("Ana", "Bo", "Cy", "Di")
    nonces = ("aa", "aa", "", "")
    keep(tmp_path, replace(played("moon", "easy", names=bots), nonces=nonces))
    found = closing(tmp_path)
    assert {tale.name for tale in found.tales} <= {"Ana", "Bo"}
    assert found.guesser is None or found.guesser.name in ("Ana", "Bo")


def test_another_night_is_another_evening(tmp_path: Path) -> None:
    record = of_friends(played("moon", "easy"))
    tonight = keep(tmp_path, record, "wolfmoon-1")
    before = keep(tmp_path, of_friends(played("sun", "easy")), "wolfmoon-2")
    os.utime(before, (tonight.stat().st_mtime - 86_400,) * 2)
    alone = closing_of(words_for, tmp_path, (), EVENING)
    before.unlink()
    assert closing(tmp_path) == alone


def test_a_record_that_makes_no_sense_is_left_out(tmp_path: Path) -> None:
    record = of_friends(played("moon", "easy"))
    broken = replace(record, moves=(*record.moves[:3], Move(Seat(0), Choice("fly"))))
    keep(tmp_path, broken)
    assert closing(tmp_path) == Closing()


def test_who_was_right_most_often_guessed_best(tmp_path: Path) -> None:
    keep(tmp_path, of_friends(played("moon", "easy", "match")))
    found = closing(tmp_path).guesser
    assert isinstance(found, Guesser)
    assert 0 < found.right <= found.of


def test_no_game_has_to_have_stories() -> None:
    assert remembered(words_for, played("moon", "easy", names=("Ana", "Bo"), name="moonlight")) == (
        (),
        (),
        {},
    )
    assert "moonlight" in GAMES
