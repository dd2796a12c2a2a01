"""What is in reach of this process: which hosts, by which ways, and what else it may do."""

from __future__ import annotations

import socket
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from moontui.client.place import Place
from net.doorbell import Doorbell
from net.lan.announcement import Found
from net.messages import VERSION

Dial = Callable[[], socket.socket]


class Powers(NamedTuple):
    """What the person at this terminal may do besides playing."""

    can_host: bool = True
    """Open tables in this process."""
    can_dial: bool = True
    """Call any host, by its address or code."""
    can_rename: bool = True
    """Change their name."""
    can_use_files: bool = True
    """Read and write files of this machine, wherever they are."""


EVERYTHING = Powers()


def dial_to(address: str) -> Dial | None:
    """The way to an address that needs no network; None: it needs one."""
    if not address.startswith("/"):
        return None
    from net.doors.unix import dial

    return partial(dial, address)


def is_free(_name: str) -> bool:
    """Any name will do: over the network, the host makes sure that names differ."""
    return True


@dataclass(frozen=True, slots=True)
class Reach:
    """How this process can reach hosts."""

    powers: Powers = EVERYTHING
    dial: Callable[[str], Dial | None] = dial_to
    """By address: the way to it, if it needs no network."""
    claim: Callable[[str], bool] = is_free
    """Whether the player may take a name."""
    only: Place | None = None
    """For visitors: where others find the host to which they came."""
    link: str = ""
    """For visitors in a browser: the link by which they came, if others can use it too."""


NETWORK = Reach()
"""What is in reach of somebody at their own machine."""


def behind(doorbell: Doorbell) -> Reach:
    """What a visitor can reach: the host behind the doorbell, where it stands without an address,
    and the hosts to which their table has moved from there."""
    about = doorbell.about
    return Reach(
        Powers(can_host=False, can_dial=False, can_rename=False, can_use_files=False),
        lambda address: None if address else doorbell.ring,
        doorbell.claim,
        Place(about["address"], about["port"], pin=bytes.fromhex(about["pin"])),
        about.get("link", ""),
    )


def found_here(address: str) -> Found:
    """A host on this machine, before it has said anything."""
    return Found("", address, 0, 0, "", 0, 0, str(VERSION), False, False, "", "local")


def found_at(address: str, port: int) -> Found:
    """A host at a place where the player has been, before it has said anything."""
    return Found("", address, port, 0, "", 0, 0, str(VERSION), False, True, "", "recent")


def neighbours() -> list[Found]:
    """The hosts on this machine that are open to its accounts."""
    from net.doors.unix import sockets

    return [found_here(str(path)) for path in sockets()]
