"""The deck: 30 characters of 26 kinds with values from 0 to 10, and three Moons."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple


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


class Printed(NamedTuple):
    """A character: its two-letter abbreviation, and what is printed on it."""

    code: str
    value: int
    copies: int = 1


FACES: Final = {
    Card.ASSASSIN: Printed("AS", 0),
    Card.BEGGAR_KING: Printed("BK", 0),
    Card.VILLAGER: Printed("VI", 1, copies=4),
    Card.DRUNKARD: Printed("DR", 1),
    Card.SERVANT: Printed("SV", 1),
    Card.SEER: Printed("SE", 2),
    Card.TAX_COLLECTOR: Printed("TX", 2),
    Card.INQUISITOR: Printed("IN", 2),
    Card.VAMPIRE: Printed("VA", 2),
    Card.BARKEEPER: Printed("BA", 3),
    Card.GIRL: Printed("GI", 3),
    Card.MERCHANT: Printed("ME", 3),
    Card.NIGHT_WATCHMAN: Printed("NW", 3),
    Card.FRANKENSTEIN: Printed("FM", 4),
    Card.WITCH: Printed("WI", 4),
    Card.BODYGUARD: Printed("BG", 4, copies=2),
    Card.TRAITOR: Printed("TR", 5),
    Card.BOUNTY_HUNTER: Printed("BH", 5),
    Card.GRAVEDIGGER: Printed("GD", 6),
    Card.PICKPOCKET: Printed("PP", 6),
    Card.SPY: Printed("SP", 7),
    Card.THIEF: Printed("TH", 7),
    Card.ALCHEMIST: Printed("AL", 8),
    Card.SCHEMER: Printed("SC", 8),
    Card.MAYOR: Printed("MA", 9),
    Card.WEREWOLF: Printed("WW", 10),
}
"""All characters, in order."""

VALUES: Final = range(11)

CHARACTERS: Final = tuple(int(card) for card in FACES)

VALUE: Final = tuple(face.value for face in FACES.values())
"""The printed value of each character."""

COPIES: Final = tuple(face.copies for face in FACES.values())
"""How many of each character are in the deck."""

DECK: Final = tuple(kind for kind in CHARACTERS for _ in range(COPIES[kind]))
"""All thirty characters."""

IN_PLAY: Final = len(DECK) - 1 - 2 - 3
"""Characters in the pile and the hands, without the Werewolf: two lie aside, three in the center.
"""

GUESSING: Final = (Card.ASSASSIN, Card.VILLAGER)
"""Cards that name a value; the target of a miss may show the Spy."""

COMPARING: Final = (Card.BARKEEPER, Card.GIRL)
"""Cards that may compare two hands."""

DOOMED: Final = (int(Card.MAYOR), int(Card.WEREWOLF))
"""Whoever lays one of these face up is out."""

ACCUSED: Final = {Card.TAX_COLLECTOR: (0, 1), Card.INQUISITOR: (9, 10)}
"""By card that accuses: the values it finds guilty."""

FIRST_MOON: Final = int(Card.SITTING_WOLF)
"""From here on, a card is a Moon."""


def thirds(seats: int) -> tuple[int, int, int]:
    """Sizes of the top, middle and bottom part of a fresh pile, with the Werewolf and two Moons.

    The pile is built from the bottom, so the first stacks get the surplus; the Sitting Wolf lies
    between top and middle and belongs to neither.
    """
    characters = IN_PLAY - seats
    bottom = -(-characters // 3)
    middle = -(-(characters - bottom) // 2)
    top = characters - bottom - middle
    return top + 1, middle + 1, bottom + 1
