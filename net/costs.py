"""Costs have owners: who pays for what, and who has to go first where there is no room.

What a seated player costs is the seat's, however often they connect. What a guest costs whom a door
knows is the guest's. All others pay for their address together; an address is a household, so of
IPv6 it is the whole /64. Whoever owns the host and is in the same process pays nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TypeVar

from net.limits import Limits
from net.security import Limiter

T = TypeVar("T")

OWNER = "local"
"""The address of whoever is in the same process as the host."""
HOUSEHOLD = 64
"""How many bits of an IPv6 address say whose it is."""


class Allowance(Limiter):
    """What each payer may cost within a time; the owner, who has no name here, pays nothing."""

    def allow(self, key: str) -> bool:
        return not key or super().allow(key)


class Costs:
    """Counts what is paid, by who pays."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self.calls = Allowance(*limits.calls, clock)
        self.frames = Allowance(*limits.frames_of_address, clock)
        self.chat = Allowance(*limits.chat, clock)
        self.chat_of_address = Allowance(*limits.chat_of_address, clock)
        self.hints = Allowance(*limits.hints, clock)
        self.openings = Allowance(*limits.openings, clock)
        self.wakings = Allowance(*limits.wakings, clock)
        self.callbacks = Allowance(*limits.callbacks, clock)


def household(address: str) -> str:
    """Whose address it is, as far as anybody can tell from outside."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(ip, IPv6Address):
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    if ip.is_link_local:  # all neighbours share that prefix
        return str(ip)
    return str(ip_network((ip, HOUSEHOLD), strict=False))


def first_to_go(waiting: Sequence[T], crowd: Callable[[T], Hashable]) -> T:
    """Of those who wait, in the order they came: the oldest of the biggest crowd."""
    crowds = Counter(map(crowd, waiting))
    biggest = max(crowds.values())
    return next(one for one in waiting if crowds[crowd(one)] == biggest)
