"""The arena on the command line: progress while it lasts, then how often each bot won."""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

from engine.arena import BATCH, Batch, Contest, batches, edges, mean_and_margin, share_of, verdict
from engine.games import GAMES, length_for, seats_for
from moontui.plain.out import complain, progress, say


def hold(wish: argparse.Namespace) -> int:
    """Let the bots play, and report the result; Ctrl-C reports the result so far."""
    game = GAMES[wish.game]
    usual = ["greedy", *["random"] * (seats_for(game) - 1)]
    bots = tuple(wish.bots.split(",")) if wish.bots else tuple(usual)
    for name in bots:
        if name not in game.bots:
            raise ValueError(f"There is no bot {name}; choose from {', '.join(game.bots)}.")
    if wish.rounds < 1:
        raise ValueError("The arena needs at least one round.")
    contest = Contest(game, bots, wish.seed, length_for(game, wish.length))
    deals = -(-wish.rounds // len(bots))
    began = time.monotonic()
    played: list[Batch] = []
    try:
        with workers(wish, deals) as executor:
            found = batches(contest, deals, executor, time.process_time)
            for batch in watched(found, deals, began):
                played.append(batch)
                if wish.sprt and settled(contest, played):
                    found.close()
                    break
    except KeyboardInterrupt:
        complain("")
    if not played:
        return 130
    summary = summed(contest, played, time.monotonic() - began)
    say(*(json.dumps(summary, indent=2) if wish.json else table(summary)).split("\n"))
    return 0


@contextmanager
def workers(wish: argparse.Namespace, deals: int) -> Iterator[Executor | None]:
    """Where the batches are played: here, in processes, or on a Dask cluster."""
    jobs = wish.jobs or os.cpu_count() or 1
    if wish.dask:
        try:
            from distributed import Client
        except ImportError:
            raise ValueError("--dask needs the package distributed: moontui[cluster].") from None
        try:
            client = Client(wish.dask)
        except OSError:
            raise ValueError(f"There is no Dask cluster at {wish.dask}.") from None
        with client:
            yield client.get_executor(pure=False)
    elif jobs == 1 or deals <= BATCH:
        yield None
    else:
        pool = ProcessPoolExecutor(jobs)
        try:
            yield pool
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def watched(found: Iterator[Batch], deals: int, began: float) -> Iterator[Batch]:
    """The same batches, with a progress bar and the time left, if anybody is looking."""
    done = 0
    for batch in found:
        done += len(batch.shares)
        left = (time.monotonic() - began) * (deals - done) / done
        bar = "█" * (done * 30 // deals)
        text = f"{bar:░<30} {done:,} of {deals:,} deals, {left / 60:.0f} min left "
        progress(text, last=done == deals)
        yield batch


def settled(contest: Contest, played: list[Batch]) -> bool:
    """Whether it is clear how the first bot fares."""
    shares = [won for batch in played for won in batch.shares]
    return bool(verdict(edges(contest, shares, contest.bots[0], None)))


def summed(contest: Contest, played: list[Batch], seconds: float) -> dict[str, Any]:
    """All figures of a contest."""
    shares = [won for batch in played for won in batch.shares]
    first = contest.bots[0]
    rows = []
    for name in dict.fromkeys(contest.bots):
        share = share_of(contest, shares, name)
        places = [place for place, bot in enumerate(contest.bots) if bot == name]
        times = sorted(t for batch in played for place in places for t in batch.moves[place])
        edge, margin = mean_and_margin(edges(contest, shares, first, name))
        rows.append(
            {
                "bot": name,
                "share": share.share,
                "margin": share.margin,
                "first_gains": edge if name != first else None,
                "first_gains_margin": margin if name != first else None,
                "ms_p50": 1000 * times[len(times) // 2] if times else 0.0,
                "ms_p95": 1000 * times[len(times) * 95 // 100] if times else 0.0,
            }
        )
    return {
        "game": contest.game.id,
        "bots": list(contest.bots),
        "seed": contest.seed,
        "deals": len(shares),
        "rounds": len(shares) * len(contest.bots),
        "fair": 1 / len(contest.bots),
        "endless": sum(batch.endless for batch in played),
        "verdict": verdict(edges(contest, shares, first, None)),
        "seconds": seconds,
        "rows": rows,
    }


def table(summary: dict[str, Any]) -> str:
    """The figures, for people to read."""
    lines = [
        f"{summary['game'].capitalize()}: {', '.join(summary['bots'])} · "
        f"{summary['deals']:,} deals x {len(summary['bots'])} seats · seed {summary['seed']} · "
        f"{summary['seconds']:.0f} s · fair {summary['fair']:.1%}",
        f"{'bot':<10}{'wins':>8}   {'95 % interval':<16}{'first gains':<16}{'ms p50':>8}{'p95':>8}",
    ]
    for row in summary["rows"]:
        low, high = row["share"] - row["margin"], row["share"] + row["margin"]
        gain = ""
        if row["first_gains"] is not None:
            gain = f"{100 * row['first_gains']:+.1f} ±{100 * row['first_gains_margin']:.1f}"
        lines.append(
            f"{row['bot']:<10}{row['share']:>8.1%}   {f'{low:.1%} to {high:.1%}':<16}{gain:<16}"
            f"{row['ms_p50']:>8.1f}{row['ms_p95']:>8.1f}"
        )
    if summary["endless"]:
        lines.append(f"{summary['endless']} rounds had no end and were given up.")
    if summary["verdict"]:
        said = "gains two points" if summary["verdict"] == "H1" else "gains nothing"
        lines.append(f"{summary['verdict']}: {summary['bots'][0]} {said} over its fair share.")
    return "\n".join(lines)
