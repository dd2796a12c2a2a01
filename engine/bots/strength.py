"""Match my strength: bots that play better after a player's wins, and worse after losses.

A win moves the dial up and a loss moves it down, so that both even out where the player wins as
often as wished. At first the steps are large, to find that place; later they are small, but never
so small that a player who learns would be left behind.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from engine.bots.dial import dial_of, level_at
from engine.core import Game

MATCH: Final = "match"
"""What a player wishes for who wants such bots; no bot is called that."""
AIMS: Final = {"usual": 1.5, "kind": 3.0, "tough": 1.0}
"""By wish: how much better a player's odds are than among equals; the usual one first. At a table
of four that is a win in three games, in two, or in four."""
FIRST: Final = 2.5
"""How many levels a win and a loss lie apart at first."""
LEAST: Final = 0.4
"""How many levels they lie apart in the end."""
SLOWER: Final = 0.8
"""How much closer they come whenever a win follows a loss, or a loss a win: while results are all
the same, the place has not been found."""

BEYOND: Final = 1.0
"""How many levels beyond an end of the dial a place may lie: a loss counts even where bots cannot
be gentler, or whoever is at that end would win less often than wished."""


class Strength(NamedTuple):
    """Where bots stand for somebody in one game; everybody begins at its gentle end."""

    place: float = 0.0
    """On the game's dial, in levels."""
    games: int = 0
    """How many games have moved it."""
    stride: float = FIRST
    """How many levels a win and a loss lie apart now."""
    won: bool = False
    """Whether the last of them was won."""

    def level(self, game: Game[Any]) -> str:
        """The level of the bots that the player meets next."""
        return level_at(game, self.place)


def wanted(game: Game[Any], seats: int, aim: str = "usual") -> float:
    """The share of games that a player is meant to win."""
    odds = AIMS[aim] / (seats - 1)
    if game.allied:  # half of the credit, or the blame, is the others'
        odds = AIMS[aim] / AIMS["usual"] * game.allied / (1 - game.allied)
    return odds / (1 + odds)


def after(game: Game[Any], before: Strength, won: bool, share: float) -> Strength:
    """Where bots stand after a game of somebody who is meant to win this share of them."""
    turned = bool(before.games) and won != before.won
    stride = max(LEAST, before.stride * SLOWER) if turned else before.stride
    place = before.place + stride * (1 - share if won else -share)
    return Strength(within(game, place), before.games + 1, stride, won)


def within(game: Game[Any], place: float) -> float:
    """The nearest place that bots may have."""
    return min(max(-BEYOND, place), len(dial_of(game)) - 1 + BEYOND)
