"""Insight: what can be worked out about the hidden cards of Wolfmoon, by counting."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core import Choice, Insight, View
from engine.games.wolfmoon.deck import VALUE, VALUES
from engine.games.wolfmoon.state import Table
from engine.games.wolfmoon.views import unplaced


def insight(view: View[Table]) -> Insight:
    """`odds[place][card]`: how likely a card is to lie at a place. Places are the hands by seat,
    the three slots of the center, and the card just drawn; where nothing lies, and in the seat's
    own hand, all chances are 0. `tallies`: how likely each guess is to be right."""
    from engine.games.wolfmoon.belief import Belief  # large, and seldom needed

    table = view.state
    belief = Belief(table.seats, view.seat)
    belief.hear(table.events or ())
    odds = belief.odds()
    ask = view.ask
    if ask is None or ask.other is None:
        return Insight(odds)
    chances = by_value(odds[ask.other])
    return Insight(odds, {choice: chances[choice.value] for choice in guesses(view)})


def guessable(view: View[Table]) -> dict[Choice, int]:
    """How many cards of each guess's value may be in that hand, as far as the seat knows for
    certain."""
    ask, known = view.ask, view.state.known
    if ask is None or ask.other is None:
        return {}
    assert known is not None
    kinds = known.kinds(ask.other)
    left = [0] * len(VALUES)
    for card, copies in enumerate(unplaced(view.state, view.seat, ask.other)):
        left[VALUE[card]] += copies if kinds >> card & 1 else 0
    return {choice: left[choice.value] for choice in guesses(view)}


def guesses(view: View[Table]) -> list[Choice]:
    """The choices of a question that name a value."""
    assert view.ask is not None
    return [choice for choice in view.ask.choices if choice.verb == "guess"]


def by_value(chances: Sequence[float]) -> list[float]:
    """The chances of cards, summed up by value."""
    values = [0.0] * len(VALUES)
    for card, chance in enumerate(chances):
        values[VALUE[card]] += chance
    return values
