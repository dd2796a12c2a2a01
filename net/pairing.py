"""Pairing: how a player moves a seat to another machine, where it has no token.

The seated terminal asks for a code, which the player types on the other machine. Then the seated
terminal is asked whether its seat may go, and only its yes moves it. Codes are never written down:
they live as digests, as long as the line that asked for them, for two minutes at most.
"""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.core import Seat
from net import messages as said
from net.connections import Connection
from net.invites import LETTERS, PAIRING, typed
from net.present import Peer
from net.refusal import Refusal
from net.security import Limiter, digest, same
from net.table_task import TableTask

if TYPE_CHECKING:
    from net.host import Host

FINDS = 2
"""Letters of a code that find a pairing; the other eight prove it: 40 bits. Without the first two
right, a guess spoils nobody's code."""
TRIES = 3
LIFE, CONFIRM = 120.0, 60.0
"""Seconds for which a code is good, and for which the seated terminal is waited for."""


@dataclass(slots=True, eq=False)
class Pairing:
    """A code that was given out, and who has typed it."""

    owner: Peer
    table: str
    seat: Seat
    finds: str
    digest: bytes
    until: float
    tries: int = TRIES
    asker: Peer | None = None
    """Who wants the seat; from then on the code is used up."""


@dataclass(slots=True)
class Pairings:
    """All codes of a host that are good now: one for each line that asked."""

    host: Host
    by_owner: dict[Peer, Pairing] = field(default_factory=dict)
    codes: Limiter = field(init=False)
    guesses: Limiter = field(init=False)

    def __post_init__(self) -> None:
        clock = asyncio.get_running_loop().time
        self.codes = Limiter(5, 60, clock)
        self.guesses = Limiter(10, 60, clock)

    def hear(self, connection: Connection, message: said.Pair | said.Claim | said.Allow) -> None:
        """Take a step on the way of a seat from one machine to another."""
        try:
            match message:
                case said.Pair():
                    self.give_code(connection)
                case said.Claim():
                    self.claim(connection, message.code)
                case said.Allow():
                    self.decide(connection, message.allow)
        except Refusal as refusal:
            about = str(message.__struct_config__.tag)
            self.host.connections.refuse(connection.peer, refusal.why, about)

    def give_code(self, connection: Connection) -> None:
        """A seated player wants to move: a new code, which replaces the one before."""
        task, peer = self.host.tables.get(connection.table), connection.peer
        seat = task.table.seat_of(peer) if task is not None else None
        if seat is None:
            raise Refusal("only_players")
        if not self.codes.allow(str(peer)):
            raise Refusal("too_fast")
        self.drop(peer)
        taken = {pairing.finds for pairing in self.by_owner.values()}
        while (code := letters(PAIRING))[:FINDS] in taken:
            pass
        until = self.host.connections.now() + LIFE
        pairing = Pairing(peer, connection.table, seat, code[:FINDS], digest(code), until)
        self.by_owner[peer] = pairing
        self.host.keep(self.expire(pairing))
        self.host.connections.send(peer, said.Pairing(code, LIFE))

    def claim(self, connection: Connection, text: str) -> None:
        """Somebody types a code: if it is right, the seated terminal is asked."""
        if not self.guesses.allow(connection.crowd):
            raise Refusal("too_many_guesses")
        code, now = typed(text), self.host.connections.now()
        waiting = [p for p in self.by_owner.values() if p.asker is None and p.until > now]
        pairing = next((p for p in waiting if p.finds == code[:FINDS]), None)
        if pairing is None:
            raise Refusal("wrong_pairing")
        if not same(pairing.digest, digest(code)):
            pairing.tries -= 1
            if not pairing.tries:
                self.drop(pairing.owner)
                self.host.connections.send(pairing.owner, said.Notice("pairing_spent"))
            raise Refusal("wrong_pairing")
        task = self.task_of(pairing)
        if task.table.seat_of(connection.peer) is not None:
            raise Refusal("already_seated")
        pairing.asker = connection.peer
        pairing.until = now + CONFIRM
        self.host.keep(self.expire(pairing))
        guest = connection.guest
        where = connection.address if guest is None else f"{guest.address} ({guest.way})"
        self.host.connections.send(pairing.owner, said.Claimed(connection.name, where))
        name = task.table.lasting.chairs[pairing.seat].name
        self.host.connections.send(connection.peer, said.Notice("pairing_asked", name))

    def decide(self, connection: Connection, allow: bool) -> None:
        """The seated terminal has answered."""
        pairing = self.by_owner.get(connection.peer)
        if pairing is None or pairing.asker is None:
            raise Refusal("pairing_over")
        if not allow:
            self.drop(pairing.owner, "pairing_denied")
            return
        task, asker = self.task_of(pairing), self.host.connections.by_peer.get(pairing.asker)
        del self.by_owner[pairing.owner]
        if asker is None or asker.closing:
            raise Refusal("pairing_over")
        self.host.admission.move(asker, task, pairing.owner, pairing.seat)

    def task_of(self, pairing: Pairing) -> TableTask:
        """The table of a pairing, if whoever asked for it still sits there. Raises `Refusal`."""
        task = self.host.tables.get(pairing.table)
        if task is None or task.table.seat_of(pairing.owner) != pairing.seat:
            self.drop(pairing.owner)
            raise Refusal("pairing_over")
        return task

    def gone(self, peer: Peer) -> None:
        """A line is dead, and with it whatever it wanted to give or to get."""
        self.drop(peer)
        for pairing in [p for p in self.by_owner.values() if p.asker == peer]:
            self.drop(pairing.owner)

    def drop(self, owner: Peer, why: str = "pairing_over") -> None:
        """A code is good no more; whoever waits for a yes hears why."""
        pairing = self.by_owner.pop(owner, None)
        if pairing is not None and pairing.asker is not None:
            self.host.connections.refuse(pairing.asker, why, "claim")

    async def expire(self, pairing: Pairing) -> None:
        clock = self.host.connections.clock
        while (left := pairing.until - clock.now()) > 0:
            await clock.sleep(left)
        if self.by_owner.get(pairing.owner) is pairing:
            self.drop(pairing.owner)


def letters(count: int) -> str:
    """Letters that nobody can guess, five bits each."""
    return "".join(secrets.choice(LETTERS) for _ in range(count))
