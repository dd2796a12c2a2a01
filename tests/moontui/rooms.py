"""Apps and hosts for testing the way to a table: real hosts, and no LAN beyond this process."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic

from textual.pilot import Pilot

from moontui.app.app import MoontuiApp
from moontui.app.screens.base import Text
from moontui.app.screens.dialogs import Unasked
from moontui.app.widgets.sketch import Sketch
from moontui.client.local_host import LocalHost
from moontui.client.recent import RecentHosts
from moontui.client.settings import Settings
from net import messages as said
from net.lan.finder import Finder

SIZE = (80, 23)
LATEST = 10.0
"""How long anything that a test waits for may take."""


def quiet_finder(recent: Iterable[tuple[str, int]]) -> Finder:
    """Finds known hosts, and nothing that this machine's network announces."""
    return Finder(recent, question_port=9, mdns=False)


def new_app(
    data: Path, name: str = "Ana", command: str = "", named: bool = True, **wish: object
) -> MoontuiApp:
    """An app that hosts on any port, tells nobody, and finds only what it knows of."""
    settings = Settings(name=name, named=named, language="en", path=data / "settings.json")
    settings.motion = False
    wishes = Namespace(command=command, **{"port": 0, "no_tls": False, "name": "", **wish})
    return MoontuiApp(settings, data, wishes, quiet_finder, port=0)


@asynccontextmanager
async def host(data: Path, *tables: said.Create) -> AsyncIterator[LocalHost]:
    """A host on loopback with some tables."""
    house = LocalHost("Rowan", data)
    host = await house.open("127.0.0.1")
    for table in tables:
        await host.tables.open(table, "Rowan")
    try:
        yield house
    finally:
        await house.close()


def knows(data: Path, house: LocalHost) -> None:
    """Let the owner of this folder have been at a host."""
    RecentHosts(data / "recent.json").add("127.0.0.1", house.port, house.name)


async def until(pilot: Pilot[str], happens: Callable[[], bool]) -> None:
    """Wait until something holds."""
    end = monotonic() + LATEST
    while not happens():
        assert monotonic() < end, f"it never happened; the screen says:\n{shown(pilot.app)}"
        await pilot.pause()
        await asyncio.sleep(0.01)


async def reads(pilot: Pilot[str], *texts: str) -> None:
    """Wait until the screen shows these texts, and, if it is a question that came by itself, takes
    an answer."""
    await until(pilot, lambda: all(text in shown(pilot.app) for text in texts))
    screen = pilot.app.screen
    if isinstance(screen, Unasked):
        await until(pilot, lambda: screen.takes_answers)


def shown(app: object) -> str:
    """Everything the topmost screen shows, without the line breaks within paragraphs."""
    assert isinstance(app, MoontuiApp)
    lines = []
    for sketch in app.screen.query(Sketch):
        if sketch.display:
            drawn = ["".join(ink.text for ink in line).rstrip() for line in sketch.lines()]
            lines.append((" " if isinstance(sketch, Text) else "\n").join(drawn))
    return "\n".join(" ".join(line.split()) for line in "\n".join(lines).split("\n"))
