"""How often chances come true in Wolfmoon, as `benchmarks/chances.py` found in play."""

from __future__ import annotations

from typing import Final

from engine.bots.chances import Curve

PRICE: Final = 0.71
"""Over a round, greedy and easy lose this much of what the search says (`benchmarks/luck.py`)."""
CURVES: Final = {
    3: Curve(0.49, 1.05, -0.06, -0.20, PRICE),
    4: Curve(0.33, 0.92, -0.13, -0.25, PRICE),
    5: Curve(0.15, 0.97, -0.29, -0.18, PRICE),
    6: Curve(0.34, 0.99, -0.16, -0.19, PRICE),
}
"""By number of players."""
