"""Deals as they are written down: C1 to C15 chests, R1 to R15 robbers, W, S, K and T."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.core import HIDDEN, Options, Written
from engine.games.robbers.deck import RANKS, Card, Suit, deck_for, normal
from engine.games.robbers.rules import begin, setup
from engine.games.robbers.state import Table

SUITS: Final = {"C": Suit.CHEST, "R": Suit.ROBBER}
SPECIALS: Final = {
    "W": int(Card.WEREWOLF),
    "S": int(Card.SEER),
    "K": int(Card.KNIFE),
    "T": int(Card.TRAITOR),
}
CODES: Final = SPECIALS | {
    f"{letter}{rank}": normal(suit, rank)
    for letter, suit in SUITS.items()
    for rank in range(1, RANKS + 1)
}


def lay(seats: int, options: Options, zones: Mapping[str, Any]) -> Table:
    """The table of a deal whose `hands` are written down, and the card that is left over, if any,
    as `undealt`."""
    hands = [sorted(CODES[code] for code in hand) for hand in zones["hands"]]
    undealt = CODES[zones["undealt"]] if "undealt" in zones else HIDDEN
    dealt = [card for hand in hands for card in hand] + [undealt] * (undealt != HIDDEN)
    if sorted(dealt) != sorted(deck_for(seats)) or len({*map(len, hands)}) != 1:
        raise ValueError("Every card of the deck must lie somewhere, and only once.")
    table = setup(seats, bytes(32), options)
    table.todo.clear()
    begin(table, hands, undealt)
    return table


def written() -> Written:
    return Written(CODES, lay)
