"""A piece of Moonlight's table, for players trying out settings."""

from __future__ import annotations

from engine.games.moonlight.state import Table
from moontui.app.sampling import sample_scene, some_turns_in
from moontui.draw.ink import Line, crop
from moontui.draw.scene import Look
from moontui.games.moonlight.hand import Wolves
from moontui.games.moonlight.land import Land


def sample(look: Look, name: str, covered: bool, hand_first: bool, width: int) -> list[Line]:
    """A hand, and the land with the first wolves on it."""
    shown = some_turns_in("moonlight", 2, has_begun)
    scene = sample_scene("moonlight", shown, look, name, covered)
    hand = [crop(line, width) for line in Wolves().sketch(scene, width)]
    land = [crop(line, width) for line in Land().sketch(scene, width)]
    return [*hand, [], *land]  # which may be cut off below


def has_begun(table: Table) -> bool:
    return len(table.events or ()) > 8
