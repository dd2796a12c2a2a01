"""The table: hands, the trick, the closed piles of taken cards, chips and game points."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.core import HIDDEN, LATER, Event, Eventful, Seat, Step
from engine.games.robbers.deck import ICONS
from engine.games.robbers.scoring import Account

SEATS = tuple(Seat(number) for number in range(5))


@dataclass(slots=True)
class Table(Eventful):
    """Everything on the table. In a view, cards and roles a seat may not see are `HIDDEN`."""

    seats: int
    seed: bytes
    deals: int
    """How many deals make the match."""
    history: bool
    """Whether players may look back at all tricks of a deal, or only at the last one. Events tell
    everything that was played anyway: a client shows no more of it than this allows."""
    dealer: Seat
    deal: int = 0
    hands: list[list[int]] = field(default_factory=list)
    """In order."""
    undealt: int = HIDDEN
    """The card that nobody got; `HIDDEN` from everybody until the deal is added up, and at a table
    of four, where there is none."""
    roles: list[int] = field(default_factory=list)
    """By the dealt hands. In a view: the seat's own role, and Werewolves that showed themselves."""
    chips: list[int] = field(default_factory=list)
    """By seat: the role that a chip shows, a Werewolf's lying on a Traitor's; `ROBBER`: no chip.
    A player who has shown the Traitor may still be a Werewolf."""
    leader: Seat = SEATS[0]
    """Who leads the trick."""
    trick: list[int] = field(default_factory=list)
    """In play order."""
    piles: list[list[int]] = field(default_factory=list)
    """The cards that each seat took: closed until the deal is added up."""
    last_leader: Seat = SEATS[0]
    last_trick: list[int] = field(default_factory=list)
    """In play order; empty during the first trick."""
    points: list[int] = field(default_factory=list)
    """Game points won in this match."""
    account: Account | None = None
    """How the deal added up; None while it is played."""
    champions: tuple[Seat, ...] | None = None
    """Who won the match; None while it goes on."""
    todo: list[Step] = field(default_factory=list)
    events: list[Event] | None = field(default_factory=list)
    round_began: int = 0
    """How many events there were before this deal."""
    strict: bool = field(default=False, metadata=LATER)
    """Whether a trick is closed as soon as the next one is led, and clients count nothing."""
    icons: tuple[int, ...] = field(default=ICONS, metadata=LATER)
    """By card: the icons on it."""

    def copy(self) -> Table:
        """A table of its own: neither changes the other."""
        return Table(
            self.seats,
            self.seed,
            self.deals,
            self.history,
            self.dealer,
            self.deal,
            [hand[:] for hand in self.hands],
            self.undealt,
            self.roles[:],
            self.chips[:],
            self.leader,
            self.trick[:],
            [pile[:] for pile in self.piles],
            self.last_leader,
            self.last_trick[:],
            self.points[:],
            self.account,
            self.champions,
            self.todo[:],
            None if self.events is None else self.events[:],
            self.round_began,
            self.strict,
            self.icons,
        )

    def seat_at(self, place: int) -> Seat:
        """Who plays the first, second, … card of the trick."""
        return SEATS[(self.leader + place) % self.seats]

    def opponents(self, seat: Seat) -> list[Seat]:
        """The seats of the other team, when all roles are known."""
        mine = bool(self.roles[seat])
        return [other for other in SEATS[: self.seats] if bool(self.roles[other]) != mine]

    def tricks_taken(self, seat: Seat) -> int:
        """How many tricks a seat has taken in this deal."""
        return len(self.piles[seat]) // self.seats

    def trick_number(self) -> int:
        """Which trick of the deal is being played, counted from 1."""
        return sum(map(len, self.piles)) // self.seats + 1
