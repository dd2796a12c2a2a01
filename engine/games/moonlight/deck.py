"""The wolves of both packs and the eight Alpha Powers: everything printed on the cards.

A card is a number: its kind, plus `PACK` if it is of the second pack. 0 is no card.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from engine.core import Seat


class Wolf(IntEnum):
    """The kinds of wolves, by value; a kind with a moon is another kind."""

    ONE = 1
    ONE_MOON = 2
    TWO = 3
    TWO_MOON = 4
    THREE = 5
    THREE_MOON = 6
    FOUR = 7
    FOUR_MOON = 8
    FIVE = 9
    LONE_ONE = 10
    LONE_TWO = 11
    LONE_FOUR = 12
    LONE_SIX = 13


class Power(IntEnum):
    """What an Alpha may do; an Ambush once per round, a Stamina always."""

    LEAP = 0
    BROAD_PACK = 1
    DEN_GUARD = 2
    TWIN_STRIKE = 3
    MIRROR_BITE = 4
    MOON_SONG = 5
    STUBBORN = 6
    SHIFTING_GROUND = 7


AMBUSHES: Final = (
    Power.LEAP,
    Power.TWIN_STRIKE,
    Power.MIRROR_BITE,
    Power.SHIFTING_GROUND,
)
OFFERED: Final = 4
"""How many powers lie on the table in a match."""

KINDS: Final = tuple(Wolf)
LONE: Final = (Wolf.LONE_ONE, Wolf.LONE_TWO, Wolf.LONE_FOUR, Wolf.LONE_SIX)
COPIES: Final = (0, 1, 1, 1, 1, 2, 2, 1, 1, 1, 0, 0, 0, 0)
"""By kind: how many a pack starts with."""
DECK: Final = tuple(int(kind) for kind in KINDS for _ in range(COPIES[kind]))

PACK: Final = 16
HAND: Final = 3
BROAD_HAND: Final = 5

_VALUES = (0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 1, 2, 4, 6, 0, 0)
_MOONS = (0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 2, 1, 0, 0, 0, 0)
_CORNERS = (0, 3, 3, 2, 2, 3, 3, 4, 4, 5, 3, 6, 4, 6, 0, 0)

VALUE: Final = _VALUES * 2
"""By card: what is printed on it."""
MOONS: Final = _MOONS * 2
CORNER: Final = _CORNERS * 2
"""By card: what it counts for in its row on a corner of the area."""
BONUS: Final = tuple(int(value == 3) for value in VALUE)
"""By card: points it brings when its row is won, besides the one for the card itself."""


def kind_of(card: int) -> int:
    """Which wolf it is, whichever its pack."""
    return card % PACK


def owner_of(card: int) -> Seat:
    """Whose wolf it is."""
    return Seat(card // PACK)


def wolf_of(seat: Seat, kind: int) -> int:
    """The card of this kind in a seat's pack."""
    return seat * PACK + kind
