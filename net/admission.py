"""Admission: who gets to a table, by name, password or token, to play or only to watch."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.core import Seat
from engine.games import GAMES
from net import messages as said
from net.connections import Connection
from net.lasting import Chair, Opening
from net.present import Peer
from net.refusal import Refusal
from net.security import Limiter, check_password, digest, hash_password, new_token, same
from net.sent_away import had_to_go, marks_of
from net.table import Table
from net.table_task import TableTask
from net.text import BadName, name_of

if TYPE_CHECKING:
    from net.host import Host

log = logging.getLogger("moontui.host")


@dataclass(slots=True)
class Admission:
    """Where everybody comes in."""

    host: Host
    checker: Executor = field(default_factory=lambda: ThreadPoolExecutor(1, "passwords"))
    """One thread for all passwords: hasty guessers and table openers get one core at most."""
    guesses: Limiter = field(init=False)
    table_guesses: Limiter = field(init=False)

    def __post_init__(self) -> None:
        clock = asyncio.get_running_loop().time
        self.guesses = Limiter(10, 60, clock)
        self.table_guesses = Limiter(60, 60, clock)

    def greet(self, connection: Connection, hello: said.Hello) -> None:
        """Names are checked once, here; a client of another version is told so in a word."""
        if connection.greeted:  # a new name in the middle of a game would be a mask
            self.host.connections.refuse(connection.peer, "not_now", "hello")
            return
        if hello.version != said.VERSION:
            why = "host_is_newer" if hello.version < said.VERSION else "host_is_older"
            self.host.connections.refuse(connection.peer, why, "hello")
            self.host.connections.hang_up(connection, why)
            return
        guest = connection.guest
        try:
            connection.name = name_of(guest.name if guest and guest.name else hello.name)
        except BadName:
            self.host.connections.refuse(connection.peer, "bad_name", "hello")
            return
        connection.greeted = True
        self.host.connections.send(
            connection.peer, said.Welcome(said.VERSION, self.host.name, sorted(GAMES))
        )

    async def join(self, connection: Connection, wish: said.Join) -> None:
        """Come back with a token, take a seat, or watch; a private table asks for its password."""
        if await self.host.arrivals.awaited(wish.table):  # it may have been here before, and gone
            self.host.connections.hang_up(connection, "arriving")
            return
        if self.host.movings.has_sent_on(connection, wish.table):
            return
        try:
            task = await self.find(connection, wish)
        except Refusal as refusal:
            self.host.connections.refuse(connection.peer, refusal.why, "join")
            return
        if wish.token:
            await self.come_back(connection, task, wish.token)
        elif wish.watch:
            await self.bring(connection, task, lambda draft: come_to_watch(draft, connection))
        else:
            await self.seat(connection, task)

    async def find(self, connection: Connection, wish: said.Join) -> TableTask:
        """The table that somebody wants to join, if they may. A dormant one is brought back for a
        good token, and now and then for anybody. Raises `Refusal`."""
        tables = self.host.tables
        opening = tables.opening_of(wish.table)
        if opening is None:
            raise Refusal("no_such_table")
        if opening.password and not wish.token:
            await self.check_password(connection, opening, wish.password)
        dormant = tables.dormant.get(wish.table)
        if dormant is not None:
            if wish.token and whose(dormant.chairs, wish.token) is None:
                raise Refusal("bad_token")
            if not wish.token and not self.host.connections.costs.wakings.allow(connection.crowd):
                raise Refusal("too_fast")
        task = await tables.find(wish.table)
        if task is None:
            raise Refusal("no_such_table")
        return task

    async def check_password(self, connection: Connection, opening: Opening, given: str) -> None:
        """Guesses over the limit are refused at no cost. Raises `Refusal`."""
        household = connection.crowd
        if not (self.guesses.allow(household) and self.table_guesses.allow(opening.table)):
            raise Refusal("too_many_guesses")
        if not await self.is_right(given, opening.password):
            raise Refusal("wrong_password")

    async def bring(
        self, connection: Connection, task: TableTask, come: Callable[[Table], None]
    ) -> None:
        """Bring somebody to a table. What they say next is heard once they are there, or once they
        were refused and so stay where they were."""

        def work(draft: Table) -> None:
            if not connection.closing:
                come(draft)
                who = connection.name, draft.opening.table, connection.address
                log.info("%s has come to table %s from %s", *who)

        await task.send(work, connection.peer, "join")

    async def seat(self, connection: Connection, task: TableTask) -> None:
        """Take a free seat; the token goes to this player alone, the table keeps its digest."""
        token = new_token()

        def sit(draft: Table) -> None:
            peer, marks = connection.peer, known_by(connection)
            seat = draft.seat_of(peer)
            if seat is not None:  # said twice: the same seat
                draft.come_back(peer, seat, digest(token), marks=marks)
                welcome_back(draft, peer, seat, token)
                return
            draft.tell(said.Notice("came", connection.name))
            seat = draft.sit(peer, connection.name, digest(token), marks)
            draft.out.append((peer, draft.seated(seat, token)))
            draft.tell_room()
            if draft.lasting.phase == "over":
                draft.show(peer, seat)
                draft.prove(peer)

        await self.bring(connection, task, sit)

    async def come_back(self, connection: Connection, task: TableTask, shown: str) -> None:
        """Return to a seat by its token; a wrong token changes nothing."""
        token, peer = new_token(), connection.peer

        def sit(draft: Table) -> None:
            seat = seat_by_token(draft, shown)
            if seat is None:
                gone = had_to_go(draft.lasting, digest(shown))
                raise Refusal("sent_away" if gone else "bad_token")
            draft.come_back(peer, seat, digest(token), digest(shown), known_by(connection))
            welcome_back(draft, peer, seat, token)

        await self.bring(connection, task, sit)
        if peer in task.table.peers():
            self.host.keep(self.expire(task, peer))

    def move(self, connection: Connection, task: TableTask, owner: Peer, seat: Seat) -> None:
        """Give a seat to another machine of its owner, who has just said yes."""
        token, peer = new_token(), connection.peer

        def sit(draft: Table) -> None:
            if draft.seat_of(owner) != seat or connection.closing:
                raise Refusal("pairing_over")
            draft.move(peer, seat, digest(token), known_by(connection))
            welcome_back(draft, peer, seat, token)

        task.send(sit, peer, "claim")

    async def expire(self, task: TableTask, peer: Peer) -> None:
        """A connection that has held for a while has delivered the new token: the old one goes."""
        await self.host.connections.clock.sleep(self.host.limits.old_token)
        task.send(lambda draft: draft.expire(peer))

    async def is_right(self, password: str, locked: str) -> bool:
        """Whether a password is the one that was locked away, computed outside the event loop."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.checker, check_password, password, locked)

    async def lock(self, password: str) -> str:
        """What a table keeps of its password."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.checker, hash_password, password)


def known_by(connection: Connection) -> tuple[str, ...]:
    """What somebody is known by who may have to go."""
    return marks_of(connection.address, connection.guest)


def seat_by_token(table: Table, token: str) -> Seat | None:
    """Whose token this is at a table."""
    return whose(table.lasting.chairs, token)


def whose(chairs: Sequence[Chair], token: str) -> Seat | None:
    """Whose token this is; every seat is compared, in constant time."""
    given = digest(token)
    found = None
    for number, chair in enumerate(chairs):
        right = chair.kind == "person" and same(chair.token, given)
        old = chair.kind == "person" and bool(chair.old_token) and same(chair.old_token, given)
        if right or old:
            found = Seat(number)
    return found


def welcome_back(draft: Table, peer: Peer, seat: Seat, token: str) -> None:
    """Tell whoever has returned to a seat everything about it."""
    draft.out.append((peer, draft.seated(seat, token)))
    draft.tell_room()
    draft.show(peer, seat)
    draft.prove(peer)


def come_to_watch(draft: Table, connection: Connection) -> None:
    if connection.peer not in draft.peers():
        draft.tell(said.Notice("watcher_came", connection.name))
    draft.watch(connection.peer, connection.name, known_by(connection))
    draft.out.append((connection.peer, draft.seated()))
    draft.tell_room()
    draft.show(connection.peer, None)
    draft.prove(connection.peer)
