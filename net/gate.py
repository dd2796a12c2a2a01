"""A port: whoever calls is counted here, before they cost more than that."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from errno import EADDRINUSE
from typing import Self

BACKLOG = 512
"""How many callers the system keeps waiting."""
AT_ONCE = 16
"""How many are taken before everybody else in the process has a turn."""
BREATH = 0.1
"""Seconds to wait when the system has nothing left to give."""


class Gate:
    """Takes calls, and closes those that are too many without a word."""

    def __init__(
        self,
        lines: list[socket.socket],
        may_call: Callable[[str], bool],
        let_in: Callable[[socket.socket], None],
    ) -> None:
        self.lines = lines
        self.may_call = may_call
        """Whether a connection from an address is taken."""
        self.let_in = let_in
        for line in lines:
            asyncio.get_running_loop().add_reader(line, self._take, line)

    @classmethod
    async def at(
        cls,
        bind: str | None,
        port: int,
        may_call: Callable[[str], bool],
        let_in: Callable[[socket.socket], None],
    ) -> Self:
        """Listen; no address stands for all that this machine has. Raises `OSError`."""
        found = await asyncio.get_running_loop().getaddrinfo(
            bind, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        lines: list[socket.socket] = []
        trouble: OSError | None = None
        for family, _, _, _, (name, wanted, *rest) in dict.fromkeys(found):
            if lines and not port:  # the same one everywhere
                wanted = lines[0].getsockname()[1]
            try:
                line = socket.create_server((name, wanted, *rest), family=family, backlog=BACKLOG)
            except OSError as error:
                trouble = error
                continue
            line.setblocking(False)
            lines.append(line)
        # A machine may know of IPv6 and not have it; a port that is taken is taken, though.
        if trouble is not None and (not lines or trouble.errno == EADDRINUSE):
            for line in lines:
                line.close()
            raise trouble
        return cls(lines, may_call, let_in)

    @property
    def port(self) -> int:
        return int(self.lines[0].getsockname()[1])

    def close(self) -> None:
        for line in self.lines:
            asyncio.get_running_loop().remove_reader(line)
            line.close()
        self.lines = []

    def _take(self, line: socket.socket) -> None:
        for _ in range(AT_ONCE):
            try:
                call, address = line.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError:  # no more files, or no memory: those who wait are not lost
                loop = asyncio.get_running_loop()
                loop.remove_reader(line)
                loop.call_later(BREATH, self._go_on, line)
                return
            if self.may_call(str(address[0])):
                call.setblocking(False)
                self.let_in(call)
            else:
                call.close()

    def _go_on(self, line: socket.socket) -> None:
        if line in self.lines:
            asyncio.get_running_loop().add_reader(line, self._take, line)
