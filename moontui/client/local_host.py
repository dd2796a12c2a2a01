"""A host and how people reach it: from this process, by an address, or through the LAN."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from engine.games import GAMES
from moontui.client.place import Place
from net.invites import BadInvite, Invite, short_code
from net.messages import VERSION
from net.security import FolderInUse

if TYPE_CHECKING:  # hosting and the LAN are imported when needed, so that the app starts sooner
    import ssl

    from net.host import Host
    from net.lan.announcement import Announcement
    from net.lan.announcer import Announcer
    from net.limits import Limits
    from net.security import Identity


class NoFolder(OSError):
    """The folder of the games cannot be used; it says why."""


class LocalHost:
    """The tables of this process."""

    def __init__(self, name: str, data: Path, limits: Limits | None = None) -> None:
        self.name = name
        self.data = data
        self.limits = limits
        self.host: Host | None = None
        self.port = 0
        self.told_port = 0
        """The port that others are told, which may be that of a machine in front of this one."""
        self._place = ""
        """Where others find it, if that is a place of its own; empty: wherever this machine is."""
        self.pin = b""
        self.trouble = ""
        """Why the LAN does not hear of it; empty: it does, or need not."""
        self._announcing: asyncio.Task[None] | None = None
        self._borrowed: TemporaryDirectory[str] | None = None

    @property
    def code(self) -> str:
        """What identifies this host when read out."""
        return short_code(self.pin) if self.pin else ""

    @property
    def address(self) -> str:
        """Where others find it now: a machine's address may change in the middle of an evening."""
        if self._place or self.host is None:
            return self._place
        from net.addresses import local_addresses

        return next(iter(local_addresses()), "127.0.0.1")

    @property
    def invitation(self) -> str:
        with suppress(BadInvite):  # known by its name only
            return Invite(self.address, self.told_port, self.pin, private=False).encode()
        return str(Place(self.address, self.told_port))

    # ── doors ───────────────────────────────────────────────────────────────────────────────────

    async def open_here(self) -> Host:
        """Open for this process alone. While another process has the folder, the games go into a
        temporary one."""
        if self.host is None:
            try:
                self.host = self._opened(self.data, None)
            except FolderInUse:
                self._borrowed = TemporaryDirectory(prefix="moontui-")
                self.host = self._opened(Path(self._borrowed.name), None)
        return self.host

    async def open(self, bind: str = "", port: int = 0, tls: bool = True) -> Host:
        """Open for everybody. Raises `FolderInUse`, `NoFolder`, or `OSError` if the port is not
        available."""
        from net.security import load_or_make, server_context

        assert self.host is None, "it is open already"
        try:
            identity = load_or_make(self.data) if tls else None
            context = server_context(identity) if identity is not None else None
            self.host = host = self._opened(self.data, context, identity)
        except FolderInUse:
            raise
        except OSError as error:
            raise NoFolder(error.strerror or str(error)) from error
        self.pin = identity.pin if identity is not None else b""
        try:
            self.port = await host.listen(bind or None, port or (0 if bind else free_port()))
        except OSError:
            await self.close()
            raise
        self.told_port = self.port
        self._place = bind if bind not in ("0.0.0.0", "::") else ""
        return host

    def _opened(
        self, folder: Path, tls: ssl.SSLContext | None, identity: Identity | None = None
    ) -> Host:
        from net.host import Host
        from net.limits import Limits

        host = Host(self.name, folder, tls, self.limits or Limits(), identity=identity)
        host.open()
        return host

    def name_publicly(self, place: Place) -> None:
        """From now on, invite people to where they reach this host from elsewhere."""
        self._place, self.told_port = place.address, place.port

    @property
    def own_tokens(self) -> Path:
        """Where this process keeps the seats that somebody in it has here."""
        return (self.host.data if self.host is not None else self.data) / "own-tokens.json"

    @property
    def is_borrowed(self) -> bool:
        """Whether another process has the folder, and nothing is kept here."""
        return self._borrowed is not None

    def is_nights(self, table: str) -> bool:
        """Whether a Night's Deal is played at a table."""
        from moontui.client.night import Night

        opening = self.host.tables.opening_of(table) if self.host is not None else None
        return opening is not None and Night.of(opening.deal) is not None

    def dial(self) -> socket.socket:
        if self.host is None:
            raise ConnectionRefusedError("the host is closed")
        return self.host.dial()

    async def close(self) -> None:
        """Send everybody home; the games are kept."""
        if self._announcing is not None:
            self._announcing.cancel()
            with suppress(asyncio.CancelledError):
                await self._announcing
            self._announcing = None
        if self.host is not None:
            host, self.host = self.host, None
            await host.stop()
        if self._borrowed is not None:
            self._borrowed.cleanup()
            self._borrowed = None

    # ── the LAN ─────────────────────────────────────────────────────────────────────────────────

    async def announce(self) -> None:
        """Announce the host on the LAN from now on; failing to do so is no reason not to play."""
        from net.lan.announcer import Announcer

        announcer = Announcer()
        self.trouble = await announcer.start(self.announcement(), self.port) or ""
        self._announcing = asyncio.create_task(self._keep_announcing(announcer))

    def announce_soon(self) -> None:
        """Announce the host on the LAN from now on, without waiting for it."""
        self._announcing = asyncio.create_task(self._announce_on())

    async def _announce_on(self) -> None:
        from net.lan.announcer import Announcer

        announcer = Announcer()
        self.trouble = await announcer.start(self.announcement(), self.port) or ""
        await self._keep_announcing(announcer)

    async def _keep_announcing(self, announcer: Announcer) -> None:
        assert self.host is not None
        changed = asyncio.Event()
        self.host.changed = changed.set
        last = self.announcement()
        try:
            while True:
                await changed.wait()
                await asyncio.sleep(1)  # many changes, one announcement
                changed.clear()
                news = self.announcement()
                if news != last:
                    last = news
                    await announcer.update(news)
        finally:
            await announcer.stop()

    def announcement(self) -> Announcement:
        """What the LAN is told: the host, and how much room its first open table has."""
        from net.lan.announcement import Announcement

        assert self.host is not None
        rows = [row for row in self.host.tables.rows() if row.has_use]
        shown = next((row for row in rows if row.phase == "lobby"), rows[0] if rows else None)
        return Announcement(
            name=self.name,
            tables=len(rows),
            game=shown.game if shown else next(iter(GAMES)),
            taken=shown.taken if shown else 0,
            seats=shown.seats if shown else 0,
            version=str(VERSION),
            private=shown.private if shown else False,
            tls=bool(self.pin),
            code=self.code,
        )


def free_port() -> int:
    """A port that is free now; left to itself, each address family would get a different one."""
    with socket.socket() as trial:
        trial.bind(("", 0))
        return int(trial.getsockname()[1])
