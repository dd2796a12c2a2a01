"""Ballot, a small game for tests: all seats vote at once and in secret, over several rounds.

In each round chance picks a tax, all seats vote at the same time for another seat, and whoever
gets the most votes pays it. Nobody sees a vote before all are in. The first to pay 10 loses. Before
a vote there may be a debate, in which everybody may say one thing at any time.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

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
    Outcome,
    Question,
    Seat,
    Step,
    Window,
    do,
    step,
)
from engine.games import GAMES
from engine.rng import below

NOBODY = 99


@dataclass(slots=True)
class Box:
    """The ballot box; in a view, others' votes are `HIDDEN` while the vote lasts."""

    seats: int
    seed: bytes
    limit: int
    tax: int = 0
    votes: list[int] = field(default_factory=list)
    paid: list[int] = field(default_factory=list)
    over: bool = False
    debates: bool = False
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
            self.debates,
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
        everybody = tuple(Seat(seat) for seat in range(box.seats))
        do(box, *([Debate(everybody)] if box.debates else []), Vote(everybody), Count())


@step
class Debate(Question[Box]):
    """Everybody may say one thing, whenever they like, until all are done."""

    talking: tuple[Seat, ...]
    heard: tuple[Seat, ...] = ()

    def asks(self, box: Box, /) -> tuple[Ask, ...]:
        return tuple(Ask(seat, "debate", self.words(seat), "debate") for seat in self.talking)

    def words(self, seat: Seat) -> tuple[Choice, ...]:
        words = [] if seat in self.heard else [Choice("say", number) for number in range(3)]
        return (Choice("done"), *words)

    def answer(self, box: Box, seat: Seat, choice: Choice, /) -> None:
        box.todo.pop()
        if choice.verb == "say":
            box.emit(Event("said", seat, number=choice.value))
            do(box, Debate(self.talking, (*self.heard, seat)))
            return
        talking = tuple(other for other in self.talking if other != seat)
        if talking:
            do(box, Debate(talking, self.heard))


@step
class Vote(Question[Box]):
    """All seats vote at the same time; the step knows who is still to vote, not how others did."""

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
    box.debates = options["debate"] != "none"
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


def outcome(box: Box) -> Outcome | None:
    if not box.over:
        return None
    spared = (Seat(seat) for seat in range(box.seats) if box.paid[seat] < box.limit)
    return Outcome("spared", tuple(spared))


BALLOT: Game[Box] = Game(
    id="ballot",
    version=1,
    seats=range(2, 11),
    options=(Option("limit", ("10", "20")), Option("debate", ("none", "60", "90"))),
    setup=setup,
    hide=hide,
    fill=fill,
    outcome=outcome,
    parts=(Box, Begin, Debate, Vote, Count),
    bots={"random": RandomBot},
    windows={"debate": Window(60.0, held=False), "vote": Window(30.0, early=True)},
    verdicts={"tax": True},
)


def put_on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put Ballot among the games for the duration of a test."""
    monkeypatch.setitem(sys.modules, "engine.games.ballot", sys.modules[__name__])
    monkeypatch.setitem(GAMES.folders, "ballot", Path(__file__).parent)
