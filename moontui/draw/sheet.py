"""A sheet: a piece of the screen on which lines and pictures are laid, later ones over earlier."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import chain, compress, count, pairwise
from operator import ne

from rich.cells import cell_len

from moontui.draw.ink import Ink, Line, cells, crop, is_plain, over, size_of
from moontui.draw.paint import Paint

Brush = tuple[str, Hashable, Paint | None, bool]
"""All of a piece of ink but its text."""


class Sheet:
    """Rows of cells; whatever is put outside of it is cut off.

    Each cell has its sign and its brush, so that what is laid over something costs only its own
    size. The second cell of a wide sign has an empty one.
    """

    def __init__(self, width: int, height: int, paint: Paint | None = None) -> None:
        self.width = width
        self.height = height
        blank: Brush = ("", None, paint, False)
        self._signs = [[" "] * width for _ in range(height)]
        self._brushes = [[blank] * width for _ in range(height)]

    @property
    def lines(self) -> list[Line]:
        """Everything that lies here."""
        return [*map(line_of, self._signs, self._brushes)]

    def put(self, x: int, y: int, line: Iterable[Ink], width: int = 0) -> None:
        """Lay a line down; with a width, in exactly that many cells."""
        if not 0 <= y < self.height:
            return
        for ink in crop(line, width) if width else line:
            x = self.put_ink(x, y, ink)

    def put_ink(self, x: int, y: int, ink: Ink) -> int:
        """Lay one piece down, and say where the next one goes."""
        text, style, target, paint, art = ink
        signs: str | list[str] = text if art or is_plain(ink) else cells_of(text)
        after = x + len(signs)
        start = x if x > 0 else 0
        end = after if after < self.width else self.width
        if start >= end:
            return after
        row = self._signs[y]
        if row[start] == "":
            row[start - 1] = " "
        if end < self.width and row[end] == "":
            row[end] = " "
        row[start:end] = signs if end - start == len(signs) else signs[start - x : end - x]
        if row[start] == "":
            row[start] = " "
        if after > end and signs[end - x] == "":
            row[end - 1] = " "
        self._brushes[y][start:end] = [(style, target, paint, art)] * (end - start)
        return after

    def paste(self, x: int, y: int, lines: Iterable[Line]) -> None:
        """Lay several lines down, one below the other."""
        for number, line in enumerate(lines):
            self.put(x, y + number, line)

    def place(self, x: int, y: int, other: Sheet, target: Hashable = None) -> None:
        """Lay another sheet down as it is; what is about nothing is about the target then. Its
        corner has to lie within this one, and no wide sign may be cut in two."""
        wide = min(other.width, self.width - x)
        for row in range(min(other.height, self.height - y)):
            brushes = other._brushes[row]
            if target is not None:
                brushes = aimed_brushes(brushes, target)
            self._signs[y + row][x : x + wide] = other._signs[row][:wide]
            self._brushes[y + row][x : x + wide] = brushes[:wide]

    def columns(self, x: int, width: int) -> Sheet:
        """A sheet of its own with some columns of this one."""
        part = Sheet(width, 0)
        part.height = self.height
        part._signs = [row[x : x + width] for row in self._signs]
        part._brushes = [row[x : x + width] for row in self._brushes]
        return part

    def overlay(self, x: int, y: int, lines: Iterable[Line]) -> None:
        """Lay a picture down: what lies below shows through where it is see-through."""
        for row, line in enumerate(lines):
            at = x
            for ink in line:
                if ink.art and ink.paint is None and ink.text.isspace():
                    at += len(ink.text)
                else:
                    at = self.lay_ink(at, y + row, ink)

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
        self.lay_ink(x, y, Ink(text, style, target, paint))

    def lay(self, x: int, y: int, line: Iterable[Ink], width: int = 0) -> None:
        """Write a line on what lies there: pieces without a ground take the one below."""
        for ink in crop(line, width) if width else line:
            x = self.lay_ink(x, y, ink)

    def lay_ink(self, x: int, y: int, ink: Ink) -> int:
        """Write one piece on what lies there, and say where the next one goes."""
        if not 0 <= y < self.height:
            return x + size_of(ink)
        if ink.paint is None or ink.paint.bg < 0:
            below = self.paint_at(x, y)
            if below is not None:
                ground = Paint(bg=below.bg, reverse=below.reverse)
                ink = Ink(ink.text, ink.style, ink.target, over(ink.paint, ground), ink.art)
        return self.put_ink(x, y, ink)

    def fill(
        self, x: int, y: int, width: int, height: int, paint: Paint, target: Hashable = None
    ) -> None:
        """Paint an area over."""
        blank = Ink(" " * width, "", target, paint)
        for row in range(max(0, y), min(self.height, y + height)):
            self.put_ink(x, row, blank)

    def paint_at(self, x: int, y: int) -> Paint | None:
        """How a cell is painted."""
        return self._brushes[y][max(0, x)][2] if x < self.width else None


def sheet_of(lines: Sequence[Line]) -> Sheet:
    """A block of lines as a sheet, to be laid down many times: as wide as the first of them."""
    sheet = Sheet(cells(lines[0]), len(lines))
    sheet.paste(0, 0, lines)
    return sheet


def on_sheet(width: int, height: int, draw: Callable[[Sheet], None]) -> list[Line]:
    """What is drawn on a sheet of its own."""
    sheet = Sheet(width, height)
    draw(sheet)
    return sheet.lines


def beside(*blocks: Sequence[Line]) -> list[Line]:
    """Blocks of the same height side by side, each as wide as it is."""
    return [[*chain.from_iterable(parts)] for parts in zip(*blocks, strict=True)]


def aimed_brushes(brushes: list[Brush], target: Hashable) -> list[Brush]:
    """The same brushes; those that are about nothing are about the target."""
    dipped = {brush: brush for brush in {*brushes}}
    for brush in dipped:
        if brush[1] is None:
            dipped[brush] = (brush[0], target, brush[2], brush[3])
    return [dipped[brush] for brush in brushes]


def line_of(signs: list[str], brushes: list[Brush]) -> Line:
    """A row of cells as ink: neighbors with the same brush are one piece."""
    edges = [0, *compress(count(1), map(ne, brushes, brushes[1:])), len(brushes)]
    return [  # made as the tuples they are: there are hundreds on a screen
        tuple.__new__(Ink, ("".join(signs[start:end]), *brushes[start]))
        for start, end in pairwise(edges)
        if end
    ]


def cells_of(text: str) -> list[str]:
    """What stands in each cell of a text; signs without a width stay with the one before."""
    signs: list[str] = []
    for sign in text:
        size = cell_len(sign)
        if size:
            signs += [sign, *[""] * (size - 1)]
        elif signs:
            signs[-1 if signs[-1] else -2] += sign
    return signs
