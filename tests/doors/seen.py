"""What browsers are sent, as a terminal shows it: the page only draws a picture of it."""

from __future__ import annotations

from contextlib import suppress

import pyte
import pytest

from net.doors.web import Screen
from net.visitors import Visitor
from tests.doors.browser import Browser
from tests.doors.house import eventually

BOX = "document.querySelector('.xterm-screen').getBoundingClientRect()"


class Seen:
    """One browser's screen."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.screen = pyte.Screen(120, 24)
        self.stream = pyte.ByteStream(self.screen)
        write, resize = Screen.write, Visitor.resize

        def watched(screen: Screen, data: bytes) -> None:
            with suppress(Exception):  # a sequence that this emulator does not know
                self.stream.feed(data)
            write(screen, data)

        def resized(visitor: Visitor, width: int, height: int) -> None:
            self.screen.resize(height, width)
            resize(visitor, width, height)

        monkeypatch.setattr(Screen, "write", watched)
        monkeypatch.setattr(Visitor, "resize", resized)

    async def until(self, text: str) -> None:
        try:
            await eventually(lambda: text in self.text)
        except TimeoutError:
            raise AssertionError(f"no {text} to be seen:\n{self.text}") from None

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    def row_of(self, text: str) -> int:
        """The last row in which a text stands."""
        rows = [row for row, line in enumerate(self.screen.display) if text in line]
        assert rows, f"no {text} to be seen:\n{self.text}"
        return rows[-1]

    async def cell(self, tab: Browser) -> tuple[float, float]:
        """How large a cell is, in pixels of the page."""
        width, height = await tab.value(f"{BOX}.width"), await tab.value(f"{BOX}.height")
        return width / self.screen.columns, height / self.screen.lines

    async def place(self, tab: Browser, text: str) -> tuple[float, float]:
        """Where a text is on the page."""
        row = self.row_of(text)
        column = self.screen.display[row].index(text)
        return await self.point(tab, column + 1, row)

    async def point(self, tab: Browser, column: int, row: int) -> tuple[float, float]:
        """Where a cell is on the page."""
        width, height = await self.cell(tab)
        return (column + 0.5) * width, (row + 0.5) * height
