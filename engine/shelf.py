"""A shelf: what the folders of a package hold, by name, each loaded when somebody first asks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

LAST = 1000
"""The place of a folder that names none."""


class Shelf(Mapping[str, T]):
    """What the folders of a package hold, under the folders' names.

    The folders are found once. A name from outside (a host, a file, the wire) is only ever compared
    with theirs: it is neither imported nor made part of a path.
    """

    def __init__(self, package: str, label: Callable[[str], str]) -> None:
        self.package = package
        self.label = label
        """From a folder's name: what its module calls the thing."""
        self.look()

    def look(self) -> None:
        """Find what there is. Only a change to the package's `__path__` makes it worth looking
        again."""
        folders = [
            folder
            for place in sys.modules[self.package].__path__
            for folder in Path(place).iterdir()
            if folder.name.isidentifier() and (folder / "__init__.py").is_file()
        ]
        self.folders = {folder.name: folder for folder in sorted(folders, key=in_order)}

    def __getitem__(self, name: str) -> T:
        if name not in self:
            raise KeyError(name)
        thing: T = getattr(import_module(f"{self.package}.{name}"), self.label(name))
        return thing

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self.folders

    def __iter__(self) -> Iterator[str]:
        return iter(self.folders)

    def __len__(self) -> int:
        return len(self.folders)


def in_order(folder: Path) -> tuple[int, str]:
    """A folder's sort key: the number in its `place.txt`, which is read without loading it."""
    place = folder / "place.txt"
    return int(place.read_text(encoding="utf-8")) if place.is_file() else LAST, folder.name
