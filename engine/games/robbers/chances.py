"""How often chances come true in Robbers, as `benchmarks/chances.py` found in play."""

from __future__ import annotations

from typing import Final

from engine.bots.chances import Curve

PRICE: Final = 1.1
"""Over a deal, greedy and easy lose this much of what the search says (`benchmarks/luck.py`)."""
CURVES: Final = {
    3: Curve(0.30, 1.21, 0.00, -0.20, PRICE),
    4: Curve(0.17, 1.12, -0.05, -0.14, PRICE),
    5: Curve(0.13, 0.93, -0.04, -0.21, PRICE),
}
"""By number of players. The levels are 0.09 above those fitted, as hints think longer than the
seats in the samples and find 2 points less."""
