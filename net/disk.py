"""A disk as journals need it: a few calls that never hide a failure."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Protocol

BYTES = getattr(os, "O_BINARY", 0)
"""Windows would change the ends of lines."""
NO_LINKS = BYTES | getattr(os, "O_NOFOLLOW", 0)


class File(Protocol):
    """A file that is open for writing at its end."""

    def write(self, data: bytes, /) -> None:
        """Write all of it, or raise with part of it written."""

    def flush(self) -> None:
        """Return when all that was written is on disk."""

    def close(self) -> None: ...


class Files(Protocol):
    """All that journals need of a disk; whatever it refuses is an `OSError`."""

    def make_folder(self, folder: Path, /) -> None:
        """A folder for this user alone, which may be there already."""

    def look(self, folder: Path, /) -> Mapping[str, int | None]:
        """The names in a folder, with sizes; None for anything but a plain file."""

    def holds(self, path: Path, /) -> bool:
        """Whether there is anything of this name."""

    def read(self, path: Path, /) -> BinaryIO: ...

    def create(self, path: Path, /) -> File:
        """A new and empty file for this user alone, in place of whatever was there."""

    def cut(self, path: Path, length: int, /) -> None:
        """Shorten a file, and return when all of it is on disk."""

    def rename(self, old: Path, new: Path, /) -> None:
        """Give a file a new name, in place of whatever had it."""

    def remove(self, path: Path, /) -> None: ...

    def flush_folder(self, folder: Path, /) -> None:
        """Return when the names in a folder are on disk."""


class Disk:
    """The files of this machine."""

    def make_folder(self, folder: Path, /) -> None:
        if not folder.parent.exists():
            self.make_folder(folder.parent)
        if not folder.exists():
            folder.mkdir(mode=0o700)
            self.flush_folder(folder.parent)
        folder.chmod(0o700)

    def look(self, folder: Path, /) -> Mapping[str, int | None]:
        sizes: dict[str, int | None] = {}
        with os.scandir(folder) as entries:
            for entry in entries:
                with suppress(FileNotFoundError):  # it was renamed since the folder was read
                    found = entry.stat(follow_symlinks=False)
                    sizes[entry.name] = found.st_size if stat.S_ISREG(found.st_mode) else None
        return sizes

    def holds(self, path: Path, /) -> bool:
        return os.path.lexists(path)

    def read(self, path: Path, /) -> BinaryIO:
        return os.fdopen(os.open(path, os.O_RDONLY | NO_LINKS), "rb")

    def create(self, path: Path, /) -> File:
        path.unlink(missing_ok=True)
        return Descriptor(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | BYTES, 0o600))

    def cut(self, path: Path, length: int, /) -> None:
        file = Descriptor(os.open(path, os.O_RDWR | NO_LINKS))
        try:
            os.ftruncate(file.number, length)
            file.flush()
        finally:
            file.close()

    def rename(self, old: Path, new: Path, /) -> None:
        old.replace(new)

    def remove(self, path: Path, /) -> None:
        path.unlink()

    def flush_folder(self, folder: Path, /) -> None:
        if not hasattr(os, "O_DIRECTORY"):  # Windows: names are on the disk with their files
            return
        number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


class Descriptor:
    """An open file on this machine, without a buffer that could hide what went wrong."""

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number

    def write(self, data: bytes, /) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(self.number, rest) :]

    def flush(self) -> None:
        if sys.platform == "darwin":
            import fcntl  # only here does a plain flush stop at the drive's cache

            fcntl.fcntl(self.number, fcntl.F_FULLFSYNC)
        elif hasattr(os, "fdatasync"):
            os.fdatasync(self.number)
        else:
            os.fsync(self.number)

    def close(self) -> None:
        os.close(self.number)
