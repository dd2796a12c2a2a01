"""A player's machine that takes a table: their client hears of it, and their own host opens it."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from net import messages as said
from net.client import Client
from net.messages import Message
from net.refusal import Refusal
from net.security import BadKey

if TYPE_CHECKING:  # whoever only plays needs no host
    from net.arrivals import Arrival
    from net.host import Host

log = logging.getLogger("moontui.host")


@dataclass(slots=True, eq=False)
class Taker:
    """What a player's end does while the table at which they sit moves to them."""

    client: Client
    room: said.Room | None = None
    host: Host | None = None
    """The player's own, once they have agreed to take the table."""
    arrival: Arrival | None = None

    @property
    def is_named(self) -> bool:
        """Whether the keeper would like this player to take the table."""
        seated, moving = self.client.seated, self.room.moving if self.room is not None else None
        return moving is not None and seated is not None and moving.seat == seated.seat

    def agree(self, host: Host) -> None:
        """The player takes the table, as soon as everybody agrees who has to."""
        self.host = host
        self.client.send(said.Consent(True))
        self.begin()

    def decline(self) -> None:
        self.host = self.arrival = None
        self.client.send(said.Take(False))

    def begin(self) -> None:
        """Say that this machine takes the table, once it may."""
        if self.host is None or self.arrival is not None or self.room is None:
            return
        if not self.is_named or is_opposed(self.room, self.client):
            return
        try:
            self.arrival = self.host.arrivals.take(self.client, self.room)
            self.client.send(self.arrival.agree())
        except (Refusal, BadKey) as error:
            log.error("table %s cannot be taken: %r", self.room.table, error)
            self.decline()

    async def hear(self, message: Message) -> None:
        """Take in what the host of the table says."""
        match message:
            case said.Room():
                self.room = message
                if not self.is_named:
                    self.host = self.arrival = None
                self.begin()
            case said.Seated() if self.arrival is not None:  # on a new line: it has not moved
                self.arrival.host.arrivals.stayed(message.table)
                self.arrival = None
            case said.Refused(about="take" | "page" | "prepared"):
                self.arrival = self.host = None
            case said.Handing() | said.Part() | said.Moved() if self.arrival is not None:
                try:
                    await self.arrival.hear(message)
                except Refusal:
                    self.decline()


def is_opposed(room: said.Room, client: Client) -> bool:
    """Whether somebody has yet to agree, as everybody must in the middle of a match."""
    assert client.seated is not None
    assert room.moving is not None
    people = {seat for seat, player in enumerate(room.players) if player.kind == "person"}
    return room.phase == "playing" and not people <= {*room.moving.agreed, client.seated.seat}
