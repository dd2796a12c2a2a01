"""The SSH door: `ssh -p 2222 ada@host` shows the app, with nothing installed.

Who comes with a key is known by its fingerprint, and keeps the name of the first visit. Who comes
without one is a guest, known by name and address. Nothing else of SSH is to be had here: no
command, no file, no forwarding.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncssh

from engine.games import GAMES
from net.guests import Guest
from net.security import Limiter, check_password, hash_password, new_token, private_file
from net.text import BadName, name_of
from net.visitors import NoRoom, Visitor, Visitors

log = logging.getLogger("moontui.ssh")
logging.getLogger("asyncssh").setLevel(logging.WARNING)

ANYBODY = ("play", "guest", "moontui", "moon", *GAMES)
"""Accounts that are no names: who comes so chooses one in the app."""
LOGIN = 20.0
KEEP_ALIVE, MISSED = 15.0, 3
TRIES = 6
"""Passwords on one connection."""
KEYS_SHOWN = 24
"""Keys that a connection may offer; an agent can hold many."""
A_MINUTE = 10
"""Passwords from one address or for one account that are looked at in a minute."""
A_MINUTE_IN_ALL = 60
STRANGERS = 32
STRANGERS_PER_ADDRESS = 8
"""Connections beside those of visitors."""


@dataclass(slots=True)
class Guesses:
    """How many passwords are looked at: a guess over the limit costs nothing."""

    clock: Any
    by_address: Limiter = field(init=False)
    by_account: Limiter = field(init=False)
    in_all: Limiter = field(init=False)

    def __post_init__(self) -> None:
        self.by_address = Limiter(A_MINUTE, 60, self.clock)
        self.by_account = Limiter(A_MINUTE, 60, self.clock)
        self.in_all = Limiter(A_MINUTE_IN_ALL, 60, self.clock)

    def allow(self, address: str, account: str) -> bool:
        return (
            self.by_address.allow(address)
            and self.by_account.allow(account.casefold())
            and self.in_all.allow("")
        )


class SshDoor:
    """Listens for SSH clients."""

    def __init__(self, visitors: Visitors, password: str = "") -> None:
        self.visitors = visitors
        self.password = hash_password(password) if password else ""
        """What who is not known yet must know; empty: nothing."""
        self.guesses = Guesses(asyncio.get_running_loop().time)
        self.checked = 0
        """How many passwords were looked at."""
        self.callers: set[Caller] = set()
        self.port = 0
        self.fingerprint = ""
        """What clients are shown at their first visit."""
        self._server: asyncssh.SSHAcceptor | None = None

    async def open(self, bind: str = "", port: int = 0) -> int:
        """Listen; returns the port. Raises `OSError`, or `ValueError` if the key is damaged."""
        key = host_key(self.visitors.host.data / "ssh" / "host_key")
        self.fingerprint = key.get_fingerprint()
        self._server = await asyncssh.listen(
            bind or None,
            port,
            server_factory=lambda: Caller(self),
            server_host_keys=[key],
            server_version="moontui",
            login_timeout=LOGIN,
            keepalive_interval=KEEP_ALIVE,
            keepalive_count_max=MISSED,
            encoding=None,
            line_editor=False,
            allow_scp=False,
            agent_forwarding=False,
            x11_forwarding=False,
            gss_host=None,
        )
        self.port = self._server.get_port()
        return self.port

    async def close(self) -> None:
        """Nobody else comes in, and every connection is closed. Visitors have gone before."""
        if self._server is not None:
            self._server.close()
            for caller in list(self.callers):
                caller.connection.disconnect(asyncssh.DISC_BY_APPLICATION, self.say("host_stops"))
            with suppress(TimeoutError):
                await asyncio.wait_for(self._server.wait_closed(), 2)

    def say(self, key: str, language: str = "") -> str:
        return self.visitors.say(key, language)

    def is_crowded(self, address: str) -> bool:
        """Whether there are more connections than visitors and a few who log in just now."""
        room = self.visitors.room
        near = sum(caller.address == address for caller in self.callers)
        return (
            len(self.callers) > room.visitors + STRANGERS
            or near > room.per_address + STRANGERS_PER_ADDRESS
        )

    async def knows_password(self, address: str, account: str, password: str) -> bool | None:
        """Whether it is the password; None: too many were tried, and nobody has looked."""
        if not self.guesses.allow(address, account):
            return None
        self.checked += 1
        loop, doorman = asyncio.get_running_loop(), self.visitors.host.door.doorman
        return await loop.run_in_executor(doorman, check_password, password, self.password)


class Caller(asyncssh.SSHServer):
    """One connection: who it is, and whether they may come in."""

    def __init__(self, door: SshDoor) -> None:
        self.door = door
        self.connection: asyncssh.SSHServerConnection
        self.address = ""
        self.account = ""
        self.tries = 0
        self.keys_shown = 0
        self.told: set[str] = set()
        self.key = ""
        """The key that was shown last."""
        self.is_guest = False
        """Whether they were let in without a key."""
        self.has_terminal = False

    # ── the connection ──────────────────────────────────────────────────────────────────────────

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self.connection = conn
        peer = conn.get_extra_info("peername") or ("?",)
        self.address = str(peer[0]).removeprefix("::ffff:")
        self.door.callers.add(self)
        if self.door.is_crowded(self.address):
            conn.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.callers.discard(self)

    # ── who it is ───────────────────────────────────────────────────────────────────────────────

    @property
    def name(self) -> str:
        """The name that is wished for; empty: none yet."""
        try:
            return "" if self.account.casefold() in ANYBODY else name_of(self.account)
        except BadName:
            return ""

    def begin_auth(self, username: str) -> bool:
        self.account = username
        if self.door.visitors.host.bans.includes(self.address):
            self.turn_away("banned")
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Any key may come in, but not under a name that another one holds."""
        self.keys_shown += 1
        if self.keys_shown > KEYS_SHOWN:
            self.turn_away("too_many_tries")
            return False
        shown, host = key.get_fingerprint(), self.door.visitors.host
        if host.bans.includes(shown):
            self.tell("banned")
            return False
        if self.name and not host.book.is_free(self.name, shown):
            return False
        self.key = shown
        return True

    def kbdint_auth_supported(self) -> bool:
        return True

    def password_auth_supported(self) -> bool:
        return bool(self.door.password)

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> Any:
        if not self.guest_may_be_called_so():
            self.tries += 1
            if self.tries > TRIES:
                self.turn_away("too_many_tries")
            return False
        prompts = [(self.door.say("password_prompt"), False)] if self.door.password else []
        return "", "", "", prompts

    async def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        if not self.door.password:
            self.is_guest = True
            return True
        return await self.validate_password(username, responses[0] if responses else "")

    async def validate_password(self, username: str, password: str) -> bool:
        self.tries += 1
        if self.tries > TRIES:
            self.turn_away("too_many_tries")
            return False
        if not self.guest_may_be_called_so():
            return False
        right = await self.door.knows_password(self.address, username, password)
        if right is None:
            self.tell("too_many_guesses")
        self.is_guest = bool(right)
        return self.is_guest

    def guest_may_be_called_so(self) -> bool:
        if self.name and self.door.visitors.host.book.holder(self.name):
            self.tell("name_reserved")
            return False
        return True

    def auth_completed(self) -> None:
        asyncio.get_running_loop().call_later(LOGIN, self.expect_terminal)

    def expect_terminal(self) -> None:
        """Who logs in and wants nothing only keeps a place from others."""
        if not self.has_terminal and self in self.door.callers:
            self.turn_away("no_commands")

    def guest(self) -> Guest:
        """Who has logged in."""
        book = self.door.visitors.host.book
        if not self.is_guest:
            guest = Guest("ssh", self.key, self.address, book.name_of(self.key))
        else:
            # Without a key a name is as good as the address it comes from, and no better.
            known_by = f"{self.name} {self.address}" if self.name else new_token()
            guest = Guest("ssh", f"guest {known_by}", self.address, proven=False)
        return guest

    @property
    def needs_password(self) -> bool:
        """Whether a key has come that was never here, to a host that asks for a password."""
        known = self.door.visitors.host.book.name_of(self.key)
        return bool(self.door.password) and not self.is_guest and not known

    def tell(self, key: str) -> None:
        """Say why something is refused, once."""
        if key not in self.told:
            self.told.add(key)
            with suppress(OSError):
                self.connection.send_auth_banner(self.door.say(key) + "\r\n")

    def turn_away(self, key: str) -> None:
        self.connection.disconnect(asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, self.door.say(key))

    # ── what they want ──────────────────────────────────────────────────────────────────────────

    def session_requested(self) -> Any:
        if self.has_terminal:
            return False
        self.has_terminal = True
        return Session(self)


class Session(asyncssh.SSHServerSession[bytes]):
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
        """What is typed before the app is there."""

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
        self.wants = "command"  # which it gets a sentence for, and nothing else
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
        """Ask for what has to be asked, and start the app."""
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
        """A key that was never here needs the password, this once."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LOGIN * 2):
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
        """A line that is typed and not shown."""
        line = b""
        while not line.endswith((b"\r", b"\n")) and len(line) < 1000:
            line += await self.typed.get()
            if b"\x03" in line or b"\x04" in line:
                raise TimeoutError
        return line.decode("utf-8", "replace").rstrip("\r\n")

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
        self.caller.has_terminal = False
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
            self.channel.exit(0)


def host_key(path: Path) -> asyncssh.SSHKey:
    """The key by which clients know this host, made at the first start. Raises `ValueError`."""
    if not path.exists():
        key = asyncssh.generate_private_key("ssh-ed25519", "moontui")
        private_file(path, key.export_private_key())
    try:
        return asyncssh.read_private_key(path)
    except (OSError, asyncssh.KeyImportError) as error:
        raise ValueError(
            f"The SSH key of this host in {path} is damaged; remove the file and a new one is "
            "made, which friends are then asked to trust."
        ) from error
