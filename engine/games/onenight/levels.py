"""The levels: how many worlds each imagines, and how it takes what others say."""

from __future__ import annotations

from engine.games.onenight.belief import LITERAL, SUSPICIOUS
from engine.games.onenight.mind import Depth
from engine.games.onenight.talker import Talker


class EasyBot(Talker):
    """Thinks of few worlds only."""

    depth = Depth(worlds=12, reading=LITERAL)


class MediumBot(Talker):
    """Takes others at their word as long as it can, and lies by the book."""

    depth = Depth(worlds=100, reading=LITERAL)


class HardBot(Talker):
    """Expects lies, and tells those that listeners believe."""

    depth = Depth(worlds=160, reading=SUSPICIOUS, foresight=True)
