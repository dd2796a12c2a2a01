"""A list of rows with a cursor: every menu of the app."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import ClassVar, NamedTuple

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive

from moontui.app.widgets.sketch import Sketch
from moontui.draw.ink import Ink, Line, crop, folded, painted
from moontui.draw.paint import Paint, mix
from moontui.draw.scene import Look
from moontui.draw.size import Size
from moontui.draw.touch import DOWN, HIGH, UP, pager


class Row(NamedTuple):
    """A line to choose, or to read."""

    line: Line
    value: Hashable = None
    """What it stands for; None: it cannot be chosen."""


class Rows(Sketch, can_focus=True):
    """Rows, one of which is under the cursor. It scrolls to keep the cursor in sight."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", show=False, id="rows.up"),
        Binding("down,j", "move(1)", show=False, id="rows.down"),
        Binding("pageup", "move(-8)", show=False, id="rows.pageup"),
        Binding("pagedown", "move(8)", show=False, id="rows.pagedown"),
        Binding("home", "move(-999)", show=False, id="rows.home"),
        Binding("end", "move(999)", show=False, id="rows.end"),
        Binding("enter", "choose", "choose", id="rows.choose"),
    ]

    DEFAULT_CSS = "Rows { height: 1fr; }"

    cursor: reactive[int] = reactive(0)

    class Chosen(Message):
        """Enter, or a click on the row under the cursor."""

        def __init__(self, rows: Rows, value: Hashable) -> None:
            super().__init__()
            self.rows = rows
            self.value = value

        @property
        def control(self) -> Rows:
            return self.rows

    class Moved(Message):
        """The cursor is on another row."""

        def __init__(self, rows: Rows, value: Hashable) -> None:
            super().__init__()
            self.rows = rows
            self.value = value

        @property
        def control(self) -> Rows:
            return self.rows

    def __init__(self, *, id: str | None = None, one_click: bool = True) -> None:  # noqa: A002
        super().__init__(id=id)
        self.rows: list[Row] = []
        self.one_click = one_click
        """Whether the first click already chooses."""
        self.top = 0
        """The first line that is seen; on a phone, the first row."""
        self.abreast = 0
        """How many of the last rows stand in two columns where not all of them fit below each
        other."""
        self.always_abreast = False
        """Whether they do so where all would fit, too."""
        self.high = HIGH
        """Rows of a phone's screen that one to be chosen takes at least: as many as a thumb needs,
        unless they are there to be read."""

    def show(self, rows: Sequence[Row]) -> None:
        """Show these rows; the cursor stays on the same value, if that is still there."""
        before = self.value
        self.rows = list(rows)
        values = [row.value for row in self.rows]
        if before is not None and before in values:
            self.set_reactive(Rows.cursor, values.index(before))
        else:
            self.set_reactive(Rows.cursor, min(self.cursor, max(0, len(values) - 1)))
            if self.value is None:
                self.set_reactive(Rows.cursor, self.next_row(-1, 1))
        self.redraw()

    @property
    def value(self) -> Hashable:
        """The value of the row under the cursor."""
        return self.rows[self.cursor].value if self.cursor < len(self.rows) else None

    def put_cursor(self, value: Hashable) -> None:
        """Put the cursor on the row that stands for a value."""
        for number, row in enumerate(self.rows):
            if row.value == value:
                self.cursor = number

    def next_row(self, start: int, step: int) -> int:
        """The next row that can be chosen, or else the one we came from."""
        number = start + step
        while 0 <= number < len(self.rows):
            if self.rows[number].value is not None:
                return number
            number += step
        return max(0, start)

    def watch_cursor(self) -> None:
        self.redraw()
        self.post_message(self.Moved(self, self.value))

    @property
    def is_tall(self) -> bool:
        """Whether rows are touched with a thumb."""
        return Size.of(*self.app.size).is_tall

    def draw(self, width: int, height: int) -> list[Line]:
        if self.is_tall:
            return self.tall(width, height)
        lines = self.in_lines(height)
        if height:
            here = next((at for at, line in enumerate(lines) if self.cursor in line), 0)
            last = max(0, len(lines) - height)
            around = max(0, here - height + 2) if here < len(lines) - 1 else last
            self.top = min(max(self.top, around), max(0, here - 1), last)
            lines = lines[self.top : self.top + height]
        return [
            [ink for n in numbers for ink in self.line(n, self.rows[n], width // len(numbers))]
            for numbers in lines
        ]

    def in_lines(self, height: int) -> list[tuple[int, ...]]:
        """The numbers of the rows on each line."""
        count = len(self.rows)
        crowded = 0 < height < count or self.always_abreast
        if not self.abreast or not crowded:
            return [(number,) for number in range(count)]
        first, half = count - self.abreast, (self.abreast + 1) // 2
        below = range(first, first + half)
        pairs = [(number, number + half)[: 1 + (number + half < count)] for number in below]
        return [*((number,) for number in range(first)), *pairs]

    @property
    def least(self) -> int:
        """How many lines it needs to show all rows."""
        return len(self.in_lines(1))

    def line(self, number: int, row: Row, width: int) -> Line:
        here = number == self.cursor and row.value is not None
        mark = Ink(">" if here else " ", "key" if here else "")
        line = crop([mark, Ink(" "), *row.line], width)
        if here and self.has_focus:
            line = [ink._replace(style="cursor") for ink in line]
        return (
            [ink._replace(target=("row", number)) for ink in line]
            if row.value is not None
            else line
        )

    # ── phones ──────────────────────────────────────────────────────────────────────────────────

    def tall(self, width: int, height: int) -> list[Line]:
        """Rows as high as a thumb needs; where not all of them fit, buttons turn the pages."""
        blocks = [self.block(number, row, width) for number, row in enumerate(self.rows)]
        if not height or sum(map(len, blocks)) <= height:
            return [line for block in blocks for line in block]
        room = height - HIGH
        self.top = min(self.top, self.cursor, len(blocks) - 1)
        while self.top < self.cursor and not self.fits(blocks, room):
            self.top += 1
        shown: list[Line] = []
        for block in blocks[self.top :]:
            if len(shown) + len(block) > room:
                break
            shown += block
        return [*shown, *([] for _ in range(room - len(shown))), *pager(self.dress, width)]

    def fits(self, blocks: list[list[Line]], room: int) -> bool:
        """Whether the row under the cursor would be seen."""
        return sum(map(len, blocks[self.top : self.cursor + 1])) <= room

    @property
    def dress(self) -> Look:
        from moontui.app.looks import Looks

        assert isinstance(self.app, Looks)
        return self.app.look("")

    def block(self, number: int, row: Row, width: int) -> list[Line]:
        """One row on a phone: its text is never cut, and all of its ground can be touched."""
        texts = folded(row.line, width - 3)
        if row.value is None:
            return [self.line(number, row._replace(line=text), width) for text in texts]
        blank = max(0, self.high - len(texts))
        texts = [*([] for _ in range(blank // 2)), *texts, *([] for _ in range(blank - blank // 2))]
        lines = [self.line(number, row._replace(line=text), width) for text in texts]
        lines = [
            [line[0]._replace(text=" "), *line[1:]] if place != blank // 2 else line
            for place, line in enumerate(lines)
        ]
        palette = self.dress.palette
        if (number == self.cursor and self.has_focus) or not palette.colored:
            return lines
        paint = Paint(bg=mix(palette.panel, palette.text, 0.05 * (number % 2)))
        return [painted(line, paint) for line in lines]

    def turn_page(self, step: int) -> None:
        """Go on by as many rows as are seen."""
        shown = max(1, (self.size.height - HIGH) // max(1, self.high))
        self.top = max(0, min(self.top + step * shown, len(self.rows) - 1))
        self.cursor = self.next_row(self.top - 1, 1)
        self.redraw()

    def on_focus(self) -> None:
        self.redraw()

    def on_blur(self) -> None:
        self.redraw()

    def action_move(self, by: int) -> None:
        step = 1 if by > 0 else -1
        for _ in range(min(abs(by), len(self.rows))):
            self.cursor = self.next_row(self.cursor, step)

    def action_choose(self) -> None:
        if self.value is not None:
            self.post_message(self.Chosen(self, self.value))

    def on_sketch_clicked(self, event: Sketch.Clicked) -> None:
        event.stop()
        if event.target in (UP, DOWN):
            self.turn_page(1 if event.target == DOWN else -1)
            return
        if not isinstance(event.target, tuple) or event.target[0] != "row":
            return
        number = event.target[1]
        again = number == self.cursor
        self.cursor = number
        self.focus()
        if again or self.one_click:
            self.action_choose()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self.action_move(-1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self.action_move(1)
