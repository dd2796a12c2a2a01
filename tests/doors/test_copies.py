"""Visitors' processes that are copies of a fork server: the same as others, and strangers to each
other."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from io import FileIO
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import asyncssh
import pyte
import pytest

from net.fork_server import ForkServer, is_possible
from net.guests import Guest as Person
from net.visitors import PASSED_ON, THRIFT, environment
from tests.doors.deaths import evening
from tests.doors.house import Guest, closed, connect, eventually, fork_server, house
from tests.extent import some

pytestmark = pytest.mark.skipif(not is_possible(), reason="no fork server on this system")

PAGE = 4096
ADA = asyncssh.generate_private_key("ssh-ed25519")
BO = asyncssh.generate_private_key("ssh-ed25519")
TERMINALS: list[dict[str, str]] = [
    {"TERM": term, "LANG": language, **{name: value for name, value in told if value}}
    for term, language, *told in product(
        ("xterm-256color", "linux", "vt100"),
        ("en_US.UTF-8", "de_DE.UTF-8", "C"),
        (("COLORTERM", ""), ("COLORTERM", "truecolor")),
        (("NO_COLOR", ""), ("NO_COLOR", "1")),
    )
]
"""All that terminals say about themselves, in every combination."""


class Onlooker:
    """A visitor's terminal of which only the picture counts."""

    def __init__(self) -> None:
        self.screen = pyte.Screen(80, 24)
        self.stream = pyte.ByteStream(self.screen)
        self.closed = asyncio.Event()

    def write(self, data: bytes) -> None:
        known = re.sub(rb"\x1b\[[<>=?][0-9;$]*[a-zA-Z]", b"", data)  # what the emulator misreads
        self.stream.feed(known)

    def hold(self, wait: bool) -> None:
        pass

    def close(self, sentence: str) -> None:
        self.closed.set()

    def picture(self) -> dict[int, Any]:
        """Every cell, with its colors."""
        return {y: dict(row) for y, row in self.screen.buffer.items()}


async def first_picture(folder: Path, told: dict[str, str], copies: bool) -> Any:
    async with house(folder, copies=copies) as here:
        seen = Onlooker()
        guest = Person("ssh", "key", "127.0.0.1", "ada")
        visitor = await here.visitors.admit(guest, seen, (80, 24), told)
        await eventually(lambda: "ada" in "\n".join(seen.screen.display))
        await settled(seen)
        visitor.end()
        return seen.picture()


async def settled(seen: Onlooker) -> None:
    """Wait until a picture stays as it is for a while."""
    before, same = seen.picture(), 0
    while same < 4:
        await asyncio.sleep(0.2)
        same = same + 1 if seen.picture() == before else 0
        before = seen.picture()


@pytest.mark.parametrize(
    "told", some(TERMINALS[::18], TERMINALS), ids=lambda told: str([*told.values()])
)
async def test_a_copy_shows_the_same_picture_as_a_process_started_from_nothing(
    tmp_path: Path, told: dict[str, str]
) -> None:
    copied = await first_picture(tmp_path / "copied", told, True)
    assert copied == await first_picture(tmp_path / "started", told, False)


async def test_a_copy_is_alone_with_its_terminal_and_its_line(tmp_path: Path) -> None:
    secret = os.open(tmp_path, os.O_RDONLY)
    os.set_inheritable(secret, True)
    async with house(tmp_path) as here:
        await (await here.come("ada", ADA)).sees("You are ada.")
        await (await here.come("bo", BO)).sees("You are bo.")
        one, other = here.processes()
        assert os.getsid(one) == one != os.getsid(other)
        assert os.getpgid(one) == one
        assert descriptors(one)["tty"] != descriptors(other)["tty"]
        assert descriptors(one)["files"] == set()
        assert Path(f"/proc/{one}/cwd").resolve().parent == tmp_path / "visitors"
        names = {entry.partition(b"=")[0].decode() for entry in environ(one)}
        ours = {"PATH", "PYTHONPATH", "TERM", "HOME", "PYTHONUTF8", "PYTHONSAFEPATH"}
        assert names - {""} <= ours | {*PASSED_ON, *THRIFT}
    os.close(secret)


def descriptors(process: int) -> dict[str, set[str]]:
    """What a process has open: its terminal, and files of the disk."""
    links = {str(entry.readlink()) for entry in Path(f"/proc/{process}/fd").iterdir()}
    ttys = {link for link in links if link.startswith("/dev/pts/")}
    files = {link for link in links if link.startswith("/")} - ttys - {"/dev/null"}
    return {"tty": ttys, "files": files}


def environ(process: int) -> list[bytes]:
    return Path(f"/proc/{process}/environ").read_bytes().split(b"\0")


async def test_nothing_of_one_visitor_is_in_the_memory_of_the_next(tmp_path: Path) -> None:
    secret = "Ysolde1984"
    async with house(tmp_path) as here:
        ada = await here.come(secret, ADA)
        await ada.sees(secret)
        (first,) = here.processes()
        assert secret.encode() in memory(first), "the search finds what is there"
        bo = await here.come("bo", BO)
        await bo.sees("You are bo.")
        (second,) = set(here.processes()) - {first}
        assert secret.encode() not in memory(second)
        assert secret.encode() not in memory(number(here.visitors.forks))


def number(forks: ForkServer | None) -> int:
    assert forks is not None
    assert forks.process is not None
    return forks.process.pid


def memory(process: int) -> bytes:
    """All that is in a process's memory and can be written to."""
    found = []
    with Path(f"/proc/{process}/mem").open("rb", buffering=0) as mem:
        for line in Path(f"/proc/{process}/maps").read_text().splitlines():
            area, rights, *rest = line.split()
            if "rw" in rights and "[v" not in rest[-1]:
                first, last = (int(end, 16) for end in area.split("-"))
                found.append(read_of(mem, range(first, last, last - first)))
    return b"".join(found)


def read_of(mem: FileIO, pieces: range) -> bytes:
    """Pieces of a memory, without pages that nobody may read, such as the guard of a stack."""
    found = []
    for first in pieces:
        mem.seek(first)
        try:
            found.append(mem.read(pieces.step))
        except OSError:
            if pieces.step > PAGE:
                found.append(read_of(mem, range(first, first + pieces.step, PAGE)))
    return b"".join(found)


async def test_visitors_outlive_the_fork_server_and_another_one_takes_its_place(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as here:
        ada = await here.come("ada", ADA)
        await ada.sees("You are ada.")
        forks = fork_server()
        killed = number(forks)
        os.kill(killed, signal.SIGKILL)
        await eventually(lambda: number(forks) != killed)
        bo = await here.come("bo", BO)  # while there is none, or from the new one
        await bo.sees("You are bo.")
        ada.press("s")
        await ada.sees("Settings", "Language")
        await eventually(lambda: forks.ready)
        await closed(ada.connection)
        await eventually(lambda: len(here.visitors.here) == 1)
        cy = await here.come("cy", address="127.0.0.2")
        await cy.sees("You are cy.")
        assert len(forks.copies) == 1


async def test_a_copy_that_dies_is_told_with_its_real_exit_code(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ada = await here.come("ada", ADA)
        await ada.sees("You are ada.")
        (visitor,) = here.visitors.here.values()
        assert visitor.process is not None
        os.kill(visitor.process.pid, signal.SIGKILL)
        await visitor.gone.wait()
        assert visitor.process.returncode == -signal.SIGKILL
        line = await connect(here.door.port, "ada", ADA)
        again = await Guest.at(line, (80, 24))
        await again.sees("You are ada.")
        (visitor,) = here.visitors.here.values()
        again.press("\x11")  # quits
        await visitor.gone.wait()
        assert visitor.process is not None
        assert visitor.process.returncode == 0
        line.abort()


async def test_a_killed_host_leaves_no_process_behind(tmp_path: Path) -> None:
    await evening(tmp_path, [], Random(0))  # which ends like that


DICE = """
import random, secrets, socket, sys, tempfile
from net.fork_server import serve
from net.security import new_token

def visit(bell):
    print(random.random(), secrets.token_hex(4), new_token(), next(tempfile._get_candidate_names()))
    return 7

random.random(), next(tempfile._get_candidate_names())
serve(socket.socket(fileno=int(sys.argv[1])), visit)
"""


async def test_copies_differ_in_what_they_roll() -> None:
    """Two that shared a generator would make the same names and tokens."""
    forks = ForkServer((sys.executable, "-c", DICE), environment({}, Path("/")))
    forks.start()
    forks.attach()
    await eventually(lambda: forks.ready)
    rolled = []
    for _ in range(2):
        read, write = os.pipe()
        copy = await forks.fork(write, write)
        os.close(write)
        await copy.wait()
        assert copy.returncode == 7
        rolled.append(os.read(read, 1000).split())
        os.close(read)
    assert len(rolled[0]) == 4
    assert not set(rolled[0]) & set(rolled[1])
    forks.close()


async def test_a_copy_that_is_dead_before_the_host_hears_of_it_is_told_all_the_same() -> None:
    forks = ForkServer((sys.executable, "-c", DICE), environment({}, Path("/")))
    forks.start()
    forks.attach()
    await eventually(lambda: forks.ready)
    read, write = os.pipe()
    asked = asyncio.create_task(forks.fork(write, write))
    await asyncio.sleep(0)  # it is asked for, and the host does something else
    os.close(write)
    while os.read(read, 1000):
        pass
    children = Path(f"/proc/{number(forks)}/task/{number(forks)}/children")
    while children.read_text():
        pass
    copy = await asked
    await copy.wait()
    assert copy.returncode == 7
    os.close(read)
    forks.close()


async def test_a_fork_server_that_cannot_start_is_done_without(tmp_path: Path) -> None:
    forks = ForkServer((sys.executable, "-c", "raise SystemExit(1)"), {})
    forks.start()
    forks.attach()
    await eventually(lambda: forks.process is None)
    assert not forks.ready
    with pytest.raises(ConnectionError):
        await forks.fork(0, 0)
