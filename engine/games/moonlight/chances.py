"""How often chances come true in Moonlight, as `benchmarks/chances.py` found in play."""

from __future__ import annotations

from typing import Final

from engine.bots.chances import Curve

CURVE: Final = Curve(0.67, 0.89, -0.50, -0.01)
