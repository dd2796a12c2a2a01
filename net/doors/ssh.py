"""The SSH door: `ssh -p 2222 ada@host` shows the app, with nothing installed.

Visitors with a key are known by its fingerprint, and keep the name of their first visit. Visitors
without one are guests, known by name and address. SSH offers nothing else here: no commands, no
files, no forwarding.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import asyncssh

from engine.games import GAMES
from net.costs import first_to_go, household
from net.doors.guesses import Guesses
from net.doors.ssh_terminal import SshSession
from net.guests import Guest
from net.reading import read_small
from net.security import Limiter, hash_password, new_token, private_file
from net.text import BadName, name_of
from net.visitors import Visitors

logging.getLogger("asyncssh").setLevel(logging.WARNING)

ANYBODY = ("play", "guest", "moontui", "moon", *GAMES)
"""Accounts that do not count as names: such visitors choose one in the app."""
LOGIN = 20.0
KEEP_ALIVE, MISSED = 15.0, 3
TRIES = 6
"""Passwords on one connection."""
KEYS_SHOWN = 24
"""Keys that a connection may offer; an agent can hold many."""
STRANGERS = 32
STRANGERS_PER_ADDRESS = 8
"""Connections on top of those of visitors."""
CALLS = 60
"""Connections from one address in a minute; each of them costs a handshake."""
TURNED_AWAY, TURNED_AWAY_A_MINUTE = 8, 30
"""How many of those over the limit are told so, which takes a handshake too."""


class SshDoor:
    """Listens for SSH clients."""

    def __init__(self, visitors: Visitors, password: str = "") -> None:
        self.visitors = visitors
        self.password = hash_password(password) if password else ""
        """The password for those who are not known yet; empty: none is needed."""
        self.guesses = Guesses(asyncio.get_running_loop().time)
        self.checked = 0
        """How many passwords were checked."""
        self.callers: dict[Caller, None] = {}
        """In the order they came."""
        self.turned_away: set[Caller] = set()
        """Those who are being told that there is no room."""
        clock = asyncio.get_running_loop().time
        self.calls = Limiter(CALLS, 60, clock)
        self.refusals = Limiter(TURNED_AWAY_A_MINUTE, 60, clock)
        self.port = 0
        self.fingerprint = ""
        """What clients are shown on their first visit."""
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
            compression_algs=None,  # a few bytes could become as many millions
            gss_host=None,
        )
        self.port = self._server.get_port()
        return self.port

    async def close(self) -> None:
        """Let nobody else in, and close every connection. Visitors have left already."""
        if self._server is not None:
            self._server.close()
            for caller in [*self.callers, *self.turned_away]:
                caller.connection.disconnect(asyncssh.DISC_BY_APPLICATION, self.say("host_stops"))
            with suppress(TimeoutError):
                async with asyncio.timeout(2):
                    await self._server.wait_closed()

    def say(self, key: str, language: str = "") -> str:
        return self.visitors.say(key, language)

    def no_room(self, address: str) -> str:
        """Why there is no room for one more connection: a message key, or empty. As many
        as there may be visitors are allowed, and a few more for those just logging in; of these,
        the oldest of the biggest crowd has to go for others."""
        capacity, home = self.visitors.capacity, household(address)
        near = [caller for caller in self.callers if household(caller.address) == home]
        most = capacity.per_address + STRANGERS_PER_ADDRESS
        if len(near) >= most and not self.let_go(near):
            return "too_many_from_you"
        if not self.calls.allow(home):
            return "too_often"
        full = len(self.callers) >= capacity.visitors + STRANGERS
        return "too_many_visitors" if full and not self.let_go(list(self.callers)) else ""

    def let_go(self, callers: list[Caller]) -> bool:
        """Make room; False: everybody here has come to stay."""
        strangers = [caller for caller in callers if caller.session is None]
        if strangers:
            first = first_to_go(strangers, lambda caller: household(caller.address))
            del self.callers[first]
            first.connection.abort()
        return bool(strangers)

    async def knows_password(self, address: str, account: str, password: str) -> bool | None:
        """Whether it is the password; None: too many were tried, and it was not checked."""
        if not self.guesses.allow(household(address), account):
            return None
        self.checked += 1
        return await self.visitors.host.admission.is_right(password, self.password)


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
        """The key shown last."""
        self.is_guest = False
        """Whether they were let in without a key."""
        self.no_room = ""
        """Why they cannot stay: a message key, or empty."""
        self.session: SshSession | None = None
        """What was asked for last on this connection."""

    # ── the connection ──────────────────────────────────────────────────────────────────────────

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self.connection = conn
        peer = conn.get_extra_info("peername") or ("?",)
        self.address = str(peer[0]).removeprefix("::ffff:")
        self.no_room = self.door.no_room(self.address)
        if not self.no_room:
            self.door.callers[self] = None
        elif len(self.door.turned_away) < TURNED_AWAY and self.door.refusals.allow(""):
            self.door.turned_away.add(self)
        else:
            conn.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.callers.pop(self, None)
        self.door.turned_away.discard(self)

    # ── who it is ───────────────────────────────────────────────────────────────────────────────

    @property
    def name(self) -> str:
        """The name they wish for; empty: none yet."""
        try:
            return "" if self.account.casefold() in ANYBODY else name_of(self.account)
        except BadName:
            return ""

    def begin_auth(self, username: str) -> bool:
        self.account = username
        if self.no_room:
            self.turn_away(self.no_room)
        elif self.door.visitors.host.bans.includes(self.address):
            self.turn_away("banned")
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Any key may come in, but not under a name that another key holds."""
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
        """Nobody is asked for a password that could not let them in."""
        return bool(self.door.password) and not self.is_somebody_elses_name

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

    @property
    def is_somebody_elses_name(self) -> bool:
        """Whether the name they wish for is held by a key, which they have not shown."""
        return bool(self.name and self.door.visitors.host.book.holder(self.name))

    def guest_may_be_called_so(self) -> bool:
        if self.is_somebody_elses_name:
            self.tell("name_reserved")
            return False
        return True

    def auth_completed(self) -> None:
        self.expect_a_wish()

    def expect_a_wish(self) -> None:
        """A connection that wants nothing, or nothing more, only takes a place from others."""
        asyncio.get_running_loop().call_later(LOGIN, self.look_after)

    def look_after(self) -> None:
        wants = self.session is not None and self.session.wants and not self.session.over
        if not wants and self in self.door.callers:
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
        """Whether a key that was never here before has come to a host that asks for a password."""
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
        if self.session is not None and not self.session.over:
            return False
        self.session = SshSession(self)
        return self.session


def host_key(path: Path) -> asyncssh.SSHKey:
    """The key by which clients know this host, made on the first start. Raises `ValueError`."""
    if not path.exists():
        key = asyncssh.generate_private_key("ssh-ed25519", "moontui")
        private_file(path, key.export_private_key())
    try:
        return asyncssh.import_private_key(read_small(path))
    except (OSError, asyncssh.KeyImportError) as error:
        raise ValueError(
            f"The SSH key of this host in {path} is damaged; remove the file and a new one is "
            "made, which friends are then asked to trust."
        ) from error
