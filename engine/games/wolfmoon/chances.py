"""How often chances come true in Wolfmoon, as `benchmarks/chances.py` found in play."""

from __future__ import annotations

from typing import Final

from engine.bots.chances import Curve

CURVES: Final = {
    3: Curve(0.21, 0.65, 0.09, -0.17),
    4: Curve(0.13, 0.64, 0.00, -0.14),
    5: Curve(0.08, 0.60, 0.04, -0.13),
    6: Curve(-0.01, 0.59, -0.12, -0.09),
}
"""By number of players. Choices cost what these say (`benchmarks/luck.py`)."""
