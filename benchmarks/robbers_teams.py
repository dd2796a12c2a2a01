"""Robbers, team against team: one level plays all robbers, another the whole werewolf team.

Roles come from the deal, so a level cannot be given a seat and a team at once: which level plays a
seat follows from the dealt hands, and the same deals are played by every pair of levels.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import sha256
from random import Random
from typing import NamedTuple

from engine.arena import mean_and_margin
from engine.games.robbers import ROBBERS
from engine.games.robbers.scoring import in_wolf_team
from engine.play import advance, asks, start, view


class Played(NamedTuple):
    """How one deal went."""

    won: str
    """`robbers`, `wolves` or nobody."""
    times: dict[str, list[float]]
    """By level: seconds of processor time for each choice."""


def play(seats: int, seed: int, robbers: str, wolves: str, deal: int) -> Played:
    """Play one deal, the teams played by these levels."""
    cards = sha256(f"teams {seed} {seats} {deal}".encode()).digest()
    table = start(ROBBERS, seats, cards, {"length": "round"})
    levels = [wolves if in_wolf_team(role) else robbers for role in table.roles]
    times: dict[str, list[float]] = {robbers: [], wolves: []}
    move = 0
    while open_asks := asks(table):
        ask = open_asks[0]
        bot = ROBBERS.bots[levels[ask.seat]](Random(f"{seed} {deal} {ask.seat} {move}"))
        shown = view(ROBBERS, table, ask.seat)
        begun = time.process_time()
        choice = bot.choose(shown)
        if len(ask.choices) > 1:
            times[levels[ask.seat]].append(time.process_time() - begun)
        advance(table, ask.seat, choice)
        move += 1
    assert table.account is not None
    robber_total, wolf_total = table.account.totals
    won = "robbers" if robber_total > wolf_total else "wolves" if wolf_total > robber_total else ""
    return Played(won, times)


def shares(played: list[Played], side: str) -> list[float]:
    """By deal: whether a side won it."""
    return [float(one.won == side) for one in played]


def percent(numbers: list[float]) -> str:
    mean, margin = mean_and_margin(numbers)
    return f"{100 * mean:5.1f} ±{100 * margin:.1f}"


def contest(seats: int, wish: argparse.Namespace, pool: ProcessPoolExecutor | None) -> None:
    """Play the deals with both levels on both sides, and print the result."""
    level, rival = wish.level, wish.rival
    pairs = [(rival, rival), (level, rival), (rival, level), (level, level)]
    if level == rival:
        pairs = pairs[:1]
    base: list[Played] = []
    for robbers, wolves in pairs[: wish.pairs]:
        one = partial(play, seats, wish.seed, robbers, wolves)
        deals = range(wish.first, wish.first + wish.deals)
        played = list(pool.map(one, deals, chunksize=5) if pool else map(one, deals))
        base = base or played
        decided = [float(one.won == "robbers") for one in played if one.won]
        line = (
            f"{seats} players  robbers {robbers:<7} wolves {wolves:<7}"
            f"  R {percent(shares(played, 'robbers'))}  W {percent(shares(played, 'wolves'))}"
            f"  R of decided {percent(decided)}"
        )
        for side, driver in (("robbers", robbers), ("wolves", wolves)):
            if driver == level != rival and (robbers, wolves) != (level, level):
                gains = zip(shares(played, side), shares(base, side), strict=True)
                line += f"  {side} gain {percent([new - old for new, old in gains])}"
        times = sorted(t for one in played for t in one.times.get(level, ()))
        if times:
            p50, p95 = times[len(times) // 2], times[len(times) * 95 // 100]
            mean = sum(times) / len(times)
            line += f"  {level}: {1000 * mean:.1f} ms, p50 {1000 * p50:.1f}, p95 {1000 * p95:.1f}"
        print(line, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", choices=ROBBERS.bots, default="hard")
    parser.add_argument("--rival", choices=ROBBERS.bots, default="greedy")
    parser.add_argument("--seats", type=int, nargs="+", default=[3, 4, 5])
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the first deal's number")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--pairs", type=int, default=4, help="3: without the level on both sides")
    wish = parser.parse_args()
    pool = ProcessPoolExecutor(wish.jobs) if wish.jobs > 1 else None
    for seats in wish.seats:
        contest(seats, wish, pool)


if __name__ == "__main__":
    main()
