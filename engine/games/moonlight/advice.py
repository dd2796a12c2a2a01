"""Advice: what a player could do, how likely it is to win, and what it changes on the land."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from engine.core import BACK, Advice, Choice, Idea, Seat, View
from engine.games.moonlight.belief import Shelter, risk, shelter
from engine.games.moonlight.deck import wolf_of
from engine.games.moonlight.gains import gains
from engine.games.moonlight.levels import HARD
from engine.games.moonlight.search import Search
from engine.games.moonlight.state import Table
from engine.games.moonlight.tally import Tally, tally

PLACING = ("put", "cover", "leap", "mirror")


def advise(view: View[Table], rng: Random, chosen: Choice | None = None) -> Advice:
    """Weigh the choices of a question by what the seat was told, and by nothing else."""
    ask = view.ask
    assert ask is not None
    if len(ask.choices) == 1:
        return Advice((Idea(ask.choices, 0.0),))
    if ask.prompt in ("lone", "power"):
        return Advice(tuple(gains(ask)))
    ideas = Search(view, ask, rng, HARD).ideas(chosen)
    if BACK in ask.choices:  # thinking again costs nothing
        ideas.append(Idea((BACK,), ideas[0].chance))
    return Advice(tuple(ideas))


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
