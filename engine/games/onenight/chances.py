"""How often chances come true in One Night, as `benchmarks/chances.py` found in play."""

from __future__ import annotations

from typing import Final

from engine.bots.chances import Curve
from engine.games.onenight.roles import LIVELY, SHEET, Role
from engine.games.onenight.state import Village

VILLAGERS: Final = Curve(-1.10, 2.95, 1.06, -1.60, price=0.11)
"""For who wants a werewolf to die; from how much speaks for a vote, squeezed, and from how well the
announced votes run. One vote among many costs little: the others cast theirs."""
OTHERS: Final = Curve(-2.41, 0.40, 3.30, price=1.0)
"""For everybody else, who depends on where the others point and hardly on their own vote."""
BESIDE_A_TANNER: Final = (
    Curve(-1.06, 3.04, 1.03, -1.54, price=0.11),
    Curve(-2.37, 0.40, 2.67, price=1.0),
)
"""The same two with a Tanner in the set, to whom both sides may lose."""
NIGHT: Final = 0.5
"""What one seat wins, whatever it was dealt."""
FAIR: Final = {3: 0.575, 4: 0.545, 5: 0.495, 6: 0.45, 7: 0.475, 8: 0.45, 9: 0.43, 10: 0.44}
"""By number of players: what a seat wins of a night among equals, with the usual set. The more
players, the more of them are wrong together."""
TANNER: Final = -0.04
"""What a Tanner changes in it, who alone may win."""


def fair(village: Village) -> float:
    """What a seat of this village wins on average."""
    usual = SHEET.get(village.seats) or LIVELY[village.seats]
    more = (Role.TANNER in village.roles) - (Role.TANNER in usual)
    return FAIR[village.seats] + more * TANNER
