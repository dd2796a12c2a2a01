"""What if: bots play a round on from two choices, on the same tables, and chance is told apart."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from engine.core import Seat
from engine.games import GAMES
from engine.play import view
from engine.replay import Replay
from engine.review import moments
from engine.what_if import Fork, Score
from tests.engine.laws import new_game, walk
from tests.engine.records import easy_match

GAME = GAMES["wolfmoon"]
ANA = Seat(0)


@cache
def fork() -> Fork:
    """The last choice of somebody in a match."""
    replay = Replay(GAME, easy_match())
    step = [moment.step for moment in moments(replay, ANA)][-1]
    ask = replay.view(step, ANA).ask
    assert ask is not None
    seats = replay.record.seats
    levels, personas = ("greedy",) * seats, ("Ada", "", "", "")
    return Fork(GAME, replay.state(step), ANA, ask.choices[:2], levels, personas)


def test_the_same_table_comes_to_the_same_every_time() -> None:
    assert [fork().tried(n) for n in range(4)] == [fork().tried(n) for n in range(4)]


def test_what_is_won_is_a_share_of_a_round_and_the_match_is_left_as_it_was() -> None:
    before = fork().state.copy()
    assert all(0 <= share <= 1 for n in range(6) for share in fork().tried(n))
    assert fork().state == before


def test_two_ways_to_say_the_same_come_to_the_same() -> None:
    one = fork()
    same = Fork(one.game, one.state, one.seat, one.choices[:1] * 2, one.levels, one.personas)
    score = Score()
    for number in range(8):
        score = score.and_then(same.tried(number))
    assert score.shares[0] == score.shares[1]
    assert score.leader is None


def test_a_choice_that_always_wins_is_told_from_one_that_never_does() -> None:
    score = Score()
    for _ in range(20):
        score = score.and_then((0.0, 1.0))
    assert (score.shares, score.leader) == ((0.0, 1.0), 1)


def test_a_small_difference_is_left_to_chance() -> None:
    score = Score()
    for number in range(20):
        score = score.and_then((1.0, 0.0) if number % 2 else (0.0, 1.0))
    assert score.and_then((1.0, 0.0)).leader is None


@pytest.mark.parametrize("name", GAMES)
def test_no_seat_notices_that_what_nobody_has_seen_was_shuffled(name: str) -> None:
    game = GAMES[name]
    if game.shuffle_unseen is None:
        return
    state, rng = new_game(game, 1)
    moved = 0
    for number, _ in enumerate(walk(state, rng)):
        if number % 9 == 0:
            other = state.copy()
            game.shuffle_unseen(other, Random(number))
            moved += other != state
            for seat in range(state.seats):
                assert view(game, other, Seat(seat)) == view(game, state, Seat(seat)), number
        if number > 120:
            break
    assert moved
