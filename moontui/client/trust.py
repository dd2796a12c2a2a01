"""Trust: whether whoever answers is the host that was meant, decided before anything is said.

A host is its key. The handshake shows the key; `decide` weighs it against what the place demands
and what is remembered, and only then does a name, a password or a token leave this machine.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from moontui.client.place import Place
from net.security import private_file, same

DAMAGED = b"?"
"""A remembered key that cannot be read: it equals no other key."""


@dataclass(frozen=True, slots=True)
class Known:
    """It is the host that was meant: its key is the one that was remembered or asked for."""

    key: bytes


@dataclass(frozen=True, slots=True)
class New:
    """No host has been met there before."""

    key: bytes


@dataclass(frozen=True, slots=True)
class Changed:
    """The host met there before had another key."""

    key: bytes
    """Empty: it no longer shows one."""
    before: bytes


@dataclass(frozen=True, slots=True)
class Open:
    """It shows no key: anyone in between can read along, and it could be anybody."""


@dataclass(frozen=True, slots=True)
class Mistaken:
    """It is not the host that the invitation names."""

    key: bytes


Verdict = Known | New | Changed | Open | Mistaken


def decide(place: Place, key: bytes, known: KnownHosts) -> Verdict:
    """The verdict on a host that shows this key at a place; an empty key: it shows none."""
    if place.is_local:
        return Known(b"")  # known by its socket, which is better than any key
    if place.pin:
        return Known(key) if same(place.pin, key) else Mistaken(key)
    before = known.key_at(place)
    if not before:
        return New(key) if key else Open()
    return Known(key) if same(before, key) else Changed(key, before)


class KnownHosts:
    """The keys that hosts showed when they were first met."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def key_at(self, place: Place) -> bytes:
        """The key of the host that was met at a place; empty: none was."""
        try:
            return bytes.fromhex(self.keys().get(place.authority, ""))
        except ValueError:
            return DAMAGED

    def remember(self, place: Place, key: bytes) -> None:
        """From now on, take this key for that of the host at a place."""
        keys = self.keys() | {place.authority: key.hex()}
        private_file(self.path, json.dumps(keys, indent=1, sort_keys=True).encode())

    def keys(self) -> dict[str, str]:
        """What the file says, read afresh each time: another window may have written it since. A
        damaged file is set aside."""
        try:
            keys = json.loads(self.path.read_bytes())
        except FileNotFoundError:
            return {}
        except (ValueError, RecursionError):
            keys = None
        if isinstance(keys, dict) and all(isinstance(key, str) for key in keys.values()):
            return keys
        self.path.replace(self.path.with_name(f"{self.path.name}.damaged"))
        return {}
