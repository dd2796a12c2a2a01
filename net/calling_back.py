"""Calling back: a host tries to reach whoever asks, so that both ends know about the way between.

Only the address that asks is called, at a port that it names, and nothing is said there. Whoever
shows the nonce of the question was reached. A failure is always told equally late: how long it took
would tell what else is listening at that address.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from net import messages as said
from net.connections import Connection
from net.costs import OWNER
from net.refusal import Refusal
from net.security import same

if TYPE_CHECKING:
    from net.host import Host

PATIENCE = 3.0
"""Seconds within which a guest is reached, or is not."""
AT_ONCE = 8


class CallingBack:
    """The calls that a host makes to whoever asked for one."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.calls = 0

    async def hear(self, connection: Connection, wish: said.CallBack) -> None:
        """Call back, and say whether that worked."""
        try:
            self.check(connection)
        except Refusal as refusal:
            self.host.connections.refuse(connection.peer, refusal.why, "call_back")
            return
        self.calls += 1
        try:
            reached = await is_reached(connection.address, wish.port, wish.nonce)
        finally:
            self.calls -= 1
        self.host.connections.send(connection.peer, said.CalledBack(reached))

    def check(self, connection: Connection) -> None:
        """Raises `Refusal` if nobody is called: whoever came through a door has no such address."""
        if connection.guest is not None or connection.address == OWNER:
            raise Refusal("no_call_back")
        if self.calls >= AT_ONCE or not self.host.connections.costs.callbacks.allow(
            connection.crowd
        ):
            raise Refusal("too_fast")


async def is_reached(address: str, port: int, nonce: str) -> bool:
    """Whether somebody at an address and port shows a nonce in time."""
    loop = asyncio.get_running_loop()
    until = loop.time() + PATIENCE
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection(address, port)
            try:
                shown = await reader.readexactly(len(nonce))
            finally:
                writer.close()
        if same(shown, nonce.encode()):
            return True
    except (OSError, asyncio.IncompleteReadError):
        pass
    await asyncio.sleep(until - loop.time())
    return False
