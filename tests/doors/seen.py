"""What browsers are sent, as a terminal shows it: the page only draws a picture of it."""

from __future__ import annotations

from contextlib import suppress

import pyte

from tests.demo import STRANGE
from tests.doors.browser import Browser
from tests.doors.house import PATIENCE, eventually

BOX = "document.querySelector('.xterm-screen').getBoundingClientRect()"


class Seen:
    """One browser's screen."""

    def __init__(self, tab: Browser) -> None:
        self.tab = tab
        self.screen = pyte.Screen(120, 24)
        self.stream = pyte.ByteStream(self.screen)
        tab.drawn, tab.resized = self.draw, self.resize

    def draw(self, data: bytes) -> None:
        with suppress(Exception):  # a sequence that this emulator does not know
            self.stream.feed(STRANGE.sub(b"", data))

    def resize(self, width: int, height: int) -> None:
        self.screen.resize(height, width)

    async def until(self, text: str, seconds: float = PATIENCE) -> None:
        try:
            await eventually(lambda: text in self.text, seconds)
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

    async def cell(self) -> tuple[float, float]:
        """How large a cell is, in pixels of the page."""
        width, height = await self.tab.value(f"{BOX}.width"), await self.tab.value(f"{BOX}.height")
        return width / self.screen.columns, height / self.screen.lines

    async def place(self, text: str) -> tuple[float, float]:
        """Where a text is on the page."""
        row = self.row_of(text)
        column = self.screen.display[row].index(text)
        return await self.point(column + 1, row)

    async def point(self, column: int, row: int) -> tuple[float, float]:
        """Where a cell is on the page."""
        width, height = await self.cell()
        return (column + 0.5) * width, (row + 0.5) * height
