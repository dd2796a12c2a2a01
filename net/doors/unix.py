"""The door for this machine's accounts: a unix socket, which knows the Unix user who calls.

A host binds one socket in a folder; `moontui` looks into the same folders and finds it. The socket
is the owner's alone unless it is shared with a group, and nothing here is writable for everybody.
"""

from __future__ import annotations

import asyncio
import errno
import os
import re
import socket
import stat
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

from net.guests import Guest
from net.host import Host
from net.text import NAME_CELLS, clean
from net.wire import TO_HOST

SHARED_FOLDER = Path("/run/moontui")
"""Where a host that is a service of the machine has its socket."""
NAME = re.compile(r"[0-9a-f]{8}\.sock")
LONGEST = 100
"""Roughly how many bytes the path of a unix socket may have."""


class Unusable(OSError):
    """The socket cannot be used; the text says why."""


class UnixDoor:
    """Lets the accounts of this machine in."""

    def __init__(self, host: Host, folder: Path | None = None, group: str = "") -> None:
        self.host = host
        self.folder = folder or (SHARED_FOLDER if group else run_folder())
        self.group = group
        """Who else may come in: a group of this machine; empty: the owner's account alone."""
        mark = sha256(str(host.data.resolve()).encode()).hexdigest()[:8]
        self.path = self.folder / f"{mark}.sock"
        self._server: asyncio.Server | None = None

    async def open(self) -> Path:
        """Listen. Raises `OSError`."""
        make_folder(self.folder, self.group)
        line = bound(self.path)
        if self.group:
            os.chown(self.path, -1, group_id(self.group))
            self.path.chmod(0o660)
        line.listen(64)
        self._server = await asyncio.start_unix_server(self._accept, sock=line, limit=TO_HOST * 2)
        return self.path

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        user = account(writer.get_extra_info("socket"))
        guest = Guest("unix", user, f"unix:{user}", clean(user, NAME_CELLS))
        await self.host.connections.accept(reader, writer, guest=guest)

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
            self.path.unlink(missing_ok=True)


def dial(path: str | Path) -> socket.socket:
    """A line to the host behind a socket. Raises `OSError`, with `EAFNOSUPPORT` where there are no
    such sockets."""
    if not hasattr(socket, "AF_UNIX"):
        raise OSError(errno.EAFNOSUPPORT, os.strerror(errno.EAFNOSUPPORT))
    line = socket.socket(socket.AF_UNIX)
    try:
        line.settimeout(5)
        with short(Path(path)) as address:
            line.connect(address)
        line.setblocking(False)
    except OSError:
        line.close()
        raise
    return line


def sockets() -> list[Path]:
    """The sockets of hosts on this machine that this account may use."""
    found: list[Path] = []
    if not hasattr(socket, "AF_UNIX"):
        return found
    for folder in folders():
        with suppress(OSError):
            found += sorted(path for path in folder.iterdir() if is_usable(path))
    return found


def folders() -> list[Path]:
    """Where to look: where the environment says, in the user's run folder, and in the machine's.
    Nowhere else: coming back to a seat shows a token, so the host must be a known one."""
    named = os.environ.get("MOONTUI_SOCKETS", "")
    places = [*([Path(named)] if named else []), run_folder(), SHARED_FOLDER]
    return list(dict.fromkeys(places))


def run_folder() -> Path:
    """The folder for what lasts as long as a login; failing that, one in the home folder."""
    named = os.environ.get("XDG_RUNTIME_DIR", "")
    for place in (named, f"/run/user/{os.getuid()}"):
        if place and Path(place).is_dir() and os.access(place, os.W_OK):
            return Path(place) / "moontui"
    return Path.home() / ".cache" / "moontui" / "run"


def is_usable(path: Path) -> bool:
    """Whether it is a socket named as hosts name theirs, and not a link to something else."""
    with suppress(OSError):
        named = NAME.fullmatch(path.name) is not None
        return named and stat.S_ISSOCK(path.lstat().st_mode) and os.access(path, os.R_OK | os.W_OK)
    return False


def account(line: socket.socket) -> str:
    """The name of the Unix user at the other end, or their number."""
    size = struct.calcsize("3i")
    told = line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size)
    _, user, _ = struct.unpack("3i", told)
    import pwd  # not on every system, nor are such sockets

    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return str(user)


def bound(path: Path) -> socket.socket:
    """A socket at a path, for its owner alone. One left behind by a dead host is taken over."""
    with suppress(FileNotFoundError):
        if not stat.S_ISSOCK(path.lstat().st_mode):
            raise Unusable(f"{path} is not a socket")
        try:
            dial(path).close()
            raise Unusable(f"another host is listening at {path}")
        except ConnectionRefusedError:
            path.unlink()
    line = socket.socket(socket.AF_UNIX)
    before = os.umask(0o177)
    try:
        with short(path) as address:
            line.bind(address)
    except OSError:
        line.close()
        raise
    finally:
        os.umask(before)
    return line


def make_folder(folder: Path, group: str) -> None:
    """A folder for sockets; nobody but its owner may put anything there."""
    made = not folder.exists()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if made and group:
        os.chown(folder, -1, group_id(group))
        folder.chmod(0o750)
    if stat.S_IMODE(folder.stat().st_mode) & 0o002:
        raise Unusable(f"everybody can write to {folder}")


def group_id(group: str) -> int:
    import grp

    try:
        return grp.getgrnam(group).gr_gid
    except KeyError:
        raise Unusable(f"there is no group {group}") from None


@contextmanager
def short(path: Path) -> Iterator[str]:
    """A name for a path that fits into a socket's address, however deep the path is."""
    if len(os.fsencode(path)) <= LONGEST:
        yield str(path)
        return
    handle = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{handle}/{path.name}"
    finally:
        os.close(handle)
