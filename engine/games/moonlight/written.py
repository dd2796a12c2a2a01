"""Tables as they are written down: `3m` is a 3 with a moon, `L6` a Lone Wolf, `1/-1` a place one to
the right and one up from the first wolf's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.core import Options, Seat, Written
from engine.games.moonlight.deck import DECK, HAND, LONE, MOONS, VALUE, Power, Wolf, wolf_of
from engine.games.moonlight.land import MIDDLE, SIDE
from engine.games.moonlight.rules import begin, setup
from engine.games.moonlight.state import SEATS, Table

WOLVES: Final = {
    f"{'L' * (kind in LONE)}{VALUE[kind]}{'m' * (kind not in LONE and MOONS[kind])}": int(kind)
    for kind in Wolf
}
"""By code: the kind of wolf."""
POWERS: Final = {power.name.lower(): int(power) for power in Power}
FAR: Final = range(-3, 4)
"""How far from the first wolf a place may be."""


def cell_at(column: int, row: int) -> int:
    return MIDDLE + row * SIDE + column


PLACES: Final = {f"{column}/{row}": cell_at(column, row) for column in FAR for row in FAR}


def lay(seats: int, options: Options, zones: Mapping[str, Any]) -> Table:
    """The table of a first round: `hands` and `decks` (the top first) of both packs, and the powers
    on `offer`."""
    table = setup(seats, bytes(32), options)
    table.todo.clear()
    table.offer = sorted(POWERS[name] for name in zones["offer"])
    packs = [pack_of(seat, zones["hands"][seat], zones["decks"][seat][::-1]) for seat in SEATS]
    begin(table, packs)
    return table


def pack_of(seat: Seat, hand: Sequence[str], deck: Sequence[str]) -> tuple[list[int], list[int]]:
    """A pack in hand and deck. Raises `ValueError` if it is not whole."""
    if sorted(WOLVES[code] for code in (*hand, *deck)) != sorted(DECK) or len(hand) != HAND:
        raise ValueError("Every wolf of a pack must lie somewhere, and only once.")
    held, left = ([wolf_of(seat, WOLVES[code]) for code in zone] for zone in (hand, deck))
    return sorted(held), left


def written() -> Written:
    return Written(WOLVES | POWERS | PLACES, lay)
