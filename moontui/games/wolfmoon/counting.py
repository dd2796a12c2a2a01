"""Counting cards as a player does: what lies open is seen, and so is whatever has a known place."""

from __future__ import annotations

from engine.core import Choice, Seat, View
from engine.games.wolfmoon.deck import VALUE
from engine.games.wolfmoon.insight import copies_unseen
from engine.games.wolfmoon.knowledge import Known
from engine.games.wolfmoon.state import Table
from engine.games.wolfmoon.views import unseen_cards


def places_known(known: Known, me: Seat | None) -> dict[int, int]:
    """By place, apart from the own hand: the card that is known to lie there."""
    found: dict[int, int] = {}
    for place in range(known.drawn):
        card = known.card(place) if place != me and known.may_be[place] else None
        if card is not None:
            found[place] = card
    return found


def unplaced(table: Table, me: Seat | None) -> list[int]:
    """How many of each character are neither seen nor known to lie somewhere."""
    left = unseen_cards(table, me)
    for card in places_known(table.known, me).values() if table.known is not None else ():
        left[card] -= 1
    return [max(0, count) for count in left]


def guessable(view: View[Table]) -> dict[Choice, int]:
    """How many cards of each value may be in the hand that is guessed at: not those that are known
    to lie elsewhere."""
    known, ask = view.state.known, view.ask
    copies = copies_unseen(view)
    if known is None or ask is None or ask.other is None:
        return copies
    kinds = known.kinds(ask.other)
    for place, card in places_known(known, view.seat).items():
        choice = next((one for one in copies if one.value == VALUE[card]), None)
        if choice is not None and place != ask.other and kinds >> card & 1:
            copies[choice] = max(0, copies[choice] - 1)
    return copies
