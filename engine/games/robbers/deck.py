"""The deck: two suits of fifteen ranks and four kinds of special cards, which decide the roles.

A card is a number: chests 1 to 15, robbers 1 to 15, then the specials. Both Knives and both
Werewolves are alike: no card has an identity of its own.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import IntEnum
from typing import Final

from engine.games.robbers.icons import HOUSE, from_option


class Suit(IntEnum):
    """A suit of normal cards."""

    CHEST = 0
    ROBBER = 1


class Card(IntEnum):
    """The special cards, the one a player would rather show first."""

    KNIFE = 30
    SEER = 31
    TRAITOR = 32
    WEREWOLF = 33


class Role(IntEnum):
    """Who a player is for a deal."""

    ROBBER = 0
    WEREWOLF = 1
    TRAITOR = 2


RANKS: Final = 15
NORMAL: Final = 2 * RANKS
"""From here on, a card is special."""
KINDS: Final = int(Card.WEREWOLF) + 1


def icons_by_card(option: str) -> tuple[int, ...]:
    """By card: the icons on it, of its own suit. Raises `ValueError` for a table that is none."""
    chests, robbers = from_option(option)
    return chests + robbers + (0,) * len(Card)


ICONS: Final = icons_by_card(HOUSE)
"""The house table, by card."""


def normal(suit: Suit, rank: int) -> int:
    """The card of a suit and a rank."""
    return suit * RANKS + rank - 1


def suit_of(card: int) -> Suit | None:
    """The suit printed on a card; None: a special card has none."""
    return Suit(card // RANKS) if card < NORMAL else None


def rank_of(card: int) -> int:
    """The rank printed on a normal card."""
    return card % RANKS + 1


def deck_for(seats: int) -> tuple[int, ...]:
    """The cards in play: three players leave out the highest ranks, a Werewolf and the Seer."""
    three = seats == 3
    ranks = range(1, 13 if three else 16)
    suits = [normal(suit, rank) for suit in Suit for rank in ranks]
    specials = [Card.KNIFE, Card.KNIFE, Card.TRAITOR, Card.WEREWOLF]
    if not three:
        specials += [Card.SEER, Card.WEREWOLF]
    return (*suits, *sorted(map(int, specials)))


def copies_for(seats: int) -> list[int]:
    """By card: how many of it are in the deck."""
    copies = [0] * KINDS
    for card in deck_for(seats):
        copies[card] += 1
    return copies


def hand_size(seats: int) -> int:
    """How many cards each player is dealt; with 3 and 5 players, one card is left over."""
    return len(deck_for(seats)) // seats


def role_of(dealt: Collection[int]) -> Role:
    """The role that a dealt hand gives for the whole deal."""
    if Card.WEREWOLF in dealt:
        return Role.WEREWOLF
    return Role.TRAITOR if Card.TRAITOR in dealt else Role.ROBBER
