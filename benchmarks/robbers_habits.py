"""What plays say about roles in Robbers: in bits, and as weights to read them by.

Deals are played by bots. Half of them are used to fit `habits.READ`, by gradient ascent on the
likelihood of the true roles; the other half says how much was gained over counting.
"""

from __future__ import annotations

import argparse
from hashlib import sha256
from math import exp, log2
from random import Random
from typing import NamedTuple

from engine.core import Event, Seat
from engine.games.robbers import ROBBERS
from engine.games.robbers.belief import Belief
from engine.games.robbers.habits import READ, Habits, leaning, plays_of
from engine.play import advance, asks, start, view

TRICKS = (3, 5, 7)
"""The tricks at whose beginning everybody is asked what they think."""
FEATURES = len(Habits._fields)
PACE = Habits(lead=1, take=0.3, harm=8, gift=1, knife=8)
"""How fast each weight is fitted."""


class Puzzle(NamedTuple):
    """What one seat could think at one moment, and the truth."""

    seat: int
    truth: tuple[int, ...]
    roles: list[tuple[int, ...]]
    ways: list[float]
    """By roles: how many deals fit them."""
    features: list[list[float]]
    """By roles: how much each habit speaks for them."""


def play(seats: int, level: str, deal: int) -> tuple[tuple[int, ...], list[Event]]:
    """The roles and the events of one deal among bots of a level."""
    cards = sha256(f"habits {seats} {deal}".encode()).digest()
    table = start(ROBBERS, seats, cards, {"length": "round"})
    bot = ROBBERS.bots[level](Random(f"{seats} {deal}"))
    while open_asks := asks(table):
        seat = open_asks[0].seat
        advance(table, seat, bot.choose(view(ROBBERS, table, seat)))
    assert table.events is not None
    return tuple(table.roles), table.events


def puzzles(seats: int, truth: tuple[int, ...], events: list[Event]) -> list[Puzzle]:
    """What every seat could think in the course of a deal."""
    found = []
    alone = [Habits(**{name: 1.0}) for name in Habits._fields]
    for seat in range(seats):
        told = [event.told_to(Seat(seat)) for event in events]
        plays = list(plays_of(seats, told, Seat(seat)))
        for number, event in enumerate(told):
            if event.kind != "trick" or event.number not in TRICKS:
                continue
            belief = Belief(seats, Seat(seat))
            belief.hear(told[:number])
            ways: dict[tuple[int, ...], float] = {}
            for laying, count in belief.layings():
                ways[laying.roles] = ways.get(laying.roles, 0.0) + count
            seen = [play for play in plays if play.number < number]
            features = [
                [sum(leaning(play, roles, one) for play in seen) for one in alone] for roles in ways
            ]
            found.append(Puzzle(seat, truth, list(ways), list(ways.values()), features))
    return found


def chances(puzzle: Puzzle, habits: Habits) -> list[float]:
    """By roles: how likely they are thought to be."""
    weights = [
        ways * exp(sum(value * weight for value, weight in zip(row, habits, strict=True)))
        for ways, row in zip(puzzle.ways, puzzle.features, strict=True)
    ]
    total = sum(weights)
    return [weight / total for weight in weights]


def bits(all_puzzles: list[Puzzle], habits: Habits) -> float:
    """The mean surprise about the team of another player, in bits."""
    total = count = 0.0
    for puzzle in all_puzzles:
        found = chances(puzzle, habits)
        for seat, role in enumerate(puzzle.truth):
            if seat != puzzle.seat:
                right = [
                    chance
                    for chance, roles in zip(found, puzzle.roles, strict=True)
                    if bool(roles[seat]) == bool(role)
                ]
                total -= log2(sum(right))
                count += 1
    return total / count


def fit(all_puzzles: list[Puzzle], rounds: int) -> Habits:
    """The habits under which the truth is likeliest."""
    weights = [0.0] * FEATURES
    for _ in range(rounds):
        slope = [0.0] * FEATURES
        for puzzle in all_puzzles:
            found = chances(puzzle, Habits(*weights))
            true = puzzle.features[puzzle.roles.index(puzzle.truth)]
            for number in range(FEATURES):
                mean = sum(
                    chance * row[number] for chance, row in zip(found, puzzle.features, strict=True)
                )
                slope[number] += (true[number] - mean) / len(all_puzzles)
        for number in range(FEATURES):
            weights[number] += 0.02 * PACE[number] * (slope[number] - 0.01 * weights[number])
    return Habits(*weights)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100, help="for each number of players")
    parser.add_argument("--level", choices=ROBBERS.bots, default="medium")
    parser.add_argument("--rounds", type=int, default=40, help="of the fit; 0: none")
    wish = parser.parse_args()
    halves: tuple[list[Puzzle], list[Puzzle]] = ([], [])
    for seats in ROBBERS.seats:
        for deal in range(wish.deals):
            halves[deal % 2].extend(puzzles(seats, *play(seats, wish.level, deal)))
    train, test = halves
    print(f"{wish.level}: {len(train)} puzzles to fit, {len(test)} to test")
    print(f"counting {bits(test, Habits()):.4f} bits, as now {bits(test, READ):.4f} bits")
    if wish.rounds:
        fitted = fit(train, wish.rounds)
        print(f"fitted {bits(test, fitted):.4f} bits: {fitted}")


if __name__ == "__main__":
    main()
