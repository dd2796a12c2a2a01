"""A fingerprint of play: whether deals, choices and results are exactly as before a change.

`python -m benchmarks.fingerprint` plays bot games of every game and level on fixed seeds and prints
a hash for each batch. A change that should not alter play leaves every line as it was.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from random import Random
from typing import Any

from engine.bots.dial import levels_of
from engine.bots.personas import PERSONAS, seated
from engine.core import Seat
from engine.games import GAMES, length_for
from engine.play import advance, asks, start, view

GAMES_EACH = 40
MOST_SEATS = 6
"""Larger tables play no differently, only longer."""


def bots_at(game: Any, level: str, seats: int, number: int) -> Iterator[Any]:
    """The bots of one game; in every second one they have personas."""
    for seat in range(seats):
        persona = PERSONAS[(number + seat) % len(PERSONAS)] if number % 2 else ""
        yield seated(game, level, Random(f"{game.id} {level} {number} {seat}"), persona)


def played(name: str, level: str, number: int) -> bytes:
    """Everything that was dealt, chosen and won in one game."""
    game = GAMES[name]
    counts = [seats for seats in game.seats if seats <= MOST_SEATS]
    seats = counts[number % len(counts)]
    seed = sha256(f"fingerprint {name} {number}".encode()).digest()
    state: Any = start(game, seats, seed, length_for(game, "round"))
    bots = list(bots_at(game, level, seats, number))
    trace = sha256()
    while open_asks := asks(state):
        ask = open_asks[number % len(open_asks)]
        choice = bots[ask.seat].choose(view(game, state, ask.seat))
        trace.update(repr((ask.seat, tuple(choice))).encode())
        advance(state, Seat(ask.seat), choice)
    trace.update(repr([tuple(event) for event in state.events]).encode())
    outcome = game.outcome(state)
    assert outcome is not None
    trace.update(repr(outcome.winners).encode())
    return trace.digest()


def lot(name: str, level: str, games: int) -> str:
    """The hash of all games of one level."""
    return sha256(b"".join(played(name, level, number) for number in range(games))).hexdigest()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES_EACH, help="how many games of each lot")
    parser.add_argument("--game", action="append", choices=list(GAMES), help="only this game")
    parser.add_argument("--processes", type=int, default=2)
    wish = parser.parse_args()
    lots = [(name, level) for name in wish.game or GAMES for level in levels_of(GAMES[name])]
    with ProcessPoolExecutor(wish.processes) as executor:
        jobs = [executor.submit(lot, name, level, wish.games) for name, level in lots]
        total = sha256()
        for (name, level), job in zip(lots, jobs, strict=True):
            total.update(job.result().encode())
            print(f"{name:10} {level:7} {job.result()[:16]}", flush=True)
        print(f"all {total.hexdigest()[:32]}")


if __name__ == "__main__":
    main()
