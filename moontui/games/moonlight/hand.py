"""The player's own wolves as cards; between rounds, the Lone Wolves and Alpha Powers to choose."""

from __future__ import annotations

from itertools import zip_longest

from engine.core import Choice
from engine.games.moonlight.deck import LONE, VALUE, Power, kind_of, wolf_of
from engine.games.moonlight.state import Table
from moontui.app.widgets.board import Zone
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
    paragraph,
    wrapped,
)
from moontui.draw.scene import Scene
from moontui.draw.sheet import Sheet
from moontui.draw.size import Class
from moontui.draw.touch import HIGH
from moontui.games.moonlight.land import LEAST_ART, portrait
from moontui.games.moonlight.lie import lie_of
from moontui.games.moonlight.parts import (
    Form,
    easel,
    gained,
    moons,
    pack_for,
    pack_of,
    teller_of,
)
from moontui.games.moonlight.teller import POWER_PAGE, key_of

BESIDE = 18
"""Columns from which words have room beside a wolf."""
AROUND = 5
"""Rows that the header, the question and the keys need."""
PACKS = 6
"""Rows of both packs, the moons and the score, where they stand below the land."""


class Wolves(Zone):
    """The player's own hand; the wolf that was picked up stands out."""

    rows = 23
    """Rows of the screen that are for the table."""

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        prompt = gained(scene)
        if prompt:
            return Gains(scene, prompt, width, self.room(scene)).lines()
        if scene.me is None:
            return [self.words_instead(scene, "watching", None)]
        if scene.covered:
            note: Line = [Ink(fit(f" {scene.covered_note}", width), "dim", "cover")]
            blank: Line = [Ink(" " * width, "", "cover")]
            return [blank, note, blank] if scene.look.size.is_tall else [note]
        table: Table = scene.view.state
        lifted = table.lifted if table.active == scene.me else []
        cards = sorted([*table.hands[scene.me], *lifted])
        if not cards:
            return [self.words_instead(scene, "no_hand", None)]
        up = cards.index(lifted[0]) if lifted else -1
        form = lie_of(scene).form
        rows = min(form.hand[1], self.room(scene))
        if scene.look.size.is_tall:
            return self.small(scene, cards, up, width, max(HIGH, rows))
        if scene.look.cards == "compact" or rows < LEAST_ART:
            return self.row(scene, cards, up, width)
        if scene.look.size.is_large:
            return self.large(scene, form, cards, up, width)
        return self.small(scene, cards, up, width, rows)

    def room(self, scene: Scene) -> int:
        """How many rows there are below the land and, on a narrow screen, below both packs."""
        form = lie_of(scene).form
        buttons = 1 if gained(scene) else HIGH + 1
        around = AROUND + buttons if scene.look.size.is_tall else AROUND
        return self.rows - form.height - (PACKS if form.bars else 0) - around

    def words_instead(self, scene: Scene, key: str, target: str | None) -> Line:
        return [Ink(f" {scene.label(key)}", "dim", target)]

    def is_up(self, scene: Scene, card: int, number: int, up: int) -> bool:
        choice = scene.offers("wolf", kind_of(card))
        return number == up or (choice is not None and choice == scene.picked)

    def row(self, scene: Scene, cards: list[int], up: int, width: int) -> list[Line]:
        """One line with all wolves, where rows are scarce."""
        pieces: list[Line] = [[Ink(scene.label("wolves"), "dim")]]
        for number, card in enumerate(cards):
            choice = scene.offers("wolf", kind_of(card))
            target = choice or ("card", kind_of(card))
            pack = pack_for(scene, card)
            picked = self.is_up(scene, card, number, up)
            piece: Line = [Ink(f"[{scene.keys[choice]}]", "key", target)] if choice else []
            paint = scene.look.palette.chip if picked else pack.chip
            piece.append(Ink(f" {VALUE[card]}{moons(scene, card)} ", "strong", target, paint))
            name = scene.label("lone") if kind_of(card) in LONE else self.gist(scene, card)
            piece.append(Ink(f" {name}", "strong" if picked else "dim", target))
            pieces.append(piece)
        return [crop(line, width) for line in flow(pieces, width)]

    def gist(self, scene: Scene, card: int) -> str:
        return scene.look.words.say("gists", key_of(card))

    # ── small screens ───────────────────────────────────────────────────────────────────────────

    def small(self, scene: Scene, cards: list[int], up: int, width: int, rows: int) -> list[Line]:
        """Cards side by side: a wolf at the left, what it is good for at the right."""
        count = max(3, len(cards))
        size = (width - count - 1) // count
        sheet = Sheet(width, rows)
        for number, card in enumerate(cards):
            x = 1 + number * (size + 1)
            picked = self.is_up(scene, card, number, up)
            sheet.paste(x, 0, self.small_card(scene, card, size, rows, picked))
            if picked:
                self.posts(scene, sheet, x, 0, size, rows)
        return sheet.lines

    def small_card(
        self, scene: Scene, card: int, width: int, rows: int, picked: bool
    ) -> list[Line]:
        pack, palette = pack_for(scene, card), scene.look.palette
        choice = scene.offers("wolf", kind_of(card))
        key = f"[{scene.keys[choice]}]" if choice is not None else ""
        chip = palette.chip if picked else pack.chip
        value = Ink(f" {VALUE[card]} ", "strong", paint=chip)
        name = scene.label("lone") if kind_of(card) in LONE else ""
        tail = [Ink(moons(scene, card), "strong"), Ink(key, "strong")]
        head = painted(ends([value, Ink(f" {name}", "strong")], tail, width), pack.band)
        beside = width >= BESIDE and scene.look.pictures
        body = (self.beside if beside else self.above)(scene, card, width, rows - 1)
        lines = [head, *body]
        return aimed(lines, choice or ("card", kind_of(card)))

    def beside(self, scene: Scene, card: int, width: int, rows: int) -> list[Line]:
        """A wolf at the left, and what it is good for at the right."""
        paint, wide = pack_for(scene, card).body, 11 if width >= 23 else 8
        gist, room = self.gist(scene, card), width - wide
        gap = " " if max(map(len, gist.split())) < room else ""
        words = [f"{gap}{row}" for row in wrapped(gist, room - len(gap))]
        art = portrait(scene, card, wide, rows)
        return [
            [*line, *painted(crop([Ink(text)], room), paint)]
            for line, text in zip_longest(art, words[:rows], fillvalue="")
        ]

    def above(self, scene: Scene, card: int, width: int, rows: int) -> list[Line]:
        """A wolf, and below it what it is good for; where rows are scarce, its feet give way."""
        paint = pack_for(scene, card).body
        words = [[Ink(text)] for text in wrapped(self.gist(scene, card), width)]
        high = rows - len(words)
        art: list[Line] = [[] for _ in range(high)]
        if rows >= LEAST_ART and scene.look.pictures:
            art = portrait(scene, card, width, max(high, LEAST_ART))[:high]
        return [painted(crop(line, width), paint) for line in (*art, *words)]

    def posts(self, scene: Scene, sheet: Sheet, x: int, y: int, width: int, rows: int) -> None:
        left, right = scene.look.symbols.edges[0], scene.look.symbols.edges[1]
        paint = scene.look.palette.frame
        for row in range(y, y + rows):
            sheet.lay(x - 1, row, [Ink(left, "gold", paint=paint)])
            sheet.lay(x + width, row, [Ink(right, "gold", paint=paint)])

    # ── large screens ───────────────────────────────────────────────────────────────────────────

    def large(self, scene: Scene, form: Form, cards: list[int], up: int, width: int) -> list[Line]:
        """Whole cards; the one that is picked up is lifted a row."""
        wide, high = form.hand
        wide = min(wide, (width - 3) // len(cards) - 2)
        sheet = Sheet(width, high + 1)
        for number, card in enumerate(cards):
            picked = self.is_up(scene, card, number, up)
            x, y = 2 + number * (wide + 3), 0 if picked else 1
            sheet.paste(x, y, self.large_card(scene, card, wide, high, picked))
            if picked:
                self.posts(scene, sheet, x, y, wide, high)
                below = scene.look.symbols.edges[3] * (wide + 2)
                paint = scene.look.palette.frame
                sheet.lay(x - 1, y + high, [Ink(below, "gold", paint=paint)])
        return sheet.lines

    def large_card(
        self, scene: Scene, card: int, width: int, height: int, picked: bool
    ) -> list[Line]:
        pack, palette = pack_for(scene, card), scene.look.palette
        choice = scene.offers("wolf", kind_of(card))
        value = Ink(f" {VALUE[card]} ", "strong", paint=palette.chip if picked else pack.chip)
        name = scene.label("lone_wolf" if kind_of(card) in LONE else "wolf").upper()
        head = ends(
            [value, Ink(f" {cut(name, width - 7)}", "strong")],
            [Ink(f"{moons(scene, card)} ", "strong")],
            width,
        )
        key = [easel(scene).key(scene.keys[choice])] if choice is not None else []
        foot = ends([Ink(f" {self.gist(scene, card)}")], key, width)
        art = portrait(scene, card, width, height - 2)
        if not scene.look.pictures:
            art = [[Ink(" " * width, paint=pack.body)] for _ in range(height - 2)]
        lines = [painted(head, pack.band), *art, painted(foot, pack.body)]
        return aimed(lines, choice or ("card", kind_of(card)))


class Gains:
    """What may be chosen between rounds, and what it does; both players see it, one chooses."""

    def __init__(self, scene: Scene, prompt: str, width: int, rows: int) -> None:
        self.scene = scene
        self.prompt = prompt
        self.width = width
        self.rows = rows
        table: Table = scene.view.state
        values = [int(kind) for kind in LONE] if prompt == "lone" else table.offer
        self.choices = [Choice(prompt, value) for value in values]
        asked = [ask.seat for ask in scene.view.waiting if ask.prompt == prompt]
        self.seat = asked[0] if asked else teller_of(scene).sides()[0]

    def lines(self) -> list[Line]:
        if self.scene.look.size.kind == Class.S60:
            return [line for choice in self.choices for line in self.short(choice)]
        columns = 1 if self.width < 60 else 2
        size = (self.width - 1) // columns - 1
        down = -(-len(self.choices) // columns)
        least = HIGH if self.scene.look.size.is_tall else 4
        rows = max(least, min(7, self.rows // max(1, down)))
        sheet = Sheet(self.width, down * rows)
        for number, choice in enumerate(self.choices):
            x = 1 + number % columns * (size + 1)
            sheet.paste(x, number // columns * rows, self.gain(choice, size, rows))
        return sheet.lines

    def short(self, choice: Choice) -> list[Line]:
        """One of them in two lines, where rows are scarce."""
        scene, palette = self.scene, self.scene.look.palette
        key = scene.keys.get(choice, "")
        name = f"{f'[{key}] ' if key else ''}{scene.teller.choice(choice)}:"
        rows = wrapped(f"{name} {scene.teller.explain(choice)}", self.width - 2)
        paint = palette.chip if choice == scene.picked else pack_of(palette, self.seat).chip
        first: Line = [Ink(name, "strong", paint=paint), Ink(rows[0][len(name) :])]
        lines = [first, *([Ink(row)] for row in rows[1:])]
        return aimed([[Ink(" "), *line] for line in lines], self.target(choice))

    def target(self, choice: Choice) -> object:
        """What a click means: the choice itself, or, for whoever looks on, its page."""
        if choice in self.scene.keys:
            return choice
        return "card", choice.value + (POWER_PAGE if choice.verb == "power" else 0)

    def gain(self, choice: Choice, width: int, rows: int) -> list[Line]:
        """One of them: its picture, its name and key, and what it does."""
        scene, palette = self.scene, self.scene.look.palette
        key = scene.keys.get(choice, "")
        picked = choice == scene.picked
        pack = pack_of(palette, self.seat)
        art = self.art(choice, 12 if rows > 4 else 11, rows - 1)
        wide = cells(art[0])
        text = paragraph(scene.teller.explain(choice), width - wide - 1)
        if len(text) > rows - 1:  # words before pictures
            art, wide = [[] for _ in range(rows - 1)], 0
            text = paragraph(scene.teller.explain(choice), width - 2, most=rows - 1)
        tail = f"[{key}]" if key else ""
        title = ends(
            [Ink(f" {scene.teller.choice(choice)}", "strong")], [Ink(tail, "strong")], width
        )
        lines = [painted(title, palette.chip if picked else pack.chip)]
        for row, line in enumerate(art):
            words = text[row] if row < len(text) else []
            lines.append(painted([*line, Ink(" "), *crop(words, width - wide - 1)], pack.body))
        return aimed(lines, self.target(choice))

    def art(self, choice: Choice, width: int, rows: int) -> list[Line]:
        scene = self.scene
        if not scene.look.pictures:
            return [[] for _ in range(rows)]
        if choice.verb == "lone":
            return portrait(scene, wolf_of(self.seat, choice.value), width, rows)
        pack = pack_of(scene.look.palette, self.seat)
        name = Power(choice.value).name.lower()
        return easel(scene).picture(name, width, rows, pack.tint, 0.0, pack.mirrored, pack.dyes)
