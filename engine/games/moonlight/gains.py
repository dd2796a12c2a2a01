"""Gains between rounds: how often a Lone Wolf or an Alpha Power wins the next round for its owner.

Counted over 10,000 rounds of medium bots that had chosen their gains at random
(`benchmarks/gains_moonlight.py`).
"""

from __future__ import annotations

from typing import Final

from engine.core import Ask, Choice, Idea
from engine.games.moonlight.deck import Power, Wolf

LONE_CHANCE: Final = {
    Wolf.LONE_FOUR: 0.59,
    Wolf.LONE_SIX: 0.54,
    Wolf.LONE_ONE: 0.32,
    Wolf.LONE_TWO: 0.31,
}
POWER_CHANCE: Final = {
    Power.TWIN_STRIKE: 0.72,
    Power.MIRROR_BITE: 0.70,
    Power.DEN_GUARD: 0.60,
    Power.MOON_SONG: 0.60,
    Power.STUBBORN: 0.56,
    Power.SHIFTING_GROUND: 0.47,
    Power.LEAP: 0.46,
    Power.BROAD_PACK: 0.37,
}

COUNTED: Final = {"lone": 2500, "power": 1250}
"""By question: about how many rounds each of its figures was counted over."""


def gains(ask: Ask) -> list[Idea]:
    """The choices of a question about gains, best first."""
    chances = LONE_CHANCE if ask.prompt == "lone" else POWER_CHANCE
    ideas = [Idea((choice,), chance_of(chances, choice)) for choice in ask.choices]
    return sorted(ideas, key=lambda idea: -idea.chance)


def chance_of(chances: dict[Wolf, float] | dict[Power, float], choice: Choice) -> float:
    return next(chance for gain, chance in chances.items() if gain == choice.value)


def gain(ask: Ask) -> Choice | None:
    """The answer to a question that needs no look at the land; None: it does."""
    if len(ask.choices) == 1:
        return ask.choices[0]
    return gains(ask)[0].choices[0] if ask.prompt in ("lone", "power") else None
