"""Which key means which choice: a seat, a slot or a value keeps its key all game."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase, digits
from typing import Any

from engine.core import Choice, View
from moontui.words.names import SEAT_LETTERS
from moontui.words.teller import Teller

__all__ = ["SEAT_LETTERS", "keys_of"]

NUMBERS = digits[1:] + digits[0] + ascii_lowercase
"""For choices without a key of their own, in the order of the list."""


def keys_of(
    teller: Teller, view: View[Any], more: Sequence[Choice] = (), covered: bool = False
) -> dict[Choice, str]:
    """The key of every choice on offer, and of what else can be done meanwhile. While a player's
    cards are covered nothing is ready that was made of them."""
    if view.ask is None:
        return {}
    numbers = iter(digits[1:])
    whole = () if covered else teller.ready(view)
    ready = {choice: teller.key(choice) or next(numbers) for choice in whole}
    keys = {choice: key for choice in view.ask.choices if (key := teller.key(choice))}
    taken = set(keys.values())
    letters = (key for key in ascii_lowercase if key not in taken)
    for choice in view.ask.choices:
        if choice.verb in teller.LETTERED and choice not in keys:
            keys[choice] = next(letters, "")
    free = (key for key in NUMBERS if key not in {*keys.values(), *ready.values()})
    offered = {choice: keys.get(choice) or next(free, "") for choice in view.ask.choices}
    return ready | offered | {choice: teller.key(choice) for choice in more}
