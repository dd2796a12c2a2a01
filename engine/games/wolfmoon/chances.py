"""How often chances come true in Wolfmoon, as `benchmarks/chances.py` found in play."""

from __future__ import annotations

from typing import Final

from engine.bots.chances import Curve

PRICE: Final = 0.8
"""Over a round, greedy and easy lose this much of what the search says (`benchmarks/luck.py`)."""
CURVES: Final = {
    3: Curve(0.24, 0.76, 0.02, -0.01, PRICE),
    4: Curve(0.41, 0.71, -0.12, -0.01, PRICE),
    5: Curve(0.24, 0.73, -0.23, 0.06, PRICE),
    6: Curve(0.22, 0.66, -0.13, -0.06, PRICE),
}
"""By number of players."""
