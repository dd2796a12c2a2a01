"""The long runs of the random tests: `make campaign`, or `python -m tests.campaign --help`."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from engine.arena import one_against_all
from engine.games import GAMES
from tests.engine.laws import LAWS, may_part, two_worlds
from tests.engine.wolfmoon.fuzz import play_round
from tests.net.fuzz import fuzz
from tests.net.simulation import evening
from tests.net.test_loss import lossy_game
from tests.net.test_seats import race

BLOCK = 50
FRAMES = 10_000


def rounds(first: int) -> Counter[str]:
    """How a block of random rounds ended; what broke is counted under its sentence."""
    found: Counter[str] = Counter()
    for seed in range(first, first + BLOCK):
        try:
            found[play_round(seed)] += 1
        except Exception as broken:  # whatever goes wrong is a finding
            found[f"BROKEN seed {seed}: {broken}"] += 1
    return found


def worlds(first: int) -> Counter[str]:
    """Pairs of worlds that a seat cannot tell apart, until they part."""
    found: Counter[str] = Counter()
    for game in GAMES.values():
        for seed in range(first, first + BLOCK):
            try:
                for one, other in two_worlds(game, seed):
                    found["pairs"] += 1
                    assert may_part(one, other), f"{one} {other}"
            except Exception as leak:  # whatever goes wrong is a finding
                found[f"BROKEN {game.id}, seed {seed}: {str(leak)[:200]}"] += 1
    return found


def laws(first: int) -> Counter[str]:
    """Every law of every game over a block of seeds."""
    found: Counter[str] = Counter()
    for game in GAMES.values():
        for seed in range(first, first + BLOCK):
            for law in LAWS:
                try:
                    law(game, seed)
                    found["kept"] += 1
                except Exception as broken:  # whatever goes wrong is a finding
                    found[
                        f"BROKEN {law.__name__}, {game.id}, seed {seed}: {str(broken)[:200]}"
                    ] += 1
    return found


def evenings(first: int) -> Counter[str]:
    """Whole evenings at a table with everything going wrong; each has some killed hosts in it."""
    found: Counter[str] = Counter()
    for seed in range(first, first + BLOCK):
        try:
            kills, acknowledged = evening(seed)
            found["evenings"] += 1
            found["kills survived"] += kills
            found["acknowledged actions kept"] += acknowledged
        except Exception as broken:  # whatever goes wrong is a finding
            found[f"BROKEN evening {seed}: {str(broken)[:200]}"] += 1
    return found


def frames(first: int) -> Counter[str]:
    """Frames that no client would send, at the decoder."""
    found: Counter[str] = Counter()
    try:
        found["frames fuzzed"] += sum(fuzz(first, FRAMES).values())
    except Exception as uncaught:  # whatever goes wrong is a finding
        found[f"BROKEN uncaught with seed {first}: {str(uncaught)[:200]}"] += 1
    return found


def races(first: int) -> Counter[str]:
    """Seats that several claim at once, at a real host."""
    found: Counter[str] = Counter()
    for seed in range(first, first + BLOCK):
        try:
            race(seed)
            found["races with one owner"] += 1
        except Exception as broken:  # whatever goes wrong is a finding
            found[f"BROKEN race {seed}: {str(broken)[:200]}"] += 1
    return found


def losses(first: int) -> Counter[str]:
    """Games over lines that break, at a real host."""
    found: Counter[str] = Counter()
    for seed in range(first, first + BLOCK // 10):
        try:
            found["lines broken"] += lossy_game(seed)
            found["games over broken lines"] += 1
        except Exception as broken:  # whatever goes wrong is a finding
            found[f"BROKEN lossy game {seed}: {str(broken)[:200]}"] += 1
    return found


def share(deals: int, block: int) -> list[float]:
    """What greedy won of a block of deals against random bots, deal by deal."""
    options = {"length": "round"}
    play = partial(one_against_all, GAMES["wolfmoon"], "greedy", "random", seats=4, options=options)
    return [play(deals=1, seed=block * deals + deal).share for deal in range(deals)]


def run(title: str, work: Callable[[int], Counter[str]], firsts: Iterable[int]) -> int:
    """Run blocks on all cores, print what was found, return how much was broken."""
    begun = time.monotonic()
    with ProcessPoolExecutor() as pool:
        found = sum(pool.map(work, firsts), Counter[str]())
    broken = {line: count for line, count in found.items() if line.startswith("BROKEN")}
    counts = ", ".join(
        f"{count:,} {kind}" for kind, count in sorted((found - Counter(broken)).items())
    )
    print(
        f"{title}: {counts}; {sum(broken.values())} broken ({time.monotonic() - begun:.0f} s)",
        flush=True,
    )
    for line in broken:
        print(f"  {line}")
    return sum(broken.values())


def greedy_share(deals: int) -> None:
    """Print how greedy fares against random bots."""
    blocks = max(1, deals // BLOCK)
    with ProcessPoolExecutor() as pool:
        won = [one for block in pool.map(partial(share, BLOCK), range(blocks)) for one in block]
    mean = sum(won) / len(won)
    error = (sum((one - mean) ** 2 for one in won) / (len(won) - 1) / len(won)) ** 0.5
    print(
        f"greedy against three random bots, {len(won):,} deals from each of 4 seats "
        f"({4 * len(won):,} rounds): {mean:.1%} of wins, "
        f"95 % interval {mean - 1.96 * error:.1%} to {mean + 1.96 * error:.1%}, fair 25.0%"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="The long runs of the random tests.")
    parser.add_argument("--rounds", type=int, default=20_000, help="random rounds of Wolfmoon")
    parser.add_argument("--games", type=int, default=1_000, help="games of two worlds, per game")
    parser.add_argument("--laws", type=int, default=100, help="seeds for every law, per game")
    parser.add_argument("--deals", type=int, default=1_000, help="deals of greedy against random")
    parser.add_argument(
        "--evenings", type=int, default=2_000, help="tables with all that goes wrong"
    )
    parser.add_argument("--frames", type=int, default=1_000_000, help="frames at the decoder")
    parser.add_argument("--races", type=int, default=500, help="seats claimed by several")
    parser.add_argument("--losses", type=int, default=50, help="games over lines that break")
    parser.add_argument("--seed", type=int, default=0, help="where the seeds begin")
    wish = parser.parse_args()
    first = wish.seed
    broken = run("random rounds", rounds, range(first, first + wish.rounds, BLOCK))
    broken += run("two worlds", worlds, range(first, first + wish.games, BLOCK))
    broken += run("laws", laws, range(first, first + wish.laws, BLOCK))
    broken += run("evenings", evenings, range(first, first + wish.evenings, BLOCK))
    broken += run("frames", frames, range(first, first + wish.frames // FRAMES))
    broken += run("races", races, range(first, first + wish.races, BLOCK))
    broken += run("losses", losses, range(first, first + wish.losses, BLOCK // 10))
    if wish.deals:
        greedy_share(wish.deals)
    return 1 if broken else 0


if __name__ == "__main__":
    raise SystemExit(main())
