"""The dial: levels from weak to strong, and any point between two neighbours.

`easy+40` stands two fifths of the way from the easy bot to the next better one of that game: it
plays two turns in five like that one, and the others like the easy bot. Every turn is played by one
of the two from beginning to end, so what it does makes sense, and no turn is worse than an easy
bot's would be.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from engine.core import Bot, Choice, Game, View, this_round

LEVELS = ("random", "gentle", "easy", "greedy", "steady", "medium", "hard")
"""How well bots may play, from weak to strong; a game need not have bots for every level."""
OFF = ("random",)
"""Levels that are not on the dial: they do not try to win."""
STEPS = 100
"""Points from one level to the next."""
DEALT = 8
"""About how many events tell what a seat was dealt."""


class Point(NamedTuple):
    """Where a bot stands between two levels."""

    lower: str
    upper: str
    share: float
    """How often it plays like the upper one."""


def levels_of(game: Game[Any]) -> list[str]:
    """The levels that a game has bots for, from weak to strong."""
    return [level for level in LEVELS if level in game.bots]


def dial_of(game: Game[Any]) -> list[str]:
    """The levels on a game's dial."""
    return [level for level in levels_of(game) if level not in OFF]


def level_at(game: Game[Any], place: float) -> str:
    """The name of a point: 0 is the weakest level of the dial, 1 the next; places beyond its ends
    are the ends."""
    dial = dial_of(game)
    steps = min(max(0, round(place * STEPS)), (len(dial) - 1) * STEPS)
    return f"{dial[steps // STEPS]}+{steps % STEPS}"


def is_point(level: str) -> bool:
    """Whether a level is written as a point of the dial, not as a level of its own."""
    return "+" in level


def point_of(game: Game[Any], level: str) -> Point | None:
    """The point of the dial that a name stands for; None: it is none."""
    lower, plus, steps = level.partition("+")
    dial = dial_of(game)
    if not plus or lower not in dial or not (steps.isascii() and steps.isdecimal()):
        return None
    if len(steps) > 2:  # a whole level further has that level's name
        return None
    above = dial[dial.index(lower) + 1 :]
    return Point(lower, above[0] if above else lower, int(steps) / STEPS)


def can_play(game: Game[Any], level: str) -> bool:
    """Whether a game has bots that play like this."""
    return level in game.bots or point_of(game, level) is not None


def bot_at(game: Game[Any], level: str, make: Callable[[str], Bot[Any]]) -> Bot[Any]:
    """A bot of a level or a point, of bots that `make` makes for levels. Raises `ValueError`, with
    a sentence, if there is none."""
    if level in game.bots:
        return make(level)
    point = point_of(game, level)
    if point is None:
        raise ValueError(f"{game.id.capitalize()} has no {level} bot.")
    return Between(game.turns, make(point.lower), make(point.upper), point.share)


class Between:
    """Plays some turns like one bot and the others like a better one."""

    def __init__(
        self, turns: tuple[str, ...], lower: Bot[Any], upper: Bot[Any], share: float
    ) -> None:
        self.turns, self.lower, self.upper, self.share = turns, lower, upper, share

    def choose(self, view: View[Any], /) -> Choice:
        mood = Random(self.turn(view)).random()
        return (self.upper if mood < self.share else self.lower).choose(view)

    def turn(self, view: View[Any]) -> str:
        """What is the same for all questions of a turn, and differs from turn to turn and from
        deal to deal: whose it is, and what that seat was told of the deal."""
        assert view.ask is not None
        told = this_round(view.state.events or ())
        last = max((at for at, event in enumerate(told) if event.kind in self.turns), default=0)
        return f"{view.ask.seat} {last} {told[: min(last, DEALT)]}"
