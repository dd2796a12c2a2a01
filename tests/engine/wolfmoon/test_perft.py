"""How many ways a game can go: the number of lines to a depth, from fixed seeds.

If these numbers change, so have the rules, or what is asked.
"""

from __future__ import annotations

import pytest

from engine.games.wolfmoon import WOLFMOON
from engine.games.wolfmoon.state import Table
from engine.play import advance, asks, start
from tests.extent import EVERYTHING


def lines(table: Table, depth: int) -> int:
    """The number of ways to give this many answers."""
    if not asks(table):
        return 1
    if depth == 1:  # the last answers need not be given to be counted
        return sum(len(ask.choices) for ask in asks(table))
    count = 0
    for ask in asks(table):
        for choice in ask.choices:
            after = table.copy()
            advance(after, ask.seat, choice)
            count += lines(after, depth - 1)
    return count


DEPTHS = (4, 8, 12)
COUNTS: dict[tuple[int, int], list[int]] = {
    (3, 1): [22, 604, 14294],
    (3, 2): [38, 953, 36779],
    (4, 1): [25, 624, 15336],
    (4, 2): [50, 1034, 72867],
    (5, 1): [22, 787, 93330],
    (5, 2): [21, 615, 28192],
    (6, 1): [47, 1736, 304753],
    (6, 2): [72, 2027, 194778],
}
"""By seats and seed: the number of lines of four, eight and twelve answers."""


@pytest.mark.parametrize(("seats", "seed"), COUNTS)
def test_the_number_of_lines(seats: int, seed: int) -> None:
    table = start(WOLFMOON, seats, seed.to_bytes(32, "big"))
    table.events = None
    depths = DEPTHS if seed == 1 or EVERYTHING else DEPTHS[:-1]
    assert [lines(table, depth) for depth in depths] == COUNTS[seats, seed][: len(depths)]
