"""The arena: bots play many games, and what they won is counted with its uncertainty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import sqrt
from random import Random
from typing import Any

from engine.core import Bot, Game, Options, Seat
from engine.play import advance, asks, start, view


@dataclass(frozen=True, slots=True)
class Share:
    """How much of what there was to win a bot has won, with its 95 % interval."""

    deals: int
    games: int
    share: float
    margin: float

    def __str__(self) -> str:
        low, high = self.share - self.margin, self.share + self.margin
        return f"{self.share:.1%} of wins, 95 % interval {low:.1%} to {high:.1%}"


def play_out(game: Game[Any], bots: Sequence[Bot[Any]], seed: bytes, options: Options) -> Any:
    """Let bots play one game to its end, each on the view of its seat; returns the last state."""
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
    """One bot against a table of rivals: every deal is played once from each seat.

    A win shared by k players counts 1/k for each; the interval is by deal, as its games are alike.
    """
    shares = []
    for deal in range(deals):
        cards = sha256(f"arena {seed} {deal}".encode()).digest()
        won = 0.0
        for seat in range(seats):
            names = [bot if other == seat else rival for other in range(seats)]
            bots = [
                game.bots[name](Random(f"{seed} {deal} {seat} {place}"))
                for place, name in enumerate(names)
            ]
            winners = game.winners(play_out(game, bots, cards, options or {})) or ()
            won += (Seat(seat) in winners) / len(winners) if winners else 0.0
        shares.append(won / seats)
    mean = sum(shares) / deals
    variance = sum((share - mean) ** 2 for share in shares) / max(1, deals - 1)
    return Share(deals, deals * seats, mean, 1.96 * sqrt(variance / deals))
