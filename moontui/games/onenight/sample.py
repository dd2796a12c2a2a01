"""A piece of One Night's table, for players trying out settings."""

from __future__ import annotations

from engine.games.onenight.state import Village
from moontui.app.sampling import sample_scene, some_turns_in
from moontui.draw.ink import Line
from moontui.draw.scene import Look
from moontui.draw.sheet import Sheet
from moontui.games.onenight.night import draw_night

ROWS = 12


def sample(look: Look, name: str, covered: bool, hand_first: bool, width: int) -> list[Line]:
    """The night, with the player's card below it."""
    shown = some_turns_in("onenight", 3, is_night, "random")
    sheet = Sheet(width, ROWS)
    draw_night(sample_scene("onenight", shown, look, name, covered), sheet)
    return sheet.lines


def is_night(village: Village) -> bool:
    return bool(village.events)
