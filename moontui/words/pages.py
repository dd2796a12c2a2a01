"""A catalogue's file, of which only what is asked for is read: the first screen needs little."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

HEADING = re.compile(r"^(?=\[)", re.MULTILINE)
NAMED = re.compile(r"\[+([\w-]+)")
"""The first word of a heading: all parts of the file with the same one are read together."""


class Pages(Mapping[str, Any]):
    """What a file in TOML says, by its first keys. No line of a text may begin with a bracket: it
    would be taken for a heading."""

    def __init__(self, text: str) -> None:
        front, *parts = HEADING.split(text)
        self._unread: dict[str, str] = {}
        for part in parts:
            named = NAMED.match(part)
            assert named is not None, f"a heading without a name: {part[:40]!r}"
            self._unread[named[1]] = self._unread.get(named[1], "") + part
        self._headings = tuple(self._unread)
        self._read: dict[str, Any] = tomllib.loads(front)

    def __getitem__(self, key: str) -> Any:
        if part := self._unread.pop(key, ""):
            self._read[key] = tomllib.loads(part)[key]
        return self._read[key]

    def __iter__(self) -> Iterator[str]:
        return iter({**dict.fromkeys(self._read), **dict.fromkeys(self._headings)})

    def __len__(self) -> int:
        return len({*self._read, *self._headings})
