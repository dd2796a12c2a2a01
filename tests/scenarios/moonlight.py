"""Moonlight's scenarios: visible wolves, and what they score or where another may go.

Cards are `3m` (a 3 with a moon), `5`, `L6` (a Lone Wolf); cells are [column, row, owner, card].
"""

from __future__ import annotations

from typing import Any, Final

from engine.core import Seat
from engine.games.moonlight.deck import Power, wolf_of
from engine.games.moonlight.land import SIDE
from engine.games.moonlight.rules import places
from engine.games.moonlight.state import SEATS, Table
from engine.games.moonlight.tally import tally
from engine.games.moonlight.written import WOLVES, cell_at

OWNERS: Final = "AB"
PLACES: Final = {"empty": ("put",), "cover": ("cover",), "cover_with_power": ("leap", "mirror")}
"""By kind of place: the verbs that mean it."""


def failures(scenario: dict[str, Any]) -> list[str]:
    """What went differently from what the scenario expects."""
    table = given(scenario)
    found = score(table) if scenario["kind"] == "score" else legal(table, scenario)
    return [
        f"expected {key} {scenario[key]}, saw {value}"
        for key, value in found.items()
        if (sorted(scenario[key]) if key in PLACES else scenario[key]) != value
    ]


def given(scenario: dict[str, Any]) -> Table:
    """A table in the middle of a round."""
    table = Table(len(SEATS), bytes(32), goal=2)
    for column, row, owner, code in scenario["cells"]:
        table.land[cell_at(column, row)] = [card(owner, code)]
    table.powers = [power(scenario["powers"].get(owner)) for owner in OWNERS]
    table.shape = scenario.get("lock") or ""
    return table


def card(owner: str, code: str) -> int:
    return wolf_of(Seat(OWNERS.index(owner)), WOLVES[code])


def power(name: str | None) -> int | None:
    return None if name is None else int(Power[name.upper()])


def place_of(cell: int) -> list[int]:
    """A cell as [column, row]."""
    row, column = divmod(cell, SIDE)
    return [column - SIDE // 2, row - SIDE // 2]


def score(table: Table) -> dict[str, Any]:
    """What the visible wolves add up to."""
    account = tally(table.tops(), table.powers)
    return {
        "points": list(account.points),
        "cards_taken": list(account.cards),
        "round": None if account.winner is None else OWNERS[account.winner],
    }


def legal(table: Table, scenario: dict[str, Any]) -> dict[str, Any]:
    """Where a wolf may go."""
    owner = scenario["player"]
    found = places(table, Seat(OWNERS.index(owner)), card(owner, scenario["card"]))
    return {
        key: sorted(place_of(cell) for verb, cell in found if verb in verbs)
        for key, verbs in PLACES.items()
    }
