"""The land: wolves as cards in the colors of their packs, and the places where one may go."""

from __future__ import annotations

from random import Random

from engine.core import Choice
from engine.games.moonlight.deck import BONUS, CORNER, MOONS, VALUE, kind_of, owner_of
from engine.games.moonlight.land import SIDE, box_of, empty_places
from engine.games.moonlight.state import Table
from moontui.app.widgets.board import Zone
from moontui.draw.ink import Ink, Line, aimed, cells, ends, painted
from moontui.draw.paint import Paint, mix
from moontui.draw.scene import Scene
from moontui.draw.sheet import Sheet
from moontui.games.moonlight.bars import put_bar, standing_rows
from moontui.games.moonlight.lie import Area, Lie, lie_of
from moontui.games.moonlight.parts import (
    easel,
    meadow,
    moons,
    pack_for,
    picture_of,
    short_name,
)
from moontui.games.moonlight.teller import CELL_VERBS, PLACING, place_name

LEAST_ART = 3
"""Rows below which a picture of a wolf would be a blot."""
GHOST = 0.3
"""How much of its color the wolf has lost that is not laid yet."""
CELLS_PER_TUFT = 45
ARM = 3
"""Cells of the arm of a bracket."""


class Land(Zone):
    """The wolves on the land, each in a place that it keeps."""

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        return Drawing(scene, width).lines()


class Drawing:
    """One drawing of the land."""

    def __init__(self, scene: Scene, width: int) -> None:
        self.scene = scene
        self.table: Table = scene.view.state
        self.land = self.table.land
        self.lie: Lie = lie_of(scene)
        self.form = self.lie.form
        self.sheet = Sheet(max(width, self.form.width), self.form.height, meadow(scene))
        self.choices = {choice.value: choice for choice in scene.keys if choice.verb in CELL_VERBS}
        free = [] if self.table.ending else empty_places(self.land, self.table.shape)
        self.free = {*free, *self.choices} - {*self.land}
        self.places = {*self.land, *self.free}
        self.corners = box_of(self.land).corners() if self.land else ()
        self.signs = scene.look.symbols

    def lines(self) -> list[Line]:
        self.tufts()
        self.names()
        for cell in sorted(self.free):
            self.free_place(cell)
        for cell in sorted(self.land):
            self.wolf(cell)
        self.brackets()
        self.edges()
        if self.form.bars:
            self.bars()
        return self.sheet.lines

    # ── the ground ──────────────────────────────────────────────────────────────────────────────

    def tufts(self) -> None:
        """A little grass, always the same."""
        ground = meadow(self.scene)
        if ground.bg <= 0 or not self.scene.look.pictures:
            return
        chance, sheet = Random("grass"), self.sheet
        color = mix(ground.bg, self.scene.look.palette.good, 0.3)
        for _ in range(sheet.width * sheet.height // CELLS_PER_TUFT):
            x, y = chance.randrange(sheet.width), chance.randrange(sheet.height)
            sheet.put(x, y, [Ink(self.signs.dot, paint=Paint(color, ground.bg), art=True)])

    def names(self) -> None:
        """The numbers of the rows and the letters of the columns, where wolves lie."""
        if not self.land:
            return
        box, form, lie = box_of(self.land), self.form, self.lie
        for row in range(box.top, box.bottom + 1):
            y = form.edge + (row - lie.top) * form.pitch[1] + (form.card[1] - 1) // 2
            self.sheet.write(0, y, f"{row + 1:>2}", "dim")
        for column in range(box.left, box.right + 1):
            x = 3 + (column - lie.left) * form.pitch[0] + form.card[0] // 2
            letter = place_name(column)[:-1]
            for y in (0, form.height - 1) if form.edge else ():
                self.sheet.write(x, y, letter, "dim")

    def bars(self) -> None:
        """A bar below every row, where there is no room beside the land."""
        width = self.sheet.width
        for row in standing_rows(self.scene):
            y = self.form.edge + (row.line - self.lie.top + 1) * self.form.pitch[1] - 1
            put_bar(self.scene, self.sheet, row, 0, y, width)

    # ── places ──────────────────────────────────────────────────────────────────────────────────

    def free_place(self, cell: int) -> None:
        """A place where a wolf may go: its key, or, once it is picked, the wolf as it would lie."""
        choice = self.choices.get(cell)
        area = self.lie.area(cell)
        if area is None:
            self.key_outside(cell, choice)
            return
        if choice is not None and choice == self.scene.picked:
            self.ghost(area, choice)
            return
        x, y, width, height = area
        frame = self.signs.faint
        style = "rule" if choice is None else "faint"
        if height > 2:
            left, right, lower_left, lower_right = tuple(frame.corners)
            across = frame.across * (width - 2)
            self.sheet.write(x, y, f"{left}{across}{right}", style, choice)
            for row in range(y + 1, y + height - 1):
                self.sheet.write(x, row, frame.down, style, choice)
                if choice is not None:
                    self.sheet.write(x + 1, row, " " * (width - 2), "", choice)
                self.sheet.write(x + width - 1, row, frame.down, style, choice)
            self.sheet.write(x, y + height - 1, f"{lower_left}{across}{lower_right}", style, choice)
        else:
            self.sheet.write(x, y, " " * width, style, choice)
            self.sheet.write(x, y + 1, frame.across * width, style, choice)
        if choice is not None:
            chip = easel(self.scene).key(self.scene.keys[choice], choice)
            self.sheet.put(x + width // 2 - 1, y + (height - 1) // 2, [chip])

    def key_outside(self, cell: int, choice: Choice | None) -> None:
        """A place beyond the window: only its key is shown."""
        spot = self.lie.margin(cell)
        if spot is None or choice is None:
            return
        self.sheet.put(spot.x, spot.y, [easel(self.scene).key(self.scene.keys[choice], choice)])
        card = self.in_hand(choice)
        if choice == self.scene.picked and card is not None and not self.scene.covered:
            text = f"{VALUE[card]}{moons(self.scene, card)}"
            above = spot.y in (0, self.sheet.height - 1)  # there its neighbors are beside it
            x, y = (spot.x + 3, spot.y) if above else (spot.x, spot.y + 1)
            self.sheet.put(x, y, [Ink(f"{text:^3}", "pick", choice)])

    def ghost(self, area: Area, choice: Choice) -> None:
        """The wolf in hand as it would lie there, or the pile that would be moved there."""
        card = self.in_hand(choice)
        if card is None or self.scene.covered:
            lines = easel(self.scene).back(area.width, area.height, target=choice)
        else:
            lines = wolf_card(self.scene, card, area.size, GHOST, picked=True, target=choice)
        self.sheet.paste(area.x, area.y, lines)
        self.posts(area)

    def in_hand(self, choice: Choice) -> int | None:
        """The wolf that a choice would lay."""
        if choice.verb in PLACING:
            return self.table.lifted[0] if self.table.lifted else None
        ask = self.scene.view.ask
        stack = self.land.get(ask.number) if ask is not None and choice.verb == "move" else None
        return stack[-1] if stack else None

    def wolf(self, cell: int) -> None:
        """A visible wolf; if another is about to cover it, that one as it would lie."""
        area = self.lie.area(cell)
        if area is None:
            return
        scene, card, choice = self.scene, self.land[cell][-1], self.choices.get(cell)
        picked = choice is not None and choice == scene.picked
        target = choice or ("look_back" if len(self.land[cell]) > 1 else ("card", kind_of(card)))
        if picked and choice is not None and choice.verb in PLACING:
            self.ghost(area, choice)
            note = f"{scene.label('over')} {VALUE[card]}"
            self.remark(area, note, self.in_hand(choice) or card, target)
            return
        last = scene.last is not None and scene.last.number == cell
        tail = self.signs.turn if last else ""
        lines = wolf_card(scene, card, area.size, picked=picked, target=target, tail=tail)
        self.sheet.paste(area.x, area.y, lines)
        note = self.note(cell, card)
        self.remark(area, note, card, target)
        if choice is not None:
            power = "!" if choice.verb in ("leap", "mirror") else ""
            chip = easel(scene).key(f"{power}{scene.keys[choice]}", choice)
            room = area.width - cells([chip]) - len(note)  # which stands at the right
            y = area.bottom - (1 if room > 0 or area.height == 2 else 2)
            self.sheet.put(area.x + (room > 1), y, [chip])  # below its face
        if picked:
            self.posts(area)

    def remark(self, area: Area, note: str, card: int, target: object) -> None:
        """A few words on the lower edge of a card that has one."""
        if note and area.height > 1:
            text = f"{note} " if area.height > 2 else note
            band = pack_for(self.scene, card).body
            x = area.x + area.width - len(text)
            self.sheet.put(x, area.y + area.height - 1, [Ink(text, "strong", target, band)])

    def note(self, cell: int, card: int) -> str:
        """What there is to say about a wolf: a corner that counts, a bonus, what lies beneath."""
        stack = self.land[cell]
        parts = []
        if cell in self.corners and CORNER[card] > VALUE[card]:
            parts.append(f"={CORNER[card]}")
        elif BONUS[card]:
            parts.append("+1")
        if len(stack) > 1 and self.form.card[0] > 6:
            parts.append(f"{self.scene.label('over')} {VALUE[stack[-2]]}")
        elif len(stack) > 1:
            parts.append(f"/{VALUE[stack[-2]]}")
        return " ".join(parts)

    def posts(self, area: Area) -> None:
        """Gold at both sides of what is picked."""
        left, right = self.signs.edges[0], self.signs.edges[1]
        paint = self.scene.look.palette.frame
        for y in range(area.y, area.bottom):
            self.sheet.lay(area.x - 1, y, [Ink(left, "gold", paint=paint)])
            self.sheet.lay(area.right, y, [Ink(right, "gold", paint=paint)])

    # ── around the land ─────────────────────────────────────────────────────────────────────────

    def brackets(self) -> None:
        """Gold at the corners of the land: a 1 counts three there. They have arms above and below
        where nothing else lies."""
        if len(self.land) < 2:
            return
        box, lie = box_of(self.land), self.lie
        first = lie.area(box.top * SIDE + box.left)
        last = lie.area(box.bottom * SIDE + box.right)
        if first is None or last is None:
            return
        left, right, above, below = tuple(self.signs.edges)
        paint = self.scene.look.palette.frame
        high = max(1, first.height // 3)
        for x, post in ((first.x - 1, left), (last.right, right)):
            for y in (*range(first.y, first.y + high), *range(last.bottom - high, last.bottom)):
                self.sheet.lay(x, y, [Ink(post, "gold", paint=paint)])
        arms = [
            (Area(x, y, ARM, 1), across)
            for x in (first.x - 1, last.right - ARM + 1)
            for y, across in ((first.y - 1, above), (last.bottom, below))
        ]
        if not self.form.bars and all(self.is_bare(arm) for arm, _ in arms):
            for arm, across in arms:
                self.sheet.lay(arm.x, arm.y, [Ink(across * ARM, "gold", paint=paint)])

    def is_bare(self, area: Area) -> bool:
        """Whether there is meadow here, and no place, key or edge of the zone."""
        spots = [self.lie.area(place) or self.lie.margin(place) for place in self.places]
        inside = 0 <= area.y < self.sheet.height
        return inside and not any(spot is not None and spot.meets(area) for spot in spots)

    def edges(self) -> None:
        """Keys outside of the window lie over everything else."""
        for cell in self.free:
            if self.lie.area(cell) is None:
                self.key_outside(cell, self.choices.get(cell))


def wolf_card(
    scene: Scene,
    card: int,
    size: tuple[int, int],
    faded: float = 0.0,
    picked: bool = False,
    target: object = None,
    tail: str = "",
) -> list[Line]:
    """A wolf: its value, whose it is, its moons, and its picture."""
    width, height = size
    pack, palette = pack_for(scene, card), scene.look.palette
    value = Ink(f" {VALUE[card]} ", "strong", paint=palette.chip if picked else pack.chip)
    band = palette.chip if picked else pack.band
    signs = f"{moons(scene, card)}{tail}"
    if width < 9:
        value = value._replace(text=str(VALUE[card]))
    room = width - cells([value]) - len(signs) - 1
    name = short_name(scene, owner_of(card), room if room > 3 else max(1, min(2, room)))
    title = ends([value, Ink(f" {name}", "strong")], [Ink(signs, "strong")], width)
    lines = [painted(title, band)]
    rows = height - 1
    if rows >= LEAST_ART and scene.look.pictures:
        lines += portrait(scene, card, width, rows, faded)
    else:
        lines += [[Ink(" " * width, paint=pack.body)] for _ in range(rows)]
    return aimed(lines, target)


def portrait(
    scene: Scene, card: int, width: int, rows: int, faded: float = 0.0, moonlit: bool = True
) -> list[Line]:
    """A wolf under its moons."""
    pack, tools = pack_for(scene, card), easel(scene)
    name = picture_of(card)
    art = tools.picture(name, width, rows, pack.tint, faded, pack.mirrored, pack.dyes)
    if not moonlit or not MOONS[card] or width < 16 or rows < 4:
        return art
    sheet = Sheet(width, rows)
    sheet.paste(0, 0, art)
    disc = 6 if rows >= 5 and MOONS[card] == 1 else 4
    for number in range(MOONS[card]):  # above its back, where the sky is free
        at = 1 + number * disc
        x = width - at - disc if pack.mirrored else at
        sheet.overlay(x, 0, tools.moon(disc, disc // 2, 1.0, risen=True))
    return sheet.lines
