"""What each card is worth to bots, as benchmarks/fit_wolfmoon.py learned from their rounds."""

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
    Card.ASSASSIN: Fitted(-4.87, -0.091, 0.078),
    Card.BEGGAR_KING: Fitted(0.24, -0.156, 0.558),
    Card.VILLAGER: Fitted(-3.53, -0.323, -0.316),
    Card.DRUNKARD: Fitted(-2.79, -0.033, -0.322),
    Card.SERVANT: Fitted(-3.96, -0.201, -0.012),
    Card.SEER: Fitted(-1.78, 0.021, 0.074),
    Card.TAX_COLLECTOR: Fitted(-2.95, 0.061, -0.024),
    Card.INQUISITOR: Fitted(-2.32, 0.089, -0.011),
    Card.VAMPIRE: Fitted(-1.33, -0.051, -0.348),
    Card.BARKEEPER: Fitted(-0.86, -0.185, -0.283),
    Card.GIRL: Fitted(-2.25, -0.050, -0.278),
    Card.MERCHANT: Fitted(-2.39, 0.272, -0.226),
    Card.NIGHT_WATCHMAN: Fitted(-3.53, -0.026, -0.070),
    Card.FRANKENSTEIN: Fitted(0.96, -0.129, -0.037),
    Card.WITCH: Fitted(-0.21, 0.037, -0.181),
    Card.BODYGUARD: Fitted(-1.71, 0.105, -0.028),
    Card.TRAITOR: Fitted(0.86, -0.026, 0.056),
    Card.BOUNTY_HUNTER: Fitted(-0.63, 0.006, -0.081),
    Card.GRAVEDIGGER: Fitted(-1.28, -0.001, -0.196),
    Card.PICKPOCKET: Fitted(1.18, 0.279, -0.423),
    Card.SPY: Fitted(2.47, 0.255, 0.079),
    Card.THIEF: Fitted(-0.10, 0.069, 0.323),
    Card.ALCHEMIST: Fitted(1.86, 0.237, 0.132),
    Card.SCHEMER: Fitted(3.38, 0.190, 0.200),
    Card.MAYOR: Fitted(6.99, -0.216, 0.441),
    Card.WEREWOLF: Fitted(6.56, -0.132, 0.896),
}
LIKED: Final = tuple(row.liked for row in FITTED.values())
EARLY: Final = tuple(row.early for row in FITTED.values())
LATE: Final = tuple(row.late for row in FITTED.values())
