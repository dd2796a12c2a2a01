"""Thoughts kept from one question to the next, as a new bot is made for every choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.core import Event, Seat
from engine.games.wolfmoon.belief import Belief
from engine.games.wolfmoon.habits import Habits
from engine.games.wolfmoon.knowledge import Known
from engine.games.wolfmoon.witnesses import Witnesses

MOST_KEPT = 64


class Thoughts(NamedTuple):
    """What one seat makes of what it was told. Must not be changed."""

    belief: Belief
    public: Known
    """What the whole table knows."""
    witnesses: Witnesses

    def copy(self) -> Thoughts:
        """The same thoughts, to go on from."""
        return Thoughts(self.belief.copy(), self.public.copy(), self.witnesses.copy())

    def hear(self, events: Sequence[Event]) -> None:
        self.belief.hear(events)
        self.public.hear([event.told_to(None) for event in events])
        self.witnesses.hear(events)


_kept: list[tuple[list[Event], Thoughts]] = []
"""What was told, and the thoughts it led to, latest first. A mere shortcut: the same story told
from the beginning leads to the same thoughts."""


def thoughts(seats: int, seat: Seat, events: Sequence[Event], habits: Habits) -> Thoughts:
    """What a seat thinks after these events."""
    now = Thoughts(Belief(seats, seat, habits), Known(seats, None), Witnesses(seats, seat))
    heard = 0
    for index, (told, earlier) in enumerate(_kept):
        if is_earlier(earlier.belief, now.belief) and events[: len(told)] == told:
            now, heard = earlier.copy(), len(told)
            del _kept[index]
            break
    now.hear(events[heard:])
    _kept.insert(0, (list(events), now))
    del _kept[MOST_KEPT:]
    return now


def is_earlier(one: Belief, other: Belief) -> bool:
    """Whether two beliefs are of the same seat and habits."""
    return (one.seats, one.seat) == (other.seats, other.seat) and one.habits is other.habits
