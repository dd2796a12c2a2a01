"""Personas: one list for all games; bots get one when they sit down, never because of a name."""

from __future__ import annotations

from random import Random

import pytest

from engine.bots.dial import levels_of
from engine.bots.levels import Thinker
from engine.bots.personas import PERSONAS, Personal, seated
from engine.games import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_a_game_says_what_every_persona_likes_and_knows_no_other(name: str) -> None:
    assert tuple(GAMES[name].styles) == PERSONAS


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_that_thinks_likes_what_its_persona_likes(name: str) -> None:
    game = GAMES[name]
    for persona in PERSONAS:
        bot = seated(game, "medium", Random(1), persona)
        assert isinstance(bot, Thinker)
        assert bot.style == game.styles[persona]


@pytest.mark.parametrize("name", GAMES)
def test_every_bot_but_the_random_one_likes_what_its_persona_likes(name: str) -> None:
    game = GAMES[name]
    for level in game.bots.keys() - {"random"}:
        bot = seated(game, level, Random(1), "Ada")
        assert isinstance(bot, Personal), level
        assert bot.style == game.styles["Ada"], level


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_without_a_persona_is_the_plain_one_of_its_level(name: str) -> None:
    game = GAMES[name]
    for level in levels_of(game):
        plain, bot = game.bots[level](Random(1)), seated(game, level, Random(1))
        assert type(bot) is type(plain)
        assert getattr(bot, "style", None) == getattr(plain, "style", None)


def test_a_bot_that_has_no_likings_can_be_anybody() -> None:
    bot = seated(GAMES["wolfmoon"], "random", Random(1), "Ada")
    assert not hasattr(bot, "style")


def test_an_unknown_persona_is_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match=r"^There is no persona Zoe\.$"):
        seated(GAMES["wolfmoon"], "medium", Random(1), "Zoe")


def test_an_unknown_level_is_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match=r"^Onenight has no greedy bot\.$"):
        seated(GAMES["onenight"], "greedy", Random(1))
