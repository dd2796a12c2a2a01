"""Thoughts that are kept from one question to the next: bots are made anew for every choice."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core import Event, Seat
from engine.games.wolfmoon.belief import Belief
from engine.games.wolfmoon.habits import Habits
from engine.games.wolfmoon.knowledge import Known

MOST_KEPT = 64

_kept: list[tuple[list[Event], Belief, Known]] = []
"""What was told, and what came of it, the last one first. A mere shortcut: told the same from the
beginning, one thinks the same."""


def thoughts(
    seats: int, seat: Seat, events: Sequence[Event], habits: Habits
) -> tuple[Belief, Known]:
    """What a seat thinks after these events, and what the whole table knows. Not to be changed."""
    belief, public, heard = Belief(seats, seat, habits), Known(seats, None), 0
    for index, (told, earlier, known) in enumerate(_kept):
        if is_earlier(earlier, belief) and events[: len(told)] == told:
            belief, public, heard = earlier.copy(), known.copy(), len(told)
            del _kept[index]
            break
    new = events[heard:]
    belief.hear(new)
    public.hear([event.told_to(None) for event in new])
    _kept.insert(0, (list(events), belief, public))
    del _kept[MOST_KEPT:]
    return belief, public


def is_earlier(one: Belief, other: Belief) -> bool:
    """Whether two beliefs are of the same seat and habits."""
    return (one.seats, one.seat) == (other.seats, other.seat) and one.habits is other.habits
