"""The bots that do what looks best now, and never look a turn ahead."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine.core import Ask, Choice, View
from engine.games.moonlight.field import Field
from engine.games.moonlight.gains import gain
from engine.games.moonlight.personas import PLAIN, Style, liking
from engine.games.moonlight.plans import Planner, carry_out
from engine.games.moonlight.state import Table
from engine.games.moonlight.views import fill

CHANCE = 20.0
"""How many points, or rows, a chance to win is, where a persona likes something."""


class EasyBot:
    """Wants to be ahead in as many rows as it can, and cares for neither points nor moons."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.style = PLAIN

    def choose(self, view: View[Table], /) -> Choice:
        ask = view.ask
        assert ask is not None
        return gain(ask) or best_now(view.state, ask, self.rng, self.worth, self.style)

    def worth(self, field: Field, seat: int) -> tuple[int, ...]:
        rows = sum((by > 0) - (by < 0) for by, _, _ in field.lines())
        return (-rows if seat else rows,)


class GentleBot(EasyBot):
    """Wants the same, but covers no wolf of the other pack, and takes whatever gain it likes."""

    def choose(self, view: View[Table], /) -> Choice:
        ask = view.ask
        assert ask is not None
        if ask.prompt in ("lone", "power"):
            return self.rng.choice(ask.choices)
        return super().choose(view)

    def worth(self, field: Field, seat: int) -> tuple[int, ...]:
        return (field.shown[1 - seat], *super().worth(field, seat))


class GreedyBot(EasyBot):
    """Does what would pay most if the round ended now. Frozen: others are measured
    against it, without a persona."""

    def worth(self, field: Field, seat: int) -> tuple[int, ...]:
        one, two, cards, others = field.count()
        return (two - one, others - cards) if seat else (one - two, cards - others)


def best_now(
    table: Table,
    ask: Ask,
    rng: Random,
    worth: Callable[[Field, int], tuple[int, ...]],
    style: Style,
) -> Choice:
    """The choice whose plan leaves the best land behind; taste, then chance decides between
    equals."""
    whole = fill(table, ask.seat, rng)
    field = Field(whole)
    plans = Planner(whole, ask).plans()
    rng.shuffle(plans)
    found = []
    for plan in plans:
        after = field.copy()
        carry_out(after, ask.seat, plan)
        points, *rest = worth(after, ask.seat)
        liked = CHANCE * liking(style, table, ask.seat, plan.choices)
        found.append((points + liked, *rest))
    return plans[found.index(max(found))].choices[0]
