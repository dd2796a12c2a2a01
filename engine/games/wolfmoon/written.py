"""Tables as they are written down: two letters for each card, and a deal zone by zone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.core import Options, Written
from engine.games.wolfmoon.deck import DECK, FACES, Card
from engine.games.wolfmoon.rules import begin, setup
from engine.games.wolfmoon.state import Table

MOONS: Final = {
    "M1": int(Card.SITTING_WOLF),
    "M2": int(Card.HOWLING_WOLF),
    "M3": int(Card.WEREWOLF_MOON),
}
CODES: Final = {face.code: int(card) for card, face in FACES.items()} | MOONS


def lay(seats: int, options: Options, zones: Mapping[str, Any]) -> Table:
    """The table of a round whose `hands` (one card each), `center`, `aside` and `pile` (the top
    first) are written down."""
    hands, center, aside, pile = (cards(zones[zone]) for zone in ZONES)
    dealt = sorted([*hands, *center, *aside, *pile])
    if dealt != sorted([*DECK, *MOONS.values()]) or (len(hands), len(center)) != (seats, 3):
        raise ValueError("Every card of the deck must lie somewhere, and only once.")
    table = setup(seats, bytes(32), options)
    table.todo.clear()
    begin(table, [[card] for card in hands], center, aside, pile[::-1])
    return table


ZONES: Final = ("hands", "center", "aside", "pile")


def cards(codes: Sequence[str]) -> list[int]:
    return [CODES[code] for code in codes]


def written() -> Written:
    return Written(CODES, lay)
