"""The laws of every game, over many seeds; the seed is in the name of the test."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.core import Game, Option, Options
from engine.games import GAMES
from engine.games.wolfmoon import WOLFMOON
from engine.play import settings
from tests.engine.ballot import BALLOT
from tests.engine.laws import BROUGHT, LAWS, may_part, two_worlds
from tests.extent import some

ALL_GAMES = [*GAMES.values(), BALLOT]
SEEDS = range(some(2, 3))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_law(law: Callable[[Game[Any], int], None], game: Game[Any], seed: int) -> None:
    law(game, seed)


AGREED = [
    ("wolfmoon", "others_only", "on"),
    ("wolfmoon", "winner_begins", "on"),
    ("moonlight", "last_turn", "off"),
    ("robbers", "dealer", "2"),
    ("robbers", "history", "strict"),
    ("robbers", "icons", BROUGHT["icons"]),
]
"""What a table may agree on instead of the usual: game, option and value."""


@pytest.mark.parametrize("agreed", AGREED, ids=lambda agreed: f"{agreed[0]}-{agreed[1]}")
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_law_at_a_table_that_has_agreed_on_something(
    law: Callable[[Game[Any], int], None], agreed: tuple[str, str, str]
) -> None:
    law(fixed(*agreed), 1)


@pytest.mark.parametrize("agreed", AGREED, ids=lambda agreed: f"{agreed[0]}-{agreed[1]}")
def test_what_is_agreed_on_tells_no_seat_more_than_it_may_know(
    agreed: tuple[str, str, str],
) -> None:
    game = fixed(*agreed)
    for seed in range(some(2, 12)):
        for one, other in two_worlds(game, seed):
            assert may_part(game, one, other), f"seed {seed}: {one} and {other}"


def fixed(name: str, key: str, value: str) -> Game[Any]:
    """A game in which one option has only one value."""
    game = GAMES[name]
    options = [Option(key, (value,)) if o.key == key else o for o in game.options]
    return replace(game, options=tuple(options))


@pytest.mark.parametrize("seed", range(some(8, 24)))
@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.id)
def test_a_seat_is_shown_the_same_in_worlds_it_cannot_tell_apart(
    game: Game[Any], seed: int
) -> None:
    for one, other in two_worlds(game, seed):
        assert may_part(game, one, other), f"{one} and {other} tell what the seat may not know"


def test_who_may_give_up_the_alchemist_does_not_hold_mayor_or_werewolf() -> None:
    """The one place where a rule tells which of two worlds it is by asking, or not (R40)."""
    game = with_options(WOLFMOON, "length", "start", "reveal")
    parted = list(two_worlds(game, 300_859))
    assert {"cornered", "placed"} in [{one.kind, other.kind} for one, other in parted]
    assert all(may_part(game, one, other) for one, other in parted)


def with_options(game: Game[Any], *keys: str) -> Game[Any]:
    """A game with some of its options: the others are as usual, and a seed deals what it did."""

    def setup(seats: int, seed: bytes, options: Options) -> Any:
        return game.setup(seats, seed, settings(game, options))

    return replace(game, options=tuple(o for o in game.options if o.key in keys), setup=setup)
