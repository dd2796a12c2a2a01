"""The village: who was dealt what, where the cards lie now, and everything said about it."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.core import LATER, Event, Eventful, Seat, Step, step
from engine.games.onenight.roles import Role, side_of, slots_of

SEATS = tuple(Seat(seat) for seat in range(10))

CENTER, PAIR = 10, 13
"""Places: seats are 0 to 9, center cards 10 to 12, two of them at once 13 to 15."""
PAIRS = ((0, 1), (0, 2), (1, 2))
"""By pair: the center cards it stands for."""
NONE, ASLEEP = 98, 99
"""No place, no card; also what a sleeper learns."""

Learnt = tuple[int, int, int, int]
"""What a seat learned in a slot of the night: the slot, and three places or faces as needed."""


@step
class Claim:
    """Something said that counts: a statement may hold several, under one number."""

    number: int
    seat: Seat
    kind: str
    values: tuple[int, ...]
    reply: bool = False
    """Whether somebody had asked for it."""


@dataclass(slots=True)
class Village(Eventful):
    """The table; in a view, what its seat may not know is `HIDDEN`."""

    seats: int
    seed: bytes
    roles: tuple[int, ...] = ()
    """The set, sorted; everybody knows it."""
    goal: int = 0
    """How many chips win the match; 0: a single game."""
    lone: bool = True
    """Whether a werewolf without a partner may look at a center card (R15)."""
    hunt: bool = False
    """Whether the village wins by a dead minion if nobody is a werewolf (R22)."""
    free: bool = False
    """Whether all may talk at any time; otherwise they take turns."""
    rounds: int = 2
    """How often everybody gets a statement and a question when they talk in turns."""
    round: int = 0
    dealt: list[int] = field(default_factory=list)
    """By seat, then center: the cards as dealt."""
    cards: list[int] = field(default_factory=list)
    """By seat, then center: the cards that lie there now."""
    copied: int = NONE
    """What the Doppelgänger's card counts as; this stays with the card (R4)."""
    learnt: list[list[Learnt]] = field(default_factory=list)
    """By seat: one line for every finished slot of the night."""
    answers: list[list[int]] = field(default_factory=list)
    """By seat: places named in the open slot of the night."""
    order: tuple[Seat, ...] = ()
    """Who speaks when, by day."""
    claims: list[Claim] = field(default_factory=list)
    said: int = 0
    """How many statements have been numbered."""
    talked: list[int] = field(default_factory=list)
    """By seat: how often it has said something."""
    taken_back: tuple[int, ...] = ()
    """Numbers of statements that no longer count."""
    drafts: list[list[tuple[str, int]]] = field(default_factory=list)
    """By seat: what it is about to say."""
    pending: list[tuple[int, int]] = field(default_factory=list)
    """By seat: who asked it what, until it has answered; else nobody."""
    hurry: tuple[Seat, ...] = ()
    """Who wants to vote now."""
    longer: tuple[Seat, ...] = ()
    """Who wants more time."""
    votes: list[int] = field(default_factory=list)
    dead: tuple[Seat, ...] = ()
    """Who died, in the order of deaths."""
    winners: tuple[Seat, ...] = ()
    reasons: list[str] = field(default_factory=list)
    """By seat: the message key that says why it won or lost."""
    ended: bool = False
    """Whether this game is over and all cards are open."""
    chips: list[int] = field(default_factory=list)
    champions: tuple[Seat, ...] | None = None
    """Who won the match; None while it goes on."""
    todo: list[Step] = field(default_factory=list)
    events: list[Event] | None = field(default_factory=list)
    round_began: int = 0
    """How many events there were before this round."""
    version: int = field(default=1, metadata=LATER)
    """The version of the rules that is played by."""
    abstain: bool = field(default=True, metadata=LATER)
    """Whether a player may vote for nobody (R27)."""
    literal: bool = field(default=False, metadata=LATER)
    """Whether anybody else's death wins for a minion among no werewolves, a tanner's too (R22)."""
    aloud: bool = field(default=False, metadata=LATER)
    """Whether people talk aloud in one room, so that nothing is said here by day."""
    missed: tuple[tuple[Seat, int], ...] = field(default=(), metadata=LATER)
    """Who was called at night and did not answer, and in which slot; told at the end."""

    def copy(self) -> Village:
        """A village of its own: neither changes the other."""
        twin = object.__new__(Village)
        for name in KEPT:
            setattr(twin, name, getattr(self, name))
        for name in LISTS:
            setattr(twin, name, getattr(self, name)[:])
        for name in LISTS_OF_LISTS:
            setattr(twin, name, [items[:] for items in getattr(self, name)])
        twin.events = None if self.events is None else self.events[:]
        return twin

    def everyone(self) -> tuple[Seat, ...]:
        return SEATS[: self.seats]

    def others(self, seat: Seat) -> list[Seat]:
        return [other for other in SEATS[: self.seats] if other != seat]

    def slots(self) -> tuple[int, ...]:
        """The slots of the night; under the first rules a lone werewolf had none of her own."""
        return slots_of(self.roles, self.lone and self.version > 1)

    def index(self, place: int) -> int:
        """The index of a seat or a center card in `dealt` and `cards`."""
        return place if place < CENTER else self.seats + place - CENTER

    def opponents(self, seat: Seat) -> list[Seat]:
        """Who wins if a seat loses, by all cards as they lie now; a Tanner plays alone."""
        sides = [side_of(self.counts_as(other)) for other in self.everyone()]
        return [other for other in self.others(seat) if sides[other] != sides[seat]]

    def counts_as(self, place: int) -> int:
        """The role that the card at a place counts as when it comes to winning (R4, R6)."""
        face = self.cards[self.index(place)]
        if face != Role.DOPPELGANGER:
            return face
        return int(Role.VILLAGER) if self.copied == NONE else self.copied

    def live_claims(self) -> list[Claim]:
        """All claims that were not taken back."""
        gone = self.taken_back
        return [claim for claim in self.claims if claim.number not in gone] if gone else self.claims


LISTS = ("dealt", "cards", "claims", "talked", "pending", "votes", "reasons", "chips", "todo")
LISTS_OF_LISTS = ("learnt", "answers", "drafts")
KEPT = tuple(name for name in Village.__slots__ if name not in (*LISTS, *LISTS_OF_LISTS, "events"))
"""Fields whose values are never changed, only replaced."""
