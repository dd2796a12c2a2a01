"""Insight: what can be worked out about the hidden teams of Robbers, by counting."""

from __future__ import annotations

from engine.core import Insight, View
from engine.games.robbers.belief import Belief
from engine.games.robbers.state import Table


def insight(view: View[Table]) -> Insight:
    """`odds[seat][role]`: how likely a seat is to have a role. There are no `tallies`."""
    belief = Belief(view.state.seats, view.seat)
    belief.hear(view.state.events or ())
    return Insight(belief.odds())
