"""Lessons: each can be followed to its end in every language, and nothing else leads on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.core import Choice
from engine.games import GAMES
from engine.play import view
from engine.review import weigh
from moontui.client.lesson import CLOSING, ME, Course, Step, keep_place, lesson_of, resumed
from moontui.client.lesson_words import Tutor, Way
from moontui.client.lessons import has_lesson, is_done
from moontui.client.settings import Settings
from moontui.words.catalogue import LANGUAGES, Catalogue, read
from moontui.words.teller import teller_for

LESSONS = [game for game in GAMES if has_lesson(game)]
LONGEST = 170
"""Letters that fit on the paper at 60 columns; names are counted as they are written."""


def follow(course: Course) -> Iterator[Course]:
    """Do what a lesson says, to its end; stops before every answer."""
    while not course.is_last:
        yield course
        if course.wants is None:
            course.go_on()
        else:
            assert course.answer(course.wants)


def tutor_for(course: Course, language: str, way: Way = "keys") -> Tutor:
    game, seats = course.game.id, course.lesson.script.seats
    names = ["Ana", "Ada", "Bela", "Cleo", "Dario", "Edda"][:seats]
    teller = teller_for(game, Catalogue(language, game), names, ME, ["", *names[1:]])
    return Tutor(course, teller, way)


def test_every_game_has_a_lesson() -> None:
    assert list(GAMES) == LESSONS


@pytest.mark.parametrize("game", LESSONS)
def test_whoever_does_what_a_lesson_says_wins_a_round(game: str) -> None:
    course = Course(lesson_of(game))
    for _ in follow(course):
        pass
    won = [event for event in course.state.events if event.kind.startswith("won_")]
    assert [event.number >> ME & 1 for event in won] == [1]
    assert course.step.name == CLOSING[-1]


@pytest.mark.parametrize("game", LESSONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_has_words_that_fit_on_the_paper(game: str, language: str) -> None:
    course = Course(lesson_of(game))
    tutor = tutor_for(course, language)
    for here in follow(course):
        assert tutor.title
        assert len(tutor.text) <= LONGEST, (here.step.name, here.beat, len(tutor.text))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", LESSONS)
def test_a_thumb_is_told_of_no_keys(game: str, language: str) -> None:
    course = Course(lesson_of(game))
    tutor, keys = tutor_for(course, language, "touch"), {"Enter", "Esc", "Press", "Drück", "H", "?"}
    for _ in follow(course):
        assert not keys & {*tutor.text.replace(",", "").replace(".", "").split()}, tutor.text
    assert not keys & {*tutor.text.replace(".", "").split()}, "nor before the first real game"


@pytest.mark.parametrize("game", LESSONS)
def test_no_words_of_a_lesson_are_left_over(game: str) -> None:
    steps = {step.name: step for step in lesson_of(game).steps}
    said = read("en", game)["lesson"]
    assert said.keys() == steps.keys() - {*CLOSING}
    for name, forms in said.items():
        assert forms.keys() <= allowed(steps[name]), name
        assert {"title", "text"} <= forms.keys()


def allowed(step: Step) -> set[str]:
    """The forms of words that can come to be said in a step."""
    last = len(step.beats) if step.read else len(step.beats) - 1
    beats = ["", *(f"_{number}" for number in range(1, last + 1))]
    return {"title", *(f"{key}{beat}" for key in ("text", "wrong") for beat in beats)}


@pytest.mark.parametrize("game", LESSONS)
def test_any_other_answer_gets_a_sentence_and_changes_nothing(game: str) -> None:
    course = Course(lesson_of(game))
    tutors = [tutor_for(course, language) for language in LANGUAGES]
    for here in follow(course):
        ask = here.view().ask
        others = [choice for choice in ask.choices if choice != here.wants] if ask else []
        for other in others[:3]:
            before = (here.number, here.beat, here.made, here.state.copy())
            assert all(len(tutor.wrong(other)) > 10 for tutor in tutors)
            assert not here.answer(other)
            assert (here.number, here.beat, here.made, here.state) == before


@pytest.mark.parametrize("game", LESSONS)
def test_nothing_is_on_offer_that_was_not_taught(game: str) -> None:
    course, done = Course(lesson_of(game)), set[str]()
    for here in follow(course):
        if here.wants is None:
            assert here.view().ask is None
            continue
        ask = here.view().ask
        assert ask is not None
        assert here.wants in ask.choices
        done |= {move.choice.verb for beat in here.step.beats for move in beat if move.seat == ME}
        assert {choice.verb for choice in ask.choices} <= done


@pytest.mark.parametrize("game", LESSONS)
def test_every_step_can_be_taken_back_and_done_again(game: str) -> None:
    for number in range(1, lesson_of(game).length):
        course, straight = Course(lesson_of(game), number), Course(lesson_of(game), number)
        for here in follow(course):
            if here.number > number or here.beat:
                break
        course.undo()
        assert course.number in (number, number + 1)
        course.go_to(number)
        assert course.state == straight.state
        course.undo()
        assert course.number == number - 1


def test_before_the_first_step_there_is_nothing_to_take_back() -> None:
    course = Course(lesson_of("wolfmoon"))
    assert not course.has_begun
    course.undo()
    assert course.number == 0


@pytest.mark.parametrize("game", LESSONS)
def test_a_step_that_is_skipped_leaves_the_table_as_if_it_had_been_done(game: str) -> None:
    skipped, done = Course(lesson_of(game)), Course(lesson_of(game))
    for here in follow(done):
        while skipped.number < here.number:
            skipped.skip()
            if (here.beat, here.made) == (0, 0):
                assert skipped.state == here.state
    skipped.skip()
    assert skipped.is_last


@pytest.mark.parametrize("game", LESSONS)
def test_a_lesson_goes_on_where_it_was_left(game: str, tmp_path: Path) -> None:
    settings = Settings(path=tmp_path / "settings.json")
    course = Course(lesson_of(game), 2)
    keep_place(settings, course)
    again = Settings.load(tmp_path / "settings.json")
    assert resumed(again, game).number == 2
    assert resumed(again, game).state == course.state
    assert not is_done(again, game)


def test_a_lesson_that_is_done_begins_anew_and_stays_done(tmp_path: Path) -> None:
    settings = Settings(path=tmp_path / "settings.json")
    lesson = lesson_of("wolfmoon")
    keep_place(settings, Course(lesson, lesson.length))
    assert is_done(settings, "wolfmoon")
    assert resumed(settings, "wolfmoon").number == 0
    keep_place(settings, Course(lesson, 3))
    assert is_done(settings, "wolfmoon")
    assert resumed(settings, "wolfmoon").number == 3


@pytest.mark.parametrize("kept", ["nonsense", "-3", "999999999", "done done", "²", ""])
def test_a_place_that_makes_no_sense_is_the_beginning(kept: str) -> None:
    assert resumed(Settings(lessons={"wolfmoon": kept}), "wolfmoon").number == 0


@pytest.mark.parametrize("game", LESSONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reviewed_choice_is_weighed_from_what_the_player_could_know(
    game: str, language: str
) -> None:
    course = Course(lesson_of(game))
    shown, moment = course.reviewed()
    assert shown.seat == ME
    assert shown.ask is not None
    assert moment.choice in shown.ask.choices
    assert len(shown.ask.choices) > 1
    decision = weigh(course.game, shown, moment)
    assert "%" in tutor_for(course, language).review(decision)
    assert decision.loss == 0, "a lesson would call its own advice wrong"


@pytest.mark.parametrize("game", LESSONS)
def test_the_player_sees_no_more_of_the_table_than_any_seat_would(game: str) -> None:
    course = Course(lesson_of(game))
    for here in follow(course):
        assert here.view().state == view(here.game, here.state, ME).state


def test_a_deal_in_which_a_card_is_missing_is_refused() -> None:
    lesson = lesson_of("wolfmoon")
    lesson.script.deal["pile"] = lesson.script.deal["pile"][1:]
    with pytest.raises(ValueError, match="Every card"):
        lesson.begin()


def test_only_the_right_answer_leads_on() -> None:
    course = Course(lesson_of("wolfmoon"), 4)
    assert not course.answer(Choice("play", 25))
    assert course.step.name == "wolf"
    assert course.answer(Choice("play", 2))
    assert course.step.name == "guess"
