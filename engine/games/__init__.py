"""The games there are; each is loaded when somebody first asks for it."""

from __future__ import annotations

from typing import Any

from engine.bots.dial import levels_of
from engine.core import Game, Options
from engine.shelf import Shelf

USUAL = "medium"
"""How they play unless somebody says otherwise."""


GAMES: Shelf[Game[Any]] = Shelf(__name__, str.upper)
"""One folder each, which has a `Game` of its own name in capitals."""


def level_for(game: Game[Any], wish: str = "") -> str:
    """How bots play: as wished, else as usual, else as well as they can."""
    levels = levels_of(game)
    return next((level for level in (wish, USUAL) if level in levels), levels[-1])


def seats_for(game: Game[Any], wish: int | None = None) -> int:
    """How many play: as many as wished, or the nearest number the game allows; usually four."""
    return min(game.seats[-1], max(game.seats[0], wish or 4))


def length_for(game: Game[Any], wish: str = "") -> Options:
    """How long a game lasts, if it has an option of that name with this value."""
    offered = next((option.values for option in game.options if option.key == "length"), ())
    return {"length": wish} if wish in offered else {}
