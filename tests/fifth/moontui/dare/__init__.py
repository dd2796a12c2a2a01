"""Dare as people see it."""

from __future__ import annotations

from moontui.games.face import Face, later

FACE = Face(
    teller=later(f"{__name__}.teller", "DareTeller"),
    board=later(f"{__name__}.board", "DareBoard"),
)
