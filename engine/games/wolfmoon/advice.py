"""Advice: what a player could do, how likely it is to work, and what tells it from the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from engine.bots.chances import made_true
from engine.bots.reasons import ranked, rival_of
from engine.core import Advice, Choice, Idea, View
from engine.games.wolfmoon.chances import CURVES
from engine.games.wolfmoon.deck import thirds
from engine.games.wolfmoon.levels import HARD
from engine.games.wolfmoon.reasons import Comparison, aim_of, chance_of
from engine.games.wolfmoon.search import Effort, Search, think
from engine.games.wolfmoon.state import Table

EFFORT = replace(HARD, worlds=192)


def advise(
    view: View[Table], rng: Random, chosen: Choice | None = None, effort: Effort = EFFORT
) -> Advice:
    """Weigh the choices of a question by what the seat was told, and by nothing else."""
    ask = view.ask
    assert ask is not None
    if len(ask.choices) == 1:
        return Advice((Idea(ask.choices, 0.0),))
    search = think(view, rng, effort)
    found = search.ideas(chosen)
    if len(found) == 1:  # whatever else could be done was not worth a thought, so far
        found = search.ideas(next(c for c in ask.choices if c != found[0].choices[0]))
    ideas = made_true(found, CURVES[view.state.seats], lateness(view.state))
    best = ideas[0].choices
    comparison = Comparison(search, ideas[0], rival_of(ideas, chosen))
    asked_hit = hit_of(search, (chosen,)) if chosen is not None else 0.0
    return Advice(ideas, hit_of(search, best), ranked(comparison.reasons()), asked_hit)


def hit_of(search: Search, plan: Sequence[Choice]) -> float:
    """How likely a plan is to hit what it hopes for in a hand; 0: it is not about one."""
    aim = aim_of(search, plan)
    return chance_of(search.belief, *aim) if aim is not None else 0.0


def lateness(table: Table) -> float:
    """How much of a round is over: 0 at the deal, 1 with no pile left."""
    return 1 - len(table.pile) / (sum(thirds(table.seats)) + 1)
