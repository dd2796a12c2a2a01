"""Advice: what a player could play, how likely that is to win the deal, and what speaks for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from engine.core import Advice, Choice, Event, Idea, Seat, View
from engine.games.robbers.belief import Belief
from engine.games.robbers.deck import Role
from engine.games.robbers.levels import HARD
from engine.games.robbers.playout import taker_after
from engine.games.robbers.search import Search
from engine.games.robbers.state import Table

EFFORT = replace(HARD, worlds=120)
TELLING = 0.02
"""A change of chance that is worth mentioning."""
MOST_REASONS = 3


def advise(view: View[Table], rng: Random, chosen: Choice | None = None) -> Advice:
    """Weigh the cards of a hand by what the seat was told, and by nothing else.

    `hit` is how likely the best card is to win the trick for the seat's team. All choices are
    weighed, so the chosen one is always among them.
    """
    ask, table = view.ask, view.state
    assert ask is not None
    assert table.events is not None
    if len(ask.choices) == 1:
        return Advice((Idea(ask.choices, 0.0),))
    search = Search(table, ask, rng, EFFORT)
    ideas = search.ideas()
    card = ideas[0].choices[0].value
    mine = [
        bool(position.roles[taker_after(position, card)]) == bool(position.roles[ask.seat])
        for position in search.positions
    ]
    return Advice(ideas, sum(mine) / len(mine), reasons(search.belief, table.events, ask.seat))


def reasons(belief: Belief, told: Sequence[Event], me: Seat) -> tuple[int, ...]:
    """The events that say most about who belongs to whom, the most telling first: chips, and plays
    that changed what to think of somebody."""
    now = robbers(belief)
    fresh = Belief(belief.seats, me)
    fresh.hear(told[: fresh_until(told)])
    before = robbers(fresh)
    changes = [
        (abs(now[event.seat] - before[event.seat]), number)
        for number, event in enumerate(told)
        if event.kind == "chip" and event.seat not in (None, me)
    ]
    shown = {event.seat for event in told if event.kind == "chip"}
    for play in belief.evidence:
        if play.seat not in shown:
            without = robbers(belief, play.number)
            changes.append((abs(now[play.seat] - without[play.seat]), play.number))
    changes.sort(reverse=True)
    return tuple(number for change, number in changes[:MOST_REASONS] if change >= TELLING)


def fresh_until(told: Sequence[Event]) -> int:
    """How many events there were before the first card."""
    return next((n for n, event in enumerate(told) if event.kind == "played"), len(told))


def robbers(belief: Belief, without: int | None = None) -> list[float]:
    """By seat: how likely it belongs to the robber team."""
    return [row[Role.ROBBER] for row in belief.odds(without)]
