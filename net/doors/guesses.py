"""How many passwords a door looks at, from one address, for one account, and in all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from net.security import Limiter

A_MINUTE = 10
"""Passwords from one address or for one account that are looked at in a minute."""
A_MINUTE_IN_ALL = 60
"""From all addresses together; as many first ones besides, one from each address."""


@dataclass(slots=True)
class Guesses:
    """Counts them; a guess over the limit costs nothing. The first one of an address is counted
    apart, so that a crowd that guesses keeps nobody out who knows it."""

    clock: Callable[[], float]
    by_address: Limiter = field(init=False)
    by_account: Limiter = field(init=False)
    in_all: Limiter = field(init=False)
    first: Limiter = field(init=False)
    first_in_all: Limiter = field(init=False)

    def __post_init__(self) -> None:
        self.by_address = Limiter(A_MINUTE, 60, self.clock)
        self.by_account = Limiter(A_MINUTE, 60, self.clock)
        self.in_all = Limiter(A_MINUTE_IN_ALL, 60, self.clock)
        self.first = Limiter(1, 60, self.clock)
        self.first_in_all = Limiter(A_MINUTE_IN_ALL, 60, self.clock)

    def allow(self, address: str, account: str) -> bool:
        if not self.by_address.allow(address):
            return False
        if self.first.allow(address) and self.first_in_all.allow(""):
            return True
        return self.by_account.allow(account.casefold()) and self.in_all.allow("")
