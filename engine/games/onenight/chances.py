"""How often chances come true in One Night, as `benchmarks/chances.py` found in play."""

from __future__ import annotations

from typing import Final

from engine.bots.chances import Curve

VILLAGERS: Final = Curve(0.21, 0.33)
"""For who wants a werewolf to die; from how much speaks for a vote."""
OTHERS: Final = Curve(-0.12, 0.53)
"""For everybody else."""
NIGHT: Final = 0.5
"""What one seat wins, whatever it was dealt."""
