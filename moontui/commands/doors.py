"""The doors of `moontui host`: SSH, a browser, the accounts of this machine, and its owner."""

from __future__ import annotations

import argparse
import socket
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from moontui.client.local_host import LocalHost
from moontui.commands.extras import way_to_doors
from moontui.plain.out import ask_secretly
from moontui.words.catalogue import LANGUAGES, Catalogue
from net.fork_server import ForkServer, is_possible
from net.reading import read_small

if TYPE_CHECKING:
    from net.doors.ssh import SshDoor
    from net.doors.web import WebDoor
    from net.visitors import Visitors

VISIT = (sys.executable, "-m", "moontui.app.visitor_app")
"""The command that starts a visitor's process."""
FORK = (sys.executable, "-m", "moontui.app.visitor_server")
"""The command that starts the process of which visitors' processes are copies."""


class Shut(Exception):
    """A requested door cannot be opened; the text is a sentence for the owner."""


class Doors:
    """All ways to a host besides its port."""

    def __init__(self, local: LocalHost, wish: argparse.Namespace, words: Catalogue) -> None:
        assert local.host is not None
        self.local = local
        self.host = local.host
        self.wish = wish
        self.words = words
        self.visitors: Visitors | None = None
        self._told: list[Callable[[], str]] = []
        self._web: Callable[[], str] = str
        self._ssh: Callable[[], str] = str
        self.shows_link = sys.stdout.isatty()
        """Whether the link may be told here: a service's log is no place for a token."""
        self.picture: list[str] = []
        """The link for browsers, for those with a camera."""
        self._open = AsyncExitStack()

    @property
    def lines(self) -> list[str]:
        """What the owner is told about them."""
        return [told() for told in self._told]

    @property
    def link(self) -> str:
        """Where browsers find it now; empty: nowhere, or only on this machine."""
        return self._web()

    @property
    def ssh(self) -> str:
        """What is typed at a terminal with SSH alone; empty: that door is closed."""
        return self._ssh()

    @property
    def followers(self) -> list[str]:
        """Who plays through them at a table that has moved elsewhere."""
        visitors = self.visitors.elsewhere() if self.visitors is not None else []
        return [visitor.guest.name for visitor in visitors]

    def _tell(self, text: str) -> None:
        """Tell the owner something that stays true."""
        self._told.append(partial(str, text))

    async def open(self, stop: Callable[[], None]) -> None:
        """Open the requested doors. Raises `Shut`."""
        try:
            await self._open_accounts()
            if self.wish.ssh is not None or self.wish.web is not None:
                self._welcome_visitors()
            if self.wish.ssh is not None:
                await self._open_ssh()
            if self.wish.web is not None:
                await self._open_web()
            await self._open_admin(stop)
        except Shut:
            await self.close()
            raise

    async def open_widely(self) -> None:
        """Open the doors for SSH and for browsers, each at its usual port or at any other; one of
        them is enough. Raises `Shut`."""
        self._welcome_visitors()
        trouble: list[str] = []
        for name, open_it in (("ssh", self._open_ssh), ("web", self._open_web)):
            try:
                await open_it()
            except Shut:
                setattr(self.wish, name, 0)  # the usual port may be taken
                try:
                    await open_it()
                except Shut as shut:
                    trouble.append(str(shut))
        if len(trouble) > 1:
            await self.close()
            raise Shut(trouble[0])
        for reason in trouble:
            self._tell(reason)

    async def close(self) -> None:
        """Send visitors home first, then close the doors."""
        if self.visitors is not None:
            await self.visitors.close()
        await self._open.aclose()

    def _welcome_visitors(self) -> None:
        try:
            from net.visitors import Capacity, Visitors, environment
        except ImportError:  # there are no pseudo-terminals here
            raise Shut(self.words.say("hosting", "no_visitors")) from None
        wish, local = self.wish, self.local
        capacity = Capacity(
            visitors=max(1, wish.visitors),
            per_address=max(1, wish.visitors_per_address),
            idle=max(1.0, wish.idle * 60.0),
        )

        def about() -> dict[str, Any]:
            return {"address": local.address, "port": local.told_port, "pin": local.pin.hex()}

        forks = ForkServer(FORK, environment({}, Path("/"))) if is_possible() else None
        if forks is not None:
            forks.start()
            self._open.callback(forks.close)
        self.visitors = Visitors(self.host, VISIT, self.say, capacity, about, forks)

    def say(self, key: str, language: str = "") -> str:
        """A sentence for a visitor, in the visitor's language if it is one of ours."""
        words = Catalogue(language) if language in LANGUAGES else self.words
        return words.say("doors", key)

    async def _open_ssh(self) -> None:
        try:
            from net.doors.ssh import SshDoor
        except ImportError:
            raise Shut(self.words.say("hosting", "no_part", line=way_to_doors())) from None
        assert self.visitors is not None
        words = self.words
        door: SshDoor = SshDoor(self.visitors, password_of(self.wish.ssh_password, words))
        try:
            port = await door.open(self.wish.bind, self.wish.ssh)
        except OSError as error:
            raise Shut(self._no_port(self.wish.ssh, error)) from error
        except ValueError as error:
            raise Shut(str(error)) from error
        self._open.push_async_callback(door.close)
        name = words.say("hosting", "name")
        self._ssh = lambda: f"ssh -p {port} {name}@{self.local.address}"
        self._told.append(lambda: words.say("hosting", "ssh", way=self.ssh))
        self._tell(words.say("hosting", "ssh_key", fingerprint=door.fingerprint))

    async def _open_web(self) -> None:
        try:
            from net.doors.web import WebDoor, picture
        except ImportError:
            raise Shut(self.words.say("hosting", "no_part", line=way_to_doors())) from None
        assert self.visitors is not None
        words, bind = self.words, self.wish.web_bind
        door: WebDoor = WebDoor(self.visitors)
        try:
            port = await door.open(bind, self.wish.web)
        except OSError as error:
            raise Shut(self._no_port(self.wish.web, error)) from error
        self._open.push_async_callback(door.close)
        only_here = bind in ("127.0.0.1", "::1", "localhost")
        anywhere = bind in ("0.0.0.0", "::", "")
        place = "localhost" if only_here else "" if anywhere else bind

        def link() -> str:
            return door.link(place or self.local.address, port)

        if not only_here:
            self._web = self.visitors.link = link
        if self.shows_link:
            self._told.append(lambda: words.say("hosting", "web", link=link()))
            self.picture = picture(link())
        else:
            try:
                file = door.keep_link(link())
            except OSError as error:
                raise Shut(self._no_port(port, error)) from error
            self._tell(words.say("hosting", "web_link", file=file))
        self._tell(words.say("hosting", "web_here" if only_here else "web_open"))

    async def _open_accounts(self) -> None:
        from net.doors.unix import UnixDoor

        if self.wish.no_socket or not hasattr(socket, "AF_UNIX"):
            return
        door = UnixDoor(self.host, self.wish.socket_dir, self.wish.socket_group)
        try:
            path = await door.open()
        except OSError as error:
            reason = error.strerror or str(error)
            if self.wish.socket_dir or self.wish.socket_group:
                raise Shut(self.words.say("hosting", "no_socket", reason=reason)) from error
            self._tell(self.words.say("hosting", "no_socket", reason=reason))
            return
        self._open.push_async_callback(door.close)
        if self.wish.socket_dir or self.wish.socket_group:
            self._tell(self.words.say("hosting", "socket", path=path))

    async def _open_admin(self, stop: Callable[[], None]) -> None:
        from net.doors.admin import AdminDoor

        if not hasattr(socket, "AF_UNIX"):
            return
        door = AdminDoor(self.host, self.visitors, stop)
        try:
            await door.open()
        except OSError as error:
            reason = error.strerror or str(error)
            self._tell(self.words.say("hosting", "no_socket", reason=reason))
            return
        self._open.push_async_callback(door.close)

    def _no_port(self, port: int, error: OSError) -> str:
        return self.words.say("hosting", "no_door", port=port, reason=error.strerror or error)


def widely() -> argparse.Namespace:
    """The doors that the app opens: for everybody in this network, at their usual ports."""
    doors = {"ssh": 2222, "ssh_password": "", "web": 8000, "web_bind": "0.0.0.0", "bind": ""}
    return argparse.Namespace(**doors, visitors=16, visitors_per_address=8, idle=30.0)


def password_of(wish: str, words: Catalogue) -> str:
    """The password for visitors, typed or read from a file; never taken from the command line
    itself, which everybody on the machine can read. Raises `Shut`."""
    if not wish:
        return ""
    if wish == "prompt":
        return ask_secretly(words.say("hosting", "password"))
    try:
        password = read_small(Path(wish)).decode().strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Shut(words.say("hosting", "no_password_file", file=wish, reason=reason)) from error
    if not password:
        raise Shut(words.say("hosting", "no_password", file=wish))
    return password
