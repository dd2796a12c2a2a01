"""A piece of Robbers' table, for players trying out settings."""

from __future__ import annotations

from engine.games.robbers.state import Table
from moontui.app.sampling import sample_scene, some_turns_in
from moontui.draw.ink import Line, crop
from moontui.draw.scene import Look
from moontui.games.robbers.hand import Hand
from moontui.games.robbers.seats import Seats

CARD = 9
"""Columns of a card in the hand, with the gap beside it."""


def sample(look: Look, name: str, covered: bool, hand_first: bool, width: int) -> list[Line]:
    """Some cards of a hand, and the seats."""
    shown = some_turns_in("robbers", 3, is_third_trick)
    scene = sample_scene("robbers", shown, look, name, covered)
    seats = Seats().sketch(scene, width)
    hand = [crop(line, width // CARD * CARD) for line in Hand().sketch(scene, width)]
    return [*hand, [], *seats] if hand_first else [*seats, [], *hand]


def is_third_trick(table: Table) -> bool:
    return len(table.events or ()) > 12
