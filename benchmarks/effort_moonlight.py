"""Whether Moonlight's hard bot gains by thinking longer: it plays itself with fewer looks."""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from functools import partial

from engine.arena import Contest, batches, share_of
from engine.bots.levels import Thinker
from engine.games.moonlight import MOONLIGHT
from engine.games.moonlight.levels import HARD, weigh
from engine.games.moonlight.personas import PLAIN


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--deals", type=int, default=50, help="each is played from both seats")
    parser.add_argument("--times", type=int, default=4)
    parser.add_argument("--looks", type=int, default=HARD.looks, help="of the one with more")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--length", choices=("round", "match"), default="round")
    wish = parser.parse_args()

    more, less = (HARD._replace(looks=looks) for looks in (wish.looks, wish.looks // wish.times))
    bots = {
        "more": partial(Thinker, weigh, more, PLAIN),
        "less": partial(Thinker, weigh, less, PLAIN),
    }
    game = replace(MOONLIGHT, bots=bots)
    contest = Contest(game, ("more", "less"), wish.seed, {"length": wish.length})
    played = list(batches(contest, wish.deals, clock=time.process_time))
    shares = [won for batch in played for won in batch.shares]
    print(
        f"{wish.looks} looks against {wish.looks // wish.times}, {wish.deals} deals from both seats"
    )
    print(share_of(contest, shares, "more"))
    for number, name in enumerate(contest.bots):
        times = sorted(second for batch in played for second in batch.moves[number])
        p50, p95 = (1000 * times[len(times) * part // 100] for part in (50, 95))
        print(f"{name}: {p50:.0f} ms p50, {p95:.0f} ms p95 of {len(times)} choices")


if __name__ == "__main__":
    main()
