"""The arena: bots play many deals, and their winnings are counted, with the uncertainty.

Every deal is played once for each rotation of the bots around the table, so no seat is an
advantage, and chance comes from streams keyed by deal, seat and move: two bots on the same deal and
seat meet the same luck. Work comes in batches, each a pure function of its `Contest` and number, so
the figures are the same whether one process plays them all or a cluster does. Programs from outside
can sit down as well; each batch has its own, and theirs is to be as true to their numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from hashlib import sha256
from math import log, sqrt
from random import Random
from typing import Any, NamedTuple, Protocol

from engine.calibration import Calibration
from engine.core import Bot, Choice, Event, Game, Options, Outcome, Seat, View
from engine.play import advance, asks, settings, start, view

Clock = Callable[[], float]
"""Seconds since any fixed moment; the engine itself has no clock."""

BATCH = 25
"""Deals in a batch."""
ENOUGH = 200
"""Deals before an early stop is considered: until then, the spread is not well known."""
GAIN = 0.02
"""The gain that the early stop tells from none, as a share of wins."""
TOLERANCE = 0.01
"""The loss that a changed bot is allowed, as a share of wins."""
SURE = log(0.95 / 0.05)
"""How clear it must be, as log odds: wrong one time in twenty, either way."""
MOVES = 5_000
"""More moves than sane bots ever need for a round."""


class Place(NamedTuple):
    """Where a guest sits in one game of the arena."""

    game: Game[Any]
    seats: int
    seat: Seat
    options: Options
    chance: int
    """A number to draw luck from: the same for whoever sits here in this deal."""


class Guest(Protocol):
    """A player from outside, who stays for the games of one batch."""

    times: list[float]
    """How many seconds each real choice took."""
    faults: dict[str, int]
    """By kind: how often somebody else had to answer in its place."""
    answers: int
    """How often it was asked."""

    def sit(self, place: Place, /) -> None:
        """A game begins."""

    def choose(self, view: View[Any], told: Sequence[Event], rng: Random, /) -> Choice:
        """An answer on offer, whatever happens; `told` is what the seat has learnt since the last
        one."""

    def rise(self, outcome: Outcome | None, told: Sequence[Event], /) -> None:
        """The game is over; without an outcome, it was abandoned."""


Invitation = Callable[[], AbstractContextManager[Guest]]
"""Brings a guest in for a batch, and sees it out; it can be sent to other processes."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Who plays what."""

    game: Game[Any]
    bots: tuple[str, ...]
    """Levels or guests, in the order of seats of the first rotation; in teams, the two that play
    against each other."""
    seed: int = 0
    options: Options = field(default_factory=dict)
    rival: str = ""
    """Who plays every game of the first bot once more in its place; empty: nobody."""
    guests: Mapping[str, Invitation] = field(default_factory=dict)
    """By name: those of them who are no bots of the game."""
    teams: int = 0
    """Whether each of the two plays whole sides, at tables with this many seats; 0: no."""

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody who plays, by the number under which results are kept."""
        return (*self.bots, self.rival) if self.rival else self.bots

    @property
    def seats(self) -> int:
        return self.teams or len(self.bots)


@dataclass(slots=True)
class Batch:
    """The results of some deals."""

    moves: list[list[float]]
    """By player: how many seconds each real choice took; empty if there is no clock."""
    minds: list[Calibration]
    """By player: how good its thoughts were."""
    faults: list[dict[str, int]]
    """By player: what went wrong with a guest, and, as `answers`, how often it was asked."""
    shares: list[list[float]] = field(default_factory=list)
    """By deal, then by player: the share won of what there was to win; in teams, see
    `play_teams`."""
    endless: int = 0
    """Games that were abandoned; nobody won them."""

    @classmethod
    def of(cls, contest: Contest) -> Batch:
        players = contest.players
        return cls([[] for _ in players], [Calibration() for _ in players], [{} for _ in players])


@dataclass(frozen=True, slots=True)
class Share:
    """The share that a bot won of what there was to win, with its 95 % interval."""

    deals: int
    games: int
    share: float
    margin: float

    def __str__(self) -> str:
        low, high = self.share - self.margin, self.share + self.margin
        return f"{self.share:.1%} of wins, 95 % interval {low:.1%} to {high:.1%}"


# ── playing ─────────────────────────────────────────────────────────────────────────────────────


class Hall:
    """Where one batch is played: its guests, and the results so far."""

    def __init__(self, contest: Contest, stack: ExitStack, clock: Clock | None) -> None:
        self.contest = contest
        self.stack = stack
        self.clock = clock
        self.guests: dict[tuple[int, Seat], Guest] = {}
        """By player and, in teams, by seat: nobody sees the cards of two seats."""
        self.batch = Batch.of(contest)

    def guest(self, player: int, seat: Seat) -> Guest | None:
        """A player from outside, called in when first needed; None: it is one of our bots."""
        name, key = self.contest.players[player], (player, seat if self.contest.teams else Seat(0))
        if name in self.contest.guests and key not in self.guests:
            self.guests[key] = self.stack.enter_context(self.contest.guests[name]())
        return self.guests.get(key)

    def play(self, deal: int, who: Sequence[int]) -> Outcome | None:
        """Play a deal to its end with these players in the seats; None: it has no end."""
        game, told, outcome = self.contest.game, [0] * len(who), None
        state = dealt(self.contest, deal)
        seated = [self.guest(player, Seat(seat)) for seat, player in enumerate(who)]
        for seat, guest in enumerate(seated):
            if guest is not None:
                guest.sit(self.place(deal, Seat(seat)))
        for move in range(MOVES):
            open_asks = asks(state)
            if not open_asks:
                outcome = game.outcome(state)
                break
            asked = open_asks[0].seat
            rng = Random(f"{self.contest.seed} {deal} {asked} {move}")
            seen, guest = view(game, state, asked), seated[asked]
            if guest is not None:
                choice = guest.choose(seen, news(state, asked, told), rng)
            else:
                choice = self.choice(who[asked], seen, state, rng)
            advance(state, asked, choice)
        for seat, guest in enumerate(seated):
            if guest is not None:
                guest.rise(outcome, news(state, Seat(seat), told))
        self.batch.endless += outcome is None
        return outcome

    def place(self, deal: int, seat: Seat) -> Place:
        contest = self.contest
        luck = sha256(f"guest {contest.seed} {deal} {seat}".encode()).digest()
        options = settings(contest.game, contest.options)
        return Place(contest.game, contest.seats, seat, options, int.from_bytes(luck[:4], "big"))

    def choice(self, player: int, seen: View[Any], state: Any, rng: Random) -> Choice:
        """What a bot answers from what its seat may see, and how good its thoughts were."""
        assert seen.ask is not None
        game, clock = self.contest.game, self.clock
        bot = game.bots[self.contest.players[player]](rng)
        begun = clock() if clock else 0.0
        choice = bot.choose(seen)
        if clock and len(seen.ask.choices) > 1:
            self.batch.moves[player].append(clock() - begun)
        if game.forecasts is not None:
            for forecast in game.forecasts(bot, seen, state):
                self.batch.minds[player].add(forecast)
        return choice

    def note_guests(self) -> None:
        """Take down what guests did."""
        for (player, _), guest in self.guests.items():
            faults = self.batch.faults[player]
            for kind, count in {"answers": guest.answers, **guest.faults}.items():
                faults[kind] = faults.get(kind, 0) + count
            if self.clock:
                self.batch.moves[player] += guest.times


def news(state: Any, seat: Seat, told: list[int]) -> list[Event]:
    """What a seat has not been told yet."""
    new = [event.told_to(seat) for event in state.events[told[seat] :]]
    told[seat] = len(state.events)
    return new


def dealt(contest: Contest, deal: int) -> Any:
    """The table of a deal, before anybody has played."""
    cards = sha256(f"arena {contest.seed} {deal}".encode()).digest()
    return start(contest.game, contest.seats, cards, contest.options)


def play_batch(contest: Contest, number: int, deals: int, clock: Clock | None = None) -> Batch:
    """Play the deals of one batch."""
    with ExitStack() as stack:
        hall = Hall(contest, stack, clock)
        play = play_teams if contest.teams else play_rotations
        for deal in range(number * BATCH, number * BATCH + deals):
            hall.batch.shares.append(play(hall, deal))
        hall.note_guests()
    return hall.batch


def play_rotations(hall: Hall, deal: int) -> list[float]:
    """Play a deal once for every rotation of the bots around the table, and if there is a rival,
    as often with the rival in the first bot's place; returns what each player won."""
    contest, seats = hall.contest, hall.contest.seats
    won = [0.0] * len(contest.players)
    for turn in range(seats):
        who = [(seat + turn) % seats for seat in range(seats)]
        for player, share in winnings(hall.play(deal, who), who):
            won[player] += share / seats
        if contest.rival:
            who[who.index(0)] = seats
            for player, share in winnings(hall.play(deal, who), who):
                if player == seats:
                    won[player] += share / seats
    return won


def winnings(outcome: Outcome | None, who: Sequence[int]) -> list[tuple[int, float]]:
    """Who won which share of a game."""
    winners = outcome.winners if outcome else ()
    return [(who[seat], 1 / len(winners)) for seat in winners]


def play_teams(hall: Hall, deal: int) -> list[float]:
    """Play a deal with the first on each of the two sides against the second, and with the second
    on both; returns by side whether the first won with it, then whether the second did."""
    contest, dealt_sides = hall.contest, hall.contest.game.dealt_sides
    assert dealt_sides is not None
    table = dealt(contest, deal)
    sides = [dealt_sides.of(table, Seat(seat)) for seat in range(contest.seats)]
    won = []
    for own in dealt_sides.names:
        outcome = hall.play(deal, [int(side != own) for side in sides])
        won.append(float(outcome is not None and outcome.reason == own))
    equal = hall.play(deal, [1] * contest.seats)
    return won + [float(equal is not None and equal.reason == side) for side in dealt_sides.names]


def batches(
    contest: Contest, deals: int, executor: Executor | None = None, clock: Clock | None = None
) -> Iterator[Batch]:
    """The batches that make up this many deals, in order; with an executor, many at a time. Who
    has seen enough of them ends the executor."""
    sizes = [min(BATCH, deals - first) for first in range(0, deals, BATCH)]
    if executor is None:
        for number, size in enumerate(sizes):
            yield play_batch(contest, number, size, clock)
        return
    jobs = [
        executor.submit(play_batch, contest, number, size, clock)
        for number, size in enumerate(sizes)
    ]
    for job in jobs:
        yield job.result()


# ── what it means ───────────────────────────────────────────────────────────────────────────────


def mean_and_margin(numbers: Sequence[float]) -> tuple[float, float]:
    """The mean and half its 95 % interval; numbers that depend on each other must come as one."""
    count = len(numbers)
    mean = sum(numbers) / count
    variance = sum((number - mean) ** 2 for number in numbers) / max(1, count - 1)
    return mean, 1.96 * sqrt(variance / count)


def per_seat(contest: Contest, shares: Iterable[Sequence[float]], level: str) -> list[float]:
    """By deal: what one seat of this level won, on average."""
    seats = [place for place, name in enumerate(contest.bots) if name == level]
    return [sum(won[place] for place in seats) / len(seats) for won in shares]


def share_of(contest: Contest, shares: Sequence[Sequence[float]], level: str) -> Share:
    """What one seat of this level wins; the interval is by deal, as games of one deal are alike."""
    mean, margin = mean_and_margin(per_seat(contest, shares, level))
    return Share(len(shares), len(shares) * len(contest.bots), mean, margin)


def edges(
    contest: Contest, shares: Sequence[Sequence[float]], level: str, rival: str | None
) -> list[float]:
    """By deal: how much more a level won than a rival, or (None) than its fair share."""
    own = per_seat(contest, shares, level)
    if rival is None:
        return [won - 1 / len(contest.bots) for won in own]
    other = per_seat(contest, shares, rival)
    return [won - lost for won, lost in zip(own, other, strict=True)]


def paired(contest: Contest, shares: Iterable[Sequence[float]]) -> list[float]:
    """By deal: how much more the first bot won than its rival in the same seats against the same
    others."""
    return [won[0] - won[contest.seats] for won in shares]


def is_worse(differences: Sequence[float]) -> bool:
    """Whether it is clear that a bot loses more than a point: the interval ends below that."""
    mean, margin = mean_and_margin(differences)
    return mean + margin < -TOLERANCE


def verdict(differences: Sequence[float]) -> str:
    """Whether it is clear that a bot gains two points ("H1") or nothing ("H0"), else empty.

    A sequential probability ratio test on normal differences, one for each deal.
    """
    count = len(differences)
    if count < ENOUGH:
        return ""
    mean = sum(differences) / count
    variance = sum((one - mean) ** 2 for one in differences) / (count - 1)
    if variance == 0:
        return ""
    odds = count * GAIN * (mean - GAIN / 2) / variance
    return "H1" if odds > SURE else "H0" if odds < -SURE else ""


# ── small contests ──────────────────────────────────────────────────────────────────────────────


def play_out(game: Game[Any], bots: Sequence[Bot[Any]], seed: bytes, options: Options) -> Any:
    """Let bots play one game to its end, each from its seat's view; returns the last state."""
    state = start(game, len(bots), seed, options)
    while open_asks := asks(state):
        seat = open_asks[0].seat
        advance(state, seat, bots[seat].choose(view(game, state, seat)))
    return state


def one_against_all(
    game: Game[Any],
    bot: str,
    rival: str,
    *,
    seats: int,
    deals: int,
    seed: int = 0,
    options: Options | None = None,
) -> Share:
    """One bot against a table of rivals."""
    contest = Contest(game, (bot, *[rival] * (seats - 1)), seed, options or {})
    played = [won for batch in batches(contest, deals) for won in batch.shares]
    mean, margin = mean_and_margin([won[0] for won in played])
    return Share(deals, deals * seats, mean, margin)
