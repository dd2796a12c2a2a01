"""Dare: everybody holds a number that nobody else sees, and dares to show it or keeps still.

Each player is dealt one of the numbers 1 to 9. One after the other, they dare or keep still. Then
all who dared show their numbers, and the highest of these wins the round; if nobody dared, all
show theirs and the lowest wins. The first to win three rounds wins the match.

What is told: `round` (its number), `dealt` (a number, to its owner), `turn`, `dared`, `still`,
`showed` (a number), `won_dare` or `won_still` (seats as bits), and at last `match`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from engine.bots.chance import RandomBot
from engine.core import (
    HIDDEN,
    Ask,
    Auto,
    Choice,
    Event,
    Eventful,
    Game,
    NextRound,
    Option,
    Options,
    Outcome,
    Question,
    Seat,
    Step,
    View,
    do,
    step,
)
from engine.rng import shuffle

NUMBERS = range(1, 10)
SEATS = tuple(Seat(number) for number in range(4))
HERO = 6
"""A bot dares from this number up."""


@dataclass(slots=True)
class Table(Eventful):
    """Everything on the table; in a view, numbers that a seat may not see are `HIDDEN`."""

    seats: int
    seed: bytes
    goal: int
    """Rounds to win."""
    round: int = 0
    numbers: list[int] = field(default_factory=list)
    dared: list[Seat] = field(default_factory=list)
    shown: list[Seat] = field(default_factory=list)
    """Whose numbers are face up."""
    points: list[int] = field(default_factory=list)
    winner: Seat | None = None
    """Who won the round; None while it is being played."""
    todo: list[Step] = field(default_factory=list)
    events: list[Event] | None = field(default_factory=list)

    def copy(self) -> Table:
        return Table(
            self.seats,
            self.seed,
            self.goal,
            self.round,
            self.numbers[:],
            self.dared[:],
            self.shown[:],
            self.points[:],
            self.winner,
            self.todo[:],
            None if self.events is None else self.events[:],
        )


@step
class Deal(Auto[Table]):
    """A round begins: a number for everybody."""

    def run(self, table: Table, /) -> None:
        numbers = list(NUMBERS)
        shuffle(table, numbers)
        table.round += 1
        table.numbers, table.dared, table.shown = numbers[: table.seats], [], []
        table.winner = None
        table.emit("round", number=table.round)
        for seat in SEATS[: table.seats]:
            table.emit("dealt", seat, cards=(table.numbers[seat],), seen_by=(seat,))
        do(table, *(Turn(seat) for seat in SEATS[: table.seats]), RoundEnds())


@step
class Turn(Auto[Table]):
    """It is somebody's turn."""

    seat: Seat

    def run(self, table: Table, /) -> None:
        table.emit("turn", self.seat)
        do(table, Dare(self.seat))


@step
class Dare(Question[Table]):
    """To dare or to keep still, for all to see."""

    seat: Seat

    def asks(self, table: Table, /) -> tuple[Ask, ...]:
        return (Ask(self.seat, "dare", (Choice("dare"), Choice("still"))),)

    def chosen(self, table: Table, choice: Choice, /) -> None:
        if choice.verb == "dare":
            table.dared.append(self.seat)
        table.emit("dared" if choice.verb == "dare" else "still", self.seat)


@step
class RoundEnds(Auto[Table]):
    """Numbers are shown, and the round is won."""

    def run(self, table: Table, /) -> None:
        table.shown = table.dared or list(SEATS[: table.seats])
        for seat in table.shown:
            table.emit("showed", seat, cards=(table.numbers[seat],))
        best = max if table.dared else min
        table.winner = best(table.shown, key=lambda seat: table.numbers[seat])
        table.points[table.winner] += 1
        table.emit("won_dare" if table.dared else "won_still", number=1 << table.winner)
        if table.points[table.winner] < table.goal:
            do(table, NextRound(SEATS[: table.seats]), Deal())
        elif table.goal > 1:
            table.emit("match", number=1 << table.winner)


def setup(seats: int, seed: bytes, options: Options) -> Table:
    """A table before its first deal."""
    table = Table(seats, seed, 1 if options["length"] == "round" else 3, points=[0] * seats)
    do(table, Deal())
    return table


def hide(table: Table, seat: Seat | None) -> Table:
    """A seat sees its own number, and those that are face up."""
    seen = table.copy()
    seen.seed = b""
    seen.numbers = [
        number if holder == seat or holder in table.shown else HIDDEN
        for holder, number in enumerate(table.numbers)
    ]
    seen.events = [event.told_to(seat) for event in table.events or ()]
    return seen


def fill(view: Table, seat: Seat | None, rng: Random) -> Table:
    """Other numbers for those that are hidden, and another future."""
    table = view.copy()
    table.seed = rng.randbytes(32)
    unseen = [number for number in NUMBERS if number not in view.numbers]
    rng.shuffle(unseen)
    table.numbers = [unseen.pop() if number == HIDDEN else number for number in view.numbers]
    return table


def outcome(table: Table) -> Outcome | None:
    """How it ended; None while it goes on."""
    if table.winner is None or table.points[table.winner] < table.goal:
        return None
    return Outcome("dare" if table.dared else "still", (table.winner,))


class HeroBot:
    """Dares with a high number."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, view: View[Table], /) -> Choice:
        assert view.ask is not None
        if view.ask.prompt != "dare":
            return view.ask.choices[0]
        return Choice("dare" if view.state.numbers[view.ask.seat] >= HERO else "still")


DARE: Game[Table] = Game(
    id="dare",
    version=1,
    seats=range(2, 5),
    options=(Option("length", ("match", "round")),),
    setup=setup,
    hide=hide,
    fill=fill,
    outcome=outcome,
    parts=(Table, Deal, Turn, Dare, RoundEnds, NextRound),
    bots={"random": RandomBot, "greedy": HeroBot},
    phrases=("dare_you",),
)
