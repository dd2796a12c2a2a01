"""Sets of kinds of cards, a bit for each, and those that the rules mention."""

from __future__ import annotations

from engine.games.wolfmoon.deck import ACCUSED, CHARACTERS, DOOMED, VALUE, VALUES, Card

Kinds = int
"""A set of kinds of cards, a bit for each."""


def numbers_of(bits: int) -> list[int]:
    """What is in a set of bits: kinds, places or seats."""
    return [number for number in range(bits.bit_length()) if bits >> number & 1]


ANY: Kinds = (1 << len(CHARACTERS)) - 1
WOLF: Kinds = 1 << Card.WEREWOLF
TAME: Kinds = ANY & ~WOLF
"""Whatever may be dealt: never the Werewolf."""
DOOM: Kinds = sum(1 << kind for kind in DOOMED)
OF_VALUE: tuple[Kinds, ...] = tuple(
    sum(1 << kind for kind in CHARACTERS if VALUE[kind] == value) for value in VALUES
)
ABOVE: tuple[Kinds, ...] = tuple(sum(OF_VALUE[value + 1 :]) for value in VALUES)
BELOW: tuple[Kinds, ...] = tuple(sum(OF_VALUE[:value]) for value in VALUES)
GUILTY: dict[int, Kinds] = {
    card: sum(OF_VALUE[value] for value in values) for card, values in ACCUSED.items()
}
"""By card that accuses: what it is looking for."""
