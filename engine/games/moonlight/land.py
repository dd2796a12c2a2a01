"""The land: cells in rows and columns, the area that wolves may form, and where a wolf may go.

A cell is a number on a sheet of `SIDE` x `SIDE`, larger than any area can spread; the first wolf of
a round lies in its middle. Rows run left to right as both players see them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final, NamedTuple

from engine.core import Seat
from engine.games.moonlight.deck import VALUE, Power, owner_of

SIDE: Final = 11
MIDDLE: Final = SIDE * SIDE // 2
FULL: Final = 12
"""Cells in a full area."""
AROUND: Final = (-SIDE, -1, 1, SIDE)
WIDE, HIGH = "4x3", "3x4"


class Box(NamedTuple):
    """The smallest rectangle around some cells."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def width(self) -> int:
        return self.right - self.left + 1

    @property
    def height(self) -> int:
        return self.bottom - self.top + 1

    def corners(self) -> tuple[int, ...]:
        """The cells at its corners, or at its ends if it is a single line."""
        return tuple(
            row * SIDE + column
            for row in dict.fromkeys((self.top, self.bottom))
            for column in dict.fromkeys((self.left, self.right))
        )


def box_of(cells: Iterable[int]) -> Box:
    """The smallest rectangle around these cells, of which there must be at least one."""
    rows, columns = zip(*(divmod(cell, SIDE) for cell in cells), strict=True)
    return Box(min(rows), min(columns), max(rows), max(columns))


def fits(cells: Iterable[int], shape: str) -> bool:
    """Whether an area may cover these cells, given the shape fixed so far."""
    box = box_of(cells)
    wide = box.width <= 4 and box.height <= 3 and shape != HIGH
    return wide or (box.width <= 3 and box.height <= 4 and shape != WIDE)


def shape_of(cells: Iterable[int], shape: str) -> str:
    """The shape once these cells are taken: what was fixed stays fixed."""
    if shape:
        return shape
    box = box_of(cells)
    return WIDE if box.width == 4 else HIGH if box.height == 4 else ""


def empty_places(cells: Collection[int], shape: str) -> list[int]:
    """Empty cells beside a card that the area may grow to, in reading order."""
    if not cells:
        return [MIDDLE]
    beside = {cell + step for cell in cells for step in AROUND}.difference(cells)
    return sorted(cell for cell in beside if fits((*cells, cell), shape))


def targets(cells: Collection[int], moved: int, shape: str) -> list[int]:
    """Where the pile of a cell may be moved to: empty cells beside another pile."""
    others = [cell for cell in cells if cell != moved]
    return [cell for cell in empty_places(others, shape) if cell != moved] if others else []


class Cover(NamedTuple):
    """Whether a wolf may cover an opposing one: the power that takes, or why it cannot."""

    power: Power | None = None
    blocked: str = ""
    """A message key; empty: it may be covered."""


VALUES_NEEDED: Mapping[int | None, str] = {
    Power.MIRROR_BITE: "value_or_equal",
    Power.LEAP: "value_or_two",
}
"""By power that is ready: why a wolf of another value is of no use."""


def cover(
    tops: Mapping[int, int], card: int, cell: int, ambush: int | None, theirs: int | None
) -> Cover:
    """Whether a wolf may cover an opposing one; `ambush` is its seat's power, if it is ready."""
    target, owner = tops[cell], owner_of(tops[cell])
    gap = VALUE[card] - VALUE[target]
    power = {0: Power.MIRROR_BITE, 1: None, 2: Power.LEAP}.get(gap, -1)
    if power is not None and power != ambush:
        return Cover(blocked=VALUES_NEEDED.get(ambush, "value"))
    if sum(owner_of(top) == owner for top in tops.values()) == 1:
        return Cover(blocked="last")
    if theirs == Power.DEN_GUARD and VALUE[target] == 1:
        return Cover(blocked="guarded")
    return Cover(None if power is None else Power(power))


def covers(
    tops: Mapping[int, int], seat: Seat, card: int, powers: tuple[int | None, int | None]
) -> dict[int, Cover]:
    """By cell of every opposing wolf, in reading order: whether a seat's wolf may cover it;
    `powers` are the seat's own, if it is ready, and the opponent's."""
    return {
        cell: cover(tops, card, cell, *powers)
        for cell in sorted(tops)
        if owner_of(tops[cell]) != seat
    }
