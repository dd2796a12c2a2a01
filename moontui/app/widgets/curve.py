"""The curve of a review: the chance to win, step by step, and the bars of luck and choice."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.review import Decision
from moontui.app.widgets.sketch import Sketch
from moontui.draw.easel import Easel
from moontui.draw.ink import Ink, Line, aimed, cells, flow
from moontui.draw.paint import NONE, TERMINAL, Paint, mix
from moontui.draw.pixels import drawn
from moontui.draw.scene import Look
from moontui.draw.sheet import Sheet
from moontui.draw.size import Class
from moontui.draw.symbols import ASCII
from moontui.words.verdicts import hundredths_lost

ROWS = {Class.S200: 16, Class.S160: 13, Class.S120: 9, Class.S80: 4, Class.T40: 5, Class.S60: 2}
"""By size: how high the curve is."""
EDGE, TOP, BOTTOM = 0xCFE0FF, 0x5F7FC0, 0x1D2A5A
LIT_EDGE, LIT = 0xFFE496, 0xA98532
"""The decision under the cursor."""
LABELS = 7
"""Columns for the scale."""
FACE = (9, 4)


class Mark(NamedTuple):
    """A turning point on the curve."""

    step: int
    loss: float
    picture: tuple[str, int]
    """The card it was about, and the color behind it; empty: none."""


class Curve(Sketch):
    """The chance to win, rounds side by side; costly choices are numbered and have faces."""

    look: Look | None = None
    decisions: Sequence[Decision] = ()
    marks: Sequence[Mark] = ()
    step: int | None = None

    def show(
        self, look: Look, decisions: Sequence[Decision], marks: Sequence[Mark], step: int | None
    ) -> None:
        self.look, self.decisions, self.marks, self.step = look, list(decisions), marks, step
        self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        look = self.look
        if look is None or not self.decisions:
            return []
        if look.symbols is ASCII or width < len(self.decisions) + LABELS + 12:
            return self.digits(look, width)
        faces = look.size.is_large and look.pictures and look.size.rows >= 38
        above = FACE[1] + 1 if faces and self.marks else 0
        rows = ROWS[look.size.kind]
        sheet = Sheet(width, above + rows + 1)
        places = self.places_of(width)
        for row in range(rows):
            share = round(100 * (1 - row / (rows - 1)))
            if row in (0, rows - 1) or (rows > 6 and row == rows // 2):
                sheet.lay(0, above + row, [Ink(f"{share:>4} % ", "dim")])
        for decision in self.decisions:
            x, wide = places[decision.moment.step]
            block = self.block(look, decision, wide, rows)
            sheet.paste(x, above, aimed(block, ("step", decision.moment.step)))
        self.label(look, sheet, places, above + rows)
        if above:
            self.faces(look, sheet, places)
        return sheet.lines

    def places_of(self, width: int) -> dict[int, tuple[int, int]]:
        """By step: where a decision begins, and how wide it is; rounds have a gap between them."""
        count = len(self.decisions)
        turns = [decision.moment.round for decision in self.decisions]
        gaps = sum(one != other for one, other in pairwise(turns))
        room = width - LABELS - 1 - gaps
        found: dict[int, tuple[int, int]] = {}
        gap = 0
        for number, decision in enumerate(self.decisions):
            gap += number > 0 and turns[number] != turns[number - 1]
            start, end = number * room // count, (number + 1) * room // count
            found[decision.moment.step] = (LABELS + gap + start, max(1, end - start))
        return found

    def block(self, look: Look, decision: Decision, width: int, rows: int) -> list[Line]:
        """A piece of the curve: as high as the chance."""
        palette, high = look.palette, 2 * rows
        level = max(1, round(decision.chance * high))
        here = decision.moment.step == self.step
        pixels = []
        for y in range(high):
            up = high - y
            if up > level:
                color = NONE
            elif palette.depth == "mono":
                color = 1
            elif palette.depth == "16":
                color = TERMINAL + (11 if here else 15 if up == level else 4)
            elif here:
                color = LIT_EDGE if up == level else LIT
            else:
                color = EDGE if up == level else mix(BOTTOM, TOP, up / high)
            pixels.append([color] * width)
        return [list(line) for line in drawn(pixels, colored=palette.depth != "mono")]

    def label(self, look: Look, sheet: Sheet, places: dict[int, tuple[int, int]], y: int) -> None:
        """Below the curve: turns where there is room for them, and the numbers of the points."""
        tools = Easel(look)
        marked = {mark.step: number for number, mark in enumerate(self.marks, 1)}
        free = LABELS
        for decision in self.decisions:
            step, turn = decision.moment.step, str(decision.moment.turn)
            x, wide = places[step]
            target = ("step", step)
            if step == self.step:
                ink: Line = [tools.key(turn, target)]
            elif step in marked:
                ink = [Ink(str(marked[step]), "bad", target)]
            elif x >= free and wide >= len(turn) + 1:
                ink = [Ink(turn, "faint", target)]
            else:
                continue
            sheet.lay(x, y, ink)
            free = x + cells(ink) + 1

    def faces(self, look: Look, sheet: Sheet, places: dict[int, tuple[int, int]]) -> None:
        """Above the curve: the cards of the turning points, and what they cost."""
        tools = Easel(look, look.words.game)
        marks = sorted(enumerate(self.marks, 1), key=lambda each: places[each[1].step][0])
        pitch = FACE[0] + 8
        for place, (number, mark) in enumerate(marks):
            after = (len(marks) - place) * pitch  # those to the right need room as well
            x = max(LABELS + place * pitch, min(places[mark.step][0], sheet.width - after))
            name, tint = mark.picture
            lines: list[Line] = []
            if name:
                lines = tools.picture(name, *FACE, tint if look.palette.colored else 0)
            sheet.paste(x, 0, aimed(lines, ("point", mark.step)))
            side = x + (FACE[0] + 1 if lines else 0)
            cost = [Ink(str(number), "key"), Ink(f" {-hundredths_lost(mark.loss)}", "bad")]
            sheet.lay(side, 1, aimed([cost], ("point", mark.step))[0])

    # ── where there are no half blocks ──────────────────────────────────────────────────────────

    def digits(self, look: Look, width: int) -> list[Line]:
        """The curve as a row of signs, one for each decision."""
        rounds: dict[int, list[Decision]] = {}
        for decision in self.decisions:
            rounds.setdefault(decision.moment.round, []).append(decision)
        room = max(8, width - 8)
        pieces: list[list[Line]] = []
        for number, decisions in rounds.items():
            for start in range(0, len(decisions), room):
                label = str(number) if not start else ""
                pieces.append(self.piece(look, label, decisions[start : start + room]))
        rows = [flow([piece[row] for piece in pieces], width) for row in range(len(pieces[0]))]
        lines = [line for parts in zip(*rows, strict=True) for line in parts]
        return [line for line in lines if any(ink.text.strip() for ink in line)]

    def piece(self, look: Look, label: str, decisions: Sequence[Decision]) -> list[Line]:
        """A part of the row, and the numbers below."""
        levels = look.symbols.levels
        points = [mark.step for mark in self.marks]
        line: Line = [Ink(f"{label:>2} ", "rule")]
        below: Line = [Ink("   ")]
        for decision in decisions:
            step = decision.moment.step
            style = "pick" if self.step == step else "bad" if step in points else "mine"
            sign = levels[min(int(decision.chance * len(levels)), len(levels) - 1)]
            line.append(Ink(sign, style, ("step", step)))
            number = str(points.index(step) + 1) if step in points else " "
            below.append(Ink(number, "bad", ("step", step)))
        return [line, below]


def luck_bars(look: Look, told: Sequence[tuple[str, int, int]], width: int) -> list[Line]:
    """Bars to both sides of a middle line, each with its name and number."""
    palette, signs = look.palette, look.symbols
    named = max(len(name) for name, _, _ in told) + 2
    half = max(4, (width - named - 8) // 2)
    most = max(20, *(abs(number) for _, number, _ in told))
    lines: list[Line] = []
    for name, number, color in told:
        size = round(half * abs(number) / most)
        fill = palette.surface(0x231C15, color, 0, 11 if color == told[0][2] else 12)
        bar = Ink(" " * size, paint=fill) if look.symbols is not ASCII else Ink("=" * size)
        left = [Ink(" " * (half - size)), bar] if number < 0 else [Ink(" " * half)]
        right = [bar, Ink(" " * (half - size))] if number > 0 else [Ink(" " * half)]
        figure = Ink(f" {number:+}", "strong", paint=Paint())
        lines.append(
            [Ink(f" {name:<{named}}", "dim"), *left, Ink(signs.between, "rule"), *right, figure]
        )
    return [*lines, []]
