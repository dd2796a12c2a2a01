"""The bots, from the one that plays as one does for the first time to those that look ahead."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine.core import Ask, Choice, View
from engine.games.moonlight.field import Field
from engine.games.moonlight.gains import gain
from engine.games.moonlight.personas import PLAIN, Style, liking
from engine.games.moonlight.plans import Planner, carry_out
from engine.games.moonlight.search import Effort, Search, Stage
from engine.games.moonlight.state import Table
from engine.games.moonlight.views import fill

MEDIUM = Effort(looks=1_500, stages=(Stage(40, 1, 1.0),))
HARD = Effort(looks=12_000, stages=(Stage(40, 1, 0.4), Stage(8, 2, 0.6)))


class EasyBot:
    """Wants to be ahead in as many rows as it can, and minds neither points nor moons."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, view: View[Table], /) -> Choice:
        ask = view.ask
        assert ask is not None
        return gain(ask) or best_now(view.state, ask, self.rng, self.worth)

    def worth(self, field: Field, seat: int) -> tuple[int, ...]:
        rows = sum((by > 0) - (by < 0) for by, _, _ in field.lines())
        return (-rows if seat else rows,)


class GreedyBot(EasyBot):
    """Does what would bring most if the round ended now. Frozen: others are measured against it."""

    def worth(self, field: Field, seat: int) -> tuple[int, ...]:
        one, two, cards, others = field.count()
        return (two - one, others - cards) if seat else (one - two, cards - others)


def best_now(
    table: Table, ask: Ask, rng: Random, worth: Callable[[Field, int], tuple[int, ...]]
) -> Choice:
    """The choice whose plan leaves the best land behind; chance decides among equals."""
    whole = fill(table, ask.seat, rng)
    field = Field(whole)
    plans = Planner(whole, ask).plans()
    rng.shuffle(plans)
    found = []
    for plan in plans:
        after = field.copy()
        carry_out(after, ask.seat, plan)
        found.append(worth(after, ask.seat))
    return plans[found.index(max(found))].choices[0]


class MediumBot:
    """Weighs rows, moons and corners, and what the other could reply."""

    effort = MEDIUM

    def __init__(self, rng: Random, style: Style = PLAIN) -> None:
        self.rng = rng
        self.style = style

    def choose(self, view: View[Table], /) -> Choice:
        ask = view.ask
        assert ask is not None
        known = gain(ask)
        if known is not None:
            return known
        ideas = Search(view, ask, self.rng, self.effort).ideas()
        best = max(ideas, key=lambda idea: idea.chance + liking(self.style, idea.choices))
        return best.choices[0]


class HardBot(MediumBot):
    """The same several turns ahead, on many imagined tables."""

    effort = HARD
