"""What help is about: by question, choice or place, the card or the section that explains it."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.wolfmoon.deck import Card

TOPICS: Mapping[str, str] = {
    "turn": "turn",
    "draw": "turn",
    "center": "turn",
    "slot": "turn",
    "keep": "turn",
    "play": "playing",
    "pile": "moons",
    "next_round": "match",
}

ASKING: Mapping[str, Card | None] = {
    "aim": None,
    "guess": None,
    "guess_again": None,
    "partner": Card.PICKPOCKET,
    "take": Card.GRAVEDIGGER,
    "watchman": Card.NIGHT_WATCHMAN,
    "servant": Card.SERVANT,
    "alchemist": Card.ALCHEMIST,
    "spy": Card.SPY,
}
"""By question: the card it comes from; None: the question itself says."""
