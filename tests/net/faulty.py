"""A disk in memory that forgets, tears, mixes up or flips what was not flushed, or refuses."""

from __future__ import annotations

import errno
import io
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import BinaryIO

from net.disk import File

SECTOR = 16
"""Small, so that a small record spans several."""


class Content:
    """What is in a file: as programs see it, and as it was flushed, with the writes since."""

    def __init__(self, data: bytes = b"") -> None:
        self.seen = bytearray(data)
        self.flushed = bytes(data)
        self.writes: list[tuple[int, bytes]] = []

    def write(self, data: bytes) -> None:
        self.writes.append((len(self.seen), data))
        self.seen += data

    def flush(self) -> None:
        self.flushed = bytes(self.seen)
        self.writes.clear()

    def after(self, crash: str, rng: Random) -> bytes:
        """What a power cut leaves of it."""
        left = bytearray(self.flushed)
        if crash == "lost":
            return bytes(left)
        for at, data in self.writes:
            sectors = [(at + n, data[n : n + SECTOR]) for n in range(0, len(data), SECTOR)]
            if crash == "reordered":
                sectors = rng.sample(sectors, rng.randint(0, len(sectors)))
            if crash in ("torn", "flipped"):
                sectors = [(at, data[: rng.randint(0, len(data))])]
            for place, sector in sectors:
                left.extend(bytes(max(0, place - len(left))))
                left[place : place + len(sector)] = sector
        if crash == "flipped" and len(left) > len(self.flushed):
            bit = rng.randrange(8 * len(self.flushed), 8 * len(left))
            left[bit // 8] ^= 1 << bit % 8
        return bytes(left)


class FaultyDisk:
    """Files for journals. `before` hears of every act on a file and may raise an `OSError`."""

    def __init__(self) -> None:
        self.files: dict[Path, Content] = {}
        self.names: list[dict[Path, Content]] = [{}]
        """All names since the folder was flushed: as flushed, then after each change."""
        self.acts: Counter[str] = Counter()
        self.before: Callable[[str, Path], None] = lambda act, path: None

    def act(self, act: str, path: Path) -> None:
        self.acts[act] += 1
        self.before(act, path)

    def after(self, crash: str, rng: Random) -> FaultyDisk:
        """The disk as found after a power cut, or after the program was merely killed."""
        disk = FaultyDisk()
        names = self.files
        if crash != "killed":
            names = self.names[0] if crash == "lost" else rng.choice([*self.names, self.files])
        for path, content in names.items():
            left = bytes(content.seen) if crash == "killed" else content.after(crash, rng)
            disk.put(path, left)
        return disk

    def put(self, path: Path, data: bytes) -> None:
        """A file that has always been there."""
        self.files[path] = Content(data)
        self.names = [dict(self.files)]

    def renamed(self) -> None:
        self.names.append(dict(self.files))

    def make_folder(self, folder: Path, /) -> None:
        """Folders need not be made here."""

    def look(self, folder: Path, /) -> Mapping[str, int | None]:
        return {
            path.name: len(content.seen)
            for path, content in self.files.items()
            if path.parent == folder
        }

    def holds(self, path: Path, /) -> bool:
        return path in self.files

    def read(self, path: Path, /) -> BinaryIO:
        return io.BytesIO(bytes(self.files[path].seen))

    def create(self, path: Path, /) -> File:
        self.act("create", path)
        self.files[path] = Content()
        self.renamed()
        return FaultyFile(self, path)

    def cut(self, path: Path, length: int, /) -> None:
        self.act("cut", path)
        content = self.files[path]
        del content.seen[length:]
        self.act("flush cut", path)
        content.flush()

    def rename(self, old: Path, new: Path, /) -> None:
        self.act("rename", old)
        self.files[new] = self.files.pop(old)
        self.renamed()

    def remove(self, path: Path, /) -> None:
        self.act("remove", path)
        if path not in self.files:
            raise FileNotFoundError(errno.ENOENT, "No such file", str(path))
        del self.files[path]
        self.renamed()

    def flush_folder(self, folder: Path, /) -> None:
        self.act("flush folder", folder)
        self.names = [dict(self.files)]


class FaultyFile:
    """An open file that insists on never being used again once it has failed."""

    def __init__(self, disk: FaultyDisk, path: Path) -> None:
        self.disk = disk
        self.path = path
        self.content = disk.files[path]
        self.failed = False

    def act(self, act: str) -> None:
        assert not self.failed, f"{act} on a file that has failed before"
        try:
            self.disk.act(act, self.path)
        except OSError:
            self.failed = True
            raise

    def write(self, data: bytes, /) -> None:
        """In two halves, so that a fault may come between them."""
        for half in (data[: len(data) // 2], data[len(data) // 2 :]):
            self.act("write")
            self.content.write(half)

    def flush(self) -> None:
        self.act("flush")
        self.content.flush()

    def close(self) -> None:
        """Closing always works, and flushes nothing."""
