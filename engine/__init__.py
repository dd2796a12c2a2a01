"""The rules of the games: pure, without I/O, clock or global chance.

    import engine
    from random import Random

    game = engine.GAMES["wolfmoon"]
    match = engine.Match(game, seats=4, seed="full moon")
    bot = engine.seated(game, "greedy", Random(1))
    while ask := match.ask:
        match.answer(bot.choose(match.view(ask.seat)))
    print(match.outcome)

Everything named here is loaded when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.bots.dial import LEVELS, levels_of
    from engine.bots.personas import PERSONAS, seated
    from engine.core import (
        BACK,
        HIDDEN,
        Advice,
        Ask,
        Blocked,
        Bot,
        Choice,
        Event,
        Game,
        Idea,
        IllegalChoice,
        Insight,
        Outcome,
        Reason,
        Seat,
        View,
    )
    from engine.games import GAMES
    from engine.match import Match
    from engine.record import BadRecord, Record

__all__ = [
    "BACK",
    "GAMES",
    "HIDDEN",
    "LEVELS",
    "PERSONAS",
    "Advice",
    "Ask",
    "BadRecord",
    "Blocked",
    "Bot",
    "Choice",
    "Event",
    "Game",
    "Idea",
    "IllegalChoice",
    "Insight",
    "Match",
    "Outcome",
    "Reason",
    "Record",
    "Seat",
    "View",
    "levels_of",
    "seated",
]

HOMES = {
    "engine.bots.personas": ("PERSONAS", "seated"),
    "engine.bots.dial": ("LEVELS", "levels_of"),
    "engine.games": ("GAMES",),
    "engine.match": ("Match",),
    "engine.record": ("BadRecord", "Record"),
}
"""Where names live that are not words of `engine.core`."""


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"engine has no {name}")
    home = next((home for home, names in HOMES.items() if name in names), "engine.core")
    return getattr(import_module(home), name)
