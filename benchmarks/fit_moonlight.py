"""Fits the numbers that Moonlight's bots go by, `worth`, to matches among them."""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from math import log
from random import Random
from typing import NamedTuple

from engine.core import Ask, Choice
from engine.games.moonlight import MOONLIGHT
from engine.games.moonlight.field import Field
from engine.games.moonlight.levels import weigh
from engine.games.moonlight.personas import PLAIN
from engine.games.moonlight.search import Deepening, Effort
from engine.games.moonlight.state import Table
from engine.games.moonlight.worth import Weights, Worth
from engine.play import advance, asks, start, view

WHIM = 0.1
"""How often a bot acts at random, so that all sorts of lands are seen."""
QUICK = Effort(looks=500, stages=(Deepening(40, 1, 1.0),), fewest=1)


class Example(NamedTuple):
    """A land at the beginning of somebody's turn, and whether the first seat won the round."""

    field: Field
    turn: int
    won: bool


def matches(job: tuple[int, int]) -> list[Example]:
    """Some matches, beginning with the seed of the first."""
    first, count = job
    examples: list[Example] = []
    for number in range(first, first + count):
        rng = Random(f"fit moonlight {number}")
        table = start(MOONLIGHT, 2, rng.randbytes(32))
        seen: list[tuple[Field, int]] = []
        while open_asks := asks(table):
            ask = open_asks[0]
            if ask.prompt == "wolf" and table.land:
                seen.append((Field(table), ask.seat))
            advance(table, ask.seat, answer(table, ask, rng))
            if table.account is not None and seen:
                winner = table.account.winner
                if winner is not None:
                    examples += [Example(*one, winner == 0) for one in seen]
                seen = []
    return examples


def answer(table: Table, ask: Ask, rng: Random) -> Choice:
    choices = [choice for choice in ask.choices if choice.verb != "back"]
    if len(choices) == 1 or ask.prompt in ("lone", "power") or rng.random() < WHIM:
        return rng.choice(choices)
    return weigh(view(MOONLIGHT, table, ask.seat), rng, QUICK, PLAIN)


def loss(weights: Weights, examples: list[Example]) -> float:
    """How surprising the winners are, in nats."""
    worth, total = Worth(weights), 0.0
    for field, turn, won in examples:
        chance = worth(field, turn, field.prey(turn), field.prey(1 - turn))
        total -= log(max(1e-6, chance if won else 1 - chance))
    return total / len(examples)


def fit(examples: list[Example], passes: int) -> Weights:
    """Weights by small steps, each kept if it helps."""
    best = Weights()
    least = loss(best, examples)
    steps = {name: 0.2 * abs(value) + 0.05 for name, value in best._asdict().items()}
    for turn in range(passes):
        for name in best._fields:
            for sign in (1, -1):
                tried = best._replace(**{name: getattr(best, name) + sign * steps[name]})
                found = loss(tried, examples)
                if found < least:
                    best, least = tried, found
                    steps[name] *= 1.5
                    break
            else:
                steps[name] *= 0.5
        print(f"pass {turn + 1}: {least:.4f} nats", flush=True)
    return best


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--passes", type=int, default=8)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    wish = parser.parse_args()
    size = wish.matches // (wish.jobs * 4)
    jobs = [(wish.seed + job * size, size) for job in range(wish.jobs * 4)]
    with ProcessPoolExecutor(wish.jobs) as pool:
        found = list(pool.map(matches, jobs))
    examples = [example for part in found for example in part]
    held = len(examples) // 5
    weights = fit(examples[held:], wish.passes)
    print(
        f"{len(examples)} lands; on the fifth held back: {loss(weights, examples[:held]):.4f} nats"
    )
    print(weights)


if __name__ == "__main__":
    main()
