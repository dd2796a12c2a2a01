"""The puzzles that come with the program: readable, legal, far apart, and explained."""

from __future__ import annotations

from random import Random

import pytest

from engine.games import GAMES
from engine.play import advance
from moontui.puzzles.puzzle import Puzzle, shipped
from moontui.puzzles.telling import Telling
from moontui.words.catalogue import LANGUAGES, Catalogue

MARGIN = 0.15
MARGINS = {"onenight": 0.08}
"""By game, where that is another one: a single vote does not change as much."""


def test_there_are_at_least_two_dozen_and_most_are_about_wolfmoon() -> None:
    games = [puzzle.position().game.id for puzzle in shipped()]
    assert len(games) - games.count("onenight") >= 24
    assert games.count("wolfmoon") >= 12
    assert len(set(games)) >= 3
    assert len({puzzle.code for puzzle in shipped()}) == len(games)


@pytest.mark.parametrize("puzzle", shipped(), ids=lambda puzzle: puzzle.name)
def test_the_best_answer_is_legal_and_far_above_the_second(puzzle: Puzzle) -> None:
    position = puzzle.position()
    assert position.view.ask is not None
    choices = position.view.ask.choices
    weighed = [idea.choices[0] for idea in puzzle.ideas]
    assert sorted(weighed) == sorted(choices)  # every one of them was weighed
    assert puzzle.margin >= MARGINS.get(position.game.id, MARGIN)
    chances = [idea.chance for idea in puzzle.ideas]
    assert chances == sorted(chances, reverse=True)
    world = position.game.fill(position.view.state, position.seat, Random(1))
    advance(world, position.seat, puzzle.best.choices[0])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("puzzle", shipped(), ids=lambda puzzle: puzzle.name)
def test_each_is_explained_in_every_language(puzzle: Puzzle, language: str) -> None:
    position = puzzle.position()
    words = Catalogue(language, position.game.id)
    telling = Telling(position, words, "Ana")
    explained, *_ = telling.why(puzzle)
    assert explained == words.say(
        "puzzle_why", puzzle.name, **{f"p{n}": one.name for n, one in enumerate(telling.players)}
    )
    assert telling.verdict(puzzle, puzzle.best.choices[0])
    assert telling.chronicle.entries
    assert "P0" not in explained


def test_no_explanation_is_left_without_a_puzzle() -> None:
    names = {puzzle.name for puzzle in shipped()}
    for language in LANGUAGES:
        found = [name for game in GAMES for name in Catalogue(language, game).parts("puzzle_why")]
        assert sorted(found) == sorted(names)


def test_every_name_begins_with_the_game() -> None:
    for puzzle in shipped():
        assert puzzle.name.startswith(f"{puzzle.position().game.id}-")
        assert puzzle.position().game.id in GAMES
