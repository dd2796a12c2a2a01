"""Insight: what can be worked out about who is a werewolf in One Night."""

from __future__ import annotations

from engine.core import Insight, View
from engine.games.onenight.notes import notes
from engine.games.onenight.state import Village


def insight(view: View[Village]) -> Insight:
    """`odds`: the `Notes` of a seat, once something has been claimed: `suspicion[seat]` is how
    likely each is a werewolf now, `peace` how likely nobody is one, `deals` and `trusting` in how
    many ways the cards may have been dealt. `tallies`: how likely each vote hits a werewolf."""
    village, ask = view.state, view.ask
    if village.ended or view.seat is None or not village.claims:
        return Insight()
    found = notes(village, view.seat)
    if ask is None or ask.prompt != "vote":
        return Insight(found)
    votes = [choice for choice in ask.choices if choice.verb == "vote"]
    return Insight(found, {choice: found.suspicion[choice.value] for choice in votes})
