"""Chance: unbiased numbers from a 32-byte seed that every use hashes forward."""

from __future__ import annotations

from collections.abc import MutableSequence
from hashlib import sha256
from struct import Struct
from typing import Any

from engine.core import State

EIGHT_WORDS = Struct(">8I")
RANGE = 2**32


def below(state: State, limit: int) -> int:
    """A number from 0 to `limit` - 1, each as likely as any other."""
    fair = RANGE - RANGE % limit  # words beyond it would favor small numbers
    while True:
        for word in words(state):
            if word < fair:
                return word % limit


def shuffle(state: State, items: MutableSequence[Any]) -> None:
    """Put the items into an order, each order as likely as any other."""
    last = len(items) - 1
    while last > 0:
        for word in words(state):
            limit = last + 1
            if word < RANGE - RANGE % limit:
                other = word % limit
                items[last], items[other] = items[other], items[last]
                last -= 1
                if last == 0:
                    return


def words(state: State) -> tuple[int, ...]:
    """Eight numbers below 2**32; the seed moves on."""
    block = sha256(b"draw" + state.seed).digest()
    state.seed = sha256(b"next" + state.seed).digest()
    return EIGHT_WORDS.unpack(block)
