"""Ink: pieces of text with a style and a meaning, from which all lines on the screen are made."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

from moontui.draw.paint import Paint
from moontui.draw.symbols import Frame


class Ink(NamedTuple):
    """A piece of a line."""

    text: str
    style: str = ""
    target: Hashable = None
    """What a click on it is about."""
    paint: Paint | None = None
    """Colors of its own, in place of those of the style or the ground."""
    art: bool = False
    """Whether it is a piece of a picture: its name stands beside it, so words leave it out."""


Line = list[Ink]


def cells(line: Iterable[Ink]) -> int:
    """How many cells a line takes."""
    return sum(map(size_of, line))


def size_of(ink: Ink) -> int:
    """How many cells a piece takes; most of them are quickly counted."""
    return len(ink.text) if is_plain(ink) else cell_len(ink.text)


def is_plain(ink: Ink) -> bool:
    """Whether each of its signs surely takes one cell."""
    return ink.art or (ink.text.isascii() and ink.text.isprintable())


def painted(line: Iterable[Ink], paint: Paint) -> Line:
    """A line on a surface; pieces with colors of their own keep them."""
    return [
        ink  # without color, a picture on paper is not turned into its negative
        if ink.art and paint.reverse
        else Ink(ink.text, ink.style, ink.target, over(ink.paint, paint), ink.art)
        for ink in line
    ]


def over(top: Paint | None, below: Paint) -> Paint:
    """Paint on a surface: where it has no color, the surface's shows."""
    if top is None:
        return below
    if top.fg >= 0 and top.bg >= 0:
        return top
    return Paint(
        top.fg if top.fg >= 0 else below.fg,
        top.bg if top.bg >= 0 else below.bg,
        top.reverse or below.reverse,
    )


def aimed(lines: Iterable[Line], target: Hashable) -> list[Line]:
    """Lines that are all about one thing; pieces that are about something else stay so."""
    if target is None:
        return list(lines)
    return [
        [
            ink  # else as the tuple it is: a dozen times for each card
            if ink.target is not None
            else tuple.__new__(Ink, (ink.text, ink.style, target, ink.paint, ink.art))
            for ink in line
        ]
        for line in lines
    ]


def lit(lines: Sequence[Line], share: float) -> list[Line]:
    """Lines whose words are lit from the left as far as a share of the longest; the rest of them
    can be read, but is faint."""
    ends = [cells([Ink(words.rstrip())]) for words in words_of(lines)]
    column = round(share * max(ends, default=0))
    halves = []
    for line in lines:
        left, rest = crop(line, min(column, cells(line))), drop(line, column)
        faint = [ink if ink.art else ink._replace(style="faint") for ink in rest]
        halves.append([*left, *faint])
    return halves


def words_of(lines: Iterable[Line]) -> list[str]:
    """What lines say, without their pictures."""
    return ["".join(" " * len(ink.text) if ink.art else ink.text for ink in line) for line in lines]


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
        size = size_of(ink)
        if size > left:
            ink, size = ink._replace(text=set_cell_size(ink.text, left)), left
        if size:
            cropped.append(ink)
        left -= size
        if left <= 0:
            return cropped
    return [*cropped, Ink(" " * left)]


def drop(line: Iterable[Ink], width: int) -> Line:
    """A line without its first cells; half of a wide sign becomes a blank."""
    rest: Line = []
    for ink in line:
        if width <= 0:
            rest.append(ink)
            continue
        size = size_of(ink)
        if size > width:
            if size == len(ink.text):
                rest.append(ink._replace(text=ink.text[width:]))
            else:
                kept, taken = ink.text, 0
                while taken < width:
                    taken += cell_len(kept[0])
                    kept = kept[1:]
                rest.append(ink._replace(text=" " * (taken - width) + kept))
        width -= size
    return rest


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
    rows: Sequence[str] = wrapped(text, width)
    if most and len(rows) > most:
        rows = [*rows[: most - 1], cut(" ".join(rows[most - 1 :]), width)]
    return [[Ink(row, style)] for row in rows]


def folded(line: Iterable[Ink], width: int) -> list[Line]:
    """A line on as many rows as it needs: it is broken between words, each of which keeps its
    style; the blanks that kept columns apart shrink to one."""
    rows: list[Line] = [[]]
    room = width
    for ink in line:
        if ink.art:
            continue  # there is no room for pictures
        for word in ink.text.split():
            size = cell_len(word)
            if rows[-1] and size + 1 > room:
                rows.append([])
                room = width
            gap = " " if rows[-1] else ""
            piece = cut(word, width)
            rows[-1].append(ink._replace(text=gap + piece))
            room -= len(gap) + cell_len(piece)
    return rows


@lru_cache(1024)
def wrapped(text: str, width: int) -> tuple[str, ...]:
    """A text on rows of at most a given number of cells; words too long for a row are broken. A few
    cells are always taken: a row has to hold something."""
    rows, row, width = list[str](), "", max(4, width)
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


SENTENCES = re.compile(r"(?<=[.!?]) ")
"""Between two sentences."""


def gist(text: str, width: int, rows: int, apart: str = "", more: str = "") -> str:
    """As many sentences of a text as fit on some rows: the first, which says who did it, and the
    last, which say what came of it. If that is too much, the last alone; if even that is, the same
    of the text that is told apart. What is more is told only if all the rest is."""
    if more and len(wrapped(f"{text} {more}", width)) <= rows:
        return f"{text} {more}"
    sentences = SENTENCES.split(text)
    if len(wrapped(text, width)) <= rows:
        return text
    for place in range(2, len(sentences)):
        shorter = " ".join([sentences[0], "…", *sentences[place:]])
        if len(wrapped(shorter, width)) <= rows:
            return shorter
    last = last_sentences(text, width, rows)
    if len(wrapped(last, width)) <= rows:
        return last
    return gist(apart, width, rows) if apart else first_clauses(last, width, rows)


def first_clauses(sentence: str, width: int, rows: int) -> str:
    """As much of a sentence as fits on some rows, broken off where it takes a breath."""
    for breath in reversed(list(re.finditer("[:;,] ", sentence))):
        head = f"{sentence[: breath.start()]}…"
        if len(wrapped(head, width)) <= rows:
            return head
    return sentence


def whole_sentences(text: str, width: int, rows: int) -> str:
    """As many sentences of a text as fit on some rows, from the first on, which is always there."""
    sentences = SENTENCES.split(text)
    while len(sentences) > 1 and len(wrapped(" ".join(sentences), width)) > rows:
        sentences.pop()
    return " ".join(sentences)


def last_sentences(text: str, width: int, rows: int) -> str:
    """As many sentences of a text as fit on some rows, up to the last, which is always there."""
    sentences = SENTENCES.split(text)
    while len(sentences) > 1 and len(wrapped(" ".join(sentences), width)) > rows:
        del sentences[0]
    return " ".join(sentences)


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
