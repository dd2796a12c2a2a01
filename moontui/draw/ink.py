"""Ink: pieces of text with a style and a meaning, from which all lines on the screen are made."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

from moontui.draw.symbols import Frame


class Ink(NamedTuple):
    """A piece of a line."""

    text: str
    style: str = ""
    target: Hashable = None
    """What a click on it is about."""


Line = list[Ink]


def cells(line: Iterable[Ink]) -> int:
    """How many cells a line takes."""
    return sum(cell_len(ink.text) for ink in line)


def cut(text: str, width: int, more: str = "…") -> str:
    """A text in at most a given number of cells; a sign marks what was cut off."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, max(0, width - cell_len(more))).rstrip() + more if width else ""


def fit(text: str, width: int, more: str = "…") -> str:
    """A text in exactly a given number of cells."""
    return set_cell_size(cut(text, width, more), max(0, width))


def crop(line: Iterable[Ink], width: int) -> Line:
    """A line in exactly a given number of cells."""
    cropped: Line = []
    left = width
    for ink in line:
        size = cell_len(ink.text)
        if size > left:
            ink, size = ink._replace(text=set_cell_size(ink.text, left)), left
        if size:
            cropped.append(ink)
        left -= size
        if left <= 0:
            return cropped
    return [*cropped, Ink(" " * left)]


def ends(left: Iterable[Ink], right: Iterable[Ink], width: int) -> Line:
    """One line with something at each end; the left end gives way."""
    right = list(right)
    return [*crop(left, max(0, width - cells(right))), *right]


def columns(left: Sequence[Line], size: int, right: Sequence[Line], gap: int = 1) -> list[Line]:
    """Two blocks side by side, the left one in a given number of cells."""
    rows = max(len(left), len(right))
    blank: Line = []
    return [
        [
            *crop(left[row] if row < len(left) else blank, size),
            Ink(" " * gap),
            *(right[row] if row < len(right) else blank),
        ]
        for row in range(rows)
    ]


def flow(pieces: Iterable[Line], width: int, gap: str = "  ", indent: str = " ") -> list[Line]:
    """Pieces one after another, on as many lines as they need; no piece is broken."""
    lines: list[Line] = []
    room = 0
    for piece in pieces:
        size = cells(piece)
        if lines and size + len(gap) <= room:
            lines[-1] += [Ink(gap), *piece]
            room -= size + len(gap)
        else:
            lines.append([Ink(indent), *piece])
            room = width - len(indent) - size
    return lines


def paragraph(text: str, width: int, style: str = "", most: int = 0) -> list[Line]:
    """A text wrapped to a number of cells; if there are too many lines, the last one says so."""
    rows: Sequence[str] = wrapped(text, max(4, width))
    if most and len(rows) > most:
        rows = [*rows[: most - 1], cut(" ".join(rows[most - 1 :]), width)]
    return [[Ink(row, style)] for row in rows]


@lru_cache(1024)
def wrapped(text: str, width: int) -> tuple[str, ...]:
    """A text on rows of at most a given number of cells; words too long for a row are broken."""
    rows, row = list[str](), ""
    for gap, word in re.findall(r"( *)(\S+(?: %\S*)?)", text):  # a number keeps its percent sign
        if row and cell_len(row + gap + word) <= width:
            row += gap + word
            continue
        if row:
            rows.append(row)
        while cell_len(word) > width:
            head = set_cell_size(word, width)
            head = head if word.startswith(head) else head[:-1]  # half of a wide sign is a blank
            rows.append(head)
            word = word[len(head) :]
        row = word
    return (*rows, row)


def rule(frame: Frame, width: int, title: str = "") -> Line:
    """A line across, with a title."""
    head = f"{frame.across * 2} {title} " if title else ""
    return [Ink(cut(head, width) + frame.across * max(0, width - cell_len(head)), "rule")]


def box(
    frame: Frame,
    width: int,
    body: Sequence[Line],
    title: Line | None = None,
    tail: Line | None = None,
    style: str = "rule",
    target: Hashable = None,
) -> list[Line]:
    """A frame around lines, with something at the left and the right of its upper edge."""
    head, end = title or [], tail or []
    bar = max(0, width - 3 - cells(head) - cells(end))
    top = [Ink(frame.corners[0] + frame.across, style), *head, Ink(frame.across * bar, style), *end]
    inside = [
        [Ink(frame.down, style), *crop(line, width - 2), Ink(frame.down, style)] for line in body
    ]
    bottom = [Ink(frame.corners[2] + frame.across * (width - 2) + frame.corners[3], style)]
    lines = [[*top, Ink(frame.corners[1], style)], *inside, bottom]
    if target is None:
        return lines
    return [[ink._replace(target=target) for ink in line] for line in lines]


def row_of_boxes(boxes: Sequence[list[Line]], gap: str = "") -> list[Line]:
    """Boxes of the same height side by side."""
    lines: list[Line] = []
    for parts in zip(*boxes, strict=True):
        line: Line = []
        for part in parts:
            line += [Ink(gap), *part] if line and gap else part
        lines.append(line)
    return lines
