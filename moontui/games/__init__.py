"""The games as people see them: a folder each, with a teller, a board and its own words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games import GAMES
from engine.shelf import Shelf
from moontui.games.face import Face, later

if TYPE_CHECKING:  # a plain client shows no boards, and need not load Textual for them
    from moontui.app.widgets.board import Board

FACES: Shelf[Face] = Shelf(__name__, lambda name: "FACE")
"""One folder each, under the game's name in the engine, with the game's `FACE` in it."""


def playable() -> list[str]:
    """The games that can be played here: those that have both rules and a face."""
    return [game for game in GAMES if game in FACES]


def first_playable(*wishes: str) -> str:
    """The first of some games that can be played here; if none can, the first on the shelf."""
    games = playable()
    return next(game for game in (*wishes, *games) if game in games)


def board_for(game: str) -> Board:
    """The board of a game; one without a board of its own gets lines and lists."""
    kind = FACES[game].board or later("moontui.app.widgets.plain_board", "PlainBoard")
    board: Board = kind()()
    return board
