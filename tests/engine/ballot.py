"""Ballot, a small game for tests: secret votes of all seats at once, over several rounds.

In each round chance picks a tax, all seats vote at the same time for another seat, and whoever
gets the most votes pays it. Nobody sees a vote before all are in. The first to pay 10 loses.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from engine.bots.chance import RandomBot
from engine.core import (
    HIDDEN,
    Ask,
    Auto,
    Blocked,
    Choice,
    Event,
    Game,
    Option,
    Options,
    Question,
    Seat,
    Step,
    do,
    step,
)
from engine.rng import below

NOBODY = 99


@dataclass(slots=True)
class Box:
    """The ballot box; in a view, votes of others are `HIDDEN` as long as the vote lasts."""

    seats: int
    seed: bytes
    limit: int
    tax: int = 0
    votes: list[int] = field(default_factory=list)
    paid: list[int] = field(default_factory=list)
    over: bool = False
    todo: list[Step] = field(default_factory=list)
    events: list[Event] | None = field(default_factory=list)

    def copy(self) -> Box:
        return Box(
            self.seats,
            self.seed,
            self.limit,
            self.tax,
            self.votes[:],
            self.paid[:],
            self.over,
            self.todo[:],
            None if self.events is None else self.events[:],
        )

    def emit(self, event: Event) -> None:
        if self.events is not None:
            self.events.append(event)


@step
class Begin(Auto[Box]):
    """A round begins: chance picks the tax."""

    def run(self, box: Box, /) -> None:
        box.tax = 1 + below(box, 6)
        box.votes = [NOBODY] * box.seats
        box.emit(Event("tax", number=box.tax))
        do(box, Vote(tuple(Seat(seat) for seat in range(box.seats))), Count())


@step
class Vote(Question[Box]):
    """All seats vote at the same time; the step knows who is still missing, not what was said."""

    missing: tuple[Seat, ...]

    def asks(self, box: Box, /) -> tuple[Ask, ...]:
        return tuple(Ask(seat, "vote", votes(box, seat), "vote") for seat in self.missing)

    def answer(self, box: Box, seat: Seat, choice: Choice, /) -> None:
        box.todo.pop()
        box.votes[seat] = choice.value
        box.emit(Event("voted", seat, cards=(choice.value,), seen_by=(seat,)))
        missing = tuple(other for other in self.missing if other != seat)
        if missing:
            do(box, Vote(missing))

    def default(self, box: Box, seat: Seat, /) -> Choice:
        return Choice("abstain", NOBODY)

    def blocked(self, box: Box, /) -> list[Blocked]:
        return [Blocked(Choice("vote", seat), "yourself") for seat in self.missing]


def votes(box: Box, seat: Seat) -> tuple[Choice, ...]:
    others = [Choice("vote", other) for other in range(box.seats) if other != seat]
    return (*others, Choice("abstain", NOBODY))


@step
class Count(Auto[Box]):
    """The votes are shown, and the tax is paid."""

    def run(self, box: Box, /) -> None:
        box.emit(Event("counted", cards=tuple(box.votes)))
        most = max(box.votes.count(seat) for seat in range(box.seats))
        for seat in range(box.seats):
            if most and box.votes.count(seat) == most:
                box.paid[seat] += box.tax
        box.votes = [NOBODY] * box.seats
        if max(box.paid) >= box.limit:
            box.over = True
        else:
            do(box, Begin())


def setup(seats: int, seed: bytes, options: Options) -> Box:
    box = Box(seats, seed, limit=int(options["limit"]), paid=[0] * seats)
    do(box, Begin())
    return box


def hide(box: Box, seat: Seat | None) -> Box:
    """Others' votes are hidden; that somebody has voted is known."""
    seen = [
        vote if voter == seat or (vote == NOBODY and voter in missing(box)) else HIDDEN
        for voter, vote in enumerate(box.votes)
    ]
    view = box.copy()
    view.seed = b""
    view.votes = seen
    view.events = [event.told_to(seat) for event in box.events or ()]
    return view


def missing(box: Box) -> tuple[Seat, ...]:
    vote = box.todo[-1] if box.todo else None
    return vote.missing if isinstance(vote, Vote) else tuple(Seat(s) for s in range(box.seats))


def fill(view: Box, seat: Seat | None, rng: Random) -> Box:
    box = view.copy()
    box.seed = rng.randbytes(32)
    for voter, vote in enumerate(view.votes):
        if vote == HIDDEN:
            box.votes[voter] = rng.choice(votes(box, Seat(voter))).value
    return box


def winners(box: Box) -> tuple[Seat, ...] | None:
    if not box.over:
        return None
    return tuple(Seat(seat) for seat in range(box.seats) if box.paid[seat] < box.limit)


BALLOT: Game[Box] = Game(
    id="ballot",
    version=1,
    seats=range(2, 6),
    options=(Option("limit", ("10", "20")),),
    setup=setup,
    hide=hide,
    fill=fill,
    winners=winners,
    parts=(Box, Begin, Vote, Count),
    bots={"random": RandomBot},
)
