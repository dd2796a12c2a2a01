"""Guests whom a door knows: what they are called, who holds which name, and who is banned."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from net.lookalikes import look_alike
from net.reading import load
from net.security import private_file

NAMES = 2000
"""How many names are kept; whoever has stayed away longest loses theirs."""

Way = Literal["ssh", "web", "unix"]


@dataclass(slots=True, eq=False)
class Guest:
    """Somebody about whom a door knows more than their client says."""

    way: Way
    key: str
    """Who it is: the fingerprint of a key, a Unix user, a cookie's digest, or name and address."""
    address: str
    name: str = ""
    """What they are called, whatever their client says; empty: they have not chosen yet."""
    proven: bool = True
    """Whether the key is theirs alone, so that it can hold a name."""
    followed: bool = False
    """Whether their table has moved to another host, and they have followed it from here."""

    @property
    def id(self) -> str:
        """Names the guest's folder, and reveals nothing else."""
        return sha256(f"{self.way} {self.key}".encode()).hexdigest()[:24]


@dataclass(slots=True)
class Book:
    """Who holds which name: the first to come keeps it."""

    path: Path
    entries: dict[str, str] = field(default_factory=dict)
    """By key: the name. Whoever was here last comes last."""

    def __post_init__(self) -> None:
        kept = load(self.path, dict[str, Any], {})
        self.entries = {key: name for key, name in kept.items() if isinstance(name, str)}

    def name_of(self, key: str) -> str:
        """The name that a key holds; empty: none."""
        return self.entries.get(key, "")

    def holder(self, name: str) -> str:
        """The key that holds a name, or one that people would take for it; empty: it is free."""
        return next((key for key, kept in self.entries.items() if look_alike(kept, name)), "")

    def is_free(self, name: str, key: str) -> bool:
        return self.holder(name) in ("", key)

    def claim(self, key: str, name: str) -> bool:
        """Keep a name for a key from now on; False: it is somebody else's."""
        if not self.is_free(name, key):
            return False
        before = self.entries.pop(key, "")
        self.entries[key] = name
        while len(self.entries) > NAMES:
            del self.entries[next(iter(self.entries))]
        if before != name:
            with suppress(OSError):  # then it is kept only until the host stops
                private_file(self.path, json.dumps(self.entries, ensure_ascii=False).encode())
        return True


@dataclass(slots=True)
class Bans:
    """Addresses and keys that are not let in."""

    path: Path | None = None
    banned: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.path is not None:
            kept = load(self.path, list[Any], [])
            self.banned = [entry for entry in kept if isinstance(entry, str)]

    def includes(self, *marks: str) -> bool:
        return any(mark in self.banned for mark in marks if mark)

    def add(self, mark: str) -> bool:
        if mark in self.banned:
            return False
        self._keep([*self.banned, mark])
        return True

    def lift(self, mark: str) -> bool:
        if mark not in self.banned:
            return False
        self._keep(entry for entry in self.banned if entry != mark)
        return True

    def _keep(self, banned: Iterable[str]) -> None:
        self.banned = list(banned)
        if self.path is not None:
            private_file(self.path, json.dumps(self.banned, indent=1).encode())
