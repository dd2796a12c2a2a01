"""The sky of Wolfmoon's table: three Moons over the thirds of the pile they lie in."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

from engine.games.wolfmoon.deck import Card
from engine.games.wolfmoon.state import Table
from moontui.app.widgets.board import Zone
from moontui.draw.easel import Easel
from moontui.draw.ink import Ink, Line, aimed, cells, cut, paragraph
from moontui.draw.scene import Scene
from moontui.draw.sheet import Sheet, beside
from moontui.games.wolfmoon.parts import Form, Third, easel, form_for, parts_of


class Pile(Zone):
    """The draw pile: what is left of each third, and the Moon that waxes over it."""

    rising: tuple[Card, float] | None = None
    """A Moon on its way up, and how much of it is golden."""

    def rise(self, moon: Card, share: float) -> None:
        self.rising = (moon, share) if share < 1 else None
        self.redraw()

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        table: Table = scene.view.state
        form = form_for(scene.look.size, table.seats)
        draw = scene.offers("draw", 0) or ("zone", "pile")
        same = (scene.look, form, width, scene.teller.names, draw)
        thirds = []
        for number, third in enumerate(parts_of(table)):
            rising = self.rising if self.rising and self.rising[0] == third.moon else None
            place = (number * (width // 3), width // 3 if number < 2 else width - 2 * (width // 3))
            drawn = partial(self.third, scene, form, third, width, place, draw)
            thirds.append(self.piece(number, (same, third, rising), drawn))
        return beside(*thirds)

    def third(
        self,
        scene: Scene,
        form: Form,
        third: Third,
        width: int,
        place: tuple[int, int],
        target: Hashable,
    ) -> list[Line]:
        """A Moon over its third, and the words beside it."""
        tools, tall, (disc, rows) = easel(scene), bool(form.tall), form.disc
        column = width // 3
        room = column - disc - (0 if tall else 3)
        if not scene.look.pictures:
            room += disc + 1

        def draw() -> tuple[Sheet, int]:
            village = 1 if form.sky >= 4 else 0
            sky = tools.sky(width, form.sky, "".join(scene.teller.names), village)
            sheet = sky.columns(*place)
            return sheet, self.tell(scene, sheet, third, column - room, room, form.sky)

        same = (scene.look, form, width, place, scene.teller.names, third.shown)
        told, row = self.piece(third.moon, same, draw)
        sheet = told.columns(0, told.width)
        self.count(scene, sheet, third, column - room, row, room)
        if scene.look.pictures:
            x = 0 if tall else 1 if form.sky < 4 else 2
            about = None if tall else ("card", int(third.moon))  # a thumb needs all of it to draw
            sheet.overlay(x, 0, aimed(self.moon(tools, third, disc, rows), about))
        return aimed(sheet.lines, target)

    def moon(self, tools: Easel, third: Third, width: int, height: int) -> list[Line]:
        """A Moon over its third; one that is just rising turns to gold from below."""
        moon, golden = self.rising or (None, 1.0)
        golden = golden if moon == third.moon else 1.0
        wolf = third.moon.name.lower()
        return tools.moon(width, height, third.phase, third.shown, wolf, golden)

    def tell(self, scene: Scene, sheet: Sheet, third: Third, x: int, width: int, rows: int) -> int:
        """The words beside a Moon, its name and what it means, and the row for what is left of its
        third."""
        key = third.moon.name.lower()
        tall = scene.look.size.is_tall
        name = scene.label(f"{key}_name") if rows > 2 and not tall else scene.label(key)
        target = ("card", int(third.moon))
        style = "key" if third.shown else "strong"
        sign = "" if scene.look.pictures else f"{self.sign(scene, third)} "
        title = cut(f"{sign}{name}".upper(), width)
        clear(sheet, x, 0, cells([Ink(title)]))
        sheet.write(x, 0, title, style, target)
        later = "hidden" if rows >= 5 else "tall" if tall else "soon"
        risen = "risen" if tall else f"{key}_shown"
        meaning = scene.label(risen if third.shown else f"{key}_{later}")
        if rows >= 5:
            lines = paragraph(meaning, width, "dim", most=2)
            for row, line in enumerate(lines, 1):
                clear(sheet, x, row, cells(line))
                sheet.lay(x, row, line)
            return 1 + len(lines)
        if rows > 2:
            meaning = cut(meaning, width)
            clear(sheet, x, 2, cells([Ink(meaning)]))
            sheet.write(x, 2, meaning, "dim")
        return 1

    def sign(self, scene: Scene, third: Third) -> str:
        return scene.look.symbols.shown if third.shown else scene.look.symbols.hidden

    def count(self, scene: Scene, sheet: Sheet, third: Third, x: int, y: int, width: int) -> None:
        """What is left of a third: a stroke for each card, and a number."""
        signs = scene.look.symbols
        told = scene.label("left", left=third.left, size=third.size)
        if scene.look.size.is_tall:
            told = scene.label("left_tall", left=third.left, size=third.size)
        elif len(told) + 1 + third.size > width:
            told = f"{third.left}/{third.size}"
        clear(sheet, x, y, min(width, third.size + 1 + len(told)))
        if third.size + 1 + len(told) <= width:
            sheet.lay(
                x,
                y,
                [
                    Ink(signs.stroke * third.left, "gold"),
                    Ink(signs.spent * (third.size - third.left), "rule"),
                    Ink(f" {told}", "dim"),
                ],
            )
        else:
            sheet.write(x, y, told, "dim")


def clear(sheet: Sheet, x: int, y: int, width: int) -> None:
    """No star stands right beside words, where it would be read as one of their signs."""
    left = max(0, x - 1)
    sheet.lay(left, y, [Ink(" " * (x + width + 1 - left))])
