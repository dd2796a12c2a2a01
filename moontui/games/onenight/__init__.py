"""One Night as people see it: its teller, its board and its words."""

from __future__ import annotations

from moontui.games.face import Face, later

FACE = Face(
    teller=later(f"{__name__}.teller", "OneNightTeller"),
    board=later(f"{__name__}.board", "OneNightBoard"),
    portrait=later(f"{__name__}.parts", "portrait"),
    narration=later(f"{__name__}.narration", "narration"),
    room=later(f"{__name__}.narration", "room"),
    sample=later(f"{__name__}.sample", "sample"),
    stories=later(f"{__name__}.stories", "stories"),
)
