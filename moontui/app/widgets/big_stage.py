"""The kiosk's stage: the last card played, large, and what it did in letters for the whole room."""

from __future__ import annotations

from collections.abc import Sequence

from moontui.app.widgets.board import Staged
from moontui.draw.easel import Easel
from moontui.draw.ink import Ink, Line, cells, cut, ends, painted, paragraph
from moontui.draw.keys import SEAT_LETTERS
from moontui.draw.letters import broken, width_of
from moontui.draw.paint import NONE, Paint
from moontui.draw.scene import Scene
from moontui.draw.sheet import Sheet
from moontui.games import FACES
from moontui.words.moments import Moment

SCORES = 38
"""Columns for everybody's score, where there is room."""


class BigStage(Staged):
    """Only what everybody may know: it is drawn from a watcher's scene."""

    DEFAULT_CSS = "BigStage { height: 1fr; }"

    before: Sequence[str] = ()
    """What was told before, in sentences, the newest last."""
    evening = ""
    """How everybody has done in all games of the evening, in a sentence; empty: it is the first."""
    said = ""
    """What somebody said last; empty: nothing since the last turn began."""
    in_view = 0
    """Columns that a result leaves in view; 0: all of them."""

    def draw(self, width: int, height: int) -> list[Line]:
        scene = self.scene
        if scene is None or height < 3:
            return []
        width = min(width, self.in_view or width)
        sheet = Sheet(width, height)
        aside = SCORES if width >= 110 and scene.teller.scores(scene.view) else 0
        x = self.card(scene, sheet, height)
        self.tell(scene, sheet, x, width - x - aside - 2, height)
        if aside:
            self.scores(scene, sheet, width - aside, height)
        return sheet.lines

    # ── the card ────────────────────────────────────────────────────────────────────────────────

    def card(self, scene: Scene, sheet: Sheet, height: int) -> int:
        """The last card, or the face of whoever played; returns where the words may begin."""
        moment, look = scene.moment, scene.look
        if not look.pictures or height < 8:
            return 2
        rows = min(height - 4, 24)
        size = min(2 * rows + 4, sheet.width // 3)
        art = self.portrait(scene, moment, size - 2, rows)
        if moment is None or not art:
            return 2
        seat = moment.seat
        title, by = self.title(scene, moment)
        head = ends(
            [Ink(f" {cut(title, size - 12)}", "strong")], [Ink(f"{cut(by, 10)} ", "dim")], size
        )
        paper = look.palette.paper
        body = [[Ink(" "), *line, Ink(" ")] for line in art]
        lines = [painted(line, paper) for line in (head, *body, [Ink(" " * size)])]
        sheet.paste(2, 1, lines)
        self.edge(scene, sheet, size, len(lines), seat)
        return size + 5

    def edge(self, scene: Scene, sheet: Sheet, width: int, height: int, seat: int | None) -> None:
        """A frame in the color of the seat that played."""
        if seat is None:
            return
        left, right, above, below = tuple(scene.look.symbols.edges)
        paint = Paint(scene.look.palette.seat(seat))
        sheet.lay(1, 0, [Ink(above * (width + 2), paint=paint)])
        sheet.lay(1, height + 1, [Ink(below * (width + 2), paint=paint)])
        for row in range(1, height + 1):
            sheet.lay(1, row, [Ink(left, paint=paint)])
            sheet.lay(width + 2, row, [Ink(right, paint=paint)])

    def title(self, scene: Scene, moment: Moment) -> tuple[str, str]:
        """What stands on the card, and who played it."""
        name = scene.name(moment.seat) if moment.seat is not None else ""
        if moment.card is None:
            return name.upper(), ""
        return scene.teller.card(moment.card).upper(), name

    def portrait(self, scene: Scene, moment: Moment | None, width: int, height: int) -> list[Line]:
        """The picture of the card, if the game has one; else the face of whoever did it."""
        look, game = scene.look, scene.teller.words.game
        tools = Easel(look, game)
        portray = FACES[game].portrait
        if moment is not None and moment.card is not None and portray is not None:
            name, tint = portray()(look, moment.card)
            return tools.picture(name, width, height, tint if look.palette.colored else 0)
        if moment is None or moment.seat is None:
            return []
        persona = scene.players[moment.seat].persona
        return tools.person(persona, moment.seat, width, height)

    # ── words ───────────────────────────────────────────────────────────────────────────────────

    def tell(self, scene: Scene, sheet: Sheet, x: int, room: int, height: int) -> None:
        """The moment in big letters, in sentences, whose turn it is, and what came before."""
        tools = Easel(scene.look, scene.teller.words.game)
        y = 1
        waiting = scene.teller.waiting(scene.view)
        moment = scene.moment
        for text, color in self.headlines(scene, moment, room, max(1, (height - 5) // 4)):
            sheet.overlay(x, y, tools.letters(text, color, NONE))
            y += 4 if height > 12 else 3
        if moment is not None:
            text = f"{moment.text} {moment.more}".rstrip()
            told = paragraph(text, room, most=max(1, min(4, height - y - 2)))
            for line in self.as_lit(told):
                sheet.lay(x, y, line)
                y += 1
        foot = height - 1
        if waiting:
            sheet.lay(x, foot, [Ink(cut(waiting, room), "key")])
        for text, style in ((self.evening, "dim"), (self.said, "strong")):
            told = paragraph(text, room, style) if text else []
            if told and foot - len(told) > y:
                foot -= len(told)
                sheet.paste(x, foot, told)
        left = foot - y - 2
        if left < 2 or not self.before:
            return
        rows: list[Line] = []
        for text in reversed(self.before):
            more = paragraph(text, room, "dim")
            if len(rows) + len(more) > left - 1:
                break
            rows = [*more, *rows]
        if rows:
            sheet.lay(x, y + 1, tools.heading(scene.look.words.say("kiosk", "before"), room))
        for place, line in enumerate(rows):
            sheet.lay(x, y + 2 + place, line)

    def headlines(
        self, scene: Scene, moment: Moment | None, room: int, most: int
    ) -> list[tuple[str, int]]:
        """What stands in big letters, line by line, each in its color."""
        cream, _ = scene.look.palette.letters
        if moment is None:
            status = scene.teller.status(scene.view)
            return [(text, cream) for text in broken(status, room)][: min(3, most)]
        color = scene.look.palette.seat(moment.seat) if moment.seat is not None else cream
        parts = [moment.headline] if moment.headline else list(moment.actors)
        lines: list[tuple[str, int]] = []
        for number, part in enumerate(parts):
            for text in broken(part, room):
                lines.append((text, cream if number else color))  # noqa: PERF401
        return lines[: min(3, most)]

    # ── scores ──────────────────────────────────────────────────────────────────────────────────

    def scores(self, scene: Scene, sheet: Sheet, x: int, height: int) -> None:
        """Everybody's score, the best first, with faces as far as there are rows for them."""
        look, words = scene.look, scene.look.words
        tools = Easel(look, scene.teller.words.game)
        width = sheet.width - x - 1
        sheet.lay(x, 0, tools.heading(words.say("kiosk", "scores"), width))
        found = scene.teller.scores(scene.view)
        ranked = sorted(range(len(found)), key=lambda seat: -found[seat])
        tall = len(found) * 4 <= height - 2
        y = 2 if tall else 1
        for seat in ranked:
            name, score = scene.name(seat), str(found[seat])
            if not tall:
                bar = Ink(look.symbols.bar_left, paint=Paint(look.palette.seat(seat)))
                left = [bar, Ink(f" {SEAT_LETTERS[seat]} ", "key"), Ink(name, "strong")]
                sheet.lay(x, y, ends(left, [Ink(f"{score} ", "gold")], width))
                y += 1
                continue
            if look.pictures:
                persona = scene.players[seat].persona
                sheet.paste(x, y, tools.person(persona, seat, 8, 3))
            color = look.palette.seat(seat)
            if width_of(name) <= width - 16:
                sheet.overlay(x + 9, y, tools.letters(name, color, NONE))
            else:
                sheet.lay(x + 9, y + 1, [Ink(cut(name, width - 16), "strong")])
            figure = tools.letters(score, look.palette.letters[0], NONE)
            sheet.overlay(x + width - cells(figure[0]), y, figure)
            y += 4
