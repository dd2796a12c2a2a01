"""Fits the numbers that Wolfmoon's bots go by, `worth` and `habits`, to rounds among them."""

from __future__ import annotations

import argparse
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any

import numpy as np

from engine.core import Seat
from engine.games import GAMES
from engine.games.wolfmoon.fitted import FITTED
from engine.games.wolfmoon.worth import KINDS, SIZE, features, standing
from engine.play import advance, asks, start, view

Example = tuple[list[dict[int, float]], list[float]]
Job = tuple[int, int, list[str]]
"""A seed, how many rounds, and who plays them: each round one of these levels, in turn."""


def rounds(job: Job) -> list[Example]:
    """The tables of some rounds at every second turn, and who won."""
    seed, count, levels = job
    game = GAMES["wolfmoon"]
    examples: list[Example] = []
    for number in range(count):
        rng = Random(f"fit {seed} {number}")
        seats = rng.choice((3, 4, 4, 5, 6))
        state = start(game, seats, rng.randbytes(32), {"length": "round"})
        level = levels[number % len(levels)]
        bots = [game.bots[level](Random(rng.random())) for _ in range(seats)]
        seen: list[tuple[list[Seat], list[dict[int, float]]]] = []
        while questions := asks(state):
            ask = questions[0]
            if ask.prompt == "turn" and rng.random() < 0.5:
                alive = state.remaining()
                values, late = standing(state, alive)
                seen.append((alive, [features(state, seat, values, late) for seat in alive]))
            advance(state, ask.seat, bots[ask.seat].choose(view(game, state, ask.seat)))
        share = 1 / len(state.winners) if state.winners else 0.0
        for alive, found in seen:
            won = [share if seat in state.winners else 0.0 for seat in alive]
            if sum(won) > 0.99:
                examples.append((found, won))
    return examples


def fit(
    examples: list[Example], passes: int, rate: float, decay: float
) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Weights by stochastic gradient steps on the cross entropy."""
    weights = np.zeros(SIZE)
    order = np.arange(len(examples))
    rng = np.random.default_rng(1)
    dense = []
    for found, won in examples:
        matrix = np.zeros((len(found), SIZE), dtype=np.float32)
        for row, entry in enumerate(found):
            for column, value in entry.items():
                matrix[row, column] = value
        dense.append((matrix, np.array(won, dtype=np.float32)))
    for turn in range(passes):
        rng.shuffle(order)
        loss = 0.0
        step = rate / (1 + turn)
        for index in order:
            matrix, wins = dense[index]
            scores = matrix @ weights
            scores = np.exp(scores - scores.max())
            scores /= scores.sum()
            loss -= float(wins @ np.log(scores + 1e-9))
            weights += step * (matrix.T @ (wins - scores)) - step * decay * weights
        print(f"pass {turn + 1}: {loss / len(examples):.4f} nats")
    return weights


def kept_and_played(job: Job) -> list[tuple[int, int]]:
    """Which card was kept, and which was not, whenever there were two."""
    seed, count, levels = job
    game = GAMES["wolfmoon"]
    pairs = []
    for number in range(count):
        rng = Random(f"habits {seed} {number}")
        seats = rng.choice(game.seats)
        state = start(game, seats, rng.randbytes(32), {"length": "round"})
        while questions := asks(state):
            ask = questions[0]
            bot = game.bots[levels[number % len(levels)]](Random(rng.random()))
            choice = bot.choose(view(game, state, ask.seat))
            if ask.prompt in ("play", "keep") and len(ask.choices) == 2:
                other = next(card.value for card in ask.choices if card != choice)
                pair = (other, choice.value) if ask.prompt == "play" else (choice.value, other)
                pairs.append(pair)
            advance(state, ask.seat, choice)
    return pairs


def fit_liking(pairs: list[tuple[int, int]], passes: int = 400, decay: float = 0.5) -> list[float]:
    """By kind: how much players like to hold it, by Bradley and Terry's model of such pairs."""
    counts = Counter(pairs)
    times = Counter(card for pair in pairs for card in pair)
    liking = [0.0] * KINDS
    for _ in range(passes):
        slope = [-decay * like for like in liking]
        for (kept, played), count in counts.items():
            wrong = count / (1 + np.exp(liking[kept] - liking[played]))
            slope[kept] += wrong
            slope[played] -= wrong
        for card, count in times.items():
            liking[card] += 2 * float(slope[card]) / count
    return liking


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=4000)
    parser.add_argument("--level", nargs="+", default=["greedy"], help="each plays whole rounds")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--habits", action="store_true", help="fit what players like to hold")
    wish = parser.parse_args()
    jobs = [(job, wish.rounds // (wish.jobs * 4), wish.level) for job in range(wish.jobs * 4)]
    with ProcessPoolExecutor(wish.jobs) as pool:
        if wish.habits:
            pairs = [pair for found in pool.map(kept_and_played, jobs) for pair in found]
            for card, like in zip(FITTED, fit_liking(pairs), strict=True):
                print(f"{card.name}: liked {like:.2f}")
            return
        examples = [example for found in pool.map(rounds, jobs) for example in found]
    flat = np.mean([np.log(len(won)) for _, won in examples])
    print(f"{len(examples)} tables; by the number of players alone: {flat:.4f} nats")
    weights = fit(examples, passes=6, rate=0.02, decay=0.0005)
    for card in FITTED:
        print(f"{card.name}: early {weights[card]:.3f}, late {weights[KINDS + card]:.3f}")
    print(", ".join(f"{weight:.3f}" for weight in weights[2 * KINDS :]))


if __name__ == "__main__":
    main()
