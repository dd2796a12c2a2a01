"""Text from other people, made harmless.

A name, a title or a line of chat may hold anything that a keyboard or a program can send. What
`clean` returns cannot act on a terminal, hide, reorder its neighbors or grow over its cells. It is
called where text comes in and again where it is shown, so it must be idempotent.
"""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import category, normalize

NAME_CELLS = 16
TITLE_CELLS = 30
CHAT_CELLS = 200


class BadName(ValueError):
    """A name that cannot be shown as it is; the sentence says what a name may be."""

    def __init__(self) -> None:
        super().__init__(
            f"A name has 1 to {NAME_CELLS} visible characters: "
            "letters, digits, punctuation and spaces."
        )


def name_of(text: str) -> str:
    """The name that was typed, without surrounding blanks. Raises `BadName` if anything else would
    have to be changed."""
    typed = text.strip()
    if len(typed) > NAME_CELLS * SIGNS_PER_CELL:
        raise BadName
    name = clean(typed, NAME_CELLS)
    if not name or name != normalize("NFC", typed):
        raise BadName
    return name


def clean(text: str, cells: int) -> str:
    """The text as one visible line that takes at most this many cells of a terminal."""
    some = text[: cells * SIGNS_PER_CELL]
    seen = (" " if sign.isspace() else sign for sign in some if harmless(sign))
    line = ""
    left = cells
    for grapheme in graphemes(normalize("NFC", "".join(seen))):
        if grapheme == " " and line[-1:] in ("", " "):
            continue
        left -= width(grapheme)
        if left < 0:
            break
        line += grapheme
    return line.rstrip()


def tame(line: str) -> str:
    """A whole line, fit to be printed. Whatever in it could act on a terminal, hide, or begin
    another line is shown as JSON would write it: a reader sees that it was there."""
    if line.isascii() and line.isprintable():
        return line
    shown, marks = "", 0
    for sign in line:
        marks = marks + 1 if category(sign)[0] == "M" else 0
        fine = sign.isprintable() and harmless(sign) and marks <= MARKS
        shown += sign if fine else escaped(sign)
    return shown


def escaped(sign: str) -> str:
    """A character as JSON would write it."""
    units = sign.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))


def harmless(sign: str) -> bool:
    """Whether a character is visible and leaves its neighbors alone."""
    if sign.isspace():
        return True
    return category(sign) not in UNSEEN and sign not in EMPTY and sign not in JOINING


def graphemes(text: str) -> Iterator[str]:
    """What a reader sees as single characters: a base and its first marks, or a blank."""
    grapheme = ""
    for sign in text:
        if not is_mark(sign):
            if grapheme:
                yield grapheme
            grapheme = sign
        elif grapheme not in ("", " ") and len(grapheme) <= MARKS:
            grapheme += sign
    if grapheme:
        yield grapheme


def is_mark(sign: str) -> bool:
    """Whether a character sits on the one before; old Korean vowels do, though they are letters."""
    return not sign.isascii() and (category(sign)[0] == "M" or width(sign) == 0)


def width(grapheme: str) -> int:
    """The cells that a grapheme takes."""
    if grapheme.isascii():
        return len(grapheme)
    from wcwidth import wcswidth  # slow to import, and most names do without

    return wcswidth(grapheme)


SIGNS_PER_CELL = 8
"""How much of a text is looked at: a million accents must cost little; a letter has 5 at most."""

MARKS = 2
"""Accents that a letter may carry: enough for Vietnamese and Thai, too few to climb a screen."""

UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn"}  # with Cf go bidi controls, zero widths, tags and joiners

EMPTY = {
    *"\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U00016fe4\U0001d159",  # fillers
    *"\u180b\u180c\u180d\u180f",  # variation selectors of Mongolian, then of everything
    *map(chr, range(0xFE00, 0xFE10)),
    *map(chr, range(0xE0100, 0xE01F0)),
}
"""Characters that count as letters, marks or symbols, yet show nothing."""

JOINING = {*map(chr, range(0x1F1E6, 0x1F200)), *map(chr, range(0x1F3FB, 0x1F400))}
"""Halves of flags and skin tones: how many cells they take differs from terminal to terminal."""
