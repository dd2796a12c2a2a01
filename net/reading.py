"""Small files, read with care: whatever a path leads to, nobody waits for it or runs out of room.

A settings file may have become a pipe, a device or a gigabyte, and what is in it may be anything.
What a file says is checked against a type before anybody believes it.
"""

from __future__ import annotations

import errno
import logging
import os
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG
from typing import TypeVar

import msgspec

log = logging.getLogger("moontui.files")

T = TypeVar("T")

MOST = 1_000_000
"""The largest file that is read, in bytes, unless a caller knows better."""
NONSENSE = (ValueError, RecursionError)
"""The errors raised by a text that is not what it should be."""


def read_small(path: Path, most: int = MOST) -> bytes:
    """All of a plain file. Raises `OSError`, whose `strerror` says why it is not read."""
    check(path, path.stat().st_mode)  # before it is opened: a device might act on that
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(handle, "rb") as file:
        check(path, os.fstat(handle).st_mode)
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"It is longer than {most:,} bytes", str(path))
    return data


def check(path: Path, mode: int) -> None:
    if not S_ISREG(mode):
        raise OSError(errno.EINVAL, "It is not a plain file", str(path))


def load(path: Path, kind: type[T], otherwise: T, most: int = MOST) -> T:
    """What a file of ours says in JSON, checked against a type. A file that makes no sense is set
    aside under another name, so that it is not overwritten, and counts as missing."""
    try:
        return msgspec.json.decode(read_small(path, most), type=kind)
    except (FileNotFoundError, NotADirectoryError):
        return otherwise
    except OSError as error:
        why = error.strerror or str(error)
        if error.errno not in (errno.EINVAL, errno.EFBIG, errno.EISDIR):
            log.warning("%s cannot be read: %s", path, why)
            return otherwise
    except NONSENSE as error:
        why = str(error)
    log.warning("%s makes no sense and is set aside: %s", path, why)
    with suppress(OSError):
        path.replace(path.with_name(f"{path.name}.damaged"))
    return otherwise
