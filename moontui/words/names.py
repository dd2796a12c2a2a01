"""Names as they are written: told apart, and unable to move what stands beside them."""

from __future__ import annotations

from collections.abc import Sequence

from net.lookalikes import look_alike, turns_lines
from net.text import NAME_CELLS, clean

SEAT_LETTERS = "abcdefghij"
"""By seat: the key and the sign that it keeps all game."""


def told_apart(names: Sequence[str]) -> list[str]:
    """Names at a table; those that could be mistaken for one another carry their seat's letter."""
    told = []
    for seat, name in enumerate(names):
        others = [*names[:seat], *names[seat + 1 :]]
        letter = SEAT_LETTERS[seat]
        if turns_lines(name):
            told.append(fenced(name, letter))
        elif name and any(look_alike(name, other) for other in others):
            told.append(f"{clean(name, NAME_CELLS - 2)} {letter}")
        else:
            told.append(name)
    return told


def fenced(name: str, mark: str) -> str:
    """A name that is written from right to left, between two marks that are not. A terminal which
    reorders such a name stops at the next letter written from left to right: so the digits and
    frames around the name stay where they are. Marks that do the same unseen would be shown as
    rubbish, or counted as a cell, by some terminals; letters are the same everywhere."""
    if not turns_lines(name):
        return name
    return f"{mark} {clean(name, NAME_CELLS - 2 * (len(mark) + 1))} {mark}"


def person(seats: Sequence[int], me: int | None) -> str:
    """In which form a verb speaks of some people: `you` alone, `they` for one of the others,
    `together` for several, `together_you` if the player is one of them."""
    if len(seats) == 1:
        return "you" if seats[0] == me else "they"
    return "together_you" if me in seats else "together"
