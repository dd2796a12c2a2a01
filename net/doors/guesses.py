"""How many passwords a door checks: from one address, for one account, and in all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from net.security import Limiter

A_MINUTE = 10
"""How many passwords are checked in a minute from one address, or for one account."""
A_MINUTE_IN_ALL = 60
"""The same from all addresses together; plus as many first guesses, one from each address."""


@dataclass(slots=True)
class Guesses:
    """Counts them; a guess over the limit costs nothing. An address's first guess is counted
    separately, so that a guessing crowd does not lock out those who know the password."""

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
