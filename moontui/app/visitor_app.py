"""The app for visitors: people with only a terminal, whose app runs on the host's machine.

It runs behind a pty, with a doorbell as one of its descriptors: as a copy of the process that
`moontui.app.visitor_server` is, or started as `python -m moontui.app.visitor_app N`.
It may do what a player may: reach the host that started it, follow a table that this host has
handed to another, and keep settings and seats in one folder. It opens no table of its own, no file
and no program, and calls no host of which only the visitor knows.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import resource
import sys
import termios
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from moontui.app.app import MoontuiApp
from moontui.app.start import watch_terminal
from moontui.client.reach import behind, found_at, found_here
from moontui.client.recent import RecentHosts
from moontui.client.settings import Settings
from moontui.client.trust import seats_in
from moontui.plain.out import POOR, say, watch_over
from moontui.plain.visitor import visit_in_lines
from net.doorbell import Doorbell
from net.lan.announcement import Found
from net.security import private_file
from net.text import NAME_CELLS, clean
from net.tokens import HERE
from net.visitors import PASSED_ON

RECORDS = 30
"""How many finished matches are kept for a visitor."""
LARGEST = 4 * 1024 * 1024
"""The largest size a visitor's file may have."""


class OneHost:
    """Finds the host behind the doorbell, and those to which the visitor's tables have moved from
    there; no other."""

    trouble: str | None = None

    def __init__(self, data: Path) -> None:
        self.data = data
        self.changed = asyncio.Event()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        pass

    def rows(self) -> list[Found]:
        seats = seats_in(self.data, is_visitor=True).seats()
        if all(seat.host == HERE for seat in seats):
            return [found_here("")]
        places = RecentHosts(self.data / "recent.json").list()
        return [found_here(""), *(found_at(place.address, place.port) for place in places)]


class VisitorApp(MoontuiApp):
    """The app, with nothing in it that reaches the machine it runs on."""

    def __init__(self, settings: Settings, data: Path, doorbell: Doorbell) -> None:
        super().__init__(
            settings, data, new_finder=lambda _: OneHost(data), port=0, reach=behind(doorbell)
        )
        self.doorbell = doorbell
        self.typing = False
        """Whether the cursor is shown."""

    def on_mount(self) -> None:  # on top of the app's own, which Textual calls by itself
        loop = asyncio.get_running_loop()
        loop.add_reader(self.doorbell.socket.fileno(), self.heard_bell)

    def heard_bell(self) -> None:
        """The host says goodbye, or is gone."""
        if self.doorbell.heard():
            asyncio.get_running_loop().remove_reader(self.doorbell.socket.fileno())
            self.exit()

    @property
    def is_far(self) -> bool:
        """A visitor's terminal is always somewhere else."""
        return True

    def signal_typing(self, here: bool) -> None:
        """Show the terminal's cursor where something can be typed: the page offers letters then."""
        if self._driver is not None and not self.is_headless and here != self.typing:
            self.typing = here
            self._driver.write("\x1b[?25h" if here else "\x1b[?25l")

    # Textual could otherwise give visitors access to this machine's files, browser and shell.

    def action_screenshot(self, *_: Any, **__: Any) -> None:
        pass

    def save_screenshot(self, *_: Any, **__: Any) -> str:
        return ""

    def deliver_screenshot(self, *_: Any, **__: Any) -> None:
        pass

    def deliver_text(self, *_: Any, **__: Any) -> None:
        pass

    def deliver_binary(self, *_: Any, **__: Any) -> None:
        pass

    def open_url(self, *_: Any, **__: Any) -> None:
        pass

    def action_suspend_process(self) -> None:
        pass

    def _print_error_renderables(self) -> None:
        """Errors are for the owner of the machine, not for the visitor's screen."""
        if report := self.fault():
            with suppress(OSError):
                private_file(self.data / "trouble.txt", report.encode())


def main() -> int:
    """Run the app for the visitor whose doorbell this is, in a process started for it."""
    return visit(Doorbell(int(sys.argv[1])))


def visit_from_copy(handle: int) -> int:
    """The same in a copy, which has to be told of the terminal and the folder."""
    doorbell = Doorbell(handle)
    take_terminal(doorbell.about["terminal"])
    os.environ["HOME"] = doorbell.about["folder"]
    os.chdir(doorbell.about["folder"])
    return visit(doorbell)


def take_terminal(told: Mapping[str, str]) -> None:
    """Be in front of a terminal that says this about itself, and nothing else."""
    for name in ("TERM", *PASSED_ON):
        os.environ.pop(name, None)
    os.environ.update(told)


def visit(doorbell: Doorbell) -> int:
    watch_over()
    os.umask(0o077)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST, LARGEST))
    with suppress(OSError):  # so that a hang-up and a new size are noticed
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    data = Path(doorbell.about["folder"])
    forget_old(data / "records")
    settings = Settings.load(data / "settings.json")
    settings.name = clean(doorbell.about["name"], NAME_CELLS)
    settings.named = bool(settings.name)
    app = VisitorApp(settings, data, doorbell)
    if not settings.named:  # only a suggestion: the visitor is asked before the first table
        number = doorbell.about["number"]
        settings.name = clean(app.words.say("doors", "guest", number=number), NAME_CELLS)
    if os.environ.get("TERM") in POOR:
        visit_in_lines(settings, app.words, data, doorbell)
        return 0
    watch_terminal(app, its_parent=False)  # which is not the host, and may go before it
    app.run()
    if app.return_code:
        say(app.words.say("doors", "fault"))
    return 0


def forget_old(folder: Path) -> None:
    """Keep the newest records."""
    with suppress(FileNotFoundError):  # nothing was played yet
        files = sorted(folder.iterdir(), key=lambda file: file.stat().st_mtime)
        for file in files[:-RECORDS]:
            file.unlink(missing_ok=True)


if __name__ == "__main__":
    raise SystemExit(main())
