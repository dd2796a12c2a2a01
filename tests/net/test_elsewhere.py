"""A machine without Unix: the app, the line game and a table on the network need none of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
NO_UNIX = """
# first whatever others import for themselves, which on another system is not what it is here
import asyncio, concurrent.futures.process, multiprocessing.popen_spawn_posix
import platformdirs, textual.app, zeroconf
import os, shutil, signal, socket, subprocess, sys, tempfile, types

sys.modules["msvcrt"] = types.SimpleNamespace(LK_NBLCK=2, locking=lambda handle, mode, size: None)
for name in ("fcntl", "grp", "pty", "pwd", "resource", "termios"):
    sys.modules[name] = None
pair, family = socket.socketpair, socket.AF_UNIX
socket.socketpair = lambda: pair(family)  # the event loop's own
for owner, names in (
    (socket, ("AF_UNIX", "SOCK_SEQPACKET", "SO_PEERCRED")),
    (signal, ("SIGHUP", "SIGTSTP", "SIGCONT", "SIGWINCH", "SIGKILL", "pthread_sigmask")),
    (os, ("getuid", "geteuid", "nice", "setsid", "killpg", "getpgid", "fdatasync")),
    (os, ("O_DIRECTORY", "O_NOFOLLOW", "O_CLOEXEC", "O_NONBLOCK")),
):
    for name in names:
        delattr(owner, name)
"""
"""What a Windows machine lacks, as far as we might use it; its own lock is stood in for."""
EVERYTHING = """
import importlib, pkgutil

for package in ("engine", "net", "moontui"):
    for part in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
        try:
            part.name.endswith("__main__") or importlib.import_module(part.name)
        except ImportError:
            print(part.name)
"""
UNIX = {
    *("net.visitors", "net.doors.ssh", "net.doors.ssh_terminal", "net.doors.web"),
    *("moontui.app.visitor_app", "moontui.app.visitor_server", "moontui.plain.visitor"),
    "moontui.app.woken",  # how the app talks to a terminal of Unix
}
"""What only visitors by SSH and browser need, and one part for terminals of Unix."""
GAME = """
from pathlib import Path

from moontui.client.local_host import LocalHost
from moontui.client.reach import neighbours
from moontui.commands import cli
from moontui.commands.doors import Doors, Shut
from moontui.words.catalogue import Catalogue
from net.messages import Create
from tests.net.tables import sit_down

async def evening(folder):
    local = LocalHost("Moon", folder)
    await local.open("127.0.0.1", 0, tls=False)
    doors = Doors(local, cli.parser("en").parse_args(["host"]), Catalogue("en"))
    await doors.open(lambda: None)
    wide = cli.parser("en").parse_args(["host", "--ssh", "0"])
    try:
        await Doors(local, wide, doors.words).open(lambda: None)
    except Shut as reason:
        assert "pseudo-terminals" in str(reason)
    wish = Create("wolfmoon", 3, {"length": "round"}, bots=1, level="random", pace=0)
    players = await sit_down(local.port, ["Ana", "Bo"], wish, seed=1)
    await asyncio.gather(*(player.play() for player in players))
    await doors.close()
    await local.close()
    return players

assert neighbours() == []
ana, bo = asyncio.run(evening(Path(sys.argv[1])))
assert ana.proof is not None and ana.proof == bo.proof
assert cli.main(["--lang", "en", "host", "--check", "--data", sys.argv[1]]) == 1
print("played")
"""


def ran(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-c", NO_UNIX + script, str(folder)]
    return subprocess.run(words, capture_output=True, text=True, cwd=ROOT)


def test_only_what_visitors_need_is_made_for_unix(tmp_path: Path) -> None:
    told = ran(EVERYTHING, tmp_path)
    assert (set(told.stdout.split()), told.stderr) == (UNIX, "")


def test_nothing_of_unix_is_needed_to_play(tmp_path: Path) -> None:
    told = ran(GAME, tmp_path)
    assert told.stdout.endswith("played\n"), told.stderr
    assert "only on Unix" in told.stderr
