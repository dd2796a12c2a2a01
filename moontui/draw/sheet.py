"""A sheet: a piece of the screen on which lines and pictures are laid, later ones over earlier."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from moontui.draw.ink import Ink, Line, cells, crop, drop, over
from moontui.draw.paint import Paint


class Sheet:
    """Rows of cells; whatever is put outside of it is cut off."""

    def __init__(self, width: int, height: int, paint: Paint | None = None) -> None:
        self.width = width
        self.height = height
        blank = Ink(" " * width, paint=paint)
        self.lines: list[Line] = [[blank] for _ in range(height)]

    def put(self, x: int, y: int, line: Iterable[Ink], width: int = 0) -> None:
        """Lay a line down; with a width, in exactly that many cells."""
        line = crop(line, width) if width else list(line)
        if not 0 <= y < self.height or x >= self.width:
            return
        size = cells(line)
        if x < 0:
            line, size, x = drop(line, -x), size + x, 0
        if x + size > self.width:
            size = self.width - x
            line = crop(line, size)
        if size <= 0:
            return
        row = self.lines[y]
        left = crop(row, x) if x else []
        right = drop(row, x + size) if x + size < self.width else []
        self.lines[y] = [*left, *line, *right]

    def paste(self, x: int, y: int, lines: Iterable[Line]) -> None:
        """Lay several lines down, one below the other."""
        for number, line in enumerate(lines):
            self.put(x, y + number, line)

    def overlay(self, x: int, y: int, lines: Iterable[Line]) -> None:
        """Lay a picture down: what lies below shows through where it is see-through."""
        for row, line in enumerate(lines):
            at = x
            for ink in line:
                size = cells([ink])
                if not (ink.art and ink.paint is None and ink.text.isspace()):
                    self.lay(at, y + row, [ink])
                at += size

    def write(
        self,
        x: int,
        y: int,
        text: str,
        style: str = "",
        target: Hashable = None,
        paint: Paint | None = None,
    ) -> None:
        """Write on what lies there already: the ground stays as it is."""
        self.lay(x, y, [Ink(text, style, target, paint)])

    def lay(self, x: int, y: int, line: Iterable[Ink], width: int = 0) -> None:
        """Write a line on what lies there: pieces without a ground take the one below."""
        line = crop(line, width) if width else list(line)
        if not 0 <= y < self.height:
            return
        laid: Line = []
        at = x
        for ink in line:
            below = self.paint_at(at, y)
            if below is not None and (ink.paint is None or ink.paint.bg < 0):
                ground = Paint(bg=below.bg, reverse=below.reverse)
                ink = ink._replace(paint=over(ink.paint or Paint(), ground))
            laid.append(ink)
            at += cells([ink])
        self.put(x, y, laid)

    def fill(
        self, x: int, y: int, width: int, height: int, paint: Paint, target: Hashable = None
    ) -> None:
        """Paint an area over."""
        line = [Ink(" " * width, "", target, paint)]
        for row in range(y, y + height):
            self.put(x, row, line)

    def paint_at(self, x: int, y: int) -> Paint | None:
        """How a cell is painted."""
        for ink in self.lines[y]:
            x -= cells([ink])
            if x < 0:
                return ink.paint
        return None
