"""The games there are; each is loaded when somebody first asks for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from engine.core import Game

LEVELS = ("random", "easy", "greedy", "medium", "hard")
"""How bots may play, from weak to strong; a game has those that it has bots for."""
USUAL = "medium"
"""How they play where nobody says anything else."""


class Shelf(Mapping[str, Game[Any]]):
    """Games by name, each in a module of that name that calls it the same in capitals."""

    def __init__(self, *names: str) -> None:
        self.names = names

    def __getitem__(self, name: str) -> Game[Any]:
        if name not in self.names:
            raise KeyError(name)
        game: Game[Any] = getattr(import_module(f"engine.games.{name}"), name.upper())
        return game

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


GAMES = Shelf("wolfmoon", "onenight")


def levels_of(game: Game[Any]) -> list[str]:
    """The levels that a game has bots for, from weak to strong."""
    return [level for level in LEVELS if level in game.bots]
