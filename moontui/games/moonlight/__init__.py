"""Moonlight as people see it: its teller, its board and its words."""

from __future__ import annotations

from moontui.games.face import Face, later

FACE = Face(
    teller=later(f"{__name__}.teller", "MoonlightTeller"),
    board=later(f"{__name__}.board", "MoonlightBoard"),
    portrait=later(f"{__name__}.parts", "portrait"),
    sample=later(f"{__name__}.sample", "sample"),
)
