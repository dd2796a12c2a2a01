"""What each card is worth to bots, as benchmarks/fit_wolfmoon.py learned from their rounds: what
players like to hold from those of greedy bots, how much it helps to win from medium and hard ones.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.games.wolfmoon.deck import Card


class Fitted(NamedTuple):
    """The numbers of one card."""

    liked: float
    """How much players like to hold it, in log odds."""
    early: float
    """What it adds to the score of whoever holds it when a round begins; see `worth`."""
    late: float
    """The same when the pile has run out."""


FITTED: Final = {
    Card.ASSASSIN: Fitted(-4.87, 0.046, -0.010),
    Card.BEGGAR_KING: Fitted(0.24, -0.025, 0.252),
    Card.VILLAGER: Fitted(-3.53, -0.187, 0.097),
    Card.DRUNKARD: Fitted(-2.79, -0.140, -0.349),
    Card.SERVANT: Fitted(-3.96, -0.059, -0.271),
    Card.SEER: Fitted(-1.78, -0.079, -0.330),
    Card.TAX_COLLECTOR: Fitted(-2.95, 0.016, -0.201),
    Card.INQUISITOR: Fitted(-2.32, 0.069, -0.003),
    Card.VAMPIRE: Fitted(-1.33, -0.046, 0.039),
    Card.BARKEEPER: Fitted(-0.86, -0.130, -0.261),
    Card.GIRL: Fitted(-2.25, -0.001, 0.155),
    Card.MERCHANT: Fitted(-2.39, 0.093, 0.029),
    Card.NIGHT_WATCHMAN: Fitted(-3.53, 0.193, -0.037),
    Card.FRANKENSTEIN: Fitted(0.96, 0.084, 0.046),
    Card.WITCH: Fitted(-0.21, 0.084, -0.097),
    Card.BODYGUARD: Fitted(-1.71, 0.170, -0.198),
    Card.TRAITOR: Fitted(0.86, -0.083, 0.027),
    Card.BOUNTY_HUNTER: Fitted(-0.63, 0.101, -0.095),
    Card.GRAVEDIGGER: Fitted(-1.28, -0.059, 0.188),
    Card.PICKPOCKET: Fitted(1.18, -0.120, -0.222),
    Card.SPY: Fitted(2.47, 0.199, 0.080),
    Card.THIEF: Fitted(-0.10, 0.206, 0.269),
    Card.ALCHEMIST: Fitted(1.86, 0.483, -0.002),
    Card.SCHEMER: Fitted(3.38, 0.195, 0.375),
    Card.MAYOR: Fitted(6.99, -0.022, -0.124),
    Card.WEREWOLF: Fitted(6.56, -0.987, 0.644),
}
LIKED: Final = tuple(row.liked for row in FITTED.values())
EARLY: Final = tuple(row.early for row in FITTED.values())
LATE: Final = tuple(row.late for row in FITTED.values())
