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
GAME = """
from pathlib import Path

from moontui.app.app import MoontuiApp
from moontui.client.local_host import LocalHost
from moontui.client.reach import neighbours
from moontui.commands import bot, cli, doctor, host, plain, solo, tables
from net.messages import Create
from tests.net.tables import sit_down

async def evening(folder):
    local = LocalHost("Moon", folder)
    await local.open("127.0.0.1", 0, tls=False)
    wish = Create("wolfmoon", 3, {"length": "round"}, bots=1, level="random", pace=0)
    players = await sit_down(local.port, ["Ana", "Bo"], wish, seed=1)
    await asyncio.gather(*(player.play() for player in players))
    await local.close()
    return players

assert neighbours() == []
ana, bo = asyncio.run(evening(Path(sys.argv[1])))
assert ana.proof is not None and ana.proof == bo.proof
print("played")
"""


def test_nothing_of_unix_is_needed_to_play(tmp_path: Path) -> None:
    told = subprocess.run(
        [sys.executable, "-c", NO_UNIX + GAME, str(tmp_path)],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert told.stdout.endswith("played\n"), told.stderr
