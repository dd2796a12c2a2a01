"""A terminal at the other end of an SSH connection: what it asks for, shows and types."""

from __future__ import annotations

import asyncio
import logging
from codecs import getincrementaldecoder
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import asyncssh

from net.visitors import NoRoom, Visitor

if TYPE_CHECKING:
    from net.doors.ssh import Caller

log = logging.getLogger("moontui.ssh")

TO_KNOW = 40.0
"""Seconds to type a password in."""


class SshSession(asyncssh.SSHServerSession[bytes]):
    """One terminal at the other end of a connection."""

    def __init__(self, caller: Caller) -> None:
        self.caller = caller
        self.door = caller.door
        self.channel: asyncssh.SSHServerChannel[bytes]
        self.visitor: Visitor | None = None
        self.wants = ""
        self.over = False
        self.has_pty = False
        self.size = (80, 24)
        self.typed: asyncio.Queue[bytes] = asyncio.Queue(64)
        """What is typed before the app is running."""

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self.channel = chan

    def pty_requested(self, term_type: Any, term_size: Any, term_modes: Any) -> bool:
        self.has_pty = True
        self.size = (term_size[0] or 80, term_size[1] or 24)
        return True

    def shell_requested(self) -> bool:
        self.wants = "shell"
        return True

    def exec_requested(self, command: str) -> bool:
        self.wants = "command"  # which gets a sentence, and nothing else
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        return False

    def session_started(self) -> None:
        if self.wants != "shell":
            self.refuse("no_commands")
        elif not self.has_pty:
            self.refuse("no_pty")
        else:
            self.door.visitors.host.keep(self.come_in())

    async def come_in(self) -> None:
        """Ask what has to be asked, and start the app."""
        caller, visitors = self.caller, self.door.visitors
        if caller.needs_password and not await self.knows_password():
            return
        guest = caller.guest()
        if not guest.name and caller.name and not visitors.claim(guest, caller.name):
            self.refuse("name_used")
            return
        told = {**self.told(), "TERM": str(self.channel.get_terminal_type() or "")}
        try:
            visitor = await visitors.admit(guest, self, self.size, told)
        except NoRoom as error:
            self.refuse(str(error))
            return
        except OSError as error:
            log.error("no process could be started: %s", error)
            self.refuse("no_process")
            return
        self.visitor = visitor
        if self.over:
            visitor.end()
        visitor.resize(*self.size)
        while not self.typed.empty():
            visitor.feed(self.typed.get_nowait())

    async def knows_password(self) -> bool:
        """A key that was never here before needs the password, this once."""
        with suppress(TimeoutError):
            async with asyncio.timeout(TO_KNOW):
                for _ in range(3):
                    self.write(self.door.say("password_prompt", self.language).encode())
                    line = await self.line()
                    self.write(b"\r\n")
                    right = await self.door.knows_password(
                        self.caller.address, self.caller.account, line
                    )
                    if right:
                        return True
                    if right is None:
                        self.refuse("too_many_guesses")
                        return False
        self.refuse("wrong_password")
        return False

    async def line(self) -> str:
        """A line that is typed but not shown."""
        line, decoder = "", getincrementaldecoder("utf-8")("replace")
        while len(line) < 1000:
            for sign in decoder.decode(await self.typed.get()):
                match sign:
                    case "\r" | "\n":
                        return line
                    case "\x03" | "\x04":
                        raise TimeoutError
                    case "\x7f" | "\b":
                        line = line[:-1]
                    case _:
                        line += sign
        return line

    def told(self) -> dict[str, str]:
        """What the client says about its terminal."""
        return {str(key): str(value) for key, value in self.channel.get_environment().items()}

    @property
    def language(self) -> str:
        return self.told().get("LANG", "")[:2]

    def refuse(self, key: str) -> None:
        """Say one sentence, and close."""
        if not self.over:
            self.over = True
            with suppress(OSError):  # it may be closing from the other side
                self.channel.write_stderr(self.door.say(key, self.language).encode() + b"\r\n")
                self.channel.exit(1)

    # ── the terminal ────────────────────────────────────────────────────────────────────────────

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        if self.visitor is not None:
            self.visitor.feed(data)
        elif not self.typed.full():
            self.typed.put_nowait(data)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self.size = (width or 80, height or 24)
        if self.visitor is not None:
            self.visitor.resize(*self.size)

    def eof_received(self) -> bool:
        return False

    def pause_writing(self) -> None:
        if self.visitor is not None:
            self.visitor.pause()

    def resume_writing(self) -> None:
        if self.visitor is not None:
            self.visitor.resume()

    def connection_lost(self, exc: Exception | None) -> None:
        self.over = True
        self.caller.expect_a_wish()
        if self.visitor is not None:
            self.visitor.end()

    def write(self, data: bytes) -> None:
        if not self.over and not self.channel.is_closing():
            self.channel.write(data)

    def hold(self, wait: bool) -> None:
        if not self.over:
            (self.channel.pause_reading if wait else self.channel.resume_reading)()

    def close(self, sentence: str) -> None:
        if sentence:
            self.write(sentence.encode() + b"\r\n")
        if not self.over:
            self.over = True
            with suppress(OSError):
                self.channel.exit(0)
