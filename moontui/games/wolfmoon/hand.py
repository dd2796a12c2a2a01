"""The player's own cards at Wolfmoon's table, with their faces and texts, and the own display."""

from __future__ import annotations

from engine.core import Choice, Event
from engine.games.wolfmoon.deck import COPIES, VALUE
from engine.games.wolfmoon.state import Table
from moontui.app.widgets.board import Zone
from moontui.draw.easel import NARROW
from moontui.draw.ink import Ink, Line, aimed, cells, crop, cut, ends, painted, paragraph
from moontui.draw.keys import SEAT_LETTERS
from moontui.draw.paint import Paint
from moontui.draw.scene import Scene
from moontui.draw.sheet import Sheet, beside, on_sheet, sheet_of
from moontui.games.wolfmoon.hints import CARD_VERBS
from moontui.games.wolfmoon.parts import (
    FORMS,
    Form,
    card_name,
    easel,
    form_for,
    paint_of,
    picture_of,
    text_on,
    title_of,
    words_on,
)
from moontui.games.wolfmoon.strip import put_strip, shown_of_strip

OWN_VERBS = ("play", "keep")
"""What may be done with a card in the player's own hand, or one being looked at."""
LEAST_ART, NARROWEST = 3, 7
"""Rows and columns below which a picture shows nothing."""
COVERED = 8
"""Columns of a covered hand on a small screen."""
Held = tuple[int, Choice | None]
"""A card to show, with what choosing it would mean."""


class Hand(Zone):
    """The player's own cards, or the cards that a question is about."""

    rows = 6
    """How many rows there are for cards on a small screen."""

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        table: Table = scene.view.state
        form = form_for(scene.look.size, table.seats)
        if form.panel:
            return self.large(scene, table, form, width)
        if form.tall:
            return self.tall(scene, table, form, width)
        cards = self.cards(scene, table)
        if scene.covered:
            return self.words_only(scene, scene.label("covered"), width, "cover")
        if not cards:
            return self.words_only(scene, self.why_empty(scene), width)
        if self.rows < 3 or scene.look.cards == "compact":
            return self.one_line_each(scene, cards, width)
        return self.small(scene, form, cards, width)

    def cards(self, scene: Scene, table: Table) -> list[Held]:
        """The cards to show."""
        hand = list(table.hands[scene.me]) if scene.me is not None else []
        offered = [choice for choice in scene.keys if choice.verb in CARD_VERBS]
        if any(choice.verb == "take" for choice in offered):
            return [(card, None) for card in hand]
        shown = {
            card: scene.offers(verb, card)
            for card in hand
            for verb in OWN_VERBS
            if scene.offers(verb, card)
        }
        cards: list[Held] = [(card, shown.get(card)) for card in hand]
        cards += [(choice.value, choice) for choice in offered if choice.value not in hand]
        places: dict[Choice | None, int] = {one: place for place, one in enumerate(offered)}
        return sorted(cards, key=lambda held: places.get(held[1], 0))  # as their keys go

    def why_empty(self, scene: Scene) -> str:
        return scene.label("watching" if scene.me is None else "no_hand")

    # ── small screens ───────────────────────────────────────────────────────────────────────────

    def small(self, scene: Scene, form: Form, cards: list[Held], width: int) -> list[Line]:
        """Cards side by side: a face at the left, the text at the right."""
        count = max(2, len(cards))
        size = (width - count - 1) // count
        rows = min(self.rows, form.card[1])
        sheet = Sheet(width, rows)
        for number, (card, choice) in enumerate(cards):
            x = 1 + number * (size + 1)
            sheet.paste(x, 0, self.small_card(scene, form, card, choice, (size, rows)))
            if choice is not None and choice == scene.picked:
                self.posts(scene, sheet, x, size, rows)
        if len(cards) == 1 and scene.last is not None:
            last = self.last(scene, scene.last, (size, rows), form)
            sheet.paste(2 + size, 0, last)
        return sheet.lines

    def art_width(self, scene: Scene, form: Form, card: int, room: tuple[int, int]) -> int:
        """How wide a face is beside the text: it gives way to words that would be cut."""
        width, rows = room
        gist = words_on(scene, card, "gists")
        for wide in range(form.art[0], NARROWEST - 1, -1) if scene.look.pictures else ():
            if width >= wide + 12 and len(paragraph(gist, width - wide - 2)) < rows:
                return wide
        return 0

    def small_card(
        self,
        scene: Scene,
        form: Form,
        card: int,
        choice: Choice | None,
        room: tuple[int, int],
        faded: float = 0.0,
        head: str = "",
    ) -> list[Line]:
        tools, (width, rows) = easel(scene), room
        paint = paint_of(scene, card)
        wide = self.art_width(scene, form, card, room)
        tint = paint.bg if scene.look.palette.colored else 0
        art = tools.picture(picture_of(card), wide, rows - 1, tint, faded) if wide else []
        text = text_on(scene, card, width - wide - 2, rows - 1)
        key = f"[{scene.keys[choice]}]" if choice is not None else ""
        copies = f"x{COPIES[card]} " if COPIES[card] > 1 and width > 24 else ""
        title = head or title_of(scene, card, width - 8 - len(copies))
        return tools.paper_card(
            width,
            str(VALUE[card]),
            title,
            paint,
            art or [[] for _ in range(rows - 1)],
            text,
            f"{copies}{key}",
            beside=True,
            target=choice or ("card", card),
        )

    def posts(self, scene: Scene, sheet: Sheet, x: int, width: int, rows: int) -> None:
        """Posts at both sides of the chosen card."""
        left, right = scene.look.symbols.edges[0], scene.look.symbols.edges[1]
        paint = scene.look.palette.frame
        for row in range(rows):
            sheet.lay(x - 1, row, [Ink(left, "gold", paint=paint)])
            sheet.lay(x + width, row, [Ink(right, "gold", paint=paint)])

    def last(self, scene: Scene, event: Event, room: tuple[int, int], form: Form) -> list[Line]:
        """The card played last, greyed: what it does, and who played it."""
        assert event.seat is not None
        who = scene.label("last_you") if event.seat == scene.me else scene.name(event.seat)
        told = scene.label("last", who=who)
        tools, (width, rows) = easel(scene), room
        card = event.cards[0]
        wide = form.art[0] if width >= form.art[0] + 12 and scene.look.pictures else 0
        tint = paint_of(scene, card).bg if scene.look.palette.colored else 0
        art = tools.picture(picture_of(card), wide, rows - 1, tint, 0.3) if wide else []
        panel = scene.look.palette.panel_paint
        name = title_of(scene, card, width - cells([Ink(told)]) - 7)
        corner = [Ink(f" {VALUE[card]} ", "strong", paint=paint_of(scene, card, out=True))]
        head = ends([*corner, Ink(f" {name}", "strong")], [Ink(f"{told} ", "dim")], width)
        text = text_on(scene, card, width - wide - 2, rows - 1)
        lines = [head]
        for row in range(rows - 1):
            left = list(art[row]) if art else []
            lines.append([*left, Ink(" "), *crop(text[row], width - wide - 1)])
        return aimed([painted(crop(line, width), panel) for line in lines], ("card", card))

    def one_line_each(self, scene: Scene, cards: list[Held], width: int) -> list[Line]:
        lines: list[Line] = []
        for card, choice in cards:
            picked = choice is not None and choice == scene.picked
            key = f"[{scene.keys[choice]}]" if choice is not None else " - "
            name = card_name(scene, card, "short")
            gist = words_on(scene, card)
            target = choice or ("card", card)
            chip = scene.look.palette.chip if picked else paint_of(scene, card)
            rest = cut(f" {gist}", width - 6 - cells([Ink(name)]))
            lines.append(
                [
                    Ink(f" {key} ", "key", target),
                    Ink(name, "strong", target, chip),
                    Ink(rest, "dim", target),
                ]
            )
        return lines

    def words_only(
        self, scene: Scene, text: str, width: int, target: str | None = None
    ) -> list[Line]:
        """Words in place of cards, beside the card played last."""
        if self.rows < 3:
            return [[Ink(f" {text}", "dim", target)]]
        size = (width - 3) // 2
        form = form_for(scene.look.size, len(scene.players))
        sheet = Sheet(width, self.rows)
        if target == "cover":
            sheet.paste(1, 0, easel(scene).back(COVERED, self.rows, target=target))
            sheet.paste(2 + COVERED, 0, paragraph(text, size - COVERED - 2, "dim"))
        else:
            sheet.paste(2, 0, paragraph(text, size - 2, "dim"))
        if scene.last is not None:
            sheet.paste(2 + size, 0, self.last(scene, scene.last, (size, self.rows), form))
        return aimed(sheet.lines, target)

    # ── phones ──────────────────────────────────────────────────────────────────────────────────

    def tall(self, scene: Scene, table: Table, form: Form, width: int) -> list[Line]:
        """Two cards side by side, or all that a question is about; each is large enough for a
        thumb."""
        cards = self.cards(scene, table)
        wide, high = form.card
        if len(cards) > 2:
            wide = (width - 1) // len(cards) - 1
        pitch = wide + (3 if len(cards) < 3 and 2 * wide + 5 <= width else 1)
        left = max(1, (width - pitch * max(2, len(cards)) + pitch - wide) // 2)
        sheet = Sheet(width, high + 2)
        if scene.covered:
            for number in range(max(1, len(cards))):
                back = easel(scene).back(wide, high, target="cover")
                sheet.paste(left + number * pitch, 1, back)
            text = paragraph(scene.label("covered_touch"), width - 2, "dim")
            sheet.paste(left, high + 1, aimed(text[:1], "cover"))
            return sheet.lines
        for number, held in enumerate(cards):
            x = left + number * pitch
            self.put_card(scene, sheet, self.with_text(scene, form, held[0], wide), held, x, wide)
        if not cards:
            sheet.paste(left, 2, paragraph(self.why_empty(scene), wide, "dim"))
        if len(cards) < 2 and scene.last is not None:
            last = self.with_text(scene, form, scene.last.cards[0], wide)
            self.put_last(scene, sheet, last, scene.last, left + pitch)
        return sheet.lines

    def with_text(self, scene: Scene, form: Form, card: int, width: int) -> Form:
        """The same form with as many rows for the text as it needs: the picture gives way. A narrow
        card has no text: the help tells what it does."""
        gist = words_on(scene, card, "gists")
        if scene.look.pictures and width < NARROW:
            return form._replace(art=(width - 2, form.card[1] - 2))
        rows = max(3, len(paragraph(gist, width - 2)))
        art = form.card[1] - 2 - rows
        return form._replace(art=(width - 2, art if art >= LEAST_ART else 0))

    # ── large screens ───────────────────────────────────────────────────────────────────────────

    def large(self, scene: Scene, table: Table, form: Form, width: int) -> list[Line]:
        """Cards as tall as they are in the hand, then the own display and the notebook."""
        wide, high = form.card
        rows = high + 2
        cards = self.cards(scene, table)
        if len(cards) > 2:  # the notebook gives way
            return self.row_of_all(scene, table, form, cards, width)
        if scene.covered:
            mine = self.piece("covered", (scene.look, form), lambda: self.backs(scene, form, wide))
        else:
            mine = beside(*(self.place(scene, form, cards, number) for number in range(2)))
        left, strip = 2 * (wide + 3) + 2, 6 if rows < 16 else 8
        upper, lower = (width - left, rows - strip), (width - left, strip)

        def draw_own(sheet: Sheet) -> None:
            self.put_own(scene, table, form, sheet)

        own = self.piece(
            "own",
            (upper, form, self.shown_of_own(scene, table)),
            lambda: on_sheet(*upper, draw_own),
        )
        notes = self.strip(scene, form, lower)
        return beside([[Ink(" ")]] * rows, mine, [[Ink(" ")]] * rows, [*own, *notes])

    def row_of_all(
        self, scene: Scene, table: Table, form: Form, cards: list[Held], width: int
    ) -> list[Line]:
        """All cards that are to be chosen from, and the own display above them."""
        wide, rows = min(form.card[0], (width - 2) // len(cards) - 2), form.card[1] + 2

        def draw(sheet: Sheet) -> None:
            if scene.covered:
                sheet.paste(1, 0, self.backs(scene, form, wide))
            for number, held in enumerate(cards if not scene.covered else ()):
                self.put_card(scene, sheet, form, held, 2 + number * (wide + 3), wide)
            if scene.me is not None:
                self.put_own_row(scene, table, sheet)

        shown = (scene.look, scene.covered, [self.shown_of_card(scene, held) for held in cards])
        return self.piece(
            "all",
            (width, form, shown, self.shown_of_own(scene, table)),
            lambda: on_sheet(width, rows, draw),
        )

    def place(self, scene: Scene, form: Form, cards: list[Held], number: int) -> list[Line]:
        """The place of one of two cards: a card in the hand, or beside a single one that which was
        played last."""
        wide, rows = form.card[0], form.card[1] + 2

        def draw(sheet: Sheet) -> None:
            if number < len(cards):
                self.put_card(scene, sheet, form, cards[number], 1, wide)
            elif number == 0:
                self.put_grave(scene, sheet, form)
            elif scene.last is not None:
                self.put_last(scene, sheet, form, scene.last, 1)

        held = number < len(cards)
        shown = (
            self.shown_of_card(scene, cards[number])
            if held
            else (scene.last, scene.teller.names, scene.me)
        )
        return self.piece(
            number, (form, scene.look, held, shown), lambda: on_sheet(wide + 3, rows, draw)
        )

    def put_grave(self, scene: Scene, sheet: Sheet, form: Form) -> None:
        """Why there is no card; below a gravestone, as others have who are out."""
        wide, high = form.card[0], 0
        if scene.me is not None and scene.look.pictures:
            high = form.art[1]
            sheet.overlay(1, 2, easel(scene).picture("gravestone", wide, high))
        sheet.paste(1, 2 + high, paragraph(self.why_empty(scene), wide, "dim"))

    def backs(self, scene: Scene, form: Form, wide: int) -> list[Line]:
        """The hand while it is covered."""
        high = form.card[1]
        sheet = Sheet(2 * (wide + 3), high + 2)
        for number in range(2):
            back = easel(scene).back(wide, high, target="cover")
            sheet.paste(1 + number * (wide + 3), 1, back)
        sheet.put(1, high + 1, [Ink(scene.label("covered"), "dim", "cover")])
        return sheet.lines

    def shown_of_card(self, scene: Scene, held: Held) -> object:
        """All that a card in the hand is drawn from, besides its size."""
        card, choice = held
        key = scene.keys[choice] if choice is not None else ""
        return (card, choice, key, choice is not None and choice == scene.picked)

    def shown_of_own(self, scene: Scene, table: Table) -> object:
        """All that the own display is drawn from, besides its size."""
        me, ask = scene.me, scene.view.ask
        if me is None:
            return None
        mine = ask is not None and ask.other == me
        takes = [scene.offers("take", card) if mine else None for card in table.displays[me]]
        aim = scene.offers("aim", me)
        picked = scene.picked if scene.picked in (aim, *takes) else None
        state = (table.goal, table.tokens[me], table.out[me], table.safe[me])
        return (scene.look, me, scene.name(me), state, table.displays[me][:], takes, aim, picked)

    def strip(self, scene: Scene, form: Form, size: tuple[int, int]) -> list[Line]:
        """The notebook below the own display."""
        return self.piece(
            "strip",
            (size, form, shown_of_strip(scene)),
            lambda: on_sheet(
                *size, lambda sheet: put_strip(scene, sheet, 0, 0, size[1], form.step)
            ),
        )

    def put_own_row(self, scene: Scene, table: Table, sheet: Sheet) -> None:
        """The own display in one row, where many cards are to be chosen from."""
        assert scene.me is not None
        for form in FORMS:
            pieces: Line = []
            for card in table.displays[scene.me]:
                name = card_name(scene, card, form)
                pieces += [Ink(name, "strong", ("card", card), paint_of(scene, card)), Ink(" ")]
            if cells(pieces) <= sheet.width - 2:
                break
        sheet.put(2, 0, crop(pieces, sheet.width - 2))

    def put_card(
        self, scene: Scene, sheet: Sheet, form: Form, held: Held, x: int, width: int
    ) -> None:
        """A card in the hand; the chosen one is lifted a row, in a frame."""
        card, choice = held
        picked = choice is not None and choice == scene.picked
        y = 1 if picked else 2
        face = self.piece(
            ("face", card, choice, width),
            (scene.look, form),
            lambda: sheet_of(self.large_card(scene, form, card, choice, width)),
        )
        sheet.place(x, y, face)
        if picked:
            easel(scene).frame(sheet, x, y, width, face.height)
        if choice is not None:
            chip = easel(scene).key(scene.keys[choice], choice)
            sheet.put(x + width // 2 - 1, y + face.height - (0 if picked else 1), [chip])

    def large_card(
        self, scene: Scene, form: Form, card: int, choice: Choice | None, width: int
    ) -> list[Line]:
        tools, (_, high) = easel(scene), form.card
        paint = paint_of(scene, card)
        art_wide, art_high = min(form.art[0], width - 2), form.art[1]
        tint = paint.bg if scene.look.palette.colored else 0
        art = tools.picture(picture_of(card), art_wide, art_high, tint)
        rows = high - art_high - 2
        text = text_on(scene, card, width - 2, rows)
        copies = f"x{COPIES[card]}" if COPIES[card] > 1 and width >= NARROW else ""
        lines = tools.paper_card(
            width,
            str(VALUE[card]),
            title_of(scene, card, width - 6 - len(copies)),
            paint,
            art,
            text,
            copies,
            target=choice or ("card", card),
        )
        bottom = painted([Ink(" " * width)], scene.look.palette.paper)
        return [*lines, *aimed([bottom], choice or ("card", card))]

    def put_last(self, scene: Scene, sheet: Sheet, form: Form, event: Event, x: int) -> None:
        """The card played last, in the place of a second card."""
        assert event.seat is not None
        card, (wide, _) = event.cards[0], form.card
        face = self.piece(
            ("last", card), (scene.look, form), lambda: sheet_of(self.large_last(scene, form, card))
        )
        sheet.place(x, 2, face)
        who = scene.label("last_you") if event.seat == scene.me else scene.name(event.seat)
        below = Ink(f" {cut(scene.label('last', who=who), wide - 2)}", "dim", ("card", card))
        panel = scene.look.palette.panel_paint
        sheet.put(x, 2 + face.height, painted(crop([below], wide), panel))

    def large_last(self, scene: Scene, form: Form, card: int) -> list[Line]:
        """The card as it lies there, whoever played it."""
        wide, high = form.card
        tools, panel = easel(scene), scene.look.palette.panel_paint
        corner = [Ink(f" {VALUE[card]} ", "strong", paint=paint_of(scene, card, out=True))]
        head = [*corner, Ink(f" {title_of(scene, card, wide - 6)}", "strong")]
        tint = paint_of(scene, card).bg if scene.look.palette.colored else 0
        art = tools.picture(picture_of(card), form.art[0], form.art[1], tint, 0.3)
        text = text_on(scene, card, wide - 2, high - form.art[1] - 2)
        lines = [head, *([Ink(" "), *line, Ink(" ")] for line in art)]
        lines += [[Ink(" "), *line] for line in text]
        return aimed([painted(crop(line, wide), panel) for line in lines], ("card", card))

    def put_own(self, scene: Scene, table: Table, form: Form, sheet: Sheet) -> None:
        """The player's own name and display."""
        me = scene.me
        if me is None:
            return
        palette, signs = scene.look.palette, scene.look.symbols
        bar = Ink(signs.bar_left, paint=Paint(palette.seat(me)))
        won = table.tokens[me]
        tokens = signs.shown * won + signs.hidden * max(0, table.goal - won)
        state = ""
        if table.out[me]:
            state = f" {scene.label('out').upper()}"
        elif table.safe[me]:
            state = f" {scene.label('safe')}"
        you = scene.look.words.say("you")
        name = f"{SEAT_LETTERS[me]} {scene.name(me).upper()}, {you}"
        plate = ends(
            [bar, Ink(f" {name}", "mine")],
            [Ink(tokens if table.goal else "", "gold"), Ink(f"{state} ", "good")],
            sheet.width - 1,
        )
        choice = scene.offers("aim", me)
        chosen = choice is not None and choice == scene.picked
        target = choice or ("seat", int(me))
        sheet.put(0, 0, aimed([painted(plate, palette.plate(me, lit=chosen))], target)[0])
        self.put_own_cards(scene, table, form, sheet, 0, sheet.height - 1)

    def put_own_cards(
        self, scene: Scene, table: Table, form: Form, sheet: Sheet, x: int, bottom: int
    ) -> None:
        """The own display: bands, and the newest card with its face if there is room."""
        me = scene.me
        assert me is not None
        rows = bottom - 1
        display = table.displays[me]
        wide = form.played[0]
        if not display:
            sheet.write(x, 1, scene.label("own_display"), "dim")
            return
        columns = -(-len(display) // rows)
        size = wide if columns == 1 else (sheet.width - x - 1) // columns - 1
        for number, card in enumerate(display):
            at, y = x + (number // rows) * (size + 1), 1 + number % rows
            newest = number == len(display) - 1
            high = min(form.played[1], bottom - y) if newest else 1
            take = scene.offers("take", card)
            ask = scene.view.ask
            mine = ask is not None and ask.other == me
            picked = take is not None and mine and take == scene.picked
            paint = scene.look.palette.chip if picked else paint_of(scene, card, table.out[me])
            title = cut(card_name(scene, card, "short"), size)
            target = (take if mine else None) or ("card", card)
            face = easel(scene).face_card(title, picture_of(card), size, high, paint, target)
            sheet.place(at, y, face)
