"""`moontui doctor`: what could keep people from finding or reaching a table, and what to do."""

from __future__ import annotations

import platform
import socket
from importlib.metadata import version
from pathlib import Path

from moontui.words import Catalogue
from net.addresses import local_addresses, probe
from net.discovery import mdns_echo
from net.messages import VERSION
from net.security import private_file

PARTS = ("moontui", "msgpack", "msgspec", "zeroconf", "cryptography")


async def examine(words: Catalogue, data: Path, port: int) -> int:
    """Print what was found, with advice; returns how much is wrong."""
    wrong = 0
    parts = ", ".join(f"{part} {version(part)}" for part in PARTS)
    print(words.say("doctor", "versions", python=platform.python_version(), parts=parts))
    print(words.say("doctor", "protocol", version=VERSION))
    addresses = local_addresses()
    reachable = [address for address in addresses if not address.startswith(("127.", "::1"))]
    wrong += tell(words, bool(reachable), "addresses", "no_addresses", list=", ".join(addresses))
    wrong += tell(words, *await port_state(port), port=port)
    wrong += tell(words, await mdns_echo(5.0), "mdns", "no_mdns")
    wrong += tell(words, writable(data), "data", "no_data", folder=data)
    return min(wrong, 1)


def tell(words: Catalogue, fine: bool, good: str, bad: str, **values: object) -> int:
    print(words.say("doctor", good if fine else bad, **values), flush=True)
    return 0 if fine else 1


async def port_state(port: int) -> tuple[bool, str, str]:
    """Whether the port is free, or somebody listens there already."""
    if await probe("127.0.0.1", port, 1.0):
        return True, "port_answers", "port_taken"
    with socket.socket() as trial:
        try:
            trial.bind(("", port))
        except OSError:
            return False, "port_free", "port_taken"
    return True, "port_free", "port_taken"


def writable(data: Path) -> bool:
    """Whether games can be kept where they should be."""
    try:
        private_file(data / ".doctor", b"")
        (data / ".doctor").unlink()
    except OSError:
        return False
    return True
