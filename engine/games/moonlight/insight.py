"""Insight: what can be worked out about the other pack in Moonlight, by counting."""

from __future__ import annotations

from typing import NamedTuple

from engine.core import Insight, View
from engine.games.moonlight.belief import odds, risk
from engine.games.moonlight.deck import owner_of
from engine.games.moonlight.state import SEATS, Table


class Odds(NamedTuple):
    """What can be inferred about the other pack."""

    holds: dict[int, float]
    """By kind of wolf: how likely the opponent is to hold at least one."""
    risks: dict[int, float]
    """By cell with a visible wolf of the seat's own: how likely it can be covered."""


def insight(view: View[Table]) -> Insight:
    """`odds.holds[wolf]`: how likely the opponent is to hold one. `odds.risks[cell]`: how likely
    the opponent is able to cover the wolf there. There are no `tallies`, and spectators get
    nothing."""
    if view.seat is None:
        return Insight()
    table = view.state
    mine = [cell for cell, stack in table.land.items() if owner_of(stack[-1]) == view.seat]
    return Insight(
        Odds(odds(table, SEATS[1 - view.seat]), {cell: risk(table, cell) for cell in mine})
    )
