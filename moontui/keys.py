"""Which key means which choice: a seat, a slot or a value keeps its key all game."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase, digits
from typing import Any

from engine.core import Choice, View
from moontui.tellers import Teller
from net.text import NAME_CELLS, clean, look_alike

SEAT_LETTERS = "abcdefghij"
NUMBERS = digits[1:] + digits[0] + ascii_lowercase
"""For choices without a key of their own, in the order of the list."""


def keys_of(teller: Teller, view: View[Any]) -> dict[Choice, str]:
    """The key of every choice on offer."""
    if view.ask is None:
        return {}
    keys = {choice: key for choice in view.ask.choices if (key := teller.key(choice))}
    free = (key for key in NUMBERS if key not in keys.values())
    return {choice: keys.get(choice) or next(free, "") for choice in view.ask.choices}


def told_apart(names: Sequence[str]) -> list[str]:
    """Names of a table; those that people would take for one another carry the letter of their
    seat."""
    told = []
    for seat, name in enumerate(names):
        others = [*names[:seat], *names[seat + 1 :]]
        twin = bool(name) and any(look_alike(name, other) for other in others)
        told.append(f"{clean(name, NAME_CELLS - 2)} {SEAT_LETTERS[seat]}" if twin else name)
    return told
