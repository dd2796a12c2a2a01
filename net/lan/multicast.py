"""Multicast DNS: how a host appears in it, and whether it works here at all."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from net.lan.announcement import Announcement, cut
from net.text import TITLE_CELLS, clean

if TYPE_CHECKING:  # zeroconf is slow to import: only network games pay for it
    from zeroconf import ServiceInfo, ServiceStateChange, Zeroconf
    from zeroconf.asyncio import AsyncZeroconf

log = logging.getLogger(__name__)

SERVICE = "_moontui._tcp.local."
ECHO_SERVICE = "_moontui-echo._tcp.local."


class NoMulticast(OSError):
    """Multicast DNS cannot start here; the sentence is fit to be shown to a player."""


async def open_mdns() -> AsyncZeroconf:
    """Multicast DNS on all interfaces. Raises `NoMulticast`."""
    await asyncio.to_thread(import_module, "zeroconf.asyncio")  # a screen may be waiting
    from zeroconf import Error, InterfaceChoice, IPVersion
    from zeroconf.asyncio import AsyncZeroconf

    # It warns about each interface it cannot use, and that would land in the middle of a screen.
    logging.getLogger("zeroconf").setLevel(logging.CRITICAL)
    try:
        return AsyncZeroconf(InterfaceChoice.All, ip_version=IPVersion.All)
    except (OSError, RuntimeError, Error):
        log.debug("no multicast DNS with IPv6", exc_info=True)
    try:
        return AsyncZeroconf(InterfaceChoice.All, ip_version=IPVersion.V4Only)
    except (OSError, RuntimeError, Error) as error:
        raise NoMulticast(no_multicast(error)) from error


def no_multicast(error: Exception) -> str:
    """Why tables do not find each other by themselves, as a sentence."""
    reason = str(error) or type(error).__name__
    return f"Multicast DNS does not work on this machine ({reason})."


def service(announcement: Announcement, port: int, addresses: Sequence[str]) -> ServiceInfo:
    """The service by which a host is known to multicast DNS."""
    from zeroconf import ServiceInfo

    # A dot would split the name, and a leading underscore would mean a type of service. Some of the
    # 63 bytes are left for the code, and for "-2" after a name that is taken. The code tells apart
    # two hosts of the same name that start in the same second, which neither would notice.
    name = cut(clean(announcement.name, TITLE_CELLS).replace(".", " "), 44).decode().strip(" _")
    return ServiceInfo(
        SERVICE,
        f"{name or 'moontui'} {announcement.code}".strip() + f".{SERVICE}",
        port,
        properties=announcement.to_txt(),
        # By default two hosts of the same name would share a server and get each other's guests.
        server=f"moontui-{secrets.token_hex(8)}.local.",
        parsed_addresses=[address.partition("%")[0] for address in addresses],
    )


async def mdns_echo(seconds: float) -> bool:
    """Whether a service announced by this machine is found on this machine in time."""
    from zeroconf import Error, ServiceInfo
    from zeroconf.asyncio import AsyncServiceBrowser

    heard = asyncio.Event()
    label = f"echo-{secrets.token_hex(4)}.{ECHO_SERVICE}"

    def noticed(
        zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        if name == label:
            heard.set()

    info = ServiceInfo(ECHO_SERVICE, label, 9, parsed_addresses=["127.0.0.1"])
    try:
        async with (
            await open_mdns() as speaker,
            await open_mdns() as listener,
            AsyncServiceBrowser(listener.zeroconf, ECHO_SERVICE, [noticed]),
            asyncio.timeout(seconds),
        ):
            await (await speaker.async_register_service(info))
            return await heard.wait()
    except (OSError, RuntimeError, Error):  # also when it takes too long
        return False
