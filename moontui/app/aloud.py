"""Whether people at a table talk aloud."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games import GAMES

if TYPE_CHECKING:
    from moontui.client.session import Session


def is_aloud(session: Session) -> bool:
    """Whether people at this table talk aloud, so that somebody has to tell the night."""
    game = GAMES.get(session.game)
    return game is not None and game.aloud is not None and game.aloud(session.options)
