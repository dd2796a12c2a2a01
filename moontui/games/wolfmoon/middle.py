"""The middle of Wolfmoon's table: the center, what lies beside it, and the stage."""

from __future__ import annotations

from engine.core import HIDDEN
from engine.games.wolfmoon.state import Table
from moontui.app.widgets.board import Staged, Zone
from moontui.draw.ink import Ink, Line, aimed, cells, crop, cut, flow, gist, paragraph, wrapped
from moontui.draw.keys import SEAT_LETTERS
from moontui.draw.paint import Paint
from moontui.draw.scene import Scene
from moontui.draw.sheet import Sheet
from moontui.games.wolfmoon.parts import (
    card_name,
    easel,
    form_for,
    paint_of,
    picture_of,
    sight,
)
from moontui.games.wolfmoon.tall import tall_center


class Center(Zone):
    """Three cards face down, those set aside, those that left, and who has the Witch token."""

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        table: Table = scene.view.state
        if form_for(scene.look.size, table.seats).panel:
            shown = (width, self.shown_of_cards(scene, table))
            return self.piece("cards", shown, lambda: self.cards(scene, table, width))
        if scene.look.size.is_tall:
            return tall_center(self, scene, table, width)
        ways: list[list[Line]] = []
        for form in ("short", "tight"):
            pieces = [self.head(scene)]
            pieces += [self.slot(scene, table, number, form) for number in range(3)]
            ways.append(flow([*pieces, *self.rest(scene, table, form)], width, indent="", gap=" "))
        return min(ways, key=len)  # longer names, unless they need another row

    def head(self, scene: Scene) -> Line:
        target = scene.offers("center", 0) or ("zone", "center")
        return [Ink(f" {scene.label('center')}", "key", target)]

    def rest(self, scene: Scene, table: Table, form: str) -> list[Line]:
        """What else lies there."""
        rest: list[Line] = []
        if table.aside:
            backs: Line = []
            for card in table.aside:
                backs += [*self.aside(scene, card), Ink(" ")]
            rest.append([Ink(f" {scene.label('aside')} ", "dim"), *backs[:-1]])
        if table.gone:
            names: Line = []
            for card in table.gone:
                name = card_name(scene, card, form)
                names += [Ink(name, "strong", ("card", card), paint_of(scene, card)), Ink(" ")]
            rest.append([Ink(f" {scene.label('gone')} ", "dim"), *names[:-1]])
        if table.revived is not None and not scene.look.size.is_tall:  # there the seat shows it
            rest.append(self.token(scene, table.revived))
        return rest

    def token(self, scene: Scene, seat: int) -> Line:
        sign = scene.look.symbols.witch
        name = f"{SEAT_LETTERS[seat]} {scene.name(seat)}"
        return [Ink(f" {sign} {scene.label('witch_token')} ", "gold"), Ink(name)]

    def aside(self, scene: Scene, card: int) -> Line:
        if card == HIDDEN:
            return easel(scene).small_back()
        return [Ink(card_name(scene, card, "tight"), "strong", paint=paint_of(scene, card))]

    def slot(self, scene: Scene, table: Table, number: int, form: str) -> Line:
        choice = scene.offers("slot", number)
        picked = choice is not None and choice == scene.picked
        target = choice or scene.offers("center", 0) or ("slot", number)
        style = "key" if choice else "strong"
        chip = scene.look.palette.chip if picked else None
        line = [Ink(f" {number + 1} ", style, target, chip)]
        card, note = self.known(scene, table, number)
        if card is not None:
            name = card_name(scene, card, form)
            return [*line, Ink(name, "strong", target, paint_of(scene, card))]
        line += easel(scene).small_back(target)
        return [*line, Ink(f" {note}", "dim", target)] if note else line

    def known(self, scene: Scene, table: Table, number: int) -> tuple[int | None, str]:
        """The card in a slot, if it is open or known, or what it may be."""
        card = table.center[number]
        if card != HIDDEN:
            return card, ""
        seen = sight(scene, table, table.seats + number)
        return seen.card, seen.note

    def cards(self, scene: Scene, table: Table, width: int) -> list[Line]:
        """The center as cards, with what lies beside it."""
        form, tools = form_for(scene.look.size, table.seats), easel(scene)
        wide, high = form.slot
        sheet = Sheet(width, high + 1)
        for number in range(3):
            x = number * (wide + 1)
            choice = scene.offers("slot", number)
            target = choice or scene.offers("center", 0) or ("slot", number)
            card, note = self.known(scene, table, number)
            hidden = table.center[number] == HIDDEN
            if card is None:
                sheet.paste(x, 0, tools.back(wide, high, target=target))
            else:
                title = cut(card_name(scene, card, "short"), wide)
                paint = paint_of(scene, card)
                face = tools.face_card(title, picture_of(card), wide, high, paint, target)
                sheet.place(x, 0, face)
                note = scene.label("you_know") if hidden else ""
            note = note or scene.label("in_center")
            below = [Ink(f"{number + 1} ", "key" if choice else "dim"), Ink(note, "dim")]
            if choice is not None and choice == scene.picked:
                below[0] = tools.key(str(number + 1))
            sheet.put(x, high, aimed([crop(below, wide)], target)[0])
        self.put_rest(scene, table, sheet, 3 * (wide + 1), form.slot[1])
        return sheet.lines

    def shown_of_cards(self, scene: Scene, table: Table) -> object:
        """All that the center is drawn from."""
        slots = [scene.offers("slot", number) for number in range(3)]
        known = [self.known(scene, table, number) for number in range(3)]
        picked = scene.picked if scene.picked in slots else None
        beside = (table.aside[:], table.gone[:], table.revived, scene.teller.names)
        answers = (slots, scene.offers("center", 0), picked)
        return (scene.look, table.seats, table.center[:], known, beside, answers)

    def put_rest(self, scene: Scene, table: Table, sheet: Sheet, x: int, rows: int) -> None:
        """What lies beside the center: cards set aside, and those that left the game."""
        y = 0
        width = sheet.width - x
        if table.aside:
            sheet.write(x, y, scene.label("aside"), "dim")
            backs: Line = []
            for card in table.aside:
                backs += [*self.aside(scene, card), Ink(" ")]
            sheet.put(x, y + 1, crop(backs, width))
            y += 2
        if table.revived is not None and y < rows:
            token = self.token(scene, table.revived)
            if cells(token) > width:  # the sign stands for the word, as it does beside names
                token = [Ink(f"{scene.look.symbols.witch} ", "gold"), token[-1]]
            sheet.lay(x, y, crop(token, width))
            y += 1
        if table.gone and y < rows:
            sheet.write(x, y, scene.label("gone"), "dim")
            room = rows - y
            shown = table.gone[-room:]
            for row, card in enumerate(shown, y + 1):
                name = cut(card_name(scene, card, "short"), width)
                sheet.put(x, row, [Ink(name, "strong", ("card", card), paint_of(scene, card))])


class Stage(Staged):
    """The last thing that mattered: who did what to whom, in sentences."""

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        table: Table = scene.view.state
        shown = (scene.look, table.seats, scene.moment, self.lit, width)
        return self.piece("stage", shown, lambda: self.moment(scene, table, width))

    def moment(self, scene: Scene, table: Table, width: int) -> list[Line]:
        rows = form_for(scene.look.size, table.seats).stage
        moment = scene.moment
        palette = scene.look.palette
        sheet = Sheet(width, rows, palette.stage_paint if rows > 1 else None)
        if moment is None:
            return sheet.lines
        if rows == 1:
            line = stage_line(scene, width)
            sheet.fill(0, 0, width, 1, palette.stage_paint)
            sheet.lay(0, 0, line)
        elif scene.look.size.is_tall:
            self.tell_tall(scene, sheet)
        else:
            face = 12 if rows < 5 else 13
            tools = easel(scene)
            left = 1
            if moment.seat is not None:
                for row in range(rows):
                    color = palette.seat(moment.seat)
                    sheet.lay(0, row, [Ink(scene.look.symbols.bar_left, paint=Paint(color))])
            if moment.card is not None and scene.look.pictures:
                tint = paint_of(scene, moment.card).bg if palette.colored else 0
                art = tools.picture(picture_of(moment.card), face, rows, tint)
                sheet.paste(1, 0, art)
                left += face + 1
            tell_on(scene, sheet, left + 1)
        return aimed(self.as_lit(sheet.lines), "look_back")

    def tell_tall(self, scene: Scene, sheet: Sheet) -> None:
        """On a phone the sentences matter most: a face stands beside them if they still fit."""
        moment = scene.moment
        assert moment is not None
        left, palette = 1, scene.look.palette
        if moment.seat is not None:
            bar = Ink(scene.look.symbols.bar_left, paint=Paint(palette.seat(moment.seat)))
            sheet.fill(0, 0, 1, sheet.height, palette.stage_paint)
            for row in range(sheet.height):
                sheet.lay(0, row, [bar])
        face = 8 if sheet.height > 2 else 5
        text = gist(moment.text, sheet.width - 3, sheet.height, moment.apart, moment.more)
        fits = len(wrapped(text, sheet.width - face - 3)) <= sheet.height
        if moment.card is not None and scene.look.pictures and fits:
            tint = paint_of(scene, moment.card).bg if palette.colored else 0
            art = easel(scene).picture(picture_of(moment.card), face, sheet.height, tint)
            sheet.paste(1, 0, art)
            left += face
        rows = paragraph(text, sheet.width - left - 2, most=sheet.height)
        for row, line in enumerate(rows):
            sheet.lay(left + 1, row, marked(scene, "".join(ink.text for ink in line)))


def stage_line(scene: Scene, width: int) -> Line:
    """The stage where it has only one row."""
    moment = scene.moment
    assert moment is not None
    told = gist(moment.text, width - 2, 1, moment.apart, moment.more)
    return [Ink(" "), *crop(marked(scene, cut(told, width - 2)), width - 1)]


def tell_on(scene: Scene, sheet: Sheet, x: int) -> None:
    """The headline and the sentences of a moment."""
    moment = scene.moment
    assert moment is not None
    sign = f"  {scene.look.symbols.key}  "
    width = sheet.width - x - 1
    head = sign.join(name.upper() for name in moment.actors)
    sheet.write(x, 0, cut(head, width), "key")
    room = sheet.height - 1
    told = gist(moment.text, width, room, moment.apart, moment.more)
    for row, text in enumerate(wrapped(told, width)[:room], 1):
        sheet.lay(x, row, marked(scene, text))


def marked(scene: Scene, text: str) -> Line:
    """A sentence in which what must not be missed stands out."""
    return [Ink(text, "strong" if scene.moment is not None and scene.moment.weight > 3 else "")]
