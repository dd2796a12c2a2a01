"""The table: the land between two packs, their hands and decks, and what the Alphas have won."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.core import LATER, Event, Eventful, Seat, Step
from engine.games.moonlight.deck import AMBUSHES, COPIES, KINDS, kind_of
from engine.games.moonlight.tally import Tally

SEATS = (Seat(0), Seat(1))


@dataclass(slots=True)
class Table(Eventful):
    """Everything on the table. In a view, cards a seat may not see are `HIDDEN`."""

    seats: int
    seed: bytes
    goal: int
    """How many rounds win the match: two make a Mountain."""
    starter: Seat = SEATS[0]
    round: int = 0
    hands: list[list[int]] = field(default_factory=lambda: [[], []])
    decks: list[list[int]] = field(default_factory=lambda: [[], []])
    """Face down; the top card is the last."""
    lifted: list[int] = field(default_factory=list)
    """The wolf that the active seat has taken up and not yet put down; nobody else sees it."""
    land: dict[int, list[int]] = field(default_factory=dict)
    """By cell: the cards there, the visible one last."""
    shape: str = ""
    """4x3 (wide) or 3x4 (high) once it is fixed."""
    active: Seat = SEATS[0]
    lone: list[list[int]] = field(default_factory=lambda: [[], []])
    """Lone Wolves that have joined each pack."""
    offer: list[int] = field(default_factory=list)
    """Powers that nobody has chosen yet."""
    powers: list[int | None] = field(default_factory=lambda: [None, None])
    used: list[bool] = field(default_factory=lambda: [False, False])
    """By seat: whether its Ambush lies face down."""
    won: list[int] = field(default_factory=lambda: [0, 0])
    """Rounds won: the parts of each Mountain."""
    ending: str = ""
    """How the round ended: land full or out of wolves; empty while it goes on."""
    account: Tally | None = None
    """The count of the last round; None while it goes on."""
    champion: Seat | None = None
    """Who won the match; None while it goes on."""
    todo: list[Step] = field(default_factory=list)
    events: list[Event] | None = field(default_factory=list)
    round_began: int = 0
    """How many events there were before this round."""
    last_turn: bool = field(default=True, metadata=LATER)
    """Whether both have the same number of turns when a pack runs out; else that ends the round."""

    def copy(self) -> Table:
        """A table of its own: neither changes the other."""
        return Table(
            seats=self.seats,
            seed=self.seed,
            goal=self.goal,
            starter=self.starter,
            round=self.round,
            hands=[hand[:] for hand in self.hands],
            decks=[deck[:] for deck in self.decks],
            lifted=self.lifted[:],
            land={cell: stack[:] for cell, stack in self.land.items()},
            shape=self.shape,
            active=self.active,
            lone=[pack[:] for pack in self.lone],
            offer=self.offer[:],
            powers=self.powers[:],
            used=self.used[:],
            won=self.won[:],
            ending=self.ending,
            account=self.account,
            champion=self.champion,
            todo=self.todo[:],
            events=None if self.events is None else self.events[:],
            round_began=self.round_began,
            last_turn=self.last_turn,
        )

    def tops(self) -> dict[int, int]:
        """By cell: the card that is visible there."""
        return {cell: stack[-1] for cell, stack in self.land.items()}

    def ready(self, seat: Seat, power: int) -> bool:
        """Whether a seat has this power and may use it now."""
        return self.powers[seat] == power and not (power in AMBUSHES and self.used[seat])

    def unseen(self, seat: Seat) -> list[int]:
        """By kind: how many wolves of a pack nobody has seen this round."""
        left = list(COPIES)
        for card in self.lone[seat]:
            left[kind_of(card)] += 1
        for stack in self.land.values():
            for card in stack:
                if card // 16 == seat:
                    left[kind_of(card)] -= 1
        return left


def kinds(counts: list[int]) -> list[int]:
    """Counts by kind as a list of kinds."""
    return [int(kind) for kind in KINDS for _ in range(counts[kind])]
