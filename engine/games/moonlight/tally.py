"""The tally: what the visible wolves add up to, at the end of a round or if it ended now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.core import Seat
from engine.games.moonlight.deck import BONUS, CORNER, MOONS, VALUE, Power, owner_of
from engine.games.moonlight.land import SIDE, box_of

MOON_POINTS = 2
SONG = 2
"""Moons that the Moon Song adds to the visible ones."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the area, from left to right as both players see it."""

    line: int
    """The row of its cells on the sheet."""
    sums: tuple[int, int]
    winner: Seat | None
    """None: the row is lost for both."""
    stubborn: bool
    """Whether a power won it by breaking a tie."""
    cards: int
    """Cards that the winner takes."""
    bonus: int
    """Points for the 3s among them."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How the two packs did, and why."""

    rows: tuple[Row, ...]
    moons: tuple[int, int]
    """Moons, including those of a power."""
    moon_winner: Seat | None
    points: tuple[int, int]
    cards: tuple[int, int]
    """Cards taken."""
    winner: Seat | None
    """None: the round is played again."""
    reason: str
    """What decided: points, stubborn, cards or nothing."""


def tally(tops: Mapping[int, int], powers: Sequence[int | None]) -> Tally:
    """What the visible wolves add up to, given the powers that both sides hold."""
    if not tops:
        return Tally((), (0, 0), None, (0, 0), (0, 0), None, "nothing")
    box = box_of(tops)
    rows = tuple(row_of(tops, line, powers) for line in range(box.top, box.bottom + 1))
    counts = [SONG if power == Power.MOON_SONG else 0 for power in powers]
    for card in tops.values():
        counts[owner_of(card)] += MOONS[card]
    moons = (counts[0], counts[1])
    moon_winner = more(moons, powers)
    cards = [sum(row.cards for row in rows if row.winner == seat) for seat in (0, 1)]
    points = [
        cards[seat]
        + sum(row.bonus for row in rows if row.winner == seat)
        + (MOON_POINTS if moon_winner == seat else 0)
        for seat in (0, 1)
    ]
    winner, reason = decide(points, cards, powers)
    return Tally(
        rows, moons, moon_winner, (points[0], points[1]), (cards[0], cards[1]), winner, reason
    )


def row_of(tops: Mapping[int, int], line: int, powers: Sequence[int | None]) -> Row:
    """Who wins a row, and how."""
    sums, cards, bonus = [0, 0], [0, 0], [0, 0]
    corners = box_of(tops).corners()
    for cell, card in tops.items():
        if cell // SIDE == line:
            seat = owner_of(card)
            sums[seat] += CORNER[card] if cell in corners else VALUE[card]
            cards[seat] += 1
            bonus[seat] += BONUS[card]
    winner = more(sums, powers)
    if winner is not None and not cards[winner]:
        winner = None  # without a card in the row, breaking a tie at 0 wins nothing
    stubborn = winner is not None and sums[0] == sums[1]
    took, extra = (cards[winner], bonus[winner]) if winner is not None else (0, 0)
    return Row(line, (sums[0], sums[1]), winner, stubborn, took, extra)


def more(counts: Sequence[int], powers: Sequence[int | None]) -> Seat | None:
    """Who has more, or wins the tie; None: nobody."""
    if counts[0] != counts[1]:
        return Seat(int(counts[1] > counts[0]))
    return next((Seat(seat) for seat in (0, 1) if powers[seat] == Power.STUBBORN), None)


def decide(
    points: Sequence[int], cards: Sequence[int], powers: Sequence[int | None]
) -> tuple[Seat | None, str]:
    """Who wins a round, and what decides it."""
    winner = more(points, powers)
    if winner is not None:
        return winner, "points" if points[0] != points[1] else "stubborn"
    winner = more(cards, powers)
    return winner, "nothing" if winner is None else "cards"
