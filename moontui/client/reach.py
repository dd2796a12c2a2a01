"""How a host is reached that needs no network: behind a doorbell, or on this machine."""

from __future__ import annotations

import socket
from collections.abc import Callable
from functools import partial

from net.doorbell import Doorbell
from net.lan.announcement import Found
from net.messages import VERSION

Dial = Callable[[], socket.socket]


def dial_to(doorbell: Doorbell | None, address: str) -> Dial | None:
    """The way to an address; None: over the network. Whoever has a doorbell can reach the one host
    behind it and no other."""
    if doorbell is not None:
        return doorbell.ring
    if address.startswith("/"):
        from net.doors.unix import dial

        return partial(dial, address)
    return None


def found_here(address: str) -> Found:
    """A host on this machine, before it has said anything."""
    return Found("", address, 0, 0, "", 0, 0, str(VERSION), False, False, "", "local")


def neighbours() -> list[Found]:
    """The hosts of this machine that its accounts may come to."""
    from net.doors.unix import sockets

    return [found_here(str(path)) for path in sockets()]
