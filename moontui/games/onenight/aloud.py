"""One Night by day in one room: a huge clock, who sits here, and how many have talked enough."""

from __future__ import annotations

from engine.games.onenight.state import Village
from moontui.draw.ink import Ink, Line, cells, crop, flow
from moontui.draw.letters import width_of
from moontui.draw.scene import Scene
from moontui.draw.sheet import Sheet
from moontui.games.onenight.parts import bar, card_set, chip, easel, name_of

HUGE = (4, 3, 2, 1)
"""How many times larger than big the letters are, as far as there is room."""


def draw_aloud(scene: Scene, sheet: Sheet, left: float | None) -> None:
    """The clock in the middle, as large as there is room; without one, what is to be done."""
    village: Village = scene.view.state
    y = 0
    if not scene.look.size.is_large:
        for line in card_set(scene, sheet.width, 2):
            sheet.lay(0, y, line)
            y += 1
    people = flow([seat_of(scene, seat) for seat in village.everyone()], sheet.width, gap="  ")
    below = [*told(scene, left), [], *people]
    text = clock(left) if left is not None else scene.label("aloud")
    room = sheet.height - y - len(below) - 1
    scale = next((n for n in HUGE if width_of(text, n) <= sheet.width - 2 and 3 * n <= room), 0)
    if scale:
        x, top = (sheet.width - width_of(text, scale)) // 2, y + (room - 3 * scale) // 2
        sheet.overlay(x, top, easel(scene).letters(text, scale=scale))
        y = top + 3 * scale + 1
    else:
        sheet.lay(0, y, middle([Ink(text, "gold")], sheet.width))
        y += 1
    for line in below[: sheet.height - y]:
        sheet.lay(0, y, middle(line, sheet.width))
        y += 1


def clock(left: float) -> str:
    """Minutes and seconds."""
    seconds = max(0, round(left))
    return f"{seconds // 60}:{seconds % 60:02}"


def told(scene: Scene, left: float | None) -> list[Line]:
    """Whether the clock runs, and how many are ready to vote."""
    lines: list[Line] = []
    if scene.frozen:
        lines.append([Ink(scene.label("aloud_stopped"), "gold")])
    elif left is None:
        lines.append([Ink(scene.label("aloud_open"), "dim")])
    seats = scene.view.state.seats
    lines.append([Ink(scene.label("aloud_ready", count=scene.answered, all=seats), "strong")])
    return lines


def seat_of(scene: Scene, seat: int) -> Line:
    return [bar(scene, seat), chip(scene, seat), name_of(scene, seat)]


def middle(line: Line, width: int) -> Line:
    """A line in the middle of a row."""
    line = crop(line, width) if cells(line) > width else line
    return [Ink(" " * ((width - cells(line)) // 2)), *line]
