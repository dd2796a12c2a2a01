"""What each persona likes to do: ten players who can be told apart by the cards they lay down.

A style is a bonus, in chances to win the deal, for what a card does. It decides between cards that
are about equally good, and goes by what lies on the table and the card alone: nothing in it asks
what its player is.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.games.robbers.deck import NORMAL, Card, Suit, rank_of, suit_of
from engine.games.robbers.state import Table
from engine.games.robbers.trick import led_suit, would_lead

MIDDLE = 8
"""The rank that is neither high nor low."""


class Style(NamedTuple):
    """What is liked, in chances to win."""

    take: float = 0.0
    """Taking the lead in a trick that others have begun."""
    special: float = 0.0
    """Playing a special card."""
    knife: float = 0.0
    """Playing a Knife."""
    show: float = 0.0
    """Showing one's role by a card."""
    spend: float = 0.0
    """Parting with icons, for each of them."""
    high: float = 0.0
    """Leading a high rank, for each step above the middle."""
    chests: float = 0.0
    """Leading chests rather than robbers."""
    trump: float = 0.0
    """Answering with the other suit."""


PLAIN = Style()

LIKINGS: dict[str, Style] = {
    "Ada": Style(take=0.03, show=0.02),  # bold
    "Bela": Style(take=-0.02, show=-0.03, special=-0.02),  # careful
    "Cleo": Style(spend=-0.008),  # hoarder
    "Dario": Style(knife=0.06, trump=0.01),  # hunter
    "Edda": PLAIN,  # plain
    "Finn": Style(high=0.006, special=0.02),  # hasty
    "Greta": Style(chests=0.04, high=-0.002),  # avenger
    "Hugo": Style(show=0.06, special=0.02, chests=-0.02),  # proud
    "Ines": Style(trump=0.03, chests=-0.04),  # curious
    "Jona": Style(high=-0.006, take=-0.015, trump=-0.02),  # dreamer
}


def taste(style: Style, table: Table, card: int) -> float:
    """How much this style likes a card, all else being equal."""
    if style is PLAIN:
        return 0.0
    trick, liked = table.trick, style.spend * table.icons[card]
    if card >= NORMAL:
        liked += style.special + style.knife * (card == Card.KNIFE)
        liked += style.show * (card >= Card.TRAITOR)
    elif not trick:
        liked += style.high * (rank_of(card) - MIDDLE)
        liked += style.chests if suit_of(card) == Suit.CHEST else 0.0
    elif led_suit(trick) is not None:
        liked += style.trump * (suit_of(card) != led_suit(trick))
    if trick and style.take and would_lead(trick, card):
        liked += style.take
    return liked
