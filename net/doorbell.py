"""A doorbell: how a visitor's process asks its host for a line or a name.

The host starts the process and gives it one end of a pair of sockets. Over it the host first says
who the visitor is; then the process rings for a line, and is handed a socket, or asks for a name.
No port, no password: only this process has this end.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from select import select
from typing import Any

MOST = 4096
PATIENCE = 5.0
"""How many seconds a host may take to answer a ring."""
LINE, NAME, YES, NO, BYE = b"line", b"name ", b"yes", b"no", b"bye"


def pair() -> tuple[socket.socket, socket.socket]:
    """The host's end, and the visitor's."""
    near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    near.setblocking(False)
    return near, far


class Doorbell:
    """The visitor's end."""

    def __init__(self, handle: int) -> None:
        self.socket = socket.socket(fileno=handle)
        self.socket.settimeout(PATIENCE)
        self.over = False
        """Whether the host has said goodbye."""
        self.about: dict[str, Any] = json.loads(self.socket.recv(MOST))

    def ring(self) -> socket.socket:
        """A line to the host. Raises `OSError`."""
        self.socket.send(LINE)
        answer, handles, _, _ = socket.recv_fds(self.socket, MOST, 1)
        if not handles:
            self.over = self.over or answer in (b"", BYE)
            raise ConnectionRefusedError("the host does not answer")
        return socket.socket(fileno=handles[0])

    def claim(self, name: str) -> bool:
        """Claim a name; whether it is the visitor's from now on."""
        self.socket.send(NAME + name.encode("utf-8", "replace")[:200])
        answer = self.socket.recv(MOST)
        self.over = self.over or answer in (b"", BYE)
        return answer == YES

    def heard(self) -> bool:
        """Whether the host has said goodbye, now that there is something to read."""
        if select([self.socket], [], [], 0)[0]:
            try:
                answer = self.socket.recv(MOST)
            except OSError:
                answer = b""
            self.over = self.over or answer in (b"", BYE)
        return self.over


def serve(
    near: socket.socket, dial: Callable[[], socket.socket], claim: Callable[[str], bool]
) -> bool:
    """Answer what was asked, at the host's end; False: nobody is there anymore."""
    try:
        asked = near.recv(MOST)
        if not asked:
            return False
        if asked == LINE:
            with dial() as line:
                socket.send_fds(near, [LINE], [line.fileno()])
        elif asked.startswith(NAME):
            wish = asked.removeprefix(NAME).decode("utf-8", "replace")
            near.send(YES if claim(wish) else NO)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return True
