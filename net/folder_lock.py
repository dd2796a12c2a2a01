"""One process at a time in a folder, on every system."""

from __future__ import annotations

import os
from pathlib import Path

from net.security import FolderInUse

try:
    import fcntl
except ImportError:  # Windows
    import msvcrt


def lock(folder: Path) -> int:
    """Keep other hosts out of a folder for as long as this process lives. Raises `FolderInUse`."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        take(handle)
    except OSError as error:
        os.close(handle)
        raise FolderInUse(f"Another host keeps its tables in {folder}.") from error
    return handle


def take(handle: int) -> None:
    """Lock a file that is open. Raises `OSError` where somebody else has done so."""
    if "fcntl" in globals():
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    else:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
