"""The bots that do what looks best now, and never look a turn ahead."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine.core import Ask, Choice, View
from engine.games.moonlight.field import Field
from engine.games.moonlight.gains import gain
from engine.games.moonlight.plans import Planner, carry_out
from engine.games.moonlight.state import Table
from engine.games.moonlight.views import fill


class EasyBot:
    """Wants to be ahead in as many rows as it can, and cares for neither points nor moons."""

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
    """Does what would pay most if the round ended now. Frozen: others are measured against it."""

    def worth(self, field: Field, seat: int) -> tuple[int, ...]:
        one, two, cards, others = field.count()
        return (two - one, others - cards) if seat else (one - two, cards - others)


def best_now(
    table: Table, ask: Ask, rng: Random, worth: Callable[[Field, int], tuple[int, ...]]
) -> Choice:
    """The choice whose plan leaves the best land behind; chance decides between equals."""
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
