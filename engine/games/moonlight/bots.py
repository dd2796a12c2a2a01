"""The bots, from the one that takes what it can get to the one that looks ahead."""

from __future__ import annotations

from random import Random

from engine.core import Ask, Choice, View
from engine.games.moonlight.deck import VALUE, Power, Wolf, kind_of
from engine.games.moonlight.field import Field
from engine.games.moonlight.search import Effort, Planner, Search
from engine.games.moonlight.state import Table
from engine.games.moonlight.views import fill

MEDIUM = Effort(looks=2_000, stages=((40, 1, 1.0),))
HARD = Effort(looks=20_000, stages=((40, 1, 0.25), (8, 2, 0.35), (4, 3, 0.4)))

LONE_ORDER = (Wolf.LONE_FOUR, Wolf.LONE_SIX, Wolf.LONE_ONE, Wolf.LONE_TWO)
POWER_ORDER = (
    Power.STUBBORN,
    Power.MIRROR_BITE,
    Power.DEN_GUARD,
    Power.LEAP,
    Power.MOON_SONG,
    Power.BROAD_PACK,
    Power.TWIN_STRIKE,
    Power.SHIFTING_GROUND,
)


def gain(ask: Ask) -> Choice | None:
    """The answer to a question that needs no thought: what to gain between rounds."""
    if len(ask.choices) == 1:
        return ask.choices[0]
    if ask.prompt == "lone":
        return Choice("lone", int(LONE_ORDER[0]))
    if ask.prompt == "power":
        return next(c for power in POWER_ORDER if (c := Choice("power", int(power))) in ask.choices)
    return None


class GreedyBot:
    """Does what would bring most if the round ended now. Frozen: others are measured against it."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, view: View[Table], /) -> Choice:
        ask = view.ask
        assert ask is not None
        return gain(ask) or self.best(view.state, ask)

    def best(self, table: Table, ask: Ask) -> Choice:
        whole = fill(table, ask.seat, self.rng)
        plans = Planner(whole, ask).plans()
        self.rng.shuffle(plans)

        def points(plan: object) -> tuple[int, int]:
            field = Field(whole)
            from engine.games.moonlight.search import Mind
            Mind(field, ask.seat).lay(plan.acts)
            one, two, cards, others = field.count()
            return (two - one, others - cards) if ask.seat else (one - two, cards - others)

        return max(plans, key=points).choices[0]


class MediumBot:
    effort = MEDIUM

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, view: View[Table], /) -> Choice:
        ask = view.ask
        assert ask is not None
        return gain(ask) or Search(view, ask, self.rng, self.effort).ideas()[0].choices[0]


class HardBot(MediumBot):
    effort = HARD
