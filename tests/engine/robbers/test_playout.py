"""Deals in bare numbers go the same way as at the table."""

from __future__ import annotations

from random import Random

import pytest

from engine.games.robbers import ROBBERS
from engine.games.robbers.endgame import LOST, TIED, WON, solve
from engine.games.robbers.playout import NO_TRICK, Position, icons_of, lay, play_out
from engine.games.robbers.scoring import in_wolf_team
from engine.games.robbers.search import on_the_table
from engine.games.robbers.state import Table
from engine.games.robbers.trick import winner
from engine.play import advance, apply, asks, start
from tests.engine.robbers.deals import questions, seen_by

DECK = [*range(30), *range(30, 34), 30, 33]


def test_tricks_in_numbers_are_taken_as_at_the_table() -> None:
    rng = Random(5)
    for _ in range(5_000):
        cards = rng.sample(DECK, rng.randint(3, 5))
        trick = NO_TRICK
        for seat, card in enumerate(cards):
            trick = lay(trick, seat, card)
        taker = trick.taker if trick.wolf or trick.seer < 0 else trick.seer
        assert taker == winner(cards), cards


def late(seed: int, seats: int, left: int) -> Table:
    """A deal of random plays, up to a lead with this many cards left in every hand."""
    rng = Random(f"late {seed}")
    table = start(ROBBERS, seats, rng.randbytes(32), {"length": "round"})
    while len(table.hands[asks(table)[0].seat]) > left or table.trick:
        ask = asks(table)[0]
        advance(table, ask.seat, rng.choice(ask.choices))
    return table


def position_of(table: Table) -> Position:
    seat = asks(table)[0].seat
    piles, trick = on_the_table(seen_by(table, seat).state)
    icons = icons_of(table.icons)
    return Position(table.roles, [hand[:] for hand in table.hands], piles, trick, seat, icons)


def ahead(table: Table) -> int:
    assert table.account is not None
    return table.account.totals[0] - table.account.totals[1]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_last_trick_is_reckoned_up_as_at_the_table(seats: int) -> None:
    for seed in range(60):
        table = late(seed, seats, 1)
        found = play_out(position_of(table), table.hands[asks(table)[0].seat][0])
        while open_asks := asks(table):
            apply(table, open_asks[0].seat, open_asks[0].choices[0])
        assert found == ahead(table), f"seed {seed}"


def best(table: Table) -> int:
    """What a deal comes to if both teams play their best, tried out at the real table."""
    if not asks(table):
        return WON if ahead(table) > 0 else LOST if ahead(table) < 0 else TIED
    ask = asks(table)[0]
    found = []
    for choice in ask.choices:
        after = table.copy()
        advance(after, ask.seat, choice)
        found.append(best(after))
    return min(found) if in_wolf_team(table.roles[ask.seat]) else max(found)


@pytest.mark.parametrize("seed", range(12))
def test_the_last_two_tricks_are_solved_as_if_all_were_tried_at_the_table(seed: int) -> None:
    table = late(seed, 3 + seed % 2, 2)
    position, ask = position_of(table), asks(table)[0]
    for choice in ask.choices:
        after = table.copy()
        advance(after, ask.seat, choice)
        assert solve(position, choice.value) == best(after)


def test_playing_on_in_mind_changes_nothing() -> None:
    for table, _ in questions(3, 4):
        position = position_of(table)
        before = [hand[:] for hand in position.hands], position.points[:], position.halved[:]
        first = play_out(position, position.hands[position.turn][0])
        assert play_out(position, position.hands[position.turn][0]) == first
        assert ([hand[:] for hand in position.hands], position.points, position.halved) == before
