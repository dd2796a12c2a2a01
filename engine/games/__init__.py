"""The games there are."""

from __future__ import annotations

from typing import Any

from engine.core import Game
from engine.games.wolfmoon import WOLFMOON

GAMES: dict[str, Game[Any]] = {game.id: game for game in (WOLFMOON,)}
