"""Boards: what the table of each game looks like."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from moontui.boards.base import Board

BOARDS = {
    "onenight": "moontui.boards.onenight:OneNightBoard",
    "robbers": "moontui.boards.robbers:RobbersBoard",
    "wolfmoon": "moontui.boards.wolfmoon:WolfmoonBoard",
    "moonlight": "moontui.boards.moonlight:MoonlightBoard",
}
"""By game: where its board is; each is loaded when somebody first asks for it."""
SAMPLES = {
    "wolfmoon": "moontui.boards.wolfmoon_sample:sample",
}
"""By game: where a piece of its table is drawn for who tries other settings."""


def board_for(game: str) -> Board:
    """The board of a game; one that has none of its own gets lines and lists."""
    board: Board = found(BOARDS.get(game, "moontui.boards.plain:PlainBoard"))()
    return board


def sample_of(game: str) -> Any:
    """Who draws a piece of a game's table."""
    return found(SAMPLES[game])


def found(place: str) -> Any:
    """What a module has under a name."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)
