"""A trick: what each card in it counts as, and whose it is.

The first normal card fixes the led suit; the other suit is trump. What a special card counts as is
settled before anybody knows which suit that is: it may be "16 of trumps" before trump is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.games.robbers.deck import NORMAL, Card, Suit, rank_of, suit_of


class Counts(NamedTuple):
    """What a card counts as; of two, the greater is the stronger."""

    trump: bool
    rank: int


def led_suit(cards: Sequence[int]) -> Suit | None:
    """The suit of the first normal card; None: it is still open."""
    return next((suit_of(card) for card in cards if card < NORMAL), None)


def counts_as(cards: Sequence[int]) -> list[Counts]:
    """What each card of a trick counts as at the moment.

    A Seer is judged by the whole trick: a Werewolf played later makes it the lowest card, and the
    Werewolf right after it the lowest but one.
    """
    led = led_suit(cards)
    found: list[Counts] = []
    for card in cards:
        if card == Card.WEREWOLF:
            found.append(found[-1]._replace(rank=found[-1].rank + 1) if found else Counts(True, 16))
        elif card == Card.SEER:
            found.append(Counts(False, 0) if Card.WEREWOLF in cards else Counts(True, 16))
        elif card == Card.KNIFE:
            found.append(Counts(True, 0))
        elif card == Card.TRAITOR:
            found.append(Counts(False, 16))
        else:
            found.append(Counts(suit_of(card) != led, rank_of(card)))
    return found


def suit_counted(cards: Sequence[int], counts: Counts) -> Suit | None:
    """The suit that a card of a trick counts as; None: open until a normal card is played."""
    led = led_suit(cards)
    return None if led is None else Suit(led ^ counts.trump)


def winner(cards: Sequence[int]) -> int:
    """The index of the strongest card so far, in play order; of equals, the later one."""
    counts = counts_as(cards)
    return max(range(len(cards)), key=lambda place: (counts[place], place))


def would_lead(cards: Sequence[int], card: int) -> bool:
    """Whether a card would be the strongest if it were played next."""
    return winner([*cards, card]) == len(cards)
