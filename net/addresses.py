"""The addresses of this machine, and whether anybody answers at another."""

from __future__ import annotations

import asyncio
import socket
import struct
import sys
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from errno import EADDRNOTAVAIL, EAFNOSUPPORT
from ipaddress import IPv4Address, IPv4Network, IPv6Address, ip_address
from pathlib import Path
from typing import Any

ADDRESSES = 4
"""How many addresses of one record are tried."""
NEIGHBOURS = 1_024
"""How many machines around this one are asked at most, if somebody has typed a code."""
AT_ONCE = 128
PRIVATE = [IPv4Network(home) for home in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")]
"""Networks of homes and offices: only there everybody is asked."""
UP = 0x1 | 0x40
"""What Linux says of an interface in use: IFF_UP and IFF_RUNNING."""
HOME_NETWORK = 24
"""Bits of a network's own in most homes."""


async def probe(address: str, port: int, timeout: float = 1.0) -> bool:
    """Whether anybody accepts a TCP connection there."""
    if not 0 < port < 65536:
        return False
    try:
        async with asyncio.timeout(timeout):
            _, writer = await asyncio.open_connection(address, port)
    except (OSError, ValueError):  # an impossible host name is a ValueError
        return False
    writer.close()
    return True


Probe = Callable[[str, int, float], Awaitable[bool]]


def local_addresses() -> list[str]:
    """This machine's addresses: IPv4 first, the route to the world before others, loopback last."""
    found = routed_addresses()
    if sys.platform == "linux":  # which keeps the route of an interface whose cable is out
        live = [address for address, _ in ipv4_interfaces()] + ipv6_addresses()
        found = [address for address in found if address in live] + live
    else:
        found += named_addresses()

    def order(address: str) -> tuple[bool, int, bool]:
        ip = ip_address(address)
        return ip.is_loopback, ip.version, ip.is_link_local

    return sorted(dict.fromkeys(found), key=order)


def reachable_addresses() -> list[str]:
    """Where others reach this machine; without a network, only the machine itself can."""
    own = local_addresses()
    return [address for address in own if not ip_address(address).is_loopback] or own


def routed_addresses() -> list[str]:
    """The addresses this machine would send from. Connecting a UDP socket sends nothing."""
    found = []
    for family, far in ((socket.AF_INET, "198.51.100.1"), (socket.AF_INET6, "2001:db8::1")):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as sock:
            sock.connect((far, 9))
            found.append(str(sock.getsockname()[0]))
    return found


def named_addresses() -> list[str]:
    """The addresses behind this machine's name: second best, where the kernel cannot be asked."""
    found = ["127.0.0.1"]
    with suppress(OSError, UnicodeError):
        found += [str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None)]
    return found


def ipv4_interfaces() -> list[tuple[str, str]]:
    """The address and the broadcast address (or "") of each interface that is up; on Linux."""
    found: list[tuple[str, str]] = []
    if sys.platform != "linux":
        return found
    import fcntl

    broadcasts = 0x2  # IFF_BROADCAST
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as kernel:
        for _, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode()[:15])
            with suppress(OSError):  # an interface without an IPv4 address
                flags = struct.unpack_from("H", fcntl.ioctl(kernel, 0x8913, request), 16)[0]
                address = socket.inet_ntoa(fcntl.ioctl(kernel, 0x8915, request)[20:24])
                wide = socket.inet_ntoa(fcntl.ioctl(kernel, 0x8919, request)[20:24])
                if flags & UP == UP:
                    found.append((address, wide if flags & broadcasts else ""))
    return found


def is_plugged_in(name: str) -> bool:
    """Whether an interface is up and has a link; on Linux."""
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as kernel:
        try:
            request = struct.pack("256s", name.encode()[:15])
            flags: int = struct.unpack_from("H", fcntl.ioctl(kernel, 0x8913, request), 16)[0]
        except OSError:
            return False
    return flags & UP == UP


def ipv4_masks() -> dict[str, str]:
    """By address of an interface: the mask of its network; on Linux."""
    found: dict[str, str] = {}
    if sys.platform != "linux":
        return found
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as kernel:
        for _, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode()[:15])
            with suppress(OSError):
                address = socket.inet_ntoa(fcntl.ioctl(kernel, 0x8915, request)[20:24])
                found[address] = socket.inet_ntoa(fcntl.ioctl(kernel, 0x891B, request)[20:24])
    return found


def neighbours_of(address: str, mask: str = "") -> list[str]:
    """The machines around one in a private network, the nearest first, and not too many; none if
    the network is not private."""
    own = IPv4Address(address)
    if not any(own in home for home in PRIVATE):
        return []
    network = IPv4Network(f"{address}/{mask or HOME_NETWORK}", strict=False)
    least = max(int(network.network_address) + 1, int(own) - NEIGHBOURS)
    most = min(int(network.broadcast_address) - 1, int(own) + NEIGHBOURS)
    around = sorted(set(range(least, most + 1)) - {int(own)}, key=lambda ip: abs(ip - int(own)))
    return [str(IPv4Address(ip)) for ip in around[:NEIGHBOURS]]


async def answering_nearby(port: int, told: Callable[[str], Awaitable[None]]) -> None:
    """Ask every machine in this one's private networks whether it accepts connections at a port,
    and tell of each that does, as soon as it does."""
    masks = await asyncio.to_thread(ipv4_masks)
    own = [address for address in await asyncio.to_thread(local_addresses) if is_ipv4(address)]
    around = [one for address in own for one in neighbours_of(address, masks.get(address, ""))]
    room = asyncio.Semaphore(AT_ONCE)

    async def ask(address: str) -> None:
        async with room:
            if await probe(address, port, 0.5):
                await told(address)

    async with asyncio.TaskGroup() as group:
        for address in list(dict.fromkeys(around))[:NEIGHBOURS]:
            group.create_task(ask(address))


def is_ours(end: object) -> bool:
    """Whether this machine still has the address at its end of a line; only an address can go."""
    if not isinstance(end, tuple):
        return True
    family = socket.AF_INET6 if len(end) > 2 else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as trial:
            trial.bind((end[0], 0, *end[2:]))
    except OSError as error:
        return error.errno not in (EADDRNOTAVAIL, EAFNOSUPPORT)
    return True


def ipv6_addresses() -> list[str]:
    """The IPv6 addresses that are ready for use, link-local ones with their scope; on Linux."""
    found = []
    with suppress(OSError):
        for line in Path("/proc/net/if_inet6").read_text(encoding="ascii").splitlines():
            digits, _, _, scope, flags, name = line.split()
            address = socket.inet_ntop(socket.AF_INET6, bytes.fromhex(digits))
            # 0x48: still being checked for duplicates, or found to be one
            if not int(flags, 16) & 0x48 and is_plugged_in(name):
                found.append(f"{address}%{name}" if scope == "20" else address)
    return found


def broadcast_addresses() -> list[str]:
    """Where a question reaches every machine on each network, and this machine itself."""
    if sys.platform == "linux":
        wide = [broadcast for _, broadcast in ipv4_interfaces() if broadcast]
    else:  # most home networks are of this size
        own = [address for address in local_addresses() if ":" not in address]
        wide = ["255.255.255.255", *(f"{address.rpartition('.')[0]}.255" for address in own)]
    return list(dict.fromkeys([*wide, "127.0.0.1"]))


def best_first(addresses: Iterable[str], own: Sequence[str]) -> tuple[str, ...]:
    """The addresses in a record that are worth a try: IPv4 first, near ones before far ones."""
    own_ips = [ip_address(address) for address in own]

    def order(ip: IPv4Address | IPv6Address) -> tuple[int, int]:
        far = [(int(ip) ^ int(mine)).bit_length() for mine in own_ips if mine.version == ip.version]
        return ip.version, min(far, default=128)

    found: dict[IPv4Address | IPv6Address, None] = {}
    for address in addresses:
        with suppress(ValueError):
            ip = ip_address(address)
            lost = isinstance(ip, IPv6Address) and ip.is_link_local and not ip.scope_id
            if not (ip.is_multicast or ip.is_unspecified or ip.is_reserved or lost):
                found[ip] = None
    return tuple(str(ip) for ip in sorted(found, key=order)[:ADDRESSES])


def address_of(peer: tuple[Any, ...]) -> str:
    """Where a line comes from, so that it can be called back: an address that holds for one link
    only is no use without the name of that link."""
    address = str(peer[0])
    if len(peer) == 4 and peer[3] and "%" not in address:
        with suppress(OSError):  # the link is gone already
            return f"{address}%{socket.if_indextoname(peer[3])}"
    return address


def is_ip(text: str) -> bool:
    """Whether a text is an address, and nothing that would have to be looked up."""
    try:
        return bool(ip_address(text))
    except ValueError:
        return False


def is_ipv4(address: str) -> bool:
    try:
        IPv4Address(address)
    except ValueError:
        return False
    return True
