"""The SSH door, with the real OpenSSH client in front of it."""

from __future__ import annotations

import asyncio
import os
import pty
import shutil
import signal
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.doors.house import ENTER, House, eventually, house
from tests.moontui.terminal import Terminal

pytestmark = pytest.mark.skipif(
    shutil.which("ssh") is None or shutil.which("ssh-keygen") is None,
    reason="the OpenSSH client is missing (Debian: apt install openssh-client)",
)


def new_key(folder: Path, name: str) -> Path:
    file = folder / name
    command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(file)]
    subprocess.run(command, check=True)
    return file


def options(here: House, folder: Path, key: Path | None = None) -> list[str]:
    """Options that leave out the machine's own configuration, keys and agents."""
    return [
        *("-F", "/dev/null", "-p", str(here.door.port)),
        *("-o", "StrictHostKeyChecking=accept-new"),
        *("-o", f"UserKnownHostsFile={folder / 'known'}"),
        *("-o", "IdentityAgent=none", "-o", "IdentitiesOnly=yes"),
        *("-i", str(key if key is not None else folder / "none")),
    ]


def ssh(*arguments: str) -> Terminal:
    """The client in a terminal of its own."""
    child, line = pty.fork()
    if not child:
        os.execvpe("ssh", ["ssh", *arguments], os.environ | {"TERM": "xterm-256color"})
    shown = Terminal(child, line, (100, 30))
    import fcntl
    import struct
    import termios

    fcntl.ioctl(line, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    return shown


async def until(shown: Terminal, holds: Callable[[], bool]) -> None:
    """Wait until something can be seen, while the host in this process goes on."""
    await asyncio.to_thread(shown.until, holds)


async def run(*command: str) -> tuple[int, str]:
    """What a command says, and how it ends."""
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await asyncio.wait_for(process.communicate(), 20)
    return process.returncode or 0, said.decode()


def kill(shown: Terminal) -> None:
    with suppress(ProcessLookupError):
        os.kill(shown.child, signal.SIGKILL)
    os.waitpid(shown.child, 0)
    shown.status = 0
    os.close(shown.line)


def hand(here: House, night: str) -> Any:
    return here.host.tables[night].table.lasting.state.hands[0]


async def test_a_client_that_is_stopped_and_killed_comes_back_to_its_seat(tmp_path: Path) -> None:
    async with house(tmp_path / "host") as here:
        night = await here.table(seats=3, bots=2, pace=500)
        account = [*options(here, tmp_path, new_key(tmp_path, "ada")), "ada@127.0.0.1"]
        ada = ssh(*account)
        await until(ada, lambda: "> Night" in ada.text)
        ada.press(ENTER)
        await until(ada, lambda: "before the game" in ada.text)
        ada.press(ENTER)
        await until(ada, lambda: "turn 1" in ada.lines[0])
        held = hand(here, night)
        os.kill(ada.child, signal.SIGSTOP)

        again = ssh(*account)  # while the host still thinks the first is there
        await until(again, lambda: "> Back to your seat at Night" in again.text)
        again.press(ENTER)
        await until(again, lambda: "WOLFMOON" in again.lines[0] and "you" in again.text)
        assert hand(here, night)[: len(held)] == held
        await eventually(lambda: len(here.visitors.here) == 1, 5.0)  # the first is shown out
        kill(ada)
        kill(again)
        await eventually(lambda: here.processes() == [], 5.0)


async def test_openssh_gets_nothing_but_the_game(tmp_path: Path) -> None:
    async with house(tmp_path / "host") as here:
        how = options(here, tmp_path, new_key(tmp_path, "ada"))
        status, said = await run("ssh", *how, "ada@127.0.0.1", "id")
        assert status == 1
        assert "only the game" in said
        assert "uid=" not in said
        status, said = await run("ssh", *how, "-N", "-o", "ExitOnForwardFailure=yes",
                                 "-R", "0:127.0.0.1:1", "ada@127.0.0.1")  # fmt: skip
        assert status == 255
        assert "forwarding failed" in said
        status, said = await run("ssh", *how, "-s", "ada@127.0.0.1", "sftp")
        assert status != 0
        assert "subsystem request failed" in said


async def test_openssh_without_a_key_just_comes_in(tmp_path: Path) -> None:
    async with house(tmp_path / "host") as here:
        shown = ssh(*options(here, tmp_path), "cy@127.0.0.1")
        await until(shown, lambda: "You are cy." in shown.text)
        shown.press("Q")
        assert await asyncio.to_thread(shown.ended) == 0
        assert b"\x1b[?1049l" in shown.bytes
        os.close(shown.line)


async def test_a_name_that_is_taken_is_told(tmp_path: Path) -> None:
    async with house(tmp_path / "host") as here:
        here.host.book.claim("SHA256:another", "Ada")
        key = new_key(tmp_path, "ada")
        status, said = await run("ssh", *options(here, tmp_path, key), "-tt", "ada@127.0.0.1")
        assert status == 255
        assert "belongs to somebody" in said
