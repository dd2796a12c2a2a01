"""Wolfmoon's table on a phone held upright: players in a row or two, the center in two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.core import HIDDEN, Seat
from engine.games.wolfmoon.deck import VALUE
from engine.games.wolfmoon.state import Table
from moontui.draw.ink import Ink, Line, aimed, cells, crop, cut, fit, painted
from moontui.draw.paint import Paint
from moontui.draw.scene import Scene
from moontui.games.wolfmoon.parts import FORMS, ROOMS, card_name, easel, is_chosen, paint_of, sight

if TYPE_CHECKING:
    from moontui.games.wolfmoon.middle import Center
    from moontui.games.wolfmoon.seats import Displays

NAME, STATE = 8, 6
"""Columns of a name, and of how somebody is doing."""
INDENT = 4
"""Columns before what stands below a name."""


def tall_seats(zone: Displays, scene: Scene, table: Table, rows: int, width: int) -> list[Line]:
    """Everybody else, then the player."""
    from moontui.games.wolfmoon.seats import others_of

    lines: list[Line] = []
    for seat in others_of(scene, table):
        lines += tall_seat(zone, scene, table, seat, rows, width)
    if scene.me is not None:
        lines += tall_seat(zone, scene, table, scene.me, 1, width)
    return lines


def tall_seat(
    zone: Displays, scene: Scene, table: Table, seat: Seat, rows: int, width: int
) -> list[Line]:
    """One player: name, moons, state and hand, and the display beside or below them."""
    palette = scene.look.palette
    choice = scene.offers("aim", seat)
    bar = Ink(scene.look.symbols.bar_left, paint=Paint(palette.seat(seat)))
    style = "mine" if seat == scene.me else "dim" if table.out[seat] else "strong"
    mine = seat == scene.me
    name = scene.look.words.say("you") if mine else scene.name(seat)
    head: Line = [bar, zone.letter(scene, table, seat), Ink(fit(name.upper(), NAME), style)]
    if table.goal:
        head.append(Ink(fit(zone.tokens(scene, table, seat), table.goal), "gold"))
    witch = scene.look.symbols.witch if table.revived == seat else " "
    state, mood = zone.state(scene, table, seat)
    head += [Ink(witch, "gold"), Ink(fit(state, STATE), mood)]
    if not mine:
        head += [*tall_hand(scene, table, seat, width - cells(head) if rows > 1 else 0), Ink(" ")]
    if rows > 1:
        below = [bar, Ink(" " * (INDENT - 1))]
        shown = tall_cards(zone, scene, table, seat, width - INDENT)
        lines = [head, [*below, *shown]]
    else:
        lines = [[*head, *tall_cards(zone, scene, table, seat, width - cells(head))]]
    paint = palette.plate(seat, lit=is_chosen(scene, seat))
    return aimed(
        [painted(crop(line, width), paint) for line in lines], choice or ("seat", int(seat))
    )


def tall_hand(scene: Scene, table: Table, seat: Seat, width: int) -> Line:
    """Somebody's hand: a back, or the card that lies open or is known. With more room, what else
    is known of it."""
    if table.out[seat]:
        return [Ink(f" {scene.label('no_card')} ", "dim")]
    opened = next((card for card in table.hands[seat] if card != HIDDEN), None)
    seen = sight(scene, table, seat)
    card = seen.card if opened is None else opened
    if card is None:
        note = [Ink(f" {cut(seen.note, width - 5)}", "dim")] if width > 8 and seen.note else []
        return [*easel(scene).small_back(), *note]
    form = "short" if width else "tight"
    return [Ink(card_name(scene, card, form), "strong", ("card", card), paint_of(scene, card))]


def tall_cards(zone: Displays, scene: Scene, table: Table, seat: Seat, width: int) -> Line:
    """A display in one row: by name as long as names fit, else the newest by name and the others
    by their values, newest first."""
    display = table.displays[seat]
    choice = scene.offers("aim", seat)
    if not display:
        return []
    for room in ROOMS:
        line = spaced([zone.card(scene, table, seat, card, room, choice) for card in display])
        if cells(line) <= width:
            return line
    older: Line = []
    for card in reversed(display[:-1]):
        take = zone.takes(scene, seat, card)
        paint = scene.look.palette.chip if take and take == scene.picked else None
        target = take or choice or ("card", card)
        paint = paint or paint_of(scene, card, table.out[seat])
        older.append(Ink(f"{VALUE[card]} ", "strong", target, paint))
    for room in ROOMS:
        newest = zone.card(scene, table, seat, display[-1], room, choice)
        if cells(newest) + 1 + cells(older) <= width:
            break
    return [*newest, Ink(" "), *older]


def spaced(pieces: Sequence[Line]) -> Line:
    """Pieces with a gap between each two."""
    line: Line = []
    for piece in pieces:
        line += [*([Ink(" ")] if line else []), *piece]
    return line


def tall_center(zone: Center, scene: Scene, table: Table, width: int) -> list[Line]:
    """The slots in one row, and all that lies beside them in another."""
    upper: Line = []
    for form in ("names", "short", "tight"):
        slots = [zone.slot(scene, table, number, form) for number in range(3)]
        upper = spaced([zone.head(scene), *slots])
        if cells(upper) <= width:
            break
    lower: Line = []
    for form in FORMS:
        lower = spaced(zone.rest(scene, table, form))
        if cells(lower) <= width:
            return [upper, lower]
    pieces = [
        [ink._replace(text=f"{ink.text.split()[0]} ") if is_card(ink) else ink for ink in piece]
        for piece in zone.rest(scene, table, "tight")
    ]
    return [upper, spaced(pieces)]


def is_card(ink: Ink) -> bool:
    return isinstance(ink.target, tuple) and ink.target[0] == "card"
