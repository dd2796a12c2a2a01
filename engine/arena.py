"""The arena: bots play many deals, and their winnings are counted, with the uncertainty.

Every deal is played once for each rotation of the bots around the table, so no seat is an
advantage, and chance comes from streams keyed by deal, seat and move: two bots on the same deal and
seat meet the same luck. Work comes in batches, each a pure function of its `Contest` and number, so
the figures are the same whether one process plays them all or a cluster does.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from hashlib import sha256
from math import log, sqrt
from random import Random
from typing import Any

from engine.core import Bot, Game, Options, Seat
from engine.play import advance, asks, start, view

Clock = Callable[[], float]
"""Seconds since any fixed moment; the engine itself has no clock."""

BATCH = 25
"""Deals in a batch."""
ENOUGH = 200
"""Deals before an early stop is considered: until then, the spread is not well known."""
GAIN = 0.02
"""The gain that the early stop tells from none, as a share of wins."""
SURE = log(0.95 / 0.05)
"""How clear it must be, as log odds: wrong one time in twenty, either way."""
MOVES = 5_000
"""More moves than sane bots ever need for a round."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Who plays what."""

    game: Game[Any]
    bots: tuple[str, ...]
    """Levels, in the order of seats of the first rotation."""
    seed: int = 0
    options: Options = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Batch:
    """The results of some deals."""

    shares: list[list[float]]
    """By deal, then by bot: the share won of what there was to win."""
    moves: list[list[float]]
    """By bot: how many seconds each real choice took; empty if there is no clock."""
    endless: int = 0
    """Games that were abandoned; nobody won them."""


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


def play_batch(contest: Contest, number: int, deals: int, clock: Clock | None = None) -> Batch:
    """Play the deals of one batch, each once for every rotation of the bots around the table."""
    seats = len(contest.bots)
    batch = Batch([], [[] for _ in contest.bots])
    endless = 0
    for deal in range(number * BATCH, number * BATCH + deals):
        won = [0.0] * seats
        for turn in range(seats):
            who = [(seat + turn) % seats for seat in range(seats)]
            winners = play_deal(contest, deal, who, batch.moves, clock)
            endless += winners is None
            for seat in winners or ():
                won[who[seat]] += 1 / len(winners or ()) / seats
        batch.shares.append(won)
    return Batch(batch.shares, batch.moves, endless)


def play_deal(
    contest: Contest, deal: int, who: Sequence[int], moves: list[list[float]], clock: Clock | None
) -> tuple[Seat, ...] | None:
    """Play one deal to its end with the bots in these seats; returns the winners, or None if it
    does not end."""
    game = contest.game
    cards = sha256(f"arena {contest.seed} {deal}".encode()).digest()
    state = start(game, len(who), cards, contest.options)
    for move in range(MOVES):
        open_asks = asks(state)
        if not open_asks:
            outcome = game.outcome(state)
            return outcome.winners if outcome else None
        ask = open_asks[0]
        rng = Random(f"{contest.seed} {deal} {ask.seat} {move}")
        bot = game.bots[contest.bots[who[ask.seat]]](rng)
        seen = view(game, state, ask.seat)
        begun = clock() if clock else 0.0
        choice = bot.choose(seen)
        if clock and len(ask.choices) > 1:
            moves[who[ask.seat]].append(clock() - begun)
        advance(state, ask.seat, choice)
    return None


def batches(
    contest: Contest, deals: int, executor: Executor | None = None, clock: Clock | None = None
) -> Generator[Batch, None, None]:
    """The batches that make up this many deals, in order; with an executor, many at a time."""
    sizes = [min(BATCH, deals - first) for first in range(0, deals, BATCH)]
    if executor is None:
        for number, size in enumerate(sizes):
            yield play_batch(contest, number, size, clock)
        return
    jobs = [
        executor.submit(play_batch, contest, number, size, clock)
        for number, size in enumerate(sizes)
    ]
    try:
        for job in jobs:
            yield job.result()
    finally:
        for job in jobs:
            job.cancel()


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
