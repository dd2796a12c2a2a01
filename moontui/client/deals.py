"""Deals: what this player saw of the shuffles at other people's tables, kept until they are proved.

An app that is closed in the middle of a match can still check the deal when it is back.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec

from net.client import Client
from net.reading import load
from net.security import private_file
from net.witness import Seen

DEALS = 50
"""How many tables are remembered."""
MOST = 1_000_000
"""How many bytes such a file may have."""


@dataclass(slots=True)
class Deals:
    """A file with the last deal at each table, which only the player can read."""

    path: Path
    client: Client

    @property
    def table(self) -> str:
        """The table the player is at, and the host by what it is known by."""
        seated = self.client.seated
        return f"{self.client.host}/{seated.table}" if seated is not None else ""

    def all(self) -> dict[str, Seen]:
        """By table: what was last seen there. A damaged file is as good as none."""
        return load(self.path, dict[str, Seen], {}, MOST)

    def kept(self) -> Seen | None:
        return self.all().get(self.table)

    def keep(self, seen: Seen) -> None:
        kept = self.all()
        kept.pop(self.table, None)
        newest = dict(list(kept.items())[1 - DEALS :]) | {self.table: seen}
        with suppress(OSError):  # then the deal can be checked for as long as the app is open
            private_file(self.path, msgspec.json.encode(newest))
