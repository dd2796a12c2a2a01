"""How often chances come true in One Night, as `benchmarks/chances.py` found in play."""

from __future__ import annotations

from typing import Final

from engine.bots.chances import Curve

VILLAGERS: Final = Curve(-0.18, 1.50, price=0.14)
"""For who wants a werewolf to die; from how much speaks for a vote, squeezed. One vote among many
costs little: the others cast theirs."""
OTHERS: Final = Curve(0.25, 0.98, price=0.43)
"""For everybody else."""
BESIDE_A_TANNER: Final = (Curve(-0.44, 1.55, price=0.14), Curve(-0.66, 0.89, price=0.43))
"""The same two with a Tanner in the set, to whom both sides may lose."""
NIGHT: Final = 0.5
"""What one seat wins, whatever it was dealt."""
