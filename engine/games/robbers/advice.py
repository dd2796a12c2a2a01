"""Advice: what a player could play, how likely that is to win the deal, and what speaks for it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from engine.bots.chances import made_true
from engine.bots.reasons import ranked, rival_of
from engine.core import Advice, Choice, Idea, View
from engine.games.robbers.chances import CURVES
from engine.games.robbers.deck import hand_size
from engine.games.robbers.levels import HARD
from engine.games.robbers.reasons import Comparison
from engine.games.robbers.search import Effort, Search
from engine.games.robbers.state import Table

EFFORT = replace(HARD, worlds=600, solved=160)


def advise(
    view: View[Table], rng: Random, chosen: Choice | None = None, effort: Effort = EFFORT
) -> Advice:
    """Weigh the cards of a hand by what the seat was told, and by nothing else.

    `hit` is how likely the best card is to win the trick for the seat's team. All choices are
    weighed, so the chosen one is always among them.
    """
    ask, table = view.ask, view.state
    assert ask is not None
    if len(ask.choices) == 1:
        return Advice((Idea(ask.choices, 0.0),))
    search = Search(table, ask, rng, effort)
    ideas = made_true(search.ideas(), CURVES[table.seats], lateness(table))
    cards = [idea.choices[0].value for idea in (ideas[0], rival_of(ideas, chosen))]
    comparison = Comparison(search, *cards)
    hit, other_hit = comparison.chances()
    asked_hit = hit if chosen == ideas[0].choices[0] else other_hit
    return Advice(ideas, hit, ranked(comparison.reasons()), asked_hit)


def lateness(table: Table) -> float:
    """How much of a deal is over: 0 in the first trick, near 1 in the last."""
    return (table.trick_number() - 1) / hand_size(table.seats)
