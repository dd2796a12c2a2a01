"""What can be inferred about the other hand: both packs are known, so counting says it all."""

from __future__ import annotations

from math import comb
from typing import Final, Literal

from engine.core import Seat
from engine.games.moonlight.deck import KINDS, VALUE, Power, owner_of
from engine.games.moonlight.state import SEATS, Table


def odds(table: Table, seat: Seat) -> dict[int, float]:
    """By kind of wolf: how likely a seat is to hold at least one, as far as others can tell."""
    unseen = table.unseen(seat)
    total, held = sum(unseen), in_hand(table, seat)
    return {int(kind): one_of(unseen[kind], total, held) for kind in KINDS if unseen[kind]}


def in_hand(table: Table, seat: Seat) -> int:
    """How many wolves a seat holds, including the one it has taken up."""
    return len(table.hands[seat]) + (len(table.lifted) if table.active == seat else 0)


def one_of(wanted: int, total: int, held: int) -> float:
    """How likely at least one of the wanted cards is among those held, out of the total."""
    return 1 - comb(total - wanted, held) / comb(total, held) if held <= total else 1.0


Shelter = Literal["", "last", "den"]
"""Why a wolf may not be covered: it is the last one of its pack that can be seen, or a 1 of Den
Guard; empty: it may be."""

SHELTERS: Final[tuple[Shelter, ...]] = ("", "last", "den")


def shelter(table: Table, cell: int) -> Shelter:
    """Why the visible wolf on a cell may not be covered now."""
    top = table.land[cell][-1]
    owner = owner_of(top)
    if sum(owner_of(card) == owner for card in table.tops().values()) == 1:
        return "last"
    return "den" if table.powers[owner] == Power.DEN_GUARD and VALUE[top] == 1 else ""


def risk(table: Table, cell: int) -> float:
    """How likely the other pack is to hold a wolf that can cover the visible one on a cell."""
    top = table.land[cell][-1]
    other = SEATS[1 - owner_of(top)]
    if shelter(table, cell):
        return 0.0
    gaps = {1}
    if table.ready(other, Power.LEAP):
        gaps.add(2)
    if table.ready(other, Power.MIRROR_BITE):
        gaps.add(0)
    unseen = table.unseen(other)
    wanted = sum(unseen[kind] for kind in KINDS if VALUE[kind] - VALUE[top] in gaps)
    return one_of(wanted, sum(unseen), in_hand(table, other))
