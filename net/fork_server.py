"""A fork server: a clean process with everything loaded, of which each visitor's process is a copy.

It is started like any other program, never forked from a host, and knows nobody: a request is two
descriptors, a terminal and a doorbell, and only the copy listens to that bell. So nothing of one
visitor can be in the memory of another. Whoever comes while there is none gets a process started
from nothing, which takes longer and is the same otherwise.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn, Protocol, TextIO, cast

log = logging.getLogger("moontui.visitors")

READY, FORK, BORN, DIED, NONE = b"ready", b"fork", b"born", b"died", b"none"
MOST = 64
PATIENCE = 2.0
"""Seconds it has to end by itself."""
POOL, STEP, SMALLEST, LARGEST = 16 * 1024, 16, 48, 512
"""How Python sets aside memory for small things: pools of pieces of one size."""
OVERHEAD = 33
"""What bytes take besides themselves."""
MANY = 400_000
"""More pieces than are ever free: where Python does it otherwise, this is the end of it."""


class Started(Protocol):
    """A visitor's process, however it came to be."""

    @property
    def pid(self) -> int: ...

    @property
    def returncode(self) -> int | None: ...

    async def wait(self) -> Any: ...


@dataclass(slots=True, eq=False)
class Copy:
    """A process that is a copy of the fork server, which says when and how it has ended."""

    pid: int
    handle: int
    """By which its end is noticed when the server is gone; -1: it had ended before it was known."""
    returncode: int | None = None
    """None after it has ended: nobody can say how."""
    _over: asyncio.Event = field(default_factory=asyncio.Event)

    async def wait(self) -> None:
        await self._over.wait()

    def end(self, code: int | None = None) -> None:
        self.returncode = code
        if self.handle >= 0:
            os.close(self.handle)
        self._over.set()

    def watch(self, living: dict[int, Copy]) -> None:
        """Watch for its end without the server's help."""
        loop = asyncio.get_running_loop()

        def notice() -> None:
            if self.handle >= 0:
                loop.remove_reader(self.handle)
            living.pop(self.pid, None)
            self.end()

        if self.handle >= 0:
            loop.add_reader(self.handle, notice)
        else:
            loop.call_soon(notice)


class ForkServer:
    """A host's end of the line to its fork server."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self.command = tuple(command)
        """The command that starts it; its last argument is the number of its end of the line."""
        self.environment = dict(environment)
        self.ready = False
        """Whether it can be asked for copies."""
        self.process: subprocess.Popen[bytes] | None = None
        self.copies: dict[int, Copy] = {}
        """Those that are alive, by the numbers of their processes."""
        self._line: socket.socket | None = None
        self._asked: deque[asyncio.Future[Copy]] = deque()

    def start(self) -> None:
        """Start the server; it takes a moment to be ready. Without one, nothing is amiss."""
        near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        near.setblocking(False)
        try:
            self.process = subprocess.Popen(
                [*self.command, str(far.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(far.fileno(),),
                start_new_session=True,
                env=self.environment,
                cwd="/",
            )
        except OSError as error:
            log.warning("no fork server: %s", error)
            near.close()
            return
        finally:
            far.close()
        self._line = near

    def attach(self) -> None:
        """Listen to the server, from now on, in the loop that runs."""
        if self._line is not None:
            asyncio.get_running_loop().add_reader(self._line, self._hear)

    def detach(self) -> None:
        """Listen no more; it stays as it is for another loop."""
        if self._line is not None:
            asyncio.get_running_loop().remove_reader(self._line)

    async def fork(self, terminal: int, bell: int) -> Copy:
        """A copy that has these two descriptors and no other. Raises `OSError`."""
        if not self.ready or self._line is None:
            raise ConnectionError("there is no fork server")
        socket.send_fds(self._line, [FORK], [terminal, bell])
        born: asyncio.Future[Copy] = asyncio.get_running_loop().create_future()
        self._asked.append(born)
        return await born

    def close(self) -> None:
        """End the server; copies end by themselves."""
        if self._line is not None:
            with suppress(RuntimeError):  # no loop runs, so none listens
                self.detach()
            self._line.close()
            self._line = None
        self.ready = False
        if self.process is not None:
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.process = None

    def _hear(self) -> None:
        assert self._line is not None
        try:
            word, *numbers = self._line.recv(MOST).split() or [b""]
        except BlockingIOError:
            return
        except OSError:
            word, numbers = b"", []
        if word == READY:
            self.ready = True
        elif word == BORN:
            self._born(int(numbers[0]))
        elif word == NONE:
            self._refuse(OSError("no room for another process"))
        elif word == DIED:
            copy = self.copies.pop(int(numbers[0]), None)
            if copy is not None:
                copy.end(int(numbers[1]))
        else:
            self._lost()

    def _born(self, pid: int) -> None:
        try:
            handle = os.pidfd_open(pid)
        except OSError:  # it lived so briefly that the next word is of its end
            handle = -1
        self.copies[pid] = Copy(pid, handle)
        born = self._asked.popleft()
        if born.cancelled():  # nobody waits for it anymore
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        else:
            born.set_result(self.copies[pid])

    def _refuse(self, why: OSError) -> None:
        """There will be no copy for whoever asked first, if anybody still waits for it."""
        born = self._asked.popleft()
        if not born.cancelled():
            born.set_exception(why)

    def _lost(self) -> None:
        """The server has died. Its copies live on, and another one takes its place."""
        worked = self.ready
        for copy in self.copies.values():
            copy.watch(self.copies)
        self.close()
        while self._asked:
            self._refuse(ConnectionError("the fork server has died"))
        log.warning("the fork server has died%s", ", another one starts" if worked else "")
        if worked:
            self.start()
            self.attach()


def is_possible() -> bool:
    """Whether processes can be copied here, and their ends be noticed."""
    try:
        os.close(os.pidfd_open(os.getpid()))
    except (AttributeError, OSError):  # only Linux has it, and not every Linux
        return False
    return True


# ── the other end ───────────────────────────────────────────────────────────────────────────────


def serve(line: socket.socket, visit: Callable[[int], int]) -> None:
    """Make a copy for each request, and say how each ends, until the host is gone. In a copy,
    `visit` is given a doorbell, and its result is how the process ends."""
    woken, wake = socket.socketpair()
    for end in (woken, wake):
        end.setblocking(False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake.fileno(), warn_on_full_buffer=False)
    gc.collect()
    taken = fill_holes()
    gc.freeze()  # so that no collection writes to pages that are shared with the copies
    log.debug("%d holes are filled", len(taken))
    line.send(READY)
    while True:
        heard = select.select([line, woken], [], [])[0]
        if woken in heard:
            woken.recv(4096)
            tell_ends(line)
        if line in heard:
            asked, handles, _, _ = socket.recv_fds(line, MOST, 2)
            if not asked:
                return
            make_copy(line, handles, visit, (line, woken, wake))


def fill_holes() -> list[bytes]:
    """Take every small piece of memory that is free between others. What a copy puts there would
    make it copy the page around it; now new things come to lie side by side, on pages of their own.
    """
    taken: list[bytes] = [b""] * MANY
    at = 0
    for size in range(SMALLEST, LARGEST + 1, STEP):
        row = last = 0
        while row < POOL // size - 2 and at < MANY:  # a whole pool in a row was not there before
            taken[at] = bytes(size - OVERHEAD)
            row = row + 1 if id(taken[at]) == last + size else 0
            last = id(taken[at])
            at += 1
    del taken[at:]
    return taken


def make_copy(
    line: socket.socket,
    handles: list[int],
    visit: Callable[[int], int],
    ours: Sequence[socket.socket],
) -> None:
    if len([*Path("/proc/self/task").iterdir()]) > 1 or threading.active_count() > 1:
        raise RuntimeError("another thread runs, and a copy of this would be broken")
    try:
        pid = os.fork()
    except OSError:
        line.send(NONE)
        pid = -1
    if pid == 0:
        for end in ours:
            end.close()
        be_a_copy(handles[0], handles[1], visit)
    for handle in handles:
        os.close(handle)
    if pid > 0:
        line.send(b"%b %d" % (BORN, pid))


def tell_ends(line: socket.socket) -> None:
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            pid, status = ended
            line.send(b"%b %d %d" % (DIED, pid, os.waitstatus_to_exitcode(status)))


def be_a_copy(terminal: int, bell: int, visit: Callable[[int], int]) -> NoReturn:
    """Become what a process started from nothing would be, and never return."""
    code, streams = 1, list[TextIO]()
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.setsid()
        for number in (0, 1, 2):
            os.dup2(terminal, number)
        os.close(terminal)
        streams = take_terminal()
        code = visit(bell)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        for stream in streams:
            with suppress(Exception):
                stream.flush()
        os._exit(code)


def take_terminal() -> list[TextIO]:
    """Read from and write to the terminal, as Python sets it up when it starts with one."""
    streams: list[TextIO] = []
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        errors = "backslashreplace" if number == 2 else "surrogateescape"
        stream = cast("TextIO", open(number, mode, 1, errors=errors, closefd=False))  # noqa: SIM115
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
        streams.append(stream)
    return streams
