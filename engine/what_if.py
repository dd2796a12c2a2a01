"""What if: a round played on by bots, many times, from two choices that a seat had.

The hands are those that really were: this is not about what the seat could know, which a review is
about, but about what would have come of it. What nobody had seen yet is shuffled anew each time,
and bots decide anew; both choices meet the same chance, so that what differs is what they lead to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from engine.bots.personas import seated
from engine.core import Choice, Event, Game, Seat
from engine.play import advance, asks, view

MOVES = 2_000
"""More answers than any round has."""
SURE = 2.0
"""How many standard errors two shares must lie apart to be told apart."""


@dataclass(frozen=True, slots=True)
class Fork:
    """A moment at which a seat could choose, and who plays on from there."""

    game: Game[Any]
    state: Any
    """The whole table at that moment."""
    seat: Seat
    choices: tuple[Choice, ...]
    levels: tuple[str, ...]
    """By seat: how well its bot plays."""
    personas: tuple[str, ...]
    """By seat: in what manner; "" for none."""

    def tried(self, number: int) -> tuple[float, ...]:
        """By choice: which share of the round was won on one of many tables."""
        return tuple(self.played(choice, number) for choice in self.choices)

    def played(self, choice: Choice, number: int) -> float:
        state, seat = self.state.copy(), self.seat
        chance = Random(f"what if {number}")
        state.seed = chance.randbytes(32)
        if self.game.shuffle_unseen is not None:
            self.game.shuffle_unseen(state, chance)
        before = len(state.events)
        advance(state, seat, choice)
        bots = [
            seated(self.game, level, Random(f"what if {number} {place}"), persona)
            for place, (level, persona) in enumerate(zip(self.levels, self.personas, strict=True))
        ]
        for _ in range(MOVES):
            ended = next((e for e in state.events[before:] if e.kind.startswith("won_")), None)
            if ended is not None:
                return share_of(self.game, ended, seat)
            asked = asks(state)[0].seat
            advance(state, asked, bots[asked].choose(view(self.game, state, asked)))
        return 0.0


def share_of(game: Game[Any], ended: Event, seat: Seat) -> float:
    """What a seat won of a round; everybody on a winning side wins all of it."""
    winners = 1 if game.sides else max(1, ended.number.bit_count())
    return (ended.number >> seat & 1) / winners


class Score(NamedTuple):
    """What two choices have led to so far, on the same tables."""

    tables: int = 0
    won: tuple[float, ...] = (0.0, 0.0)
    gap: float = 0.0
    """The sum of what the first won more."""
    spread: float = 0.0
    """The sum of its squares."""

    def and_then(self, found: Sequence[float]) -> Score:
        """With one more table."""
        gap = found[0] - found[1]
        won = tuple(one + more for one, more in zip(self.won, found, strict=True))
        return Score(self.tables + 1, won, self.gap + gap, self.spread + gap * gap)

    @property
    def shares(self) -> tuple[float, ...]:
        return tuple(won / max(1, self.tables) for won in self.won)

    @property
    def leader(self) -> int | None:
        """Which of the two is better; None: chance may have made the difference."""
        if self.tables < 2:
            return None
        mean = self.gap / self.tables
        error = sqrt(max(0.0, self.spread / self.tables - mean * mean) / self.tables)
        if abs(mean) <= SURE * error or not mean:
            return None
        return 0 if mean > 0 else 1
