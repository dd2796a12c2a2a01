"""Boards: what the table of each game looks like."""

from __future__ import annotations

from moontui.boards.base import Board


def board_for(game: str) -> Board:
    """The board of a game; one that has none of its own gets lines and lists."""
    if game == "wolfmoon":
        from moontui.boards.wolfmoon import WolfmoonBoard

        return WolfmoonBoard()
    from moontui.boards.plain import PlainBoard

    return PlainBoard()
