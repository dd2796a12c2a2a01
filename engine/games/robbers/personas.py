"""What each persona likes to do when it hardly matters.

A style is a small bonus, in chances to win the deal, for cards of its kind. It decides between
cards that are about equally good, so it gives a bot a face and costs it almost nothing.
"""

from __future__ import annotations

from typing import NamedTuple


class Style(NamedTuple):
    """What is liked, in chances to win."""

    take: float = 0.0
    """Taking the lead in a trick."""
    special: float = 0.0
    """Playing a special card."""
    show: float = 0.0
    """Showing one's role by a card."""
    spend: float = 0.0
    """Parting with icons, for each of them."""


PLAIN = Style()
BOLD = Style(take=0.01, show=0.01)
SECRETIVE = Style(show=-0.015, special=-0.005)
SHOWY = Style(special=0.012)
THRIFTY = Style(spend=-0.003, take=-0.004)

LIKINGS: dict[str, Style] = {
    "Ada": BOLD,
    "Bela": SECRETIVE,
    "Cleo": THRIFTY,
    "Dario": SHOWY,
    "Edda": PLAIN,
    "Finn": BOLD,
    "Greta": SECRETIVE,
    "Hugo": SHOWY,
    "Ines": THRIFTY,
    "Jona": PLAIN,
}
