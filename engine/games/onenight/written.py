"""Villages as they are written down: roles by name, `c0` to `c2` for a card of the center, `p0` to
`p2` for two of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.core import Options, Written
from engine.games.onenight.roles import Role
from engine.games.onenight.rules import begin, setup
from engine.games.onenight.state import CENTER, NONE, PAIR, Village

ROLES: Final = {role.name.lower(): int(role) for role in Role}
PLACES: Final = {f"c{number}": CENTER + number for number in range(3)} | {
    f"p{number}": PAIR + number for number in range(3)
}


def lay(seats: int, options: Options, zones: Mapping[str, Any]) -> Village:
    """A village whose cards are written down: those of the `seats`, and those in the `center`."""
    cards = [ROLES[name] for name in (*zones["seats"], *zones["center"])]
    village = setup(seats, bytes(32), options)
    if sorted(cards) != list(village.roles):
        raise ValueError("Every card of the set must lie somewhere, and only once.")
    village.todo.clear()
    begin(village, cards)
    return village


def written() -> Written:
    return Written(ROLES | PLACES | {"none": NONE}, lay)
