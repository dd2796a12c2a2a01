"""What each persona likes to do: ten players who can be told apart by where their wolves go.

A style is a bonus, in chances to win, for what a choice does. It decides between plans that are
about equally good; most of it goes into what costs nothing, as the land is the same in all four
directions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.core import Choice, Seat
from engine.games.moonlight.deck import MOONS, VALUE, owner_of
from engine.games.moonlight.land import AROUND, FULL, SIDE, box_of
from engine.games.moonlight.state import Table

AVERAGE = 3
"""The value of a wolf that is neither strong nor weak."""


class Style(NamedTuple):
    """What is liked, in chances to win."""

    cover: float = 0.0
    """Covering a wolf of the other pack."""
    moon: float = 0.0
    """Placing a wolf with a moon."""
    high: float = 0.0
    """Placing a strong wolf while there is room, for each point of value above the average."""
    own: float = 0.0
    """Placing a wolf beside its own pack."""
    theirs: float = 0.0
    """Placing a wolf beside the other pack."""
    grow: float = 0.0
    """Making the land wider or higher."""
    way: int = 0
    """In which direction, as a step from cell to cell; 0: in any."""


UP, LEFT, RIGHT, DOWN = AROUND

PLAIN = Style()

LIKINGS: dict[str, Style] = {
    "Ada": Style(cover=0.03),  # bold
    "Bela": Style(cover=-0.02, own=0.03),  # careful
    "Cleo": Style(high=-0.012),  # hoarder
    "Dario": Style(cover=0.01, theirs=0.03),  # hunter
    "Edda": PLAIN,  # plain
    "Finn": Style(high=0.01, grow=0.02, way=RIGHT),  # hasty
    "Greta": Style(grow=-0.025),  # avenger
    "Hugo": Style(high=0.012, own=-0.01),  # proud
    "Ines": Style(moon=0.03, grow=0.02, way=UP),  # curious
    "Jona": Style(grow=0.03, way=LEFT),  # dreamer
}


def liking(style: Style, table: Table, seat: Seat, choices: Sequence[Choice]) -> float:
    """How much somebody of this style likes to do this."""
    if style is PLAIN:
        return 0.0
    liked = 0.0
    for verb, value in choices:
        if verb == "wolf":
            liked += style.moon * bool(MOONS[value])
            liked += style.high * (VALUE[value] - AVERAGE) * (len(table.land) < FULL // 2)
        elif verb in ("cover", "leap", "mirror"):
            liked += style.cover
        elif verb == "put" and table.land:
            liked += placed(style, table, seat, value)
    return liked


def placed(style: Style, table: Table, seat: Seat, cell: int) -> float:
    """How much somebody likes a free place."""
    tops = table.tops()
    owners = {owner_of(tops[cell + step]) for step in AROUND if cell + step in tops}
    liked = style.own * (seat in owners) + style.theirs * (1 - seat in owners)
    if style.grow and grows(table.land, cell, style.way):
        liked += style.grow
    return liked


def grows(land: Iterable[int], cell: int, way: int) -> bool:
    """Whether a place lies outside what the land covers so far, in a direction (0: in any)."""
    box, (row, column) = box_of(land), divmod(cell, SIDE)
    found = {
        UP: row < box.top,
        LEFT: column < box.left,
        RIGHT: column > box.right,
        DOWN: row > box.bottom,
    }
    return found[way] if way else any(found.values())
