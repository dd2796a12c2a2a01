"""Robbers as people see it: its teller, its board and its words."""

from __future__ import annotations

from moontui.games.face import Face, later

FACE = Face(
    teller=later(f"{__name__}.teller", "RobbersTeller"),
    board=later(f"{__name__}.board", "RobbersBoard"),
    portrait=later(f"{__name__}.parts", "portrait"),
    sample=later(f"{__name__}.sample", "sample"),
    stories=later(f"{__name__}.stories", "stories"),
)
