"""What a seat's choices would change on the land, if the round ended then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.core import Choice, Seat
from engine.games.moonlight.belief import Shelter, risk, shelter
from engine.games.moonlight.deck import wolf_of
from engine.games.moonlight.state import Table
from engine.games.moonlight.tally import Tally, tally

PLACING = ("put", "cover", "leap", "mirror")


class Prospect(NamedTuple):
    """What a sequence of choices would change, if the round ended then."""

    before: Tally
    after: Tally
    cells: tuple[int, ...]
    """Where wolves would be put down."""
    card: int
    """The last of them; 0: none."""
    risk: float
    """How likely it is that the opponent holds a wolf that could cover the last of them."""
    shelter: Shelter = ""
    """Why the last of them may not be covered, if so."""


def prospect(table: Table, seat: Seat, choices: Sequence[Choice], pile: int = 0) -> Prospect:
    """What a seat's choices would change, as far as they place something; `pile` is the cell of a
    pile already chosen to be moved."""
    before = tally(table.tops(), table.powers)
    after = table.copy()
    card = table.lifted[0] if table.lifted else 0
    cells: list[int] = []
    for verb, value in choices:
        if verb == "wolf":
            card = wolf_of(seat, value)
        elif verb == "pile":
            pile = value
        elif verb == "move":
            after.land[value] = after.land.pop(pile)
        elif verb in PLACING:
            after.land.setdefault(value, []).append(card)
            cells.append(value)
    counted = tally(after.tops(), after.powers)
    if not cells:
        return Prospect(before, counted, (), card, 0.0)
    danger, why = risk(after, cells[-1]), shelter(after, cells[-1])
    return Prospect(before, counted, tuple(cells), card, danger, why)
