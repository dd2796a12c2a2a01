"""What is present at a table: who is connected, who is ready, and how much time has passed.

None of it is journaled: a host that restarts finds an empty room.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, NewType

from engine.core import Seat
from net.messages import Fate

Peer = NewType("Peer", int)
"""A connection, by the number the host gives it."""


class Moving(NamedTuple):
    """The keeper's wish to hand the table to another machine."""

    seat: Seat
    """Whose machine."""
    agreed: frozenset[Seat] = frozenset()


class Watcher(NamedTuple):
    """Somebody who watches."""

    name: str
    number: int = 0
    """Given in the order of arrival, and to nobody else."""
    marks: tuple[str, ...] = ()
    """What they are known by (`net/sent_away.py`)."""


class Hand(NamedTuple):
    """What the keeper has done to the clock of a window."""

    opened: int = -1
    """The turn in which that window was opened."""
    added: float = 0.0
    """How many seconds the keeper has added."""
    stopped: float = 0.0
    """How many seconds it had been open when the clock was stopped; 0: it runs."""
    lost: float = 0.0
    """For how many seconds the clock has stood still so far."""
    changes: int = 0


UNTOUCHED = Hand()


@dataclass(slots=True)
class Present:
    """Who is there now, and what they have been told."""

    seated: dict[Seat, Peer] = field(default_factory=dict)
    watchers: dict[Peer, Watcher] = field(default_factory=dict)
    ready: set[Seat] = field(default_factory=set)
    seals: dict[Seat, str] = field(default_factory=dict)
    """By seat: what a player has sealed for the coming shuffle."""
    opened: dict[Seat, str] = field(default_factory=dict)
    """By seat: the nonce with which a player has opened a seal that lies on the table."""
    told: dict[Peer, int] = field(default_factory=dict)
    """By connection: how many events it has been told of."""
    fates: dict[Seat, tuple[int, Fate]] = field(default_factory=dict)
    """By voter: an absent player's seat, and what should become of it."""
    late: dict[Seat, int] = field(default_factory=dict)
    """By seat: the turn of a question whose time is up, so that a bot answers it."""
    hurried: bool = False
    """Whether bots skip their pauses until a person is asked."""
    thought: float = 0.0
    """How many seconds the question has been open, according to the host."""
    passed: tuple[int, float] = (0, 0.0)
    """How many seconds the window of a turn has been open, according to the host."""
    marks: dict[Seat, tuple[str, ...]] = field(default_factory=dict)
    """By seat: what its player is known by, even while away."""
    numbered: int = 0
    """How many watchers there have been."""
    waiting: list[Peer] = field(default_factory=list)
    """Watchers who would like to sit down, in the order of asking."""
    moving: Moving | None = None
    hand: Hand = UNTOUCHED

    def copy(self) -> Present:
        return Present(
            self.seated.copy(),
            self.watchers.copy(),
            self.ready.copy(),
            self.seals.copy(),
            self.opened.copy(),
            self.told.copy(),
            self.fates.copy(),
            self.late.copy(),
            self.hurried,
            self.thought,
            self.passed,
            self.marks.copy(),
            self.numbered,
            self.waiting.copy(),
            self.moving,
            self.hand,
        )

    def seat_of(self, peer: Peer) -> Seat | None:
        """Where a connection sits."""
        return next((seat for seat, other in self.seated.items() if other == peer), None)

    def peers(self) -> Iterator[Peer]:
        """Everybody who is connected, players in the order of seats."""
        yield from (self.seated[seat] for seat in sorted(self.seated))
        yield from self.watchers

    def watch(self, peer: Peer, name: str, marks: tuple[str, ...]) -> None:
        self.numbered += 1
        self.watchers[peer] = Watcher(name, self.numbered, marks)

    def forget(self, peer: Peer) -> None:
        """A connection is gone."""
        self.told.pop(peer, None)
        self.watchers.pop(peer, None)
        if peer in self.waiting:
            self.waiting.remove(peer)
        seat = self.seat_of(peer)
        if seat is not None:
            del self.seated[seat]
            self.ready.discard(seat)
            self.seals.pop(seat, None)
            if self.moving is not None and self.moving.seat == seat:
                self.moving = None

    def vacate(self, seat: Seat) -> None:
        """A seat is somebody else's, or nobody's, from now on."""
        if seat in self.seated:
            self.forget(self.seated[seat])
        self.opened.pop(seat, None)
        self.late.pop(seat, None)
        self.marks.pop(seat, None)

    def rest(self) -> None:
        """Nobody is ready, and nothing is sealed."""
        self.ready, self.seals, self.opened = set(), {}, {}
        self.late, self.moving = {}, None

    def deal(self) -> None:
        """A match begins: nobody has been told anything about it."""
        self.ready, self.seals, self.opened, self.moving = set(), {}, {}, None
        self.told = dict.fromkeys(self.told, 0)
