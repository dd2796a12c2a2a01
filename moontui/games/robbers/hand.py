"""The player's own cards at Robbers' table, with what each would do, and the stage below them."""

from __future__ import annotations

from engine.games.robbers.deck import Card, Suit
from engine.games.robbers.state import Table
from engine.games.robbers.trick import would_lead
from moontui.app.widgets.board import Staged
from moontui.draw.ink import (
    Ink,
    Line,
    aimed,
    cells,
    crop,
    cut,
    ends,
    fit,
    flow,
    painted,
    whole_sentences,
    wrapped,
)
from moontui.draw.paint import Paint
from moontui.draw.scene import Scene
from moontui.draw.sheet import Sheet
from moontui.games.robbers.cards import NAMED, card_lines, icons_line
from moontui.games.robbers.parts import (
    Form,
    Part,
    band_of,
    easel,
    full_hand,
    icons_on,
    role_band,
    sign_of,
    teller_of,
)

LEADS, LOSES = 0x1C6B34, 0x6A5D48
"""Whether a card would lead, on paper."""


class Hand(Staged, Part):
    """The hand, under the player's role; below it the last thing that mattered."""

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        table: Table = scene.view.state
        form = self.form(scene)
        body = self.body(scene, table, form, width)
        gap: list[Line] = [[]] if form.beside else []
        return [*body, *gap, *self.as_lit(stage(scene, width, form.stage))]

    def body(self, scene: Scene, table: Table, form: Form, width: int) -> list[Line]:
        if scene.me is None:
            watching = Ink(f" {scene.label('watching')}", "dim")
            return [*self.heading(scene, table, width), [watching]]
        hand = table.hands[scene.me]
        lines = self.heading(scene, table, width)
        if scene.covered:
            return [*lines, *self.backs(scene, form, len(hand), width)]
        if not hand:
            blank: list[Line] = [[] for _ in range(self.height(scene, form) - 1)]
            return [*lines, [Ink(f" {scene.label('no_cards')}", "dim")], *blank]
        if scene.look.cards == "compact":
            return [*lines, *self.pieces(scene, table, hand, width)]
        if form.hand[1] == 1:
            return [*lines, *self.bands(scene, table, hand, width)]
        return [*lines, *self.cards(scene, table, form, hand, width)]

    def heading(self, scene: Scene, table: Table, width: int) -> list[Line]:
        """Who the player is, and what counts; on a phone, in two lines."""
        words = scene.look.words
        left: Line = [Ink(f" {words.say('panels', 'hand').upper()}", "key")]
        if scene.me is None or not table.roles:
            return [left]
        if scene.covered:
            told = [Ink(cut(f"  {scene.covered_note}", width - cells(left)), "dim", "cover")]
            return [[*left, *told]]
        role = teller_of(scene).role_key(table)
        name = words.say("roles", role).upper()
        pill = Ink(f" {name} ", "strong", paint=role_band(scene.look, table.roles[scene.me]))
        line = [*left, Ink("  "), pill]
        suit = Suit.ROBBER if role == "werewolf" else Suit.CHEST
        sign = sign_of(scene.look.symbols, suit)
        for text in (words.say("counts", role, sign=sign), words.say("counts_short", role)):
            if cells(line) + cells([Ink(text)]) + 1 <= width:
                return [[*line, Ink(f" {text}")]]
        return [line, [Ink(f" {text}")]]

    def fate(self, scene: Scene, table: Table, card: int) -> str:
        """Whether a card would be the strongest so far, or take the trick; empty once the player
        has played."""
        place = (scene.me - table.leader) % table.seats if scene.me is not None else 0
        if not table.trick or place < len(table.trick):
            return ""
        if not would_lead(table.trick, card):
            return "loses"
        return "takes" if place == table.seats - 1 else "leads"

    # ── cards ───────────────────────────────────────────────────────────────────────────────────

    def height(self, scene: Scene, form: Form) -> int:
        """Rows of the hand, however many cards are left; on a phone they are given back."""
        if form.panel:
            return form.hand[1] + 2
        count = full_hand(scene)
        if scene.look.size.is_tall and scene.me is not None:
            count = max(1, len(scene.view.state.hands[scene.me]))
        rows = -(-count // form.per_row)
        return rows * (form.hand[1] + (1 if form.hand[0] < 10 else 0))

    def spots(self, scene: Scene, form: Form, width: int) -> list[tuple[int, int]]:
        """Where the cards lie, whether there are many or few."""
        whole, wide = full_hand(scene), form.hand[0]
        per_row = min(whole, form.per_row)
        high = form.hand[1] + (1 if wide < 10 else 0)
        spacious = form.panel and (wide + 2) * per_row + 1 <= width
        pitch = wide + (2 if spacious else 1)
        left = 1 if pitch * per_row <= width else 0
        return [(left + place % per_row * pitch, place // per_row * high) for place in range(whole)]

    def cards(
        self, scene: Scene, table: Table, form: Form, hand: list[int], width: int
    ) -> list[Line]:
        """Cards side by side; on large screens the picked one is a row higher."""
        sheet = Sheet(width, self.height(scene, form))
        lift = 2 if form.panel else 0
        framed = None
        for card, (x, y) in zip(hand, self.spots(scene, form, width), strict=False):
            choice = scene.offers("play", card)
            picked = choice is not None and choice == scene.picked and framed is None
            top = y + lift - bool(picked and lift)
            sheet.paste(x, top, self.card(scene, table, form, card))
            if form.hand[0] < 10 and (fate := self.fate(scene, table, card)):
                style = "good" if fate != "loses" else "dim"
                text = fit(scene.label(fate).center(form.hand[0]), form.hand[0])
                target = choice or ("card", card)
                sheet.put(x, y + form.hand[1], [Ink(text, style, target)])
            if picked:
                framed = x, top
        if framed is not None:
            self.frame(scene, sheet, framed[0], framed[1], form)
        return sheet.lines

    def card(self, scene: Scene, table: Table, form: Form, card: int) -> list[Line]:
        """One card with its key."""
        wide, high = form.hand
        choice = scene.offers("play", card)
        picked = choice is not None and choice == scene.picked
        key = scene.keys[choice] if choice is not None else ""
        target = choice or ("card", card)
        chip = scene.look.palette.chip
        fate = self.fate(scene, table, card)
        told = Ink(scene.label(fate) if fate else "", "strong", paint=self.fate_paint(scene, fate))
        if wide >= NAMED:
            tail = [Ink(f" {key} ", "strong", paint=chip)] if key else []
            foot = [[Ink(" "), *icons_line(scene, card)], ends([Ink(" "), told], tail, wide)]
            return card_lines(scene, card, (wide, high), foot, None, target)
        tail = [Ink(f"{key}", "strong", paint=chip if picked else None)] if key else []
        right = [told] if wide >= 10 else []
        foot = [ends(icons_line(scene, card, room=wide - cells(right)), right, wide)]
        return card_lines(scene, card, (wide, high), foot, tail, target, short=True)

    def fate_paint(self, scene: Scene, fate: str) -> Paint | None:
        if not scene.look.palette.colored:
            return None
        return Paint(LEADS if fate != "loses" else LOSES)

    def frame(self, scene: Scene, sheet: Sheet, x: int, y: int, form: Form) -> None:
        """An edge around the picked card; where rows are scarce, posts at its sides."""
        wide, high = form.hand
        if form.panel:
            easel(scene).frame(sheet, x, y, wide, high)
            return
        left, right = scene.look.symbols.edges[0], scene.look.symbols.edges[1]
        paint = scene.look.palette.frame
        for row in range(y, y + high):
            sheet.lay(x - 1, row, [Ink(left, "gold", paint=paint)])
            sheet.lay(x + wide, row, [Ink(right, "gold", paint=paint)])

    def backs(self, scene: Scene, form: Form, count: int, width: int) -> list[Line]:
        """Covered cards: the same backs, whatever is held."""
        if form.hand[1] == 1 or scene.look.cards == "compact":
            backs: Line = []
            for _ in range(count):
                backs += [*easel(scene).small_back("cover"), Ink(" ")]
            return [[Ink(" "), *backs], [], [], []]
        sheet = Sheet(width, self.height(scene, form))
        lift = 2 if form.panel else 0
        for x, y in self.spots(scene, form, width)[:count]:
            sheet.paste(x, y + lift, easel(scene).back(*form.hand, target="cover"))
        return sheet.lines

    # ── without pictures ────────────────────────────────────────────────────────────────────────

    def bands(self, scene: Scene, table: Table, hand: list[int], width: int) -> list[Line]:
        """Narrow cards: the key, the name on its color, the icons, and whether it would lead."""
        sheet = Sheet(width, 4)
        pitch = (width - 1) / full_hand(scene)
        teller = teller_of(scene)
        for number, card in enumerate(hand):
            x = 1 + int(number * pitch)
            size = int((number + 1) * pitch) - int(number * pitch) - 1
            choice = scene.offers("play", card)
            picked = choice is not None and choice == scene.picked
            target = choice or ("card", card)
            chip = scene.look.palette.chip
            key = f"[{scene.keys[choice]}]" if choice is not None else ""
            fate = self.fate(scene, table, card)
            told = scene.label(fate) if fate else ""
            rows: list[Ink] = [
                Ink(key.center(size), "key", target, chip if picked else None),
                Ink(fit(teller.card(card, "tight").center(size), size), "strong", target),
                Ink(icons_on(scene, card).center(size), "", target),
                Ink(told.center(size), "good" if fate != "loses" else "dim"),
            ]
            rows[1] = rows[1]._replace(paint=chip if picked else band_of(scene.look, card))
            for row, ink in enumerate(rows):
                sheet.put(x, row, [ink._replace(target=target)], size)
        return sheet.lines

    def pieces(self, scene: Scene, table: Table, hand: list[int], width: int) -> list[Line]:
        """The hand as words, for those who want it compact."""
        teller = teller_of(scene)
        pieces: list[Line] = []
        for card in hand:
            choice = scene.offers("play", card)
            target = choice or ("card", card)
            picked = choice is not None and choice == scene.picked
            chip = scene.look.palette.chip if picked else band_of(scene.look, card)
            piece = [Ink(f" {teller.card(card, 'short')} ", "strong", target, chip)]
            piece.append(Ink(f" {icons_on(scene, card)}", "", target))
            if choice is not None:
                piece.insert(0, Ink(f"[{scene.keys[choice]}] ", "key", target))
            if fate := self.fate(scene, table, card):
                style = "good" if fate != "loses" else "dim"
                piece.append(Ink(f" {scene.label(fate)}", style, target))
            pieces.append(piece)
        return flow(pieces, width - 1) or [[]]


def stage(scene: Scene, width: int, rows: int) -> list[Line]:
    """The last thing that mattered, in a sentence with a subject."""
    moment, palette = scene.moment, scene.look.palette
    if not rows:
        return []
    text = beginning(scene) if moment is None else moment.text
    if not text:
        return [[] for _ in range(rows)]
    bar = Ink(" ")
    if moment is not None and moment.seat is not None:
        bar = Ink(scene.look.symbols.bar_left, paint=Paint(palette.seat(moment.seat)))
    texts = list(wrapped(whole_sentences(text, width - 3, rows), width - 3))
    if len(texts) > rows:
        texts = [*texts[: rows - 1], cut(" ".join(texts[rows - 1 :]), width - 3)]
    texts += [""] * (rows - len(texts))
    lines = [[bar, Ink(" "), *marked(scene, text)] for text in texts]
    return aimed([painted(crop(line, width), palette.stage_paint) for line in lines], "look_back")


def beginning(scene: Scene) -> str:
    """What the game is about, until the first card is played, where the story cannot tell it."""
    table: Table = scene.view.state
    first = table.deal == 1 and not table.trick and not table.last_trick
    if scene.look.size.is_large:
        return ""
    return scene.look.words.say("aim") if first else ""


def marked(scene: Scene, text: str) -> Line:
    """A sentence in which a Werewolf stands out."""
    name = teller_of(scene).card(Card.WEREWOLF).upper()
    line: Line = []
    for number, part in enumerate(text.split(name)):
        line += [Ink(name, "bad"), Ink(part)] if number else [Ink(part)]
    return line
