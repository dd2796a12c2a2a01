"""The trick on Robbers' table: every card, who played it, and what it counts as now."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.core import HIDDEN
from engine.games.robbers.deck import Suit
from engine.games.robbers.state import Table
from engine.games.robbers.trick import counts_as, winner, would_lead
from moontui.draw.ink import Ink, Line, aimed, box, cells, cut, paragraph
from moontui.draw.keys import SEAT_LETTERS
from moontui.draw.paint import NONE, Paint, mix
from moontui.draw.palette import SEATS, Palette
from moontui.draw.pixels import drawn
from moontui.draw.scene import Scene
from moontui.draw.sheet import Sheet
from moontui.draw.symbols import ASCII
from moontui.games.robbers.cards import card_lines, icons_line, title_of
from moontui.games.robbers.parts import (
    Form,
    Lying,
    Part,
    band_of,
    easel,
    ghost_of,
    icons_on,
    lying,
    sign_of,
    teller_of,
    who,
)
from moontui.games.robbers.teller import Stake

RIM, WOOD, DARK_WOOD = 0x6B4A2F, 0x33241C, 0x261913
CREAM, FAINT = 0xF6E7C4, 0xC9B796
SORE = 0xFF8A7A
"""Words on the wood: the same in every theme, as the table is."""
ROUND = 7
"""How round the corners of the table are: 2 would make an oval, more comes close to a box."""
NAMES = ("short", "tight")
"""Kinds of card names, from the longest to the shortest."""
WORDS = 20
"""Columns for words beside the cards on a small screen."""


class Grid(NamedTuple):
    """Where the cards of a trick lie: the first one's corner, from one to the next, how wide."""

    left: int
    top: int
    pitch: int
    wide: int


class TrickZone(Part):
    """The cards on the table; before the first one, the trick that was taken last."""

    def watch_scene(self, old: Scene | None, new: Scene | None) -> None:
        self.redraw()  # what is picked is shown in the trick

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        table: Table = scene.view.state
        form = self.form(scene)
        if form.panel:
            return self.large(scene, table, form, width)
        if not form.trick[0]:
            return self.bands(scene, table, width)
        if scene.look.size.is_tall:
            return self.tall(scene, table, form, width)
        return self.small(scene, table, form, width)

    def grid(self, scene: Scene, width: int) -> Grid:
        """Where the cards lie, however many there are already."""
        form, seats = self.form(scene), len(scene.players)
        wide = form.trick[0]
        if form.panel:
            pitch = min(wide + 6, (width - 10) // seats)
            return Grid((width - pitch * seats + pitch - wide) // 2, 3, pitch, wide)
        if not wide:
            pitch = width // seats
            return Grid(1, 2, pitch, pitch - 1)
        if scene.look.size.is_tall:
            pitch = (width - 1) // seats
            return Grid(1, 2, pitch, min(13, pitch - 1))
        return Grid(1, 1, max(wide + 1, (width - WORDS - 1) // seats), wide)

    def corner(self, scene: Scene, place: int) -> tuple[int, int]:
        """Where a card of the trick has its upper left corner, within this zone."""
        grid = self.grid(scene, self.size.width)
        return grid.left + place * grid.pitch, grid.top

    def title(self, scene: Scene, table: Table) -> str:
        """Which suit is led and which is trump, or what else there is to say of the table."""
        if table.account is not None:
            return scene.label("over").upper()
        lead = teller_of(scene).lead(table)
        return (scene.label("trick_last", lead=lead) if lying(table).last else lead).upper()

    # ── large screens ───────────────────────────────────────────────────────────────────────────

    def large(self, scene: Scene, table: Table, form: Form, width: int) -> list[Line]:
        sheet = board_of(scene, width, form.table)
        title = self.title(scene, table)
        self.write(scene, sheet, (width - cells([Ink(title)])) // 2, 1, title, CREAM, "strong")
        trick = lying(table)
        grid = self.grid(scene, width)
        for place in range(table.seats):
            x = grid.left + place * grid.pitch
            self.put_card(scene, table, form, sheet, place, x)
            below = x, form.trick[1] + grid.top + 1, grid.pitch - 1
            self.put_labels(scene, table, sheet, trick, place, below)
        return aimed(sheet.lines, "look_back" if table.last_trick else None)

    def put_card(
        self, scene: Scene, table: Table, form: Form, sheet: Sheet, place: int, x: int
    ) -> None:
        """A card that lies there, the one that is picked, or an empty place."""
        trick, (wide, high) = lying(table), form.trick
        card = self.card_at(scene, table, place)
        y = 3
        if card == HIDDEN:
            lines = box(scene.look.symbols.faint, wide, [[] for _ in range(high - 2)])
            for row, line in enumerate(lines):
                sheet.lay(x, y + row, self.on_wood(scene, line))
            return
        foot: list[Line] = [[Ink(" "), *icons_line(scene, card, trick.last)]]
        picked = place >= len(trick.cards)
        target = scene.picked if picked else ("card", card)
        sheet.paste(x, y, card_lines(scene, card, form.trick, foot, None, target, trick.last))
        if picked:
            easel(scene).frame(sheet, x, y, wide, high)

    def card_at(self, scene: Scene, table: Table, place: int) -> int:
        """The card at a place of the trick; the player's own may only be picked."""
        trick = lying(table)
        if place < len(trick.cards):
            return trick.cards[place]
        mine = scene.me is not None and trick.seats[place] == scene.me
        return ghost_of(scene, table) if mine and place == len(trick.cards) else HIDDEN

    def put_labels(
        self,
        scene: Scene,
        table: Table,
        sheet: Sheet,
        trick: Lying,
        place: int,
        area: tuple[int, int, int],
    ) -> None:
        """Whose card it is, whether it is the strongest so far, and what it counts as."""
        x, y, room = area
        wide = self.form(scene).trick[0]
        seat, shown = trick.seats[place], self.shown(scene, table)
        best = bool(shown) and place == winner(shown)
        name = cut(who(scene, seat).upper(), room - 2)
        note = self.note(scene, table, place, best)
        if cells([Ink(f"{name} {note}")]) > room:
            name = cut(name, max(3, room - len(note) - 3))
        text = f"{name} {note}".rstrip()
        at = x + (wide - cells([Ink(text)])) // 2
        if best:
            chip = [Ink(f" {text} ", "strong", paint=scene.look.palette.chip)]
            sheet.put(at - 1, y, chip)
        else:
            self.write(scene, sheet, at, y, text, SEATS[seat], "strong")
        if place < len(shown):
            counted = self.counted(scene, shown, place)
            at = x + (wide - cells([Ink(counted)])) // 2
            self.write(scene, sheet, at, y + 1, counted, CREAM if best else FAINT)

    def shown(self, scene: Scene, table: Table) -> list[int]:
        """The cards of the trick with the picked one."""
        cards, card = lying(table).cards, ghost_of(scene, table)
        asked = scene.view.ask is not None and card != HIDDEN
        return [*cards, card] if asked and not lying(table).last else cards

    def note(self, scene: Scene, table: Table, place: int, best: bool) -> str:
        """What is to be said about the player of a card."""
        trick = lying(table)
        mine = "_you" if trick.seats[place] == scene.me else ""
        if trick.last or table.account is not None:
            return scene.label(f"took{mine}") if best else ""
        if best:
            return scene.label(f"leads{mine}")
        if place == 0:
            return scene.label("leads_off")
        if place < len(trick.cards):
            return ""
        if place == len(trick.cards) and scene.view.waiting and trick.seats[place] != scene.me:
            return scene.label("thinks")
        return scene.label("comes_last") if place == len(trick.seats) - 1 else ""

    def counted(self, scene: Scene, cards: list[int], place: int) -> str:
        return f"= {teller_of(scene).counted(cards, counts_as(cards)[place])}"

    def write(
        self,
        scene: Scene,
        sheet: Sheet,
        x: int,
        y: int,
        text: str,
        color: int,
        style: str = "",
    ) -> None:
        """Words on the wood; without wood, in the terminal's own colors."""
        paint = Paint(color) if scene.look.palette.colored else None
        sheet.lay(max(1, x), y, [Ink(text, style, paint=paint)])

    def on_wood(self, scene: Scene, line: Line) -> Line:
        paint = Paint(mix(WOOD, FAINT, 0.5)) if scene.look.palette.colored else Paint()
        return [ink._replace(paint=paint) for ink in line]

    # ── eighty columns ──────────────────────────────────────────────────────────────────────────

    def small(self, scene: Scene, table: Table, form: Form, width: int) -> list[Line]:
        """Cards with their pictures, and beside them what the trick is about."""
        high = form.trick[1]
        trick, shown = lying(table), self.shown(scene, table)
        sheet = plank(scene, width, high + 2)
        grid = self.grid(scene, width)
        for place in range(table.seats):
            x = grid.left + place * grid.pitch
            self.put_small(scene, table, form, sheet, place, x)
            if place < len(shown):
                color = CREAM if place == winner(shown) else FAINT
                counted = self.counted(scene, shown, place)
                self.write(scene, sheet, x, high + 1, cut(counted, grid.pitch), color)
        x = grid.left + table.seats * grid.pitch
        self.put_words(scene, table, sheet, x, width - x, trick)
        return aimed(sheet.lines, "look_back" if table.last_trick else None)

    def put_small(
        self,
        scene: Scene,
        table: Table,
        form: Form,
        sheet: Sheet,
        place: int,
        x: int,
        top: int = 1,
    ) -> None:
        trick, (wide, high) = lying(table), form.trick
        shown = self.shown(scene, table)
        card = self.card_at(scene, table, place)
        best = bool(shown) and place == winner(shown)
        tall = scene.look.size.is_tall  # there the name stands below
        name = "" if tall else who(scene, trick.seats[place]).upper()
        if card == HIDDEN:
            lines = box(scene.look.symbols.faint, wide, [[] for _ in range(high - 2)])
            for row, line in enumerate(lines):
                sheet.lay(x, top + row, self.on_wood(scene, line))
            note = self.note(scene, table, place, best)
            color = SEATS[trick.seats[place]]
            for row, text in enumerate((cut(name, wide - 2), cut(note, wide))):
                at = x + (wide - cells([Ink(text)])) // 2
                self.write(scene, sheet, at, top + high // 2 - bool(note) + row, text, color)
            return
        corner, _ = title_of(scene, card, wide, short=True)
        room = wide - cells([Ink(corner)]) - 1
        mark = scene.look.palette.chip if best else None
        tail = [Ink(cut(name, room), "strong", paint=mark)]
        picked = place >= len(trick.cards)
        target = scene.picked if picked else ("card", card)
        lines = card_lines(scene, card, (wide, high), [], tail, target, trick.last, short=True)
        sheet.paste(x, top, lines)
        if picked:
            self.posts(scene, sheet, x, top, wide, high)

    def posts(self, scene: Scene, sheet: Sheet, x: int, y: int, width: int, rows: int) -> None:
        """Posts at both sides of the picked card."""
        left, right = scene.look.symbols.edges[0], scene.look.symbols.edges[1]
        paint = scene.look.palette.frame
        for row in range(y, y + rows):
            sheet.lay(x - 1, row, [Ink(left, "gold", paint=paint)])
            sheet.lay(x + width, row, [Ink(right, "gold", paint=paint)])

    def put_words(
        self, scene: Scene, table: Table, sheet: Sheet, x: int, width: int, trick: Lying
    ) -> None:
        """Which suit is led, who leads so far, and what there is to take."""
        stake = teller_of(scene).stake_of(table, trick.last, scene.covered)
        title = self.title(scene, table).replace(", ", ",\n").replace(". ", ".\n").split("\n")
        if len(title) == 1 or max(map(len, title)) > width:
            title = [line[0].text for line in paragraph(" ".join(title), width, most=2)]
        rows = [(text, CREAM, "strong") for text in title]
        if stake is not None:
            rows.append((cut(self.leading(scene, table, stake), width), FAINT, ""))
            rows.append((icons_told(scene, stake), CREAM, ""))
            harm = paragraph(", ".join(stake.harm), width, most=2) if stake.harm else []
            rows += [(line[0].text, SORE if stake.hurts else FAINT, "") for line in harm]
        for row, (text, color, style) in enumerate(rows, 1):
            self.write(scene, sheet, x, row, text, color, style)

    def leading(self, scene: Scene, table: Table, stake: Stake) -> str:
        """Who leads so far, or whether the picked card would, which lies there already."""
        card = ghost_of(scene, table)
        if card == HIDDEN or scene.view.ask is None or not table.trick:
            return stake.leads
        return scene.label("yours_leads" if would_lead(table.trick, card) else "yours_loses")

    # ── phones held upright ─────────────────────────────────────────────────────────────────────

    def tall(self, scene: Scene, table: Table, form: Form, width: int) -> list[Line]:
        """The cards side by side, their players below, and the stake in words."""
        trick, shown = lying(table), self.shown(scene, table)
        _, high = form.trick
        stake = teller_of(scene).stake(table, trick.last, scene.covered)
        told = paragraph(stake, width - 2, most=2) if stake else [[]]
        sheet = plank(scene, width, high + 4 + len(told))
        teller = teller_of(scene)
        title = cut(self.title(scene, table), width - 2)
        self.write(scene, sheet, (width - len(title)) // 2, 1, title, CREAM, "strong")
        grid = self.grid(scene, width)
        for place in range(table.seats):
            x = grid.left + place * grid.pitch
            small = form._replace(trick=(grid.wide, high))
            self.put_small(scene, table, small, sheet, place, x, grid.top)
            self.put_owner(scene, table, sheet, place, (x, high + 2, grid.pitch - 1))
            if place < len(shown):
                color = CREAM if place == winner(shown) else FAINT
                counted = teller.counted(shown, counts_as(shown)[place], short=True)
                self.write(scene, sheet, x, high + 3, cut(counted, grid.pitch), color)
        for row, line in enumerate(told, high + 4):
            self.write(scene, sheet, 1, row, line[0].text if line else "", FAINT)
        return aimed(sheet.lines, "look_back" if table.last_trick else None)

    def put_owner(
        self, scene: Scene, table: Table, sheet: Sheet, place: int, area: tuple[int, int, int]
    ) -> None:
        """Whose card it is, below it."""
        x, y, room = area
        seat, shown = lying(table).seats[place], self.shown(scene, table)
        name = cut(who(scene, seat).upper(), room)
        if shown and place == winner(shown):
            sheet.put(x, y, [Ink(name, "strong", paint=scene.look.palette.chip)])
        else:
            self.write(scene, sheet, x, y, name, SEATS[seat], "strong")

    # ── sixty columns ───────────────────────────────────────────────────────────────────────────

    def bands(self, scene: Scene, table: Table, width: int) -> list[Line]:
        """The cards as bands: whose, which, and what it counts as."""
        trick, shown = lying(table), self.shown(scene, table)
        grid = self.grid(scene, width)
        pitch = grid.pitch
        sheet = Sheet(width, 4)
        title = cut(self.title(scene, table), width - 2)
        sheet.write(1, 0, title, "key")
        for place in range(table.seats):
            x = grid.left + place * pitch
            card = self.card_at(scene, table, place)
            best = bool(shown) and place == winner(shown)
            note = self.note(scene, table, place, best)
            seat = trick.seats[place]
            name = f"{SEAT_LETTERS[seat]} {who(scene, seat)}"
            text = f"{name} {note}" if card != HIDDEN else name
            text = text.rstrip() if cells([Ink(text)]) < pitch else cut(name, pitch - 1)
            chip = scene.look.palette.chip if best else Paint(scene.look.palette.seat(seat))
            sheet.put(x, 1, [Ink(text, "strong", paint=chip)])
            if card == HIDDEN:
                sheet.write(x, 2, cut(note, pitch - 1), "dim")
                continue
            picked = place >= len(trick.cards)
            target = scene.picked if picked else ("card", card)
            teller = teller_of(scene)
            names = [f" {teller.card(card, form)} {icons_on(scene, card)} " for form in NAMES]
            name = next((name for name in names if len(name) < pitch), names[-1])
            paint = scene.look.palette.chip if picked else band_of(scene.look, card)
            sheet.put(x, 2, [Ink(cut(name, pitch - 1), "strong", target, paint)])
            counted = self.counted(scene, shown, place)
            sheet.put(x, 3, [Ink(cut(counted, pitch), "good" if best else "dim", target)])
        stake = teller_of(scene).stake(table, trick.last, scene.covered)
        told = [*paragraph(stake, width - 2, most=2), [], []][:2]  # the hand stays where it is
        lines = [*sheet.lines, *([Ink(" "), *line] for line in told)]
        return aimed(lines, "look_back" if table.last_trick else None)


def icons_told(scene: Scene, stake: Stake) -> str:
    """How many icons of each kind there are to take."""
    signs = scene.look.symbols
    chests, robbers = (sign_of(signs, suit) for suit in Suit)
    return f"{chests} {stake.chests}  {robbers} {stake.robbers}"


# ── wood ────────────────────────────────────────────────────────────────────────────────────────


def board_of(scene: Scene, width: int, rows: int) -> Sheet:
    """A round table seen from above; without colors for it, a box."""
    palette = scene.look.palette
    sheet = Sheet(width, rows)
    if not palette.colored or scene.look.symbols is ASCII or not scene.look.pictures:
        style = "rule"
        frame = box(scene.look.symbols.plain, width, [[] for _ in range(rows - 2)], style=style)
        sheet.paste(0, 0, frame)
        if palette.colored:
            sheet.fill(1, 1, width - 2, rows - 2, Paint(bg=wood_at(palette, 1, 2)))
        return sheet
    for row, line in enumerate(oval(width, 2 * rows, palette)):
        sheet.put(0, row, line)
    return sheet


def wood_at(palette: Palette, row: int, rows: int) -> int:
    """The wood is lighter in the middle; with strong contrast, it is black."""
    if palette.ground == (0, 0):
        return 0
    return mix(WOOD, DARK_WOOD, abs(2 * row / max(1, rows - 1) - 1) ** 2)


@lru_cache(16)
def oval(width: int, height: int, palette: Palette) -> tuple[Line, ...]:
    pixels = []
    for y in range(height):
        row = []
        for x in range(width):
            across = abs(2 * (x + 0.5) / width - 1)
            down = abs(2 * (y + 0.5) / height - 1)
            inner = (
                abs(2 * (x + 0.5) - width) / (width - 4),
                abs(2 * (y + 0.5) - height) / (height - 2),
            )
            if across**ROUND + down**ROUND > 1:
                row.append(NONE)
            elif inner[0] ** ROUND + inner[1] ** ROUND > 1:
                row.append(RIM)
            else:
                row.append(wood_at(palette, y // 2, height // 2))
        pixels.append(row)
    return drawn(pixels)


def plank(scene: Scene, width: int, rows: int) -> Sheet:
    """A plain table with an edge, where there is little room."""
    palette = scene.look.palette
    if not palette.colored:
        sheet = Sheet(width, rows)
        sheet.put(0, 0, [Ink(scene.look.symbols.plain.across * width, "rule")])
        return sheet
    sheet = Sheet(width, rows, Paint(bg=wood_at(palette, 1, 3)))
    edge = RIM if palette.ground != (0, 0) else 0x8A6A3C
    sheet.fill(0, 0, width, 1, Paint(bg=edge))
    if scene.look.symbols is not ASCII:
        half = Paint(edge, wood_at(palette, 1, 3))
        sheet.put(0, 0, [Ink("▀" * width, paint=half, art=True)])
    return sheet
