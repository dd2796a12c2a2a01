"""How often chances come true in One Night, as `benchmarks/chances.py` found in play."""

from __future__ import annotations

from typing import Final

from engine.bots.chances import Curve

VILLAGERS: Final = Curve(-1.06, 2.68, 1.09, -1.33, price=0.11)
"""For who wants a werewolf to die; from how much speaks for a vote, squeezed, and from how well the
announced votes run. One vote among many costs little: the others cast theirs."""
OTHERS: Final = Curve(-2.43, 0.40, 3.29, price=1.0)
"""For everybody else, who depends on where the others point and hardly on their own vote."""
BESIDE_A_TANNER: Final = (
    Curve(-0.95, 2.58, 1.09, -1.36, price=0.11),
    Curve(-2.22, 0.40, 2.40, price=1.0),
)
"""The same two with a Tanner in the set, to whom both sides may lose."""
NIGHT: Final = 0.5
"""What one seat wins, whatever it was dealt."""
