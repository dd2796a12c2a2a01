"""Chance: numbers without bias from a 32-byte seed that every use hashes forward."""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence
from hashlib import sha256
from struct import Struct
from typing import Any

from engine.core import State

_EIGHT_WORDS = Struct(">8I")
_RANGE = 2**32


def below(state: State, limit: int) -> int:
    """A number from 0 to `limit` - 1, each as likely as any other."""
    return _fair(_words(state), limit)


def shuffle(state: State, items: MutableSequence[Any]) -> None:
    """Put the items into an order, each order as likely as any other."""
    words = _words(state)
    for last in range(len(items) - 1, 0, -1):
        other = _fair(words, last + 1)
        items[last], items[other] = items[other], items[last]


def _fair(words: Iterator[int], limit: int) -> int:
    """Words beyond the last whole multiple of `limit` would favour small numbers: skip them."""
    fair = _RANGE - _RANGE % limit
    while (word := next(words)) >= fair:
        pass
    return word % limit


def _words(state: State) -> Iterator[int]:
    while True:
        block = sha256(b"draw" + state.seed).digest()
        state.seed = sha256(b"next" + state.seed).digest()
        yield from _EIGHT_WORDS.unpack(block)
