"""Gains between rounds: how often a Lone Wolf or an Alpha Power wins the next round for its owner.

Counted over the rounds of 480 matches among bots that chose their gains at random
(`benchmarks/fit_moonlight.py`): about 60 rounds for each power, about 120 for each Lone Wolf.
"""

from __future__ import annotations

from typing import Final

from engine.core import Ask, Choice, Idea
from engine.games.moonlight.deck import Power, Wolf

LONE_CHANCE: Final = {
    Wolf.LONE_SIX: 0.56,
    Wolf.LONE_FOUR: 0.52,
    Wolf.LONE_TWO: 0.37,
    Wolf.LONE_ONE: 0.34,
}
POWER_CHANCE: Final = {
    Power.MIRROR_BITE: 0.70,
    Power.STUBBORN: 0.62,
    Power.DEN_GUARD: 0.56,
    Power.MOON_SONG: 0.55,
    Power.LEAP: 0.54,
    Power.TWIN_STRIKE: 0.51,
    Power.SHIFTING_GROUND: 0.48,
    Power.BROAD_PACK: 0.46,
}

COUNTED: Final = {"lone": 120, "power": 60}
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
