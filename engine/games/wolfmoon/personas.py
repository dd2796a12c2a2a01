"""What each persona likes to do when it hardly matters.

A style is a small bonus, in chances to win, for plans of its kind. It decides between plans that
are about equally good, so it gives a bot a face and costs it almost nothing.
"""

from __future__ import annotations

from typing import NamedTuple


class Style(NamedTuple):
    """What is liked, in chances to win."""

    attack: float = 0.0
    """Aiming a card at somebody."""
    center: float = 0.0
    """Looking at the center instead of drawing."""
    shelter: float = 0.0
    """Playing what protects: Bodyguard, Alchemist."""
    hunt: float = 0.0
    """Aiming at whoever is likeliest to hold the Werewolf."""
    hoard: float = 0.0
    """Keeping the higher card, for each point of value."""


PLAIN = Style()
BOLD = Style(attack=0.006, center=-0.004)
CAREFUL = Style(attack=-0.003, center=0.004, shelter=0.008)
HUNTER = Style(hunt=0.01)
HOARDER = Style(hoard=0.001, center=0.003)

LIKINGS: dict[str, Style] = {
    "Ada": BOLD,
    "Bela": CAREFUL,
    "Cleo": HOARDER,
    "Dario": HUNTER,
    "Edda": PLAIN,
    "Finn": BOLD,
    "Greta": CAREFUL,
    "Hugo": HUNTER,
    "Ines": HOARDER,
    "Jona": PLAIN,
}
