"""Deals of Robbers under way, for tests of those who think about them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from engine.core import Seat, View
from engine.games.robbers import ROBBERS
from engine.games.robbers.deck import deck_for, hand_size
from engine.games.robbers.rules import begin
from engine.games.robbers.state import SEATS, Table
from engine.play import advance, asks, start, view
from tests.scenarios.robbers import cards


def questions(seed: int, seats: int, level: str = "random") -> Iterator[tuple[Table, View[Table]]]:
    """A deal, and what the next player sees of it, whenever there is a choice."""
    rng = Random(f"deals {seed}")
    table = start(ROBBERS, seats, rng.randbytes(32), {"length": "round"})
    bot = ROBBERS.bots[level](rng)
    while open_asks := asks(table):
        shown = view(ROBBERS, table, open_asks[0].seat)
        if len(open_asks[0].choices) > 1:
            yield table, shown
        advance(table, open_asks[0].seat, bot.choose(shown))


def whole(*given: str, seed: int = 1) -> Table:
    """A whole deal, the first seat leading: each hand has these cards, the rest are normal."""
    rng = Random(seed)
    seats = len(given)
    hands = [cards(codes.split()) for codes in given]
    rest = list(deck_for(seats))
    for hand in hands:
        for card in hand:
            rest.remove(card)
    rest.sort(key=lambda card: (card < 30, rng.random()))  # the special cards are left over
    for hand in hands:
        while len(hand) < hand_size(seats):
            hand.append(rest.pop())
    table = Table(seats, bytes(32), 1, history=False, dealer=SEATS[seats - 1])
    table.points = [0] * seats
    begin(table, [sorted(hand) for hand in hands], rest.pop() if rest else -1)
    return table


def seen_by(table: Table, seat: int) -> View[Table]:
    return view(ROBBERS, table, Seat(seat))


def choices_of(shown: View[Table]) -> Sequence[int]:
    assert shown.ask is not None
    return [choice.value for choice in shown.ask.choices]
