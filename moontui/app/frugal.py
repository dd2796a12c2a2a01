"""Frugal painting: of each update of the screen, only the cells that changed reach the terminal.

Textual sends every line of a widget that has changed anywhere, and all colours of every piece. We
keep a shadow of what the terminal shows, and send runs of changed cells, with only the *changes* of
colour in between. When the terminal may show anything, the shadow is forgotten, and all is sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import compress
from operator import and_, eq, ne
from typing import Any, NamedTuple

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.segment import Segment
from textual.strip import Strip

from moontui.app.pen import CACHED, PLAIN, blank, pen

try:
    from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
except ImportError:  # another Textual: it paints in its own way
    CompositorUpdate = LayoutUpdate = ChopsUpdate = None  # type: ignore[assignment,misc]

UNKNOWN = "\0"
"""The sign in a cell of which nobody knows what it shows."""
TAIL = ""
"""The sign in the second cell of a wide one."""

Piece = tuple[int, Strip]
"""A strip, and the column where it begins."""


class Unfit(Exception):
    """An update that cannot be told in cells."""


class Row(NamedTuple):
    """A line of the terminal: for each cell its sign, and the ink it is written in."""

    signs: list[str]
    inks: list[str]


class Shadow:
    """What the terminal shows, as far as it is known."""

    def __init__(self) -> None:
        self.rows: dict[int, Row] = {}
        self.works = LayoutUpdate is not None

    def forget(self) -> None:
        """The terminal may show anything now."""
        self.rows.clear()

    def changes(self, update: Any, app: Any) -> Any:
        """What to paint in place of an update: only what it changes, None if that is nothing.

        An update of an unknown kind, or of a Textual that works otherwise, is painted as it is.
        """
        if update is None or not self.works:
            return update
        if not isinstance(update, LayoutUpdate | ChopsUpdate):
            self.forget()
            return update
        try:
            rows = self.painted(update, app.console, app.size.width)
            text = told(self.rows, rows)
            still = app.screen.outer_size.clamp_offset(app.cursor_position)
            moved = still != app._previous_cursor_position
            return Changes(self, rows, text) if text or moved else None
        except Unfit:
            self.forget()
            return update
        except (AttributeError, LookupError, TypeError, ValueError):  # another Textual
            self.works = False
            return update

    def painted(self, update: Any, console: Any, width: int) -> dict[int, Row]:
        """The rows that an update changes, as they will be."""
        rows: dict[int, Row] = {}
        for y, pieces in pieces_of(update):
            if y not in self.rows or len(self.rows[y].signs) != width:
                self.rows[y] = Row([UNKNOWN] * width, [""] * width)
            before = rows.get(y, self.rows[y])
            after = overlaid(before, pieces, console)
            if after != before:
                rows[y] = after
        return rows


if CompositorUpdate is not None:

    class Changes(CompositorUpdate):
        """An update that has become text; once Textual takes it, the terminal will show it."""

        def __init__(self, shadow: Shadow, rows: dict[int, Row], text: str) -> None:
            self.shadow = shadow
            self.rows = rows
            self.text = text

        def render_segments(self, console: object) -> str:
            self.shadow.rows.update(self.rows)
            return self.text


# ── from strips to cells ────────────────────────────────────────────────────────────────────────


def pieces_of(update: Any) -> Iterator[tuple[int, list[Piece]]]:
    """What an update paints, line by line: the same cells that Textual would paint."""
    if isinstance(update, LayoutUpdate):
        for y, strips in enumerate(update.strips, update.region.y):
            pieces, x = [], update.region.x
            for strip in strips:
                pieces.append((x, strip))
                x += strip.cell_length
            yield y, pieces
        return
    for y, first, last in update.spans:
        pieces = []
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            if strip is not None and x < last and end > first:
                pieces.append((x, strip if end <= last else strip.crop(0, last - x)))
        yield y, pieces


def overlaid(row: Row, pieces: list[Piece], console: Any) -> Row:
    """A row after these pieces have been painted over it."""
    signs, inks = row.signs[:], row.inks[:]
    width = len(signs)
    for x, strip in pieces:
        new_signs, new_inks = cells_of(strip, console)
        end = x + len(new_signs)
        if signs[x : x + 1] == [TAIL] and x:  # half of a wide sign goes, and so does its other half
            signs[x - 1] = UNKNOWN
        if signs[end : end + 1] == [TAIL]:
            signs[end] = UNKNOWN
        signs[x:end], inks[x:end] = new_signs, new_inks
    return Row(signs[:width], inks[:width]) if len(signs) > width else Row(signs, inks)


class Cells(NamedTuple):
    """A piece of text as cells."""

    signs: tuple[str, ...]
    inks: list[str]


class CellStrip(Strip):
    """A strip put together from pieces whose cells are known."""

    __slots__ = ["pieces"]

    def __init__(self, segments: Iterable[Segment], pieces: list[Cells], width: int) -> None:
        super().__init__(segments, width)
        self.pieces = pieces


def cells_of(strip: Strip, console: Any) -> tuple[list[str], list[str]]:
    """The signs and inks of a strip."""
    if isinstance(strip, CellStrip):
        pieces = strip.pieces
    else:
        pieces = [cells_of_segment(segment, console) for segment in strip]
    signs: list[str] = []
    inks: list[str] = []
    for more_signs, more_inks in pieces:
        signs += more_signs
        inks += more_inks
    return signs, inks


def cells_of_segment(segment: Segment, console: Any) -> Cells:
    """The cells of a piece of a strip."""
    text, style, control = segment
    if control:
        raise Unfit
    ink = ""
    if style is not None:
        depth = console._color_system or ColorSystem.TRUECOLOR
        ink = Strip.render_ansi(style, depth)  # a style's own note may be of another terminal
        if style._link:
            ink += f"\x1b{style._link_id};{style._link}"
    signs = signs_of(text)
    return Cells(signs, [ink if text.strip(" ") else blank(ink)] * len(signs))


@lru_cache(CACHED)
def signs_of(text: str) -> tuple[str, ...]:
    """A text as cells: every sign with its marks. What a terminal would obey is left out."""
    if (text.isascii() and text.isprintable()) or set(map(cell_len, text)) == {1}:
        return tuple(text)
    cells: list[str] = []
    head = seen = 0
    for end, sign in enumerate(text, 1):
        if sign < " " or "\x7f" <= sign <= "\x9f":
            continue
        size = cell_len(text[:end]) - seen
        seen += size
        if size and sign != "\ufe0f":  # which widens the sign before it
            head = len(cells)
            cells.append(sign)
            size -= 1
        elif cells:
            cells[head] += sign
        cells += [TAIL] * size
    return tuple(cells)


# ── from cells to bytes ─────────────────────────────────────────────────────────────────────────


def told(before: dict[int, Row], after: dict[int, Row]) -> str:
    """What to send so that a terminal which shows one shows the other."""
    out: list[str] = []
    now = pen(PLAIN)
    for y, row in after.items():
        signs, inks = anchored(row.signs), row.inks
        for number, (x, end) in enumerate(runs(before[y], row)):
            out.append(f"\x1b[{x + 1}G" if number else f"\x1b[{y + 1};{x + 1}H")
            edges = map(ne, inks[x : end - 1], inks[x + 1 : end])
            for edge in (*compress(range(x + 1, end), edges), end):
                code, now = now[inks[x]]
                out += code, "".join(signs[x:edge])
                x = edge
    out.append(now[""][0])
    return "".join(out)


def anchored(signs: list[str]) -> Sequence[str]:
    """Signs with a column given anew to whatever follows one on whose width terminals disagree."""
    text = "".join(signs)
    if text.isascii() and len(text) == len(signs):
        return text
    if len(text) + signs.count(TAIL) == len(signs) and (  # none has marks, none is beyond U+FFFF
        text.isascii() or len(text.encode("utf-16-le", "replace")) == 2 * len(text)
    ):
        return signs
    parts, astray = [], False
    for x, sign in enumerate(signs, 1):
        parts.append(f"\x1b[{x}G{sign}" if astray and sign != TAIL else sign)
        astray = (astray and sign == TAIL) or len(sign) > 1 or sign > "\uffff"
    return parts


def runs(before: Row, after: Row) -> list[tuple[int, int]]:
    """Where two rows look different: from a column up to another."""
    signs = int.from_bytes(bytes(map(ne, before.signs, after.signs)))
    inks = int.from_bytes(bytes(map(ne, before.inks, after.inks)))
    differs = (signs | inks).to_bytes(len(after.signs))
    if UNKNOWN in after.signs:  # there is nothing to paint there
        differs = bytes(map(and_, differs, map(UNKNOWN.__ne__, after.signs)))
    found: list[tuple[int, int]] = []
    end = 0
    while (start := differs.find(1, end)) >= 0:
        end = differs.find(0, start)
        end = len(differs) if end < 0 else end
        if alike(before, after, start, end):
            continue
        if found and worth_joining(after, found[-1][1], start):
            start, _ = found.pop()
        found.append((start, end))
    return found


def alike(before: Row, after: Row, start: int, end: int) -> bool:
    """Whether cells look the same although their inks differ: blanks on the same ground."""
    if not before.signs[start:end] == after.signs[start:end] == [" "] * (end - start):
        return False
    return all(map(eq, map(blank, before.inks[start:end]), map(blank, after.inks[start:end])))


def worth_joining(row: Row, end: int, start: int) -> bool:
    """Whether the cells between two runs are painted again more cheaply than jumped over."""
    if start - end > 6:
        return False
    gap = "".join(row.signs[end:start])
    same = all(ink == row.inks[end - 1] for ink in row.inks[end:start])
    return same and UNKNOWN not in gap and len(gap.encode()) <= len(f"\x1b[{start + 1}G")
