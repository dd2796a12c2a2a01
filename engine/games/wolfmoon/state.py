"""The table: zones of cards, and the verbs that players use about them."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.core import LATER, Event, Eventful, Seat, Step
from engine.games.wolfmoon.deck import FIRST_MOON, VALUE, Card
from engine.games.wolfmoon.knowledge import Known

SEATS = tuple(Seat(number) for number in range(6))


@dataclass(slots=True)
class Table(Eventful):
    """Everything on the table. In a view, cards a seat may not see are `HIDDEN`."""

    seats: int
    seed: bytes
    goal: int
    """Moon tokens that win the match; 0: one round decides."""
    reveal: bool
    """Whether all cards are shown after a round."""
    starter: Seat
    """Who began the round, or will begin the next one."""
    round: int = 0
    pile: list[int] = field(default_factory=list)
    """The top card is the last."""
    aside: list[int] = field(default_factory=list)
    center: list[int] = field(default_factory=list)
    hands: list[list[int]] = field(default_factory=list)
    displays: list[list[int]] = field(default_factory=list)
    """In order of arrival."""
    gone: list[int] = field(default_factory=list)
    """Cards that left the game for this round."""
    moons: list[int] = field(default_factory=list)
    """Moons shown, in order."""
    out: list[bool] = field(default_factory=list)
    safe: list[bool] = field(default_factory=list)
    """By seat: whether a Bodyguard protects it until its next turn."""
    revived: Seat | None = None
    """Who has the Witch token."""
    active: Seat = SEATS[0]
    extra: int = 0
    """Extra turns that the active seat still has."""
    tokens: list[int] = field(default_factory=list)
    """Moon tokens won in this match."""
    ending: str = ""
    """How the round ended: wolf, last, vampire, high, beggar or none; empty while it goes on."""
    winners: tuple[Seat, ...] = ()
    """Who won the round."""
    champions: tuple[Seat, ...] | None = None
    """Who won the match; None while it goes on."""
    todo: list[Step] = field(default_factory=list)
    events: list[Event] | None = field(default_factory=list)
    round_began: int = 0
    """How many events there were before this round."""
    others_only: bool = field(default=False, metadata=LATER)
    """Whether Pickpocket and Bounty Hunter spare their own player."""
    winner_begins: bool = field(default=False, metadata=LATER)
    """Whether the winner of a round begins the next, instead of the next seat."""
    known: Known | None = None
    """What the seat of a view knows about hidden cards; None at the real table."""
    minds: dict[Seat | None, tuple[list[Event], Known]] = field(default_factory=dict, compare=False)
    """What seats had been told and knew at the last look: never changed, only replaced."""

    def copy(self) -> Table:
        """A table of its own: neither changes the other."""
        twin = object.__new__(Table)
        twin.seats = self.seats
        twin.seed = self.seed
        twin.goal = self.goal
        twin.reveal = self.reveal
        twin.starter = self.starter
        twin.round = self.round
        twin.pile = self.pile[:]
        twin.aside = self.aside[:]
        twin.center = self.center[:]
        twin.hands = [hand[:] for hand in self.hands]
        twin.displays = [display[:] for display in self.displays]
        twin.gone = self.gone[:]
        twin.moons = self.moons[:]
        twin.out = self.out[:]
        twin.safe = self.safe[:]
        twin.revived = self.revived
        twin.active = self.active
        twin.extra = self.extra
        twin.tokens = self.tokens[:]
        twin.ending = self.ending
        twin.winners = self.winners
        twin.champions = self.champions
        twin.todo = self.todo[:]
        twin.events = None if self.events is None else self.events[:]
        twin.round_began = self.round_began
        twin.others_only = self.others_only
        twin.winner_begins = self.winner_begins
        twin.known = self.known
        twin.minds = self.minds.copy()
        return twin

    def remaining(self) -> list[Seat]:
        """The seats still in the round."""
        return [seat for seat in SEATS[: self.seats] if not self.out[seat]]

    def still_against(self, seat: Seat) -> list[Seat]:
        """The others still in the round."""
        return [other for other in self.remaining() if other != seat]

    def rivals(self, seat: Seat) -> list[Seat]:
        """The others at whom this seat may aim a card."""
        out, safe = self.out, self.safe
        return [
            rival
            for rival in SEATS[: self.seats]
            if not out[rival] and not safe[rival] and rival != seat
        ]

    def next_seat(self, seat: Seat) -> Seat:
        """The next seat clockwise that is still in the round."""
        following = SEATS[(seat + 1) % self.seats]
        while self.out[following]:
            following = SEATS[(following + 1) % self.seats]
        return following

    def value_in_hand(self, seat: Seat) -> int:
        """The printed value of the one card a seat holds."""
        (card,) = self.hands[seat]
        return VALUE[card]

    def owner(self, card: int) -> Seat | None:
        """Whose display holds this card."""
        for seat in SEATS[: self.seats]:
            if card in self.displays[seat]:
                return seat
        return None

    def can_draw(self) -> bool:
        """Whether a character is left to draw; Moons do not count (R2, R29)."""
        return bool(self.aside) or any(card < FIRST_MOON for card in self.pile)

    def end_round(self, ending: str, winners: list[Seat]) -> None:
        """End the round at once: everything still to happen is dropped, except the scoring."""
        partner = self.owner(Card.WITCH)
        if self.revived in winners and ending != "beggar" and partner is not None:
            winners = [*winners, partner]
        self.ending = ending
        self.winners = tuple(sorted(set(winners)))
        del self.todo[1:]
