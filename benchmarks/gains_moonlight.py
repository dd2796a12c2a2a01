"""Counts how often each Lone Wolf and each Alpha Power of Moonlight wins the next round.

    python -m benchmarks.gains_moonlight --rounds 12000

The first round only decides who gains what, and is played fast. Gains are chosen at random, and
the second round is played by medium bots: the numbers of `engine/games/moonlight/gains.py`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random

from engine.arena import mean_and_margin
from engine.core import Ask, Choice
from engine.games.moonlight import MOONLIGHT
from engine.games.moonlight.deck import Power, Wolf, kind_of
from engine.games.moonlight.state import SEATS, Table
from engine.play import advance, asks, start, view

LEVELS = ("easy", "medium")
"""Who plays the first round, and the second."""


def rounds(job: tuple[int, int]) -> list[tuple[str, float]]:
    """Of some second rounds, beginning with the seed of the first: what was gained, and won."""
    first, count = job
    return [gain for number in range(first, first + count) for gain in played(number)]


def played(number: int) -> Iterator[tuple[str, float]]:
    """The gains of one match, and what they won in its second round."""
    rng = Random(f"gains moonlight {number}")
    table = start(MOONLIGHT, 2, rng.randbytes(32))
    while sum(table.won) < 2:
        ask = asks(table)[0]
        advance(table, ask.seat, answer(table, ask, rng))
    winner = table.account.winner if table.account is not None else None
    for seat in SEATS:
        power = table.powers[seat]
        names = [Wolf(kind_of(card)).name for card in table.lone[seat]]
        for name in names + ([Power(power).name] if power is not None else []):
            yield name, float(seat == winner)


def answer(table: Table, ask: Ask, rng: Random) -> Choice:
    """Gains at random; the rest as bots do."""
    if ask.prompt in ("lone", "power"):
        return rng.choice([choice for choice in ask.choices if choice.verb != "back"])
    level = LEVELS[sum(table.won)]
    return MOONLIGHT.bots[level](rng).choose(view(MOONLIGHT, table, ask.seat))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=1200)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    wish = parser.parse_args()
    size = wish.rounds // (wish.jobs * 4)
    jobs = [(wish.seed + job * size, size) for job in range(wish.jobs * 4)]
    with ProcessPoolExecutor(wish.jobs) as pool:
        found = [gain for part in pool.map(rounds, jobs) for gain in part]
    for name in dict.fromkeys(sorted(name for name, _ in found)):
        won = [share for other, share in found if other == name]
        mean, margin = mean_and_margin(won)
        print(f"{name:<16} {100 * mean:5.1f} ±{100 * margin:.1f} % of {len(won)} rounds")


if __name__ == "__main__":
    main()
