"""A piece of Wolfmoon's table, for players trying out settings."""

from __future__ import annotations

from engine.core import Seat
from engine.games.wolfmoon.state import Table
from moontui.app.sampling import sample_scene, some_turns_in
from moontui.draw.ink import Line
from moontui.draw.scene import Look
from moontui.games.wolfmoon.hand import Hand
from moontui.games.wolfmoon.seats import Displays


def sample(look: Look, name: str, covered: bool, hand_first: bool, width: int) -> list[Line]:
    """Two cards and two seats, drawn as at the table."""
    shown = some_turns_in("wolfmoon", 3, has_two_cards)
    scene = sample_scene("wolfmoon", shown, look, name, covered)
    rows = [row for seat in (0, 1) for row in Displays().row(scene, shown.state, Seat(seat), width)]
    hand = Hand().sketch(scene, width)
    return [*hand, [], *rows] if hand_first else [*rows, [], *hand]


def has_two_cards(table: Table) -> bool:
    """Whether the player has to choose which card to play, and two displays are begun."""
    return bool(table.hands[0][1:]) and all(table.displays[:2]) and not any(table.out)
