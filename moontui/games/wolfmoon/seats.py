"""The players at Wolfmoon's table: rows on small screens, panels with open cards on large ones."""

from __future__ import annotations

from bisect import bisect_left
from functools import partial

from engine.core import HIDDEN, Choice, Seat
from engine.games.wolfmoon.deck import Card
from engine.games.wolfmoon.state import Table
from moontui.app.widgets.board import Zone
from moontui.draw.ink import Ink, Line, aimed, cells, crop, cut, ends, fit, flow, painted
from moontui.draw.keys import SEAT_LETTERS
from moontui.draw.paint import Paint
from moontui.draw.scene import Scene
from moontui.draw.sheet import Sheet, beside, sheet_of
from moontui.games.wolfmoon.parts import (
    ROOMS,
    Form,
    card_name,
    easel,
    fitting,
    form_for,
    is_chosen,
    paint_of,
    picture_of,
    sight,
)
from moontui.games.wolfmoon.tall import tall_seats


def others_of(scene: Scene, table: Table) -> list[Seat]:
    """Everybody else, clockwise from the left of the player."""
    others = [Seat(seat) for seat in range(table.seats) if seat != scene.me]
    if scene.me is None:
        return others
    later = [seat for seat in others if seat > scene.me]
    return later + [seat for seat in others if seat < scene.me]


class Displays(Zone):
    """Who sits where, how they are doing, and every card they have played."""

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        table: Table = scene.view.state
        form = form_for(scene.look.size, table.seats + (scene.me is None))
        if form.panel:
            return self.panels(scene, table, form, width)
        if form.tall:
            return tall_seats(self, scene, table, form.tall, width)
        lines: list[Line] = []
        for seat in range(table.seats):
            lines += self.row(scene, table, Seat(seat), width)
        return lines

    # ── rows ────────────────────────────────────────────────────────────────────────────────────

    def row(self, scene: Scene, table: Table, seat: Seat, width: int) -> list[Line]:
        """One player in one line, or more if the cards need it."""
        choice = scene.offers("aim", seat)
        target = choice or ("seat", int(seat))
        tight = width < 80
        bar = Ink(scene.look.symbols.bar_left, paint=Paint(scene.look.palette.seat(seat)))
        head: Line = [bar, self.letter(scene, table, seat), Ink(" ")]
        name = scene.name(seat)
        tag = scene.tag(seat)
        style = "mine" if seat == scene.me else "dim" if table.out[seat] else "strong"
        if tight:
            head.append(Ink(fit(name.upper(), 8), style))
        else:
            shown = f"{name.upper()}{',' if tag and seat == scene.me else ''}"
            head += [*crop([Ink(shown, style), Ink(f" {tag}", "dim")], 11)]
        if table.goal:
            head.append(Ink(fit(self.tokens(scene, table, seat), table.goal + 1), "gold"))
        witch = scene.look.symbols.witch if table.revived == seat else " "
        state, mood = self.state(scene, table, seat)
        head += [Ink(fit(state, 5 if tight else 6), mood), Ink(witch, "gold")]
        head += [*crop(self.hand(scene, table, seat, tight), 10 if tight else 14), Ink(" ")]
        cards = self.cards(scene, table, seat, width - cells(head), choice)
        lines = [[*head, *cards[0]], *([Ink(" " * cells(head)), *line] for line in cards[1:])]
        paint = scene.look.palette.plate(seat, lit=is_chosen(scene, seat))
        return aimed([painted(crop(line, width), paint) for line in lines], target)

    def letter(self, scene: Scene, table: Table, seat: Seat) -> Ink:
        """A player's letter: a key if the player may be aimed at, an arrow if it is their turn."""
        choice, letter = scene.offers("aim", seat), SEAT_LETTERS[seat]
        if is_chosen(scene, seat):
            return Ink(f" {letter} ", "strong", paint=scene.look.palette.chip)
        turn = seat == table.active and not table.ending
        sign = scene.look.symbols.turn if turn else " "
        return Ink(f"{sign}{letter} ", "key" if choice else "gold" if turn else "")

    def tokens(self, scene: Scene, table: Table, seat: Seat) -> str:
        signs, won = scene.look.symbols, table.tokens[seat]
        return signs.shown * won + signs.hidden * max(0, table.goal - won)

    def state(self, scene: Scene, table: Table, seat: Seat) -> tuple[str, str]:
        if table.out[seat]:
            return scene.label("out"), "bad"
        if table.safe[seat]:
            return scene.label("safe"), "good"
        return scene.label("in"), ""

    def hand(self, scene: Scene, table: Table, seat: Seat, tight: bool) -> Line:
        """Somebody's hand in a row: a back, what is known of it, or the open card."""
        if table.out[seat]:
            return [Ink(scene.label("no_card"), "dim")]
        if seat == scene.me:
            return []
        card = next((card for card in table.hands[seat] if card != HIDDEN), None)
        seen = sight(scene, table, seat)
        card = seen.card if card is None else card
        if card is not None:
            name = cut(card_name(scene, card, "tight" if tight else "short"), 9 if tight else 13)
            return [Ink(name, "strong", ("card", card), paint_of(scene, card))]
        return [*easel(scene).small_back(), Ink(f" {seen.note}", "dim")]

    def cards(
        self, scene: Scene, table: Table, seat: Seat, width: int, choice: Choice | None
    ) -> list[Line]:
        """The cards of a display, on as few lines as there can be, and as much of each name as they
        have room for."""

        def lines(room: int) -> list[Line]:
            shown = table.displays[seat]
            pieces = [self.card(scene, table, seat, card, room, choice) for card in shown]
            return flow(pieces, width, gap=" ", indent="") or [[]]

        fewest = lines(ROOMS[-1])
        place = bisect_left(ROOMS, -len(fewest), key=lambda room: -len(lines(room)))
        return lines(ROOMS[place])

    def card(
        self, scene: Scene, table: Table, seat: Seat, card: int, room: int, choice: Choice | None
    ) -> Line:
        take = self.takes(scene, seat, card)
        picked = take is not None and take == scene.picked
        paint = scene.look.palette.chip if picked else paint_of(scene, card, table.out[seat])
        text = fitting(scene, card, room)
        name = Ink(text, "strong", choice or take or ("card", card), paint)
        if card == Card.BODYGUARD and table.safe[seat]:
            left, right = scene.look.symbols.edges[0], scene.look.symbols.edges[1]
            return [Ink(left, "good"), name, Ink(right, "good")]
        return [name]

    def takes(self, scene: Scene, seat: Seat, card: int) -> Choice | None:
        """The choice to take a card from a display, if that is what is asked."""
        ask = scene.view.ask
        return scene.offers("take", card) if ask is not None and ask.other == seat else None

    # ── panels ──────────────────────────────────────────────────────────────────────────────────

    def panels(self, scene: Scene, table: Table, form: Form, width: int) -> list[Line]:
        """The others clockwise from the left, each in a panel; who may be chosen can be clicked."""
        others = others_of(scene, table)
        pitch = width // len(others)
        panels = []
        for seat in others:
            shown = (form, pitch, self.shown_of_panel(scene, table, seat))
            drawn = partial(self.panel, scene, table, form, seat, pitch - 2)
            panels.append(self.piece(seat, shown, drawn))
        return beside(*panels)

    def shown_of_panel(self, scene: Scene, table: Table, seat: Seat) -> object:
        """All that a player's panel is drawn from."""
        turn = seat == table.active and not table.ending
        name = (scene.name(seat), scene.tag(seat), table.goal, table.tokens[seat])
        plate = (name, turn, table.revived == seat)
        hand = (table.out[seat], table.hands[seat][:], sight(scene, table, seat))
        display = table.displays[seat][:]
        takes = [self.takes(scene, seat, card) for card in display]
        picked = scene.picked if scene.picked in takes else None
        answers = (scene.offers("aim", seat), takes, picked, is_chosen(scene, seat))
        return (scene.look, plate, hand, display, table.safe[seat], answers)

    def panel(self, scene: Scene, table: Table, form: Form, seat: Seat, width: int) -> list[Line]:
        """A player's panel, with an edge around it."""
        plate = self.plate(scene, table, seat, width)
        sheet = Sheet(width, form.panel, scene.look.palette.panel_paint)
        sheet.put(0, 0, painted(plate, scene.look.palette.plate(seat)))
        self.fill_panel(scene, table, sheet, form, seat)
        lines = aimed(sheet.lines, scene.offers("aim", seat) or ("seat", int(seat)))
        return easel(scene).framed(lines, width, is_chosen(scene, seat))

    def fill_panel(self, scene: Scene, table: Table, sheet: Sheet, form: Form, seat: Seat) -> None:
        labels = form.panel > 8
        top = 2 if labels else 1
        wide, high = form.hidden
        if labels:
            sheet.write(1, 1, scene.label("hand"), "dim")
            sheet.write(wide + 3, 1, scene.label("display"), "dim")
        rows = form.panel - top
        self.put_hand(scene, table, sheet, seat, (wide, min(high, rows - 1)), top)
        self.put_display(scene, table, sheet, seat, form, (wide + 3, top))

    def plate(self, scene: Scene, table: Table, seat: Seat, width: int) -> Line:
        """A player's name and how they are doing."""
        bar = Ink(scene.look.symbols.bar_left, paint=Paint(scene.look.palette.seat(seat)))
        state, mood = self.state(scene, table, seat)
        right: Line = []
        if table.goal:
            right.append(Ink(self.tokens(scene, table, seat), "gold"))
        if table.revived == seat:
            right.append(Ink(scene.look.symbols.witch, "gold"))
        if mood:
            right.append(Ink(f" {state.upper()}", mood))
        name = scene.name(seat).upper()
        style = "mine" if seat == scene.me else "dim" if table.out[seat] else "strong"
        gap = " " if is_chosen(scene, seat) else ""  # beside a chip
        left = [bar, self.letter(scene, table, seat), Ink(f"{gap}{name}", style)]
        tag = [Ink(f" {scene.tag(seat)}", "dim")]
        if cells(left) + cells(tag) + cells(right) < width:
            left += tag
        return ends(left, [*right, Ink(" ")], width)

    def put_hand(
        self,
        scene: Scene,
        table: Table,
        sheet: Sheet,
        seat: Seat,
        room: tuple[int, int],
        top: int,
    ) -> None:
        """Somebody's hand: a back, or the face that the player knows, with what is known below."""
        tools, (wide, high) = easel(scene), room
        if table.out[seat]:
            sheet.overlay(1, top, tools.picture("gravestone", wide, high))
            return
        opened = next((card for card in table.hands[seat] if card != HIDDEN), None)
        seen = sight(scene, table, seat)
        card = opened if opened is not None else seen.card
        if card is None:
            back = self.piece("back", (scene.look, room), lambda: sheet_of(tools.back(wide, high)))
            sheet.place(1, top, back)
            sheet.write(1, top + high, cut(seen.note, wide + 1), "dim")
            return
        face = tools.face_card(
            cut(fitting(scene, card, wide), wide),
            picture_of(card),
            wide,
            high,
            paint_of(scene, card),
            ("card", card),
        )
        sheet.place(1, top, face)
        if opened is None:
            sheet.write(1, top + high, cut(scene.label("you_know"), wide + 1), "gold")

    def put_display(
        self,
        scene: Scene,
        table: Table,
        sheet: Sheet,
        seat: Seat,
        form: Form,
        corner: tuple[int, int],
    ) -> None:
        """The display as a cascade: each card a row lower and a column to the right, so that each
        shows its name, and the newest its face."""
        x, y = corner
        display = table.displays[seat]
        rows = sheet.height - y
        wide = min(form.played[0], sheet.width - x - 1)
        if not display or wide < 1:  # while a terminal changes its size
            return
        columns = 1 if len(display) <= rows else 2
        room = sheet.width - x - 1
        if columns == 2:  # many cards: bands in two columns
            self.two_columns(scene, table, sheet, seat, corner)
            return
        for number, card in enumerate(display):
            left = x + min(number, max(0, room - wide))
            newest = number == len(display) - 1
            high = min(form.played[1], rows - number) if newest else 1
            out = table.out[seat]
            take = self.takes(scene, seat, card)
            picked = take is not None and take == scene.picked
            paint = scene.look.palette.chip if picked else paint_of(scene, card, out)
            name = fitting(scene, card, wide)
            target = take or scene.offers("aim", seat) or ("card", card)
            face = easel(scene).face_card(
                name, picture_of(card), wide, high, paint, target, 0.6 if out else 0.0
            )
            sheet.place(left, y + number, face)
            if card == Card.BODYGUARD and table.safe[seat]:
                self.guard(scene, sheet, left, y + number, wide, high)

    def two_columns(
        self, scene: Scene, table: Table, sheet: Sheet, seat: Seat, corner: tuple[int, int]
    ) -> None:
        x, y = corner
        rows = sheet.height - y
        wide = (sheet.width - x - 1) // 2
        for number, card in enumerate(table.displays[seat][: 2 * rows]):
            take = self.takes(scene, seat, card)
            paint = paint_of(scene, card, table.out[seat])
            if take is not None and take == scene.picked:
                paint = scene.look.palette.chip
            target = take or scene.offers("aim", seat) or ("card", card)
            band = easel(scene).band(fitting(scene, card, wide - 1), wide - 1, paint, target)
            sheet.put(x + wide * (number // rows), y + number % rows, band)

    def guard(self, scene: Scene, sheet: Sheet, x: int, y: int, width: int, height: int) -> None:
        """Posts beside a Bodyguard who still protects."""
        left, right = scene.look.symbols.edges[0], scene.look.symbols.edges[1]
        for row in range(y, y + height):
            sheet.lay(x - 1, row, [Ink(left, "good")])
            sheet.lay(x + width, row, [Ink(right, "good")])
