"""The deck: 30 characters of 26 kinds with the values 0 to 10, and three Moons."""

from __future__ import annotations

from enum import IntEnum
from typing import Final


class Card(IntEnum):
    """A kind of card. Copies of a kind are alike: no card has an identity of its own."""

    ASSASSIN = 0
    BEGGAR_KING = 1
    VILLAGER = 2
    DRUNKARD = 3
    SERVANT = 4
    SEER = 5
    TAX_COLLECTOR = 6
    INQUISITOR = 7
    VAMPIRE = 8
    BARKEEPER = 9
    GIRL = 10
    MERCHANT = 11
    NIGHT_WATCHMAN = 12
    FRANKENSTEIN = 13
    WITCH = 14
    BODYGUARD = 15
    TRAITOR = 16
    BOUNTY_HUNTER = 17
    GRAVEDIGGER = 18
    PICKPOCKET = 19
    SPY = 20
    THIEF = 21
    ALCHEMIST = 22
    SCHEMER = 23
    MAYOR = 24
    WEREWOLF = 25
    SITTING_WOLF = 26
    HOWLING_WOLF = 27
    WEREWOLF_MOON = 28


VALUES: Final = range(11)

CHARACTERS: Final = tuple(range(Card.WEREWOLF + 1))

VALUE: Final = (0, 0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 10)
"""The printed value of each character."""

COPIES: Final = tuple(
    {Card.VILLAGER: 4, Card.BODYGUARD: 2}.get(Card(kind), 1) for kind in CHARACTERS
)
"""How many of each character are in the deck."""

DECK: Final = tuple(kind for kind in CHARACTERS for _ in range(COPIES[kind]))
"""All thirty characters; the Werewolf is the last."""

ACCUSED: Final = {Card.TAX_COLLECTOR: (0, 1), Card.INQUISITOR: (9, 10)}
"""By card that accuses: the values it finds guilty."""

FIRST_MOON: Final = int(Card.SITTING_WOLF)
"""From here on, a card is a Moon."""


def thirds(seats: int) -> tuple[int, int, int]:
    """Sizes of the top, middle and bottom part of a fresh pile, with the Werewolf and two Moons.

    The pile is built from the bottom, so the first stacks get the surplus; the Sitting Wolf lies
    between top and middle and belongs to neither.
    """
    characters = 24 - seats
    bottom = -(-characters // 3)
    middle = -(-(characters - bottom) // 2)
    top = characters - bottom - middle
    return top + 1, middle + 1, bottom + 1
