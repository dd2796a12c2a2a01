"""How often chances come true in Moonlight, as `benchmarks/chances.py` found in play."""

from __future__ import annotations

from typing import Final

from engine.bots.chances import Curve

BENDS: Final = (
    (0.04, 0.01),
    (0.26, 0.32),
    (0.36, 0.42),
    (0.46, 0.51),
    (0.56, 0.56),
    (0.65, 0.62),
    (0.74, 0.73),
    (0.84, 0.89),
    (0.95, 0.96),
)
"""Whoever follows hints comes back from behind more often than the search thinks."""
CURVE: Final = Curve(0.94, 1.05, -1.17, -0.40, bends=BENDS)
