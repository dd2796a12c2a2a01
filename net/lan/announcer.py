"""The host's side: it tells the LAN where it is."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING

from net.addresses import (
    reachable_addresses,
)
from net.lan.announcement import Announcement
from net.lan.multicast import SERVICE, NoMulticast, no_multicast, open_mdns, service
from net.lan.questions import DATAGRAM, NONCE, QUESTION, QUESTION_PORT, Ear, Peer, answer

if TYPE_CHECKING:
    from zeroconf import ServiceInfo
    from zeroconf.asyncio import AsyncZeroconf

log = logging.getLogger(__name__)


class Announcer:
    """Tells the LAN about a host: by multicast DNS, and in reply to those who ask by broadcast."""

    def __init__(
        self,
        addresses: Sequence[str] | None = None,
        *,
        question_port: int = QUESTION_PORT,
        mdns: bool = True,
    ) -> None:
        self._addresses = addresses
        """Where the host listens; None: everywhere."""
        self._question_port = question_port
        self._uses_mdns = mdns
        self._announcement: Announcement | None = None
        self._port = 0
        self._ear: Ear | None = None
        self._each = Patience(burst=5, per_second=1)
        self._all = Patience(burst=50, per_second=50)
        self._mdns: AsyncZeroconf | None = None
        self._info: ServiceInfo | None = None
        self._editions = count(1)
        self._sending: asyncio.Future[None] | None = None
        self._one_at_a_time = asyncio.Lock()

    async def start(self, announcement: Announcement, port: int) -> str | None:
        """Announce; takes a second or two. Returns a sentence if multicast DNS cannot be used."""
        async with self._one_at_a_time:
            self._announcement, self._port = announcement, port
            with suppress(OSError):  # another host on this machine answers there
                self._ear = await Ear.open(self._asked, self._question_port)
            if not self._uses_mdns:
                return None
            try:
                self._mdns = await open_mdns()
            except NoMulticast as error:
                return str(error)
            from zeroconf import Error

            try:
                self._info = service(announcement, port, self._addresses or reachable_addresses())
                self._keep(
                    await self._mdns.async_register_service(self._info, allow_name_change=True)
                )
            except (OSError, RuntimeError, Error) as error:
                await self._hush()
                return no_multicast(error)
            return None

    async def update(self, announcement: Announcement) -> None:
        """Announce something else from now on; the name the service is known by stays."""
        async with self._one_at_a_time:
            self._announcement = announcement
            if self._mdns is None or self._info is None:
                return
            from zeroconf import Error, ServiceInfo

            self._info = ServiceInfo(
                SERVICE,
                self._info.name,
                self._info.port,
                # Others take a record they have just seen for old news, and would never hear of a
                # seat that is taken and then freed again.
                properties={**announcement.to_txt(), b"edition": b"%d" % next(self._editions)},
                server=self._info.server,
                parsed_addresses=self._info.parsed_addresses(),
            )
            try:
                self._keep(await self._mdns.async_update_service(self._info))
            except (OSError, RuntimeError, Error) as error:
                log.warning("the announcement could not be changed: %s", error)

    async def stop(self) -> None:
        """Say goodbye. Does nothing if it was never started."""
        async with self._one_at_a_time:
            if self._ear is not None:
                await self._ear.close()
                self._ear = None
            await self._hush()

    def _asked(self, data: bytes, peer: Peer) -> None:
        """Answer a question, patiently but not endlessly."""
        if len(data) < DATAGRAM or not data.startswith(QUESTION):
            return
        if self._ear is None or self._announcement is None:  # it came before everything was ready
            return
        now = asyncio.get_running_loop().time()
        if self._each.allows(peer[0], now) and self._all.allows("", now):
            nonce = data[len(QUESTION) :][:NONCE]
            self._ear.say(answer(nonce, self._announcement, self._port), peer)

    async def _hush(self) -> None:
        mdns, self._mdns, self._info = self._mdns, None, None
        if self._sending is not None:
            self._sending.cancel()
        if mdns is None:
            return
        from zeroconf import Error

        try:
            async with asyncio.timeout(3):
                await mdns.async_close()
        except (OSError, RuntimeError, Error) as error:
            log.warning("multicast DNS did not close cleanly: %s", error)

    def _keep(self, sending: Awaitable[None]) -> None:
        """Have an announcement sent, several times over, in place of the previous one."""
        if self._sending is not None:
            self._sending.cancel()
        self._sending = asyncio.ensure_future(sending)
        self._sending.add_done_callback(self._sent)

    def _sent(self, sending: asyncio.Future[None]) -> None:
        if not sending.cancelled() and (error := sending.exception()) is not None:
            log.warning("an announcement was not sent: %s", error)


class Patience:
    """How much is done for each of many: up to a burst at once, and then a rate a second."""

    def __init__(self, burst: float, per_second: float) -> None:
        self._burst = burst
        self._per_second = per_second
        self._left: dict[str, tuple[float, float]] = {}

    def allows(self, who: str, now: float) -> bool:
        """Whether one more is all right; if so, it counts."""
        if len(self._left) > 1000:
            self._left.clear()  # this many can only be forged; the limit for all still holds
        left, since = self._left.get(who, (self._burst, now))
        left = min(self._burst, left + (now - since) * self._per_second)
        self._left[who] = (left - 1 if left >= 1 else left, now)
        return left >= 1
