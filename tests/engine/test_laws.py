"""The laws of every game, over many seeds; the seed is in the name of the test."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.core import Game
from engine.games import GAMES
from engine.games.wolfmoon import WOLFMOON
from tests.engine.ballot import BALLOT
from tests.engine.laws import LAWS, may_part, two_worlds
from tests.extent import some

ALL_GAMES = [*GAMES.values(), BALLOT]
SEEDS = range(some(2, 3))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_law(law: Callable[[Game[Any], int], None], game: Game[Any], seed: int) -> None:
    law(game, seed)


@pytest.mark.parametrize("seed", range(some(8, 24)))
@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.id)
def test_a_seat_is_shown_the_same_in_worlds_it_cannot_tell_apart(
    game: Game[Any], seed: int
) -> None:
    for one, other in two_worlds(game, seed):
        assert may_part(game, one, other), f"{one} and {other} tell what the seat may not know"


def test_who_may_give_up_the_alchemist_does_not_hold_mayor_or_werewolf() -> None:
    """The one place where a rule tells which of two worlds it is by asking, or not (R40)."""
    parted = [{one.kind, other.kind} for one, other in two_worlds(WOLFMOON, 300_859)]
    assert {"cornered", "placed"} in parted
    assert all(may_part(WOLFMOON, one, other) for one, other in two_worlds(WOLFMOON, 300_859))
