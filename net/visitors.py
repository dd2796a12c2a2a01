"""Visitors: people who bring only a terminal, each with a process of their own on this machine.

A door (SSH, browser) knows who comes and carries bytes. Everything else is here: whether there is
room, the folder where the visitor's settings and seats are kept, the process behind a pty, and how
it ends. The process is ours and is given nothing but its terminal and a doorbell.
"""

from __future__ import annotations

import asyncio
import fcntl
import json
import logging
import os
import re
import shutil
import signal
import socket
import struct
import termios
from codecs import IncrementalDecoder, getincrementaldecoder
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from net import doorbell
from net.costs import household
from net.fork_server import ForkServer, Started
from net.guests import Guest
from net.lookalikes import look_alike
from net.security import Limiter
from net.text import BadName, name_of

if TYPE_CHECKING:
    from net.host import Host

log = logging.getLogger("moontui.visitors")

RESET = (
    b"\x1b[?1000l\x1b[?1003l\x1b[?1004l\x1b[?1006l\x1b[?1015l\x1b[?1016l\x1b[?2004l\x1b[?2048l"
    b"\x1b[<u\x1b[?1049l\x1b[?7h\x1b[?25h\x1b[0m"
)
"""Puts a terminal back as it was, after a process that could not: mouse, focus, paste, keys,
screen, wrapping, cursor, colors."""
THRIFT = {"MALLOC_ARENA_MAX": "1", "MALLOC_TRIM_THRESHOLD_": "131072", "MALLOC_TOP_PAD_": "65536"}
"""Makes glibc return what a visitor's process no longer needs: a MiB for each one at a table."""
PASSED_ON = ("COLORTERM", "NO_COLOR", "LANG")
"""What a visitor's terminal may say about itself, apart from its type."""
PLAIN = re.compile(r"[\w.@+:-]{1,64}", re.ASCII)
CHUNK = 64 * 1024
FOLDERS = 500
"""How many visitors' things are kept; those who have stayed away longest are forgotten first, and
those who hold a name last."""
NEW_NAMES = 20
"""How many names are kept from one address in an hour; more may be used, but are not kept."""


@dataclass(frozen=True, slots=True)
class Capacity:
    """What all visitors together may cost."""

    visitors: int = 32
    per_address: int = 8
    idle: float = 30 * 60.0
    """Seconds without a keystroke after which somebody at no table is asked to make room."""
    idle_at_table: float = 6 * 3600.0
    stalled: float = 10.0
    ending: float = 3.0
    """Seconds a process has to end by itself."""
    arrivals: int = 30
    """From one address in a minute."""


class Terminal(Protocol):
    """The visitor's end of a door."""

    def write(self, data: bytes) -> None: ...

    def hold(self, wait: bool) -> None:
        """Stop taking input from the visitor, or go on."""

    def close(self, sentence: str) -> None:
        """It is over; the sentence, if any, says why."""


class NoRoom(Exception):
    """Somebody cannot be let in; the text is a message key."""


class Visitors:
    """Everybody who is here with only a terminal."""

    def __init__(
        self,
        host: Host,
        command: Sequence[str],
        say: Callable[[str, str], str],
        capacity: Capacity | None = None,
        about: Callable[[], Mapping[str, Any]] = dict,
        forks: ForkServer | None = None,
    ) -> None:
        self.host = host
        self.command = tuple(command)
        """The command for a visitor's process; its last argument is the number of its doorbell."""
        self.say = say
        """A sentence by its message key and a visitor's language."""
        self.capacity = capacity or Capacity()
        self.about = about
        """What every visitor's process is told about the host: its address may change."""
        self.link: Callable[[], str] = str
        """What opens the door for browsers: those who came by it may show it around."""
        self.forks = forks
        """Makes their processes when it is ready; None: each is started from nothing."""
        if forks is not None:
            forks.attach()
        self.folder = host.data / "visitors"
        self.here: dict[int, Visitor] = {}
        clock = asyncio.get_running_loop().time
        self._arrivals = Limiter(self.capacity.arrivals, 60, clock)
        self._new_names = Limiter(NEW_NAMES, 3600, clock)
        self._number = 0
        host.keep(self._look_after())

    async def admit(
        self, guest: Guest, terminal: Terminal, size: tuple[int, int], told: Mapping[str, str]
    ) -> Visitor:
        """Start somebody's process. Raises `NoRoom`, or `OSError`."""
        if why := self.no_room(guest):
            raise NoRoom(why)
        for other in [other for other in self.here.values() if other.guest.key == guest.key]:
            other.end("taken_over")  # the same person's second terminal takes the seat over
        if self._number % 50 == 0:
            self._forget_old()
        self._number += 1
        visitor = Visitor(self, self._number, guest, terminal, language(told))
        self.here[visitor.number] = visitor
        try:
            await visitor.start(size, told)
        except OSError:
            del self.here[visitor.number]
            raise
        log.info("%s has come by %s from %s", guest.name or "somebody", guest.way, guest.address)
        return visitor

    def no_room(self, guest: Guest) -> str:
        """Why somebody cannot come in now: a message key, or empty."""
        if self.host.bans.includes(guest.address, guest.key):
            return "banned"
        others = [other for other in self.here.values() if other.guest.key != guest.key]
        if len(others) >= self.capacity.visitors:
            return "too_many_visitors"
        home = household(guest.address)
        near = sum(household(other.guest.address) == home for other in others)
        if near >= self.capacity.per_address:
            return "too_many_from_you"
        return "" if self._arrivals.allow(home) else "too_often"

    def claim(self, guest: Guest, wish: str) -> bool:
        """Whether a guest may have this name; the first to come keeps it."""
        try:
            name = name_of(wish)
        except BadName:
            return False
        book = self.host.book
        if guest.name:
            return name == guest.name
        if self.is_used(name, guest):
            return False
        if not book.is_free(name, guest.key):
            return False
        if guest.proven and self._new_names.allow(household(guest.address)):
            book.claim(guest.key, name)
        guest.name = name
        return True

    def is_used(self, name: str, guest: Guest) -> bool:
        """Whether somebody else is here under this name."""
        return any(
            look_alike(other.guest.name, name) and other.guest.key != guest.key
            for other in self.here.values()
        )

    def elsewhere(self) -> list[Visitor]:
        """Those who play at a table that has moved from here: their processes are still here."""
        return [visitor for visitor in self.here.values() if visitor.guest.followed]

    async def close(self, why: str = "host_stops") -> None:
        """Everybody goes home, and no process is left."""
        visitors = list(self.here.values())
        for visitor in visitors:
            visitor.end("stops_elsewhere" if visitor.guest.followed else why)
        await asyncio.gather(*(visitor.gone.wait() for visitor in visitors))
        if self.forks is not None:
            self.forks.detach()

    async def _look_after(self) -> None:
        while True:
            await asyncio.sleep(1.0)
            for visitor in list(self.here.values()):
                visitor.look_after()

    def _forget_old(self) -> None:
        """Clear away the folders of those who have stayed away longest."""
        here = {visitor.guest.id for visitor in self.here.values()}
        keys = self.host.book.entries
        named = {Guest(way, key, "").id for key in keys for way in ("ssh", "web")}
        with suppress(OSError):
            folders = [folder for folder in self.folder.glob("*") if folder.name not in here]
            folders.sort(key=lambda folder: (folder.name in named, folder.stat().st_mtime))
            for folder in folders[:-FOLDERS]:
                shutil.rmtree(folder)


@dataclass(slots=True, eq=False)
class Visitor:
    """One person, one terminal, one process."""

    visitors: Visitors
    number: int
    guest: Guest
    terminal: Terminal
    language: str = ""
    process: Started | None = None
    gone: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once the process has ended and was waited for."""
    heard: float = 0.0
    """When the last keystroke came."""
    _master: int = -1
    _bell: Any = None
    _typing: IncrementalDecoder = field(
        default_factory=lambda: getincrementaldecoder("utf-8")("ignore")
    )
    _waiting: deque[bytes] = field(default_factory=deque)
    """What was typed but not read yet."""
    _paused: float | None = None
    _ending: bool = False
    _why: str = ""

    # ── life ────────────────────────────────────────────────────────────────────────────────────

    async def start(self, size: tuple[int, int], told: Mapping[str, str]) -> None:
        self.heard = loop_time()  # however long it takes until there is something to type into
        folder = self.visitors.folder / self.guest.id
        for place in (folder.parent, folder):
            place.mkdir(mode=0o700, exist_ok=True)
        os.utime(folder)
        self._master, slave = os.openpty()
        self._bell, far = doorbell.pair()
        try:
            os.set_blocking(self._master, False)
            silence(slave)
            self.resize(*size)
            self._bell.send(json.dumps(self.introduction(told, folder)).encode())
            self.process = await self._process(slave, far, told, folder)
        except OSError:
            self._close_terminal()
            self._bell.close()
            self.gone.set()
            raise
        finally:
            os.close(slave)
            far.close()
        self.heard = loop_time()
        loop = asyncio.get_running_loop()
        loop.add_reader(self._bell, self._answer)
        self.visitors.host.keep(self._wait())
        if self._ending:  # nobody waits for it anymore
            self._signal(signal.SIGKILL)
        elif self._master >= 0:
            loop.add_reader(self._master, self._read)

    def introduction(self, told: Mapping[str, str], folder: Path) -> dict[str, Any]:
        """Who the visitor is, told before the process is there to listen."""
        about = {"name": self.guest.name, "number": self.number, "folder": str(folder)}
        link = self.visitors.link() if self.guest.way == "web" else ""
        shown = {"terminal": terminal_of(told), "link": link}
        return {**self.visitors.about(), **about, **shown}

    async def _process(
        self, slave: int, far: socket.socket, told: Mapping[str, str], folder: Path
    ) -> Started:
        """A process for the visitor: a copy of the one that has everything loaded, if there is one
        now. Raises `OSError`."""
        forks = self.visitors.forks
        if forks is not None and forks.ready:
            with suppress(ConnectionError):
                return await forks.fork(slave, far.fileno())
        return await asyncio.create_subprocess_exec(
            *self.visitors.command,
            str(far.fileno()),
            stdin=slave,
            stdout=slave,
            stderr=slave,
            pass_fds=(far.fileno(),),
            start_new_session=True,
            env=environment(told, folder),
            cwd=folder,
        )

    def end(self, why: str = "") -> None:
        """Say goodbye; a process that does not go is made to."""
        if self._ending:
            return
        self._ending, self._why = True, why
        if why:
            with suppress(OSError):
                self._bell.send(doorbell.BYE)
        else:  # nobody is there anymore: the terminal goes first
            self._close_terminal()
            self._signal(signal.SIGHUP)
        loop = asyncio.get_running_loop()
        loop.call_later(self.visitors.capacity.ending, self._signal, signal.SIGKILL)

    def _signal(self, number: signal.Signals) -> None:
        """Signal the process and whatever it may have started; they are a session of their own."""
        if self.process is not None and not self.gone.is_set():
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, number)

    async def _wait(self) -> None:
        assert self.process is not None
        try:
            await self.process.wait()
        except asyncio.CancelledError:  # the host ends, and nobody stays behind
            self._signal(signal.SIGKILL)
            raise
        finally:
            self.gone.set()
            self.visitors.here.pop(self.number, None)
            self._drain()
            self._close_terminal()
            asyncio.get_running_loop().remove_reader(self._bell)
            self._bell.close()
        why = self._why
        if self.process.returncode != 0:
            self.terminal.write(RESET)
        if self.process.returncode and not self._ending:
            why = why or "broke_off"
        self.terminal.close(self.visitors.say(why, self.language) if why else "")

    def _close_terminal(self) -> None:
        if self._master >= 0:
            loop = asyncio.get_running_loop()
            loop.remove_reader(self._master)
            loop.remove_writer(self._master)
            os.close(self._master)
            self._master = -1

    def look_after(self) -> None:
        """Let go of visitors who do not read, or who only take a place from others."""
        now, capacity = loop_time(), self.visitors.capacity
        if self._paused is not None and now - self._paused > capacity.stalled:
            self.end()
            return
        silent = now - self.heard
        if silent > capacity.idle and (silent > capacity.idle_at_table or not self.is_at_table()):
            self.end("idle")

    def is_at_table(self) -> bool:
        others = self.visitors.host.connections.by_peer.values()
        here = any(other.guest is self.guest and other.table for other in others)
        return here or self.guest.followed

    # ── the terminal ────────────────────────────────────────────────────────────────────────────

    def feed(self, data: bytes) -> None:
        """Something was typed. What is not UTF-8 is left out: the app would not survive it."""
        self.heard = loop_time()
        if self._master >= 0 and (typed := self._typing.decode(data).encode()):
            self._waiting.append(typed)
            self._write()

    def _write(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            try:
                written = os.write(self._master, self._waiting[0])
            except BlockingIOError:
                loop.add_writer(self._master, self._write)
                self.terminal.hold(True)
                return
            except OSError:
                self._waiting.clear()
                break
            rest = self._waiting.popleft()[written:]
            if rest:
                self._waiting.appendleft(rest)
        if loop.remove_writer(self._master):
            self.terminal.hold(False)

    def _read(self) -> None:
        try:
            data = os.read(self._master, CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self.terminal.write(data)
        else:
            asyncio.get_running_loop().remove_reader(self._master)

    def _drain(self) -> None:
        """Show a process's last words."""
        with suppress(OSError):
            while self._master >= 0 and (data := os.read(self._master, CHUNK)):
                self.terminal.write(data)

    def resize(self, width: int, height: int) -> None:
        if self._master >= 0:
            rows, columns = min(max(height, 1), 300), min(max(width, 1), 1000)
            size = struct.pack("HHHH", rows, columns, 0, 0)
            fcntl.ioctl(self._master, termios.TIOCSWINSZ, size)

    def pause(self) -> None:
        """The visitor does not read, so the process is not heard either."""
        if self._master >= 0 and self._paused is None:
            self._paused = loop_time()
            asyncio.get_running_loop().remove_reader(self._master)

    def resume(self) -> None:
        if self._paused is not None:
            self._paused = None
            if self._master >= 0:
                asyncio.get_running_loop().add_reader(self._master, self._read)

    # ── the doorbell ────────────────────────────────────────────────────────────────────────────

    def _answer(self) -> None:
        visitors, guest = self.visitors, self.guest
        there = doorbell.serve(
            self._bell,
            lambda: visitors.host.dial(guest),
            lambda name: visitors.claim(guest, name),
        )
        if not there:
            asyncio.get_running_loop().remove_reader(self._bell)


def environment(told: Mapping[str, str], folder: Path) -> dict[str, str]:
    """All that a visitor's process knows of the world: how to show things, and where to find its
    own program."""
    ours = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    return {
        **ours,
        **terminal_of(told),
        **THRIFT,
        "HOME": str(folder),
        "PYTHONUTF8": "1",
        "PYTHONSAFEPATH": "1",
    }


def terminal_of(told: Mapping[str, str]) -> dict[str, str]:
    """What a visitor's terminal says about itself, as far as it makes sense."""
    term = told.get("TERM", "")
    shown = {name: told[name] for name in PASSED_ON if PLAIN.fullmatch(told.get(name, ""))}
    shown["TERM"] = term if PLAIN.fullmatch(term) else "xterm"
    shown.setdefault("LANG", os.environ.get("LANG", "C.UTF-8"))
    return shown


def silence(slave: int) -> None:
    """Keep a terminal from showing what is typed or turning it into signals: until the app runs,
    nobody would know what to do with them."""
    modes = termios.tcgetattr(slave)
    modes[3] &= ~(termios.ECHO | termios.ICANON | termios.ISIG | termios.IEXTEN)
    termios.tcsetattr(slave, termios.TCSANOW, modes)


def language(told: Mapping[str, str]) -> str:
    return told.get("LANG", "")[:2]


def loop_time() -> float:
    return asyncio.get_running_loop().time()
