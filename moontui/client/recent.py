"""The hosts where the player has been, so that they can be found again."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import NamedTuple

from moontui.client.place import is_address
from net.security import private_file
from net.text import TITLE_CELLS, clean

log = logging.getLogger(__name__)

RECENT = 20


class Recent(NamedTuple):
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
        others = [host for host in self.list() if host[:2] != new[:2]]
        try:
            kept = [host._asdict() for host in [new, *others][:RECENT]]
            private_file(self._path, json.dumps(kept).encode())
        except OSError as error:  # a convenience: no reason to spoil the game
            log.warning("the recent hosts could not be saved: %s", error)

    def list(self) -> tuple[Recent, ...]:
        """The hosts, newest first; a damaged file counts as empty."""
        try:
            hosts = [
                Recent(entry["address"], entry["port"], clean(str(entry["name"]), TITLE_CELLS))
                for entry in json.loads(self._path.read_text(encoding="utf-8"))
            ]
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return ()
        return tuple(host for host in hosts if is_address(host.address, host.port))[:RECENT]
