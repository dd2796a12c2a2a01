"""The players at Robbers' table: who sits where, what they won and took, and what chips say."""

from __future__ import annotations

from engine.core import HIDDEN, Seat
from engine.games.robbers.state import Table
from moontui.draw.ink import Ink, Line, aimed, cells, crop, cut, ends, flow, painted
from moontui.draw.keys import SEAT_LETTERS
from moontui.draw.paint import Paint, mix
from moontui.draw.scene import Scene
from moontui.draw.sheet import Sheet
from moontui.games.robbers.parts import Form, Part, easel, role_band, teller_of

BACK = 0x3B4A86
"""A hidden card, seen from afar."""


class Seats(Part):
    """Everybody at the table: rows on small screens, panels on large ones."""

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        table: Table = scene.view.state
        form = self.form(scene)
        seats = [Seat(seat) for seat in range(table.seats)]
        if not form.panel:
            return [self.row(scene, table, seat, width) for seat in seats]
        pitch = width // table.seats
        sheet = Sheet(width, form.panel + 2 * form.gap)
        for seat in seats:
            sheet.paste(seat * pitch + 1, form.gap, self.panel(scene, table, form, seat, pitch - 2))
        return sheet.lines

    # ── rows ────────────────────────────────────────────────────────────────────────────────────

    def row(self, scene: Scene, table: Table, seat: Seat, width: int) -> Line:
        signs, palette = scene.look.symbols, scene.look.palette
        narrow = width < 44
        size = 11 if width >= 60 else 10 if not narrow else 7 if width > 41 else 6
        line: Line = [self.bar(scene, seat), self.letter(scene, seat), Ink(" ")]
        named = [Ink(scene.name(seat).upper(), self.style(scene, seat))]
        tag = scene.tag(seat)
        if tag and not narrow:
            named.append(Ink(f", {tag}" if seat == scene.me else f" {tag}", "dim"))
        if cells(named) > size:
            named = [Ink(cut(scene.name(seat).upper(), size, signs.more), named[0].style)]
        line += crop(named, size)
        line += self.numbers(scene, table, seat)
        hand = self.open_hand(scene, table, seat)
        if hand:
            line += [Ink(" "), Ink(cut(hand, width - cells(line) - 1, signs.more), "gold")]
        else:
            line += self.known(scene, table, seat, width - cells(line))
        plate = palette.plate(seat)
        return aimed([painted(crop(line, width), plate)], ("seat", int(seat)))[0]

    def numbers(self, scene: Scene, table: Table, seat: Seat) -> Line:
        """Deals won, tricks taken, cards left."""
        left = len(table.hands[seat])
        return [
            Ink(f" {scene.label('won')} ", "dim"),
            Ink(str(table.points[seat]), "gold"),
            Ink(f" {scene.label('taken')} ", "dim"),
            Ink(teller_of(scene).taken(table, seat)),
            Ink(f" {scene.label('hand_left')} ", "dim"),
            Ink(str(left)),
        ]

    def known(self, scene: Scene, table: Table, seat: Seat, width: int) -> Line:
        """A chip, and what the player says; where there is room for only one, the claim is a
        letter."""
        line: Line = []
        if chip := self.chip(scene, table, seat):
            line += [Ink(" "), chip]
        if claim := scene.claims.get(seat):
            said = f' "{scene.label(claim)}"'
            if cells([*line, Ink(said)]) > width:
                sign = scene.look.words.say("role_signs", claim.removeprefix("claim_"))
                said = f'"{sign}"'
            line.append(Ink(said, "dim"))
        return line

    def chip(self, scene: Scene, table: Table, seat: Seat) -> Ink | None:
        told = teller_of(scene).chip(table, seat)
        if not told:
            return None
        paint = role_band(scene.look, table.chips[seat])
        return Ink(f"{scene.look.symbols.shown}{told.upper()}", "strong", paint=paint)

    # ── panels ──────────────────────────────────────────────────────────────────────────────────

    def panel(self, scene: Scene, table: Table, form: Form, seat: Seat, width: int) -> list[Line]:
        """A player on a large screen: a name plate, the backs of the hand, and the chip."""
        palette = scene.look.palette
        sheet = Sheet(width, form.panel, palette.panel_paint)
        sheet.put(0, 0, painted(self.plate(scene, table, seat, width), palette.plate(seat)))
        hand = self.open_hand(scene, table, seat)
        last = form.panel - 1
        if hand:
            words = [[Ink(word, "gold")] for word in hand.split()]
            sheet.paste(0, 1, flow(words, width, gap=" ")[: form.panel - 2])
        else:
            backs = form.panel - 3
            sheet.paste(1, 1, self.backs(scene, len(table.hands[seat]), backs))
            left = len(table.hands[seat])
            count = scene.label("one_card" if left == 1 else "cards", count=left)
            x = 2 + 2 * len(table.hands[seat])
            if x + cells([Ink(count)]) > width:
                count = str(len(table.hands[seat]))
            sheet.write(x, 1, count, "dim")
        taken = scene.label("tricks", count=teller_of(scene).taken(table, seat))
        sheet.lay(1, last - 1, ends([Ink(taken)], self.duty(scene, table, seat), width - 2))
        self.put_known(scene, table, sheet, seat, last)
        return aimed(sheet.lines, ("seat", int(seat)))

    def plate(self, scene: Scene, table: Table, seat: Seat, width: int) -> Line:
        won = scene.label("deals_won", count=table.points[seat])
        right = [Ink(f"{won} ", "gold" if table.points[seat] else "dim")]
        left = [
            self.bar(scene, seat),
            self.letter(scene, seat),
            Ink(" "),
            Ink(scene.name(seat).upper(), self.style(scene, seat)),
        ]
        tag = [Ink(f" {scene.tag(seat)}", "dim")]
        if cells(left) + cells(tag) + cells(right) < width:
            left += tag
        room = width - cells(right) - 1
        if cells(left) > room:
            left[-1] = left[-1]._replace(text=cut(left[-1].text, room - cells(left[:-1])))
        return ends(left, right, width)

    def backs(self, scene: Scene, count: int, rows: int) -> list[Line]:
        """Hidden cards in a row: all the same."""
        palette, signs = scene.look.palette, scene.look.symbols
        if palette.colored:
            color = BACK if palette.dark else mix(BACK, 0xFFFFFF, 0.25)
            piece = [Ink(" ", paint=Paint(bg=color)), Ink(" ")]
        else:
            piece = [Ink(signs.stroke, "dim"), Ink(" ")]
        return [piece * count for _ in range(rows)]

    def duty(self, scene: Scene, table: Table, seat: Seat) -> Line:
        """Who led this trick, and who plays last to it."""
        if table.account is not None or not table.trick:
            return []
        place = (seat - table.leader) % table.seats
        if place == 0:
            return [Ink(scene.label("led"), "good")]
        return [Ink(scene.label("plays_last"), "dim")] if place == table.seats - 1 else []

    def put_known(self, scene: Scene, table: Table, sheet: Sheet, seat: Seat, row: int) -> None:
        """What is known of a player: a chip as a band, a claim, or nothing yet."""
        width = sheet.width
        claim = scene.claims.get(seat)
        said = f'"{scene.label(claim)}"' if claim else ""
        if told := teller_of(scene).chip(table, seat):
            text = f"{scene.look.symbols.shown} {told.upper()}"
            size = width - 2 - (len(said) + 1 if said else 0)
            margin = " " * max(0, (size - len(text)) // 2)
            paint = role_band(scene.look, table.chips[seat])
            band = easel(scene).band(cut(margin + text, size), size, paint)
            sheet.put(1, row, band)
            sheet.write(width - 1 - len(said), row, said, "dim")
        elif said:
            sheet.write(1, row, cut(scene.label("says", claim=said), width - 2), "dim")
        elif seat == scene.me and not scene.covered and table.roles:
            told = scene.label(f"you_{teller_of(scene).role_key(table)}")
            sheet.write(1, row, cut(told, width - 2), "mine")
        else:
            sheet.write(1, row, cut(scene.label("not_shown"), width - 2), "dim")

    # ── both ────────────────────────────────────────────────────────────────────────────────────

    def bar(self, scene: Scene, seat: Seat) -> Ink:
        return Ink(scene.look.symbols.bar_left, paint=Paint(scene.look.palette.seat(seat)))

    def letter(self, scene: Scene, seat: Seat) -> Ink:
        """A player's letter, and an arrow if it is their turn."""
        asked = any(ask.seat == seat for ask in scene.view.waiting)
        sign = scene.look.symbols.turn if asked else " "
        return Ink(f"{sign}{SEAT_LETTERS[seat]}", "gold" if asked else "")

    def style(self, scene: Scene, seat: Seat) -> str:
        return "mine" if seat == scene.me else "strong"

    def open_hand(self, scene: Scene, table: Table, seat: Seat) -> str:
        """Somebody else's hand where a replay shows it; empty: it is hidden."""
        teller = teller_of(scene)
        if seat == scene.me or not teller.all_open(table):
            return ""
        names = (
            teller.card(card, "tight").replace(" ", "")
            for card in table.hands[seat]
            if card != HIDDEN
        )
        return f"[{' '.join(names)}]"
