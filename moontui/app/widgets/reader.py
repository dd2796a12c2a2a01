"""A page of text to read, scrolled with keys or the wheel."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import ClassVar, NamedTuple

from textual.binding import BindingType

from moontui.app.screens.base import MoonScreen, binding
from moontui.app.widgets.sketch import Sketch
from moontui.draw.ink import Ink, Line, cells, ends, paragraph
from moontui.draw.size import Size
from moontui.draw.touch import DOWN, HIGH, UP, pager


class Block(NamedTuple):
    """A paragraph, with something in the margin before it."""

    text: str
    style: str = ""
    mark: str = ""
    indent: int = 0
    """How wide the margin is."""
    target: Hashable = None
    """What a click on it is about."""
    drawn: Callable[[int], list[Line]] | None = None
    """Draws it for a number of columns, in place of a text."""


class Reader(Sketch, can_focus=True):
    """Paragraphs, as many as there is room for."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("up", "scroll_text(-1)", "text_up", show=False),
        binding("down", "scroll_text(1)", "text_down", show=False),
        binding("home", "scroll_text(-9999)", "text_top", show=False),
        binding("end", "scroll_text(9999)", "text_end", show=False),
    ]

    DEFAULT_CSS = "Reader { width: 1fr; height: 1fr; }"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.blocks: list[Block] = []
        self.top = 0

    def read(self, blocks: Sequence[Block], keep: bool = False) -> None:
        """Show another text, from its beginning."""
        self.blocks = list(blocks)
        if not keep:
            self.top = 0
        self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        lines = [line for block in self.blocks for line in self.block(block, width - 2)]
        if not height:
            return lines
        if Size.of(*self.app.size).is_tall:
            return self.tall(lines, width, height)
        self.top = max(0, min(self.top, len(lines) - height))
        if self.top + height >= len(lines):
            return lines[self.top :]
        assert isinstance(self.screen, MoonScreen)
        more = Ink(f" {self.screen.words.say('reader', 'more')} ", "key", "more")
        return [*lines[self.top : self.top + height - 1], ends([], [more], width)]

    def tall(self, lines: list[Line], width: int, height: int) -> list[Line]:
        """On a phone, buttons turn the pages."""
        if len(lines) <= height:
            return lines
        assert isinstance(self.screen, MoonScreen)
        room = height - HIGH
        self.top = max(0, min(self.top, len(lines) - room))
        return [*lines[self.top : self.top + room], *pager(self.screen.moon.look(""), width)]

    def block(self, block: Block, width: int) -> list[Line]:
        if block.drawn is not None:
            return block.drawn(width)
        if not block.text:
            return [[]]
        margin = max(block.indent, cells([Ink(block.mark)]))
        rows = paragraph(block.text, width - margin, block.style)
        head: Line = [Ink(" "), Ink(block.mark + " " * (margin - cells([Ink(block.mark)])), "key")]
        lines = [[*head, *rows[0]], *([Ink(" " * (margin + 1)), *row] for row in rows[1:])]
        return [[ink._replace(target=block.target) for ink in line] for line in lines]

    @property
    def page(self) -> int:
        return max(1, self.size.height - (HIGH if Size.of(*self.app.size).is_tall else 2))

    def action_scroll_text(self, rows: int) -> None:
        self.top = max(0, self.top + rows)
        self.redraw()

    def on_sketch_clicked(self, event: Sketch.Clicked) -> None:
        if event.target in ("more", UP, DOWN):
            event.stop()
            self.action_scroll_text(-self.page if event.target == UP else self.page)

    def on_mouse_scroll_up(self) -> None:
        self.action_scroll_text(-1)

    def on_mouse_scroll_down(self) -> None:
        self.action_scroll_text(1)
