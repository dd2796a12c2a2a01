"""A terminal in memory with a real process at the other end."""

from __future__ import annotations

import os
import re
import select
import signal
import struct
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic

import pyte
import pytest

from tests.net.machines import inside

fcntl, pty, termios = (
    pytest.importorskip(part, reason="there are no pseudo-terminals")
    for part in ("fcntl", "pty", "termios")
)

LATEST = 60.0
"""How long anything that a test waits for may take, on a busy machine too."""


class Terminal:
    """A pseudo-terminal, what it shows, and every byte that reached it."""

    def __init__(self, child: int, line: int, size: tuple[int, int]) -> None:
        self.child = child
        self.line = line
        self.screen = pyte.Screen(*size)
        self.stream = pyte.ByteStream(self.screen)
        self.strange: re.Pattern[bytes] | None = None
        """What the emulator misreads, if that matters."""
        self.bytes = b""
        self.seen, self.shown = (-1, 0, 0), [""]
        self.status: int | None = None

    @property
    def lines(self) -> list[str]:
        """What is shown; put together again only after something has come, since that is slow."""
        seen = (len(self.bytes), self.screen.lines, self.screen.columns)
        if seen != self.seen:
            self.seen, self.shown = seen, list(self.screen.display)
        return self.shown

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def read(self, seconds: float = 0.1) -> bool:
        """Take what comes within a given time; False: nothing more will come."""
        ready, _, _ = select.select([self.line], [], [], seconds)
        if not ready:
            return True
        try:
            heard = os.read(self.line, 65536)
        except OSError:
            return False
        self.bytes += heard
        with suppress(Exception):  # a sequence that this emulator does not know
            self.stream.feed(heard if self.strange is None else self.strange.sub(b"", heard))
        return bool(heard)

    def until(self, holds: Callable[[], bool], seconds: float = LATEST) -> None:
        """Wait until something can be seen."""
        end = monotonic() + seconds
        while not holds():
            assert monotonic() < end, f"it never came to that:\n{self.text}"
            if not self.read() and not holds():
                raise AssertionError(f"the process has ended:\n{self.text}")

    def sees(self, *texts: str) -> None:
        self.until(lambda: all(text in self.text for text in texts))

    def press(self, keys: str) -> None:
        os.write(self.line, keys.encode())

    def resize(self, width: int, height: int) -> None:
        self.screen.resize(height, width)
        set_size(self.line, width, height)

    def ended(self, seconds: float = LATEST) -> int:
        """Wait for the process; returns how it ended."""
        end = monotonic() + seconds
        while self.status is None:
            assert monotonic() < end, f"it goes on and on:\n{self.text}"
            self.read(0.05)
            pid, status = os.waitpid(self.child, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
        while self.read(0.05) and select.select([self.line], [], [], 0)[0]:
            pass
        return self.status

    def hang_up(self) -> None:
        """The terminal is gone."""
        os.close(self.line)
        self.line = -1


def set_size(line: int, width: int, height: int) -> None:
    fcntl.ioctl(line, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))


@contextmanager
def terminal(
    *arguments: str,
    data: Path,
    size: tuple[int, int] = (80, 24),
    machine: str = "",
    **environment: str,
) -> Iterator[Terminal]:
    """Run `python …` in a terminal, maybe on another machine of a LAN; whatever is still running at
    the end is killed."""
    child, line = pty.fork()
    if child == 0:  # pragma: no cover, another process
        given = {
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "LANG": "C.UTF-8",
            "PATH": os.environ.get("PATH", ""),
            "HOME": str(data),
            "MOONTUI_DATA": str(data),
            "XDG_RUNTIME_DIR": str(data),  # so that no host of this machine is found by chance
            "MOONTUI_NAME": "Ana",
            "PYTHONPATH": str(Path(__file__).parents[2]),
        }
        command = inside(machine, sys.executable, *arguments)
        os.execvpe(command[0], command, given | environment)
    set_size(line, *size)
    shown = Terminal(child, line, size)
    try:
        yield shown
    finally:
        if shown.status is None:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(child, 0)
        if shown.line >= 0:
            os.close(shown.line)
