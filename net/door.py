"""The door: who comes to a table, by a name, a password, a token, or only to watch."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.core import Seat
from engine.games import GAMES
from net import messages as said
from net.lines import Connection
from net.owner import Owner
from net.seats import Peer, Refusal
from net.security import Limiter, check_password, digest, hash_password, new_token, same
from net.table import Table
from net.text import BadName, name_of

if TYPE_CHECKING:
    from net.host import Host


@dataclass(slots=True)
class Door:
    """Where everybody comes in."""

    host: Host
    doorman: Executor = field(default_factory=lambda: ThreadPoolExecutor(1, "passwords"))
    """One thread for all passwords: who guesses or opens tables in a hurry has one core at most."""
    guesses: Limiter = field(init=False)
    table_guesses: Limiter = field(init=False)

    def __post_init__(self) -> None:
        clock = asyncio.get_running_loop().time
        self.guesses = Limiter(10, 60, clock)
        self.table_guesses = Limiter(60, 60, clock)

    def greet(self, connection: Connection, hello: said.Hello) -> None:
        """Names are checked once, here; a version that differs is told in a word."""
        if connection.greeted:  # a new name in the middle of a game would be a mask
            self.host.lines.refuse(connection.peer, "not_now", "hello")
            return
        if hello.version != said.VERSION:
            why = "host_is_newer" if hello.version < said.VERSION else "host_is_older"
            self.host.lines.refuse(connection.peer, why, "hello")
            self.host.lines.hang_up(connection, why)
            return
        guest = connection.guest
        try:
            connection.name = name_of(guest.name if guest and guest.name else hello.name)
        except BadName:
            self.host.lines.refuse(connection.peer, "bad_name", "hello")
            return
        connection.greeted = True
        self.host.lines.send(
            connection.peer, said.Welcome(said.VERSION, self.host.name, sorted(GAMES))
        )

    async def join(self, connection: Connection, wish: said.Join) -> None:
        """Come back with a token, take a seat, or watch; a private table asks for its password."""
        owner = self.host.owners.get(wish.table)
        if owner is None:
            self.host.lines.refuse(connection.peer, "no_such_table", "join")
            return
        if wish.token:
            await self.come_back(connection, owner, wish.token)
            return
        if owner.table.opening.password and not await self.knows_password(connection, owner, wish):
            return
        if wish.watch:
            await self.bring(connection, owner, lambda draft: come_to_watch(draft, connection))
        else:
            await self.seat(connection, owner)

    async def knows_password(self, connection: Connection, owner: Owner, wish: said.Join) -> bool:
        """Whether the password is right; refusals over the limit cost nothing."""
        table = owner.table.opening
        if not (self.guesses.allow(connection.address) and self.table_guesses.allow(table.table)):
            self.host.lines.refuse(connection.peer, "too_many_guesses", "join")
            return False
        loop = asyncio.get_running_loop()
        right = await loop.run_in_executor(
            self.doorman, check_password, wish.password, table.password
        )
        if not right:
            self.host.lines.refuse(connection.peer, "wrong_password", "join")
        return right

    async def bring(
        self, connection: Connection, owner: Owner, come: Callable[[Table], None]
    ) -> None:
        """Have somebody come to a table. What they say next is heard when they are there, or were
        refused: then they are where they were before."""

        def work(draft: Table) -> None:
            if not connection.closing:
                come(draft)

        await owner.send(work, connection.peer, "join")

    async def seat(self, connection: Connection, owner: Owner) -> None:
        """Take a free seat; the token goes to this player alone, the table keeps its digest."""
        token = new_token()

        def sit(draft: Table) -> None:
            seat = draft.sit(connection.peer, connection.name, digest(token))
            draft.out.append((connection.peer, said.Seated(draft.opening.table, seat, token)))
            draft.tell_room()

        await self.bring(connection, owner, sit)

    async def come_back(self, connection: Connection, owner: Owner, shown: str) -> None:
        """Return to a seat by its token; a token that is none changes nothing."""
        token, peer = new_token(), connection.peer

        def sit(draft: Table) -> None:
            seat = seat_by_token(draft, shown)
            if seat is None:
                raise Refusal("bad_token")
            draft.come_back(peer, seat, digest(token), digest(shown))
            draft.out.append((peer, said.Seated(draft.opening.table, seat, token)))
            draft.tell_room()
            draft.show(peer, seat)
            draft.prove(peer)

        await self.bring(connection, owner, sit)
        if peer in owner.table.peers():
            self.host.keep(self.expire(owner, peer))

    async def expire(self, owner: Owner, peer: Peer) -> None:
        """A line that has held for a while has brought the new token: the old one goes."""
        await self.host.lines.clock.sleep(self.host.limits.old_token)
        owner.send(lambda draft: draft.expire(peer))

    async def lock(self, password: str) -> str:
        """What a table keeps of its password."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.doorman, hash_password, password)


def seat_by_token(table: Table, token: str) -> Seat | None:
    """Whose token this is; every seat is compared, in constant time."""
    given = digest(token)
    found = None
    for number, place in enumerate(table.places):
        right = place.kind == "person" and same(place.token, given)
        old = place.kind == "person" and bool(place.old_token) and same(place.old_token, given)
        if right or old:
            found = Seat(number)
    return found


def come_to_watch(draft: Table, connection: Connection) -> None:
    draft.watch(connection.peer, connection.name)
    draft.out.append((connection.peer, said.Seated(draft.opening.table)))
    draft.tell_room()
    draft.show(connection.peer, None)
    draft.prove(connection.peer)
