"""A page of text to read, scrolled with keys or the wheel."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import ClassVar, NamedTuple

from textual.binding import BindingType

from moontui.app.screens.base import MoonScreen, binding
from moontui.app.widgets.sketch import Sketch
from moontui.draw.ink import Ink, Line, cells, ends, paragraph


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
        self.top = max(0, min(self.top, len(lines) - height))
        if self.top + height >= len(lines):
            return lines[self.top :]
        assert isinstance(self.screen, MoonScreen)
        more = Ink(f" {self.screen.words.say('reader', 'more')} ", "key", "more")
        return [*lines[self.top : self.top + height - 1], ends([], [more], width)]

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
        return max(1, self.size.height - 2)

    def action_scroll_text(self, rows: int) -> None:
        self.top = max(0, self.top + rows)
        self.redraw()

    def on_sketch_clicked(self, event: Sketch.Clicked) -> None:
        if event.target == "more":
            event.stop()
            self.action_scroll_text(self.page)

    def on_mouse_scroll_up(self) -> None:
        self.action_scroll_text(-1)

    def on_mouse_scroll_down(self) -> None:
        self.action_scroll_text(1)
