"""How often chances come true in One Night, as `benchmarks/chances.py` found in play."""

from __future__ import annotations

from typing import Final

from engine.bots.chances import Curve
from engine.games.onenight.roles import LIVELY, SHEET, Role
from engine.games.onenight.state import Village

FOR_VILLAGERS: Final = (
    *((0.14, 0.20), (0.24, 0.25), (0.46, 0.44), (0.60, 0.56)),
    *((0.70, 0.67), (0.78, 0.78), (0.82, 0.86), (0.85, 0.93)),
)
FOR_OTHERS: Final = ((0.07, 0.08), (0.24, 0.21), (0.37, 0.34), (0.62, 0.69), (0.80, 0.72))
VILLAGERS: Final = Curve(-1.21, 2.83, 1.17, -1.32, price=0.14, bends=FOR_VILLAGERS)
"""For who wants a werewolf to die; from how much speaks for a vote, squeezed, and from how well the
announced votes run. One vote among many costs little, as the others cast theirs: that is the price
(`benchmarks/chances.py votes`)."""
OTHERS: Final = Curve(-2.30, 0.40, 3.19, price=0.2, bends=FOR_OTHERS)
"""For everybody else, who depends on where the others point and hardly on their own vote."""
NEAR_A_TANNER: Final = (
    *((0.20, 0.28), (0.32, 0.30), (0.40, 0.36), (0.50, 0.47)),
    *((0.68, 0.64), (0.76, 0.77), (0.83, 0.89)),
)
OTHERS_THERE: Final = ((0.10, 0.09), (0.17, 0.15), (0.37, 0.44), (0.58, 0.54), (0.66, 0.56))
BESIDE_A_TANNER: Final = (
    Curve(-0.81, 2.80, 0.79, -1.28, price=0.08, bends=NEAR_A_TANNER),
    Curve(-2.17, 0.40, 2.38, price=0.3, bends=OTHERS_THERE),
)
"""The same two with a Tanner in the set, to whom both sides may lose."""
NIGHT: Final = 0.5
"""What one seat wins, whatever it was dealt."""
FAIR: Final = {3: 0.575, 4: 0.545, 5: 0.485, 6: 0.45, 7: 0.475, 8: 0.45, 9: 0.43, 10: 0.44}
"""By number of players: what a seat wins of a night among equals, with the usual set. The more
players, the more of them are wrong together."""
TANNER: Final = -0.04
"""What a Tanner changes in it, who alone may win."""


def fair(village: Village) -> float:
    """What a seat of this village wins on average."""
    usual = SHEET.get(village.seats) or LIVELY[village.seats]
    more = (Role.TANNER in village.roles) - (Role.TANNER in usual)
    return FAIR[village.seats] + more * TANNER
