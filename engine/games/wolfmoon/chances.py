"""How often chances come true in Wolfmoon, as `benchmarks/chances.py` found in play."""

from __future__ import annotations

from typing import Final

from engine.bots.chances import Curve

PRICE: Final = 0.9
"""Over a round, greedy and easy lose this much of what the search says (`benchmarks/luck.py`)."""
CURVES: Final = {
    3: Curve(0.22, 0.76, 0.15, -0.23, PRICE),
    4: Curve(0.26, 0.77, 0.05, -0.18, PRICE),
    5: Curve(0.15, 0.70, 0.00, -0.20, PRICE),
    6: Curve(0.21, 0.68, -0.02, -0.14, PRICE),
}
"""By number of players."""
