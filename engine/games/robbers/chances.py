"""How often chances come true in Robbers, as `benchmarks/chances.py` found in play."""

from __future__ import annotations

from typing import Final

from engine.bots.chances import Curve
from engine.games.robbers.state import Table

PRICE: Final = 0.82
"""Over a deal, greedy and easy lose this much of what the search says (`benchmarks/luck.py`)."""
EDGE: Final = 0.08
"""The search plays the end with open cards, and is sure too soon."""
CURVES: Final = {
    3: Curve(0.34, 1.60, -0.18, -0.33, PRICE, EDGE),
    4: Curve(0.28, 1.37, -0.13, -0.38, PRICE, EDGE),
    5: Curve(0.15, 1.36, -0.14, -0.39, PRICE, EDGE),
}
"""By number of players."""
FAIR: Final = {3: 0.59, 4: 0.565, 5: 0.515}
"""By number of players: what a seat wins of a deal among equals; over half, as the larger team wins
more often."""


def fair(table: Table) -> float:
    """What a seat of this table wins of a deal on average."""
    return FAIR[table.seats]
