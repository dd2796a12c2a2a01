"""How often chances come true in One Night, as `benchmarks/chances.py` found in play."""

from __future__ import annotations

from typing import Final

from engine.bots.chances import Curve

VILLAGERS: Final = Curve(-0.15, 1.58, price=0.14)
"""For who wants a werewolf to die; from how much speaks for a vote, squeezed. One vote among many
costs little: the others cast theirs."""
OTHERS: Final = Curve(-0.10, 1.00, price=0.43)
"""For everybody else."""
NIGHT: Final = 0.5
"""What one seat wins, whatever it was dealt."""
