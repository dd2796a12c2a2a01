"""`moontui doctor`: what could keep people from finding or reaching a table, and what to do."""

from __future__ import annotations

import platform
import socket
from collections.abc import AsyncIterator
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from moontui.plain.out import say
from moontui.words.catalogue import Catalogue
from net.addresses import local_addresses, probe
from net.lan.multicast import mdns_echo
from net.messages import VERSION
from net.security import private_file

PARTS = ("moontui", "msgpack", "msgspec", "zeroconf", "cryptography")


class Finding(NamedTuple):
    """Something that was checked."""

    text: str
    fine: bool = True


async def examine(words: Catalogue, data: Path, port: int) -> int:
    """Print what was found, with advice; returns how many things are wrong."""
    wrong = 0
    async for finding in findings(words, data, port):
        say(finding.text)
        wrong += not finding.fine
    return min(wrong, 1)


async def findings(words: Catalogue, data: Path, port: int) -> AsyncIterator[Finding]:
    """What was found, one at a time: some checks take seconds."""

    def told(fine: bool, good: str, bad: str, **values: object) -> Finding:
        return Finding(words.say("doctor", good if fine else bad, **values), fine)

    parts = ", ".join(f"{part} {version(part)}" for part in PARTS)
    yield Finding(words.say("doctor", "versions", python=platform.python_version(), parts=parts))
    yield Finding(words.say("doctor", "protocol", version=VERSION))
    addresses = local_addresses()
    reachable = [address for address in addresses if not address.startswith(("127.", "::1"))]
    yield told(bool(reachable), "addresses", "no_addresses", list=", ".join(addresses))
    yield told(*await port_state(port), port=port)
    yield told(await mdns_echo(5.0), "mdns", "no_mdns")
    yield told(writable(data), "data", "no_data", folder=data)


async def port_state(port: int) -> tuple[bool, str, str]:
    """Whether the port is free, or somebody is already listening there."""
    if await probe("127.0.0.1", port, 1.0):
        return True, "port_answers", "port_taken"
    with socket.socket() as trial:
        try:
            trial.bind(("", port))
        except OSError:
            return False, "port_free", "port_taken"
    return True, "port_free", "port_taken"


def writable(data: Path) -> bool:
    """Whether games can be saved where they should be."""
    try:
        private_file(data / ".doctor", b"")
        (data / ".doctor").unlink()
    except OSError:
        return False
    return True
