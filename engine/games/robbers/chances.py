"""How often chances come true in Robbers, as `benchmarks/chances.py` found in play."""

from __future__ import annotations

from typing import Final

from engine.bots.chances import Curve

PRICE: Final = 0.95
"""Over a deal, greedy and easy lose this much of what the search says (`benchmarks/luck.py`)."""
EDGE: Final = 0.08
"""The search plays the end with open cards, and is sure too soon."""
CURVES: Final = {
    3: Curve(0.65, 1.45, -0.17, -0.24, PRICE, EDGE),
    4: Curve(0.35, 1.30, -0.23, -0.15, PRICE, EDGE),
    5: Curve(0.15, 1.04, -0.26, -0.22, PRICE, EDGE),
}
"""By number of players. The levels are 0.09 above those fitted, as hints think longer than the
seats in the samples and find 2 points less."""
