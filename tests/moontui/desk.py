"""The app in front of a test: a screen of a given size, and what is on it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.screen import Screen

from engine.record import Record, to_text
from moontui.app.app import MoontuiApp
from moontui.app.screens.base import MoonScreen
from moontui.client.settings import Settings


class Quiet(MoontuiApp):
    """The app without its first screen, which would look for other people's tables."""

    def get_default_screen(self) -> Screen[Any]:
        return MoonScreen()


class Desk:
    """A running app, and somebody at its keys."""

    def __init__(self, app: MoontuiApp, pilot: Pilot[str]) -> None:
        self.app = app
        self.pilot = pilot

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def open(self, screen: Screen[Any]) -> None:
        self.app.push_screen(screen)
        await self.pilot.pause()
        await self.rest()

    async def rest(self) -> None:
        """Wait until nothing is worked out behind the screen anymore."""
        for worker in [worker for worker in self.app.workers if worker.group == "ledger"]:
            await worker.wait()
        await self.pilot.pause()

    async def click(self, text: str) -> None:
        """Click on the first place where a text appears."""
        for y, line in enumerate(self.lines()):
            if text in line:
                await self.pilot.click(offset=(line.index(text), y))
                await self.pilot.pause()
                return
        raise AssertionError(f"{text} is not on the screen:\n{self.text()}")

    def lines(self) -> list[str]:
        return [strip.text for strip in self.app.screen._compositor.render_strips()]

    def text(self) -> str:
        """All the text on the screen."""
        return "\n".join(line.rstrip() for line in self.lines())


@asynccontextmanager
async def desk(
    folder: Path, size: tuple[int, int] = (80, 23), **settings: Any
) -> AsyncIterator[Desk]:
    """An app that keeps its data in a folder."""
    given = {"name": "Ana", "language": "en", **settings}
    app = Quiet(Settings(path=folder / "settings.json", **given), folder)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Desk(app, pilot)


def keep(folder: Path, record: Record, name: str = "wolfmoon-1") -> Path:
    """Put a record where the app looks for records."""
    file = folder / "records" / f"{name}.moon"
    file.parent.mkdir(exist_ok=True)
    file.write_text(to_text(record), encoding="utf-8")
    return file
