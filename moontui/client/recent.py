"""The hosts where the player has been, so that they can be found again."""

from __future__ import annotations

import logging
from pathlib import Path

from msgspec import Struct
from msgspec.json import encode

from moontui.client.place import is_address
from net.reading import load
from net.security import private_file
from net.text import TITLE_CELLS, clean

log = logging.getLogger(__name__)

RECENT = 20


class Recent(Struct, frozen=True):
    """A host where the player has been."""

    address: str
    port: int
    name: str


class RecentHosts:
    """The hosts where the player has been, newest first, in a file of their own."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def add(self, address: str, port: int, name: str) -> None:
        """Remember a host; an older entry for the same place is dropped."""
        new = Recent(address, port, clean(name, TITLE_CELLS))
        others = [host for host in self.list() if (host.address, host.port) != (address, port)]
        try:
            private_file(self._path, encode([new, *others][:RECENT]))
        except OSError as error:  # a convenience: no reason to spoil the game
            log.warning("the recent hosts could not be saved: %s", error)

    def list(self) -> tuple[Recent, ...]:
        """The hosts, newest first; a damaged file counts as empty."""
        return tuple(
            Recent(host.address, host.port, clean(host.name, TITLE_CELLS))
            for host in load(self._path, list[Recent], [])
            if is_address(host.address, host.port)
        )[:RECENT]
