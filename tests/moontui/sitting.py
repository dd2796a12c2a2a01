"""Somebody at a table: what they press and click, and what they see."""

from __future__ import annotations

from collections.abc import AsyncIterator, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from rich.cells import cell_len
from textual.pilot import Pilot

from engine.core import Choice
from moontui.app.app import MoontuiApp
from moontui.app.screens.game import GameScreen
from moontui.app.widgets.keys import Keys
from moontui.app.widgets.panels import Prompt
from moontui.app.widgets.peek import Peek
from moontui.app.widgets.sketch import Sketch
from moontui.client.session import Session
from net.messages import Message
from tests.moontui.scenes import (
    Listener,
    app_with,
    drawn,
    game_of,
    room_for,
    session_at,
    show,
    until,
    update_for,
)


class Clock:
    """A time that passes when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Sitting:
    """An app with a table on its screen. Enough time has passed for keys to count."""

    def __init__(self, app: MoontuiApp, pilot: Pilot[str], clock: Clock) -> None:
        self.app = app
        self.pilot = pilot
        self.clock = clock
        self.screen: GameScreen

    async def sit(self, state: Any, **room: Any) -> None:
        """Come to another table; if already at one, the host tells of another game there."""
        here = isinstance(self.app.table_screen(), GameScreen)
        other = here and self.session.game != game_of(state).id
        if not here or other or len(self.session.players) != state.seats:
            await self.visit(session_at(state, self.app.settings.language, **room))
            return
        self.client.said.clear()
        if self.screen.peeking:
            self.screen.query_one(Peek).close()
        await self.hear(room_for(state, **room))
        await self.hear(update_for(state, turn=self.session.turn + 1))
        self.clock.now += 1

    async def visit(self, session: Session) -> None:
        """Come to another table by way of the first screen."""
        while len(self.app.screen_stack) > 1:
            self.app.pop_screen()
        self.screen = await show(self.app, session)
        await self.settle()
        self.clock.now += 1

    async def hear(self, message: Message) -> None:
        """The host says something."""
        self.session.hear(message)
        self.app.follow(self.session, message)
        await self.settle()

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def resize(self, width: int, height: int) -> None:
        await self.pilot.resize_terminal(width, height)
        await self.settle()
        shape = [width] * height
        await until(self.pilot, lambda: [cell_len(line) for line in self.lines] == shape)
        await self.settle()

    async def settle(self) -> None:
        """Wait until everybody has heard everything."""
        await self.pilot.pause()

    async def click(self, where: type[Sketch], target: Hashable) -> None:
        """Click on the piece that a part of the screen draws for something."""
        region = self.app.screen.query_one(where).region_of(target)
        assert region is not None, f"{where.__name__} draws nothing for {target}:\n{self.text}"
        await self.pilot.click(offset=region.offset)
        await self.settle()

    @property
    def session(self) -> Session:
        return self.screen.session

    @property
    def client(self) -> Listener:
        client = self.session.client
        assert isinstance(client, Listener)
        return client

    @property
    def answer(self) -> Choice | None:
        """The last answer that was sent."""
        return self.client.answer

    @property
    def choices(self) -> tuple[Choice, ...]:
        view = self.session.view
        assert view is not None
        assert view.ask is not None
        return view.ask.choices

    @property
    def keys(self) -> dict[Choice, str]:
        scene = self.screen.scene()
        assert scene is not None
        return dict(scene.keys)

    @property
    def sentence(self) -> str:
        """The first line of the question."""
        lines = self.screen.query_one(Prompt).lines()
        return "".join(ink.text for ink in lines[0])

    @property
    def footer(self) -> str:
        return "".join(ink.text for ink in self.app.screen.query_one(Keys).lines()[0])

    @property
    def lines(self) -> list[str]:
        return drawn(self.app)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


@contextmanager
def stopped_clock() -> Iterator[Clock]:
    """No time passes between a question and a key except what the test says, and nobody dawdles."""
    clock = Clock()
    with (
        patch("moontui.app.screens.game.monotonic", clock),
        patch.object(GameScreen, "set_interval"),  # a slow machine sends no tick
        patch("textual._wait.SLEEP_GRANULARITY", 0.001),
        patch("textual._wait.SLEEP_IDLE", 0.0005),
    ):
        yield clock


@asynccontextmanager
async def sitting(
    folder: Path, state: Any = None, size: tuple[int, int] = (80, 23), **settings: Any
) -> AsyncIterator[Sitting]:
    """An app at a table."""
    app = app_with(folder, **settings)
    with stopped_clock() as clock:
        async with app.run_test(size=size) as pilot:
            table = Sitting(app, pilot, clock)
            if state is not None:
                await table.sit(state)
            yield table
