"""Boards: what the table of each game looks like."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from moontui.app.widgets.board import Board

BOARDS = {
    "onenight": "moontui.games.onenight.board:OneNightBoard",
    "robbers": "moontui.games.robbers.board:RobbersBoard",
    "wolfmoon": "moontui.games.wolfmoon.board:WolfmoonBoard",
    "moonlight": "moontui.games.moonlight.board:MoonlightBoard",
}
"""By game: where its board is; each is loaded when somebody first asks for it."""
SAMPLES = {
    "wolfmoon": "moontui.games.wolfmoon.sample:sample",
}
"""By game: where a piece of its table is drawn for who tries other settings."""


def board_for(game: str) -> Board:
    """The board of a game; one that has none of its own gets lines and lists."""
    board: Board = found(BOARDS.get(game, "moontui.app.widgets.plain_board:PlainBoard"))()
    return board


def sample_of(game: str) -> Any:
    """Who draws a piece of a game's table."""
    return found(SAMPLES[game])


def found(place: str) -> Any:
    """What a module has under a name."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)
