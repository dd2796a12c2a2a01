"""Buttons: what can be touched with a thumb, and how many of them stand side by side."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from rich.cells import cell_len

from moontui.draw.ink import Ink, Line, aimed, painted, wrapped
from moontui.draw.paint import Paint, mix
from moontui.draw.palette import Palette
from moontui.draw.scene import Look
from moontui.draw.sheet import Sheet

HIGH = 3
"""Rows of a button: with cells of 15 pixels and more, as high as a thumb needs."""
NARROW = 8
"""Columns below which a button has no room for its key."""
VALUE = 3
"""Cells up to which a text is a value: several of them stand in a row, each in the middle."""
SIDE_BY_SIDE, VALUES_SIDE_BY_SIDE = (2, 1, 3), (4, 5, 6)
"""How many buttons stand in a row, in the order in which it is tried."""

UP, DOWN = "page_up", "page_down"
"""What the buttons of a pager are about."""


class Button(NamedTuple):
    """Something to be touched."""

    text: str
    target: Hashable = None
    key: str = ""
    """The key that does the same."""
    note: str = ""
    """What is known about it, in a row of its own."""
    brief: str = ""
    """The same where there is no room for it."""
    state: str = ""
    """`picked`, `held`, or `faint`: it says something, but does nothing."""

    @property
    def is_value(self) -> bool:
        return cell_len(self.text) <= VALUE and not self.key

    def rows(self, width: int) -> list[str]:
        """The text in a button of that width."""
        return list(wrapped(self.text, self.room(width)))

    def room(self, width: int) -> int:
        """Columns for the text."""
        return width - self.margin(width) - (0 if width < NARROW else 1)

    def margin(self, width: int) -> int:
        """Columns before the text: those of the key, too, unless the button is narrow."""
        shown = bool(self.key) and self.key != self.text and width >= NARROW
        return cell_len(self.key) + 2 if shown else 1

    @property
    def width(self) -> int:
        """Columns in which no word is broken."""
        longest = max((cell_len(word) for word in self.text.split()), default=0)
        return self.margin(NARROW) + longest + 1

    def height(self, width: int) -> int:
        """How many rows it needs; 0: a word would be broken."""
        if any(cell_len(word) > self.room(width) for word in self.text.split()):
            return 0
        return max(HIGH, len(self.rows(width)) + (1 if self.note else 0))


def width_of(columns: int, width: int) -> int:
    """Columns of a button, with a gap of one beside each."""
    return (width - 1) // columns - 1


def fitting(buttons: Sequence[Button], width: int, rows: int) -> tuple[int, int] | None:
    """How many stand in a row and how high they are, if all of them fit; None: they do not."""
    values = sum(button.is_value for button in buttons) > len(buttons) // 2 + 1
    for columns in VALUES_SIDE_BY_SIDE if values else SIDE_BY_SIDE:
        if columns > 1 and columns > len(buttons):
            continue
        heights = [button.height(width_of(columns, width)) for button in buttons]
        high = max(heights)
        if all(heights) and -(-len(buttons) // columns) * high <= rows:
            return columns, high
    return None


def page_of(
    buttons: Sequence[Button], width: int, rows: int, page: int, turn: Button
) -> list[Button]:
    """The buttons of a page: all of them if they fit; else as many as do, and one to turn it."""
    if not buttons or fitting(buttons, width, rows) is not None:
        return list(buttons)
    each = len(buttons)
    while each > 1 and not all(
        fitting([*buttons[start : start + each], turn], width, rows)
        for start in range(0, len(buttons), each)
    ):
        each -= 1
    start = page * each % (-(-len(buttons) // each) * each)
    return [*buttons[start : start + each], turn]


def grid(look: Look, buttons: Sequence[Button], width: int, rows: int) -> list[Line]:
    """Buttons in rows; those in the last one are as wide as there is room."""
    if not buttons:
        return []
    columns, high = fitting(buttons, width, rows) or (1, HIGH)
    wide = width_of(columns, width)
    lines = -(-len(buttons) // columns)
    sheet = Sheet(width, lines * high)
    for number, button in enumerate(buttons):
        row, column = divmod(number, columns)
        x = 1 + column * (wide + 1)
        last = number == len(buttons) - 1 or column == columns - 1
        size = width - 1 - x if last and not button.is_value else wide
        sheet.paste(x, row * high, drawn(look, button, size, high, (row + column) % 2))
    return sheet.lines


def drawn(look: Look, button: Button, width: int, high: int, shade: int = 0) -> list[Line]:
    """One button. Neighbors differ in their shade; without color they have an edge at the left."""
    paint = ground(look.palette, button, shade)
    sheet = Sheet(width, high)
    if not paint:
        for row in range(high):
            sheet.put(0, row, [Ink(look.symbols.between, "rule")])
    if button.is_value:
        put_value(sheet, button)
    else:
        put_text(sheet, button)
    lines = [painted(line, paint) for line in sheet.lines] if paint else sheet.lines
    return aimed(lines, button.target)


def pager(look: Look, width: int) -> list[Line]:
    """Two buttons that turn the pages of a list or a text."""
    up, down = look.symbols.arrows[0], look.symbols.arrows[1]
    half = (width - 3) // 2
    sheet = Sheet(width, HIGH)
    sheet.paste(1, 0, drawn(look, Button(up, UP), half, HIGH, 0))
    sheet.paste(2 + half, 0, drawn(look, Button(down, DOWN), half, HIGH, 1))
    return sheet.lines


def put_value(sheet: Sheet, button: Button) -> None:
    """A value in the middle, with what is known of it below."""
    rows = [Ink(button.text, "dim" if button.state == "faint" else "strong")]
    if button.note:
        fits = cell_len(button.note) < sheet.width or not button.brief
        note = button.note if fits else button.brief
        rows.append(Ink(note, "" if button.state == "picked" else "dim"))
    top = (sheet.height - len(rows)) // 2
    for row, ink in enumerate(rows):
        sheet.put(max(1, (sheet.width - cell_len(ink.text) + 1) // 2), top + row, [ink])


def put_text(sheet: Sheet, button: Button) -> None:
    """A key at the left, and the text beside it, both in the middle of the height."""
    picked = button.state == "picked"
    texts = [Ink(row, "strong" if picked else "") for row in button.rows(sheet.width)]
    if button.state == "faint":
        texts = [ink._replace(style="dim") for ink in texts]
    if button.note:
        texts.append(Ink(button.note, "" if picked else "dim"))
    top = max(0, (sheet.height - len(texts)) // 2)
    margin = button.margin(sheet.width)
    if margin > 1:
        sheet.put(1, top, [Ink(button.key, "strong" if picked else "key")])
    for row, ink in enumerate(texts):
        sheet.put(margin, top + row, [ink])


def ground(palette: Palette, button: Button, shade: int) -> Paint | None:
    """What a button is painted with; None: nothing."""
    if button.state == "picked":
        return palette.chip
    if not palette.colored:
        return palette.surface(0, 0, 0, 10) if button.state == "held" else None
    if button.state == "faint":
        return Paint(bg=palette.panel)
    if button.state == "held":
        return Paint(bg=mix(palette.panel, palette.good, 0.2))
    share = 0.06 if palette.dark else 0.03  # dim words still have to stand out
    return Paint(bg=mix(palette.panel, palette.text, share * (1 + shade)))
