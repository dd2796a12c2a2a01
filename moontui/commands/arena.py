"""The arena on the command line: progress while it lasts, then how often each bot won."""

from __future__ import annotations

import argparse
import csv
import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, parent_process
from pathlib import Path
from threading import Thread
from typing import Any, NoReturn

from engine.arena import BATCH, Batch, Contest, Invitation, batches, edges, paired, verdict
from engine.core import Game
from engine.games import GAMES, length_for, level_for, seats_for
from moontui.commands.cluster import cluster
from moontui.commands.figures import duration, games_of, summed, table
from moontui.plain.out import complain, progress, say
from moontui.programs.contestant import Invited
from moontui.programs.process import Command, end_all
from net.workers import Workers

OUTSIDE = "exec:"
"""Begins the name of a bot that is a program."""
FROZEN = "greedy"
"""The bot that a changed one must not fall behind: it never changes."""
GATE, USUAL = 2000, 1000
"""How many rounds are played, unless somebody says otherwise."""
A_MINUTE = 60.0
"""How long nothing is said of the progress, at most, where nobody watches."""


def hold(wish: argparse.Namespace) -> int:
    """Let the bots play, and report the result; Ctrl-C reports the result so far. Returns 1 if a
    gate stays shut."""
    contest = contest_of(wish)
    deals = -(-(wish.rounds or (GATE if wish.gate else USUAL)) // games_of(contest))
    if deals < 1:
        raise ValueError("The arena needs at least one round.")
    watch = Watch(deals)
    played: list[Batch] = []
    try:
        with stoppable(), workers(wish, contest, deals) as executor:
            for batch in batches(contest, deals, executor, time.process_time):
                played.append(batch)
                watch.tell(len(batch.shares))
                if wish.sprt and settled(contest, played):
                    break
            stopped = False
    except KeyboardInterrupt:
        stopped = True
        complain("")
    if not played:
        complain("Nothing was finished yet.")
        return 130
    summary = summed(contest, played, watch.passed())
    report(summary, wish)
    if stopped:
        return 130
    return gate(summary) if wish.gate else 0


def report(summary: dict[str, Any], wish: argparse.Namespace) -> None:
    """Print the figures, or write them to a file as well."""
    text = json.dumps(summary, indent=2)
    if wish.json == "-":
        say(*text.split("\n"))
        return
    say(*table(summary, where(wish, summary)).split("\n"))
    if wish.json:
        Path(wish.json).write_text(f"{text}\n", encoding="utf-8")


def gate(summary: dict[str, Any]) -> int:
    """Say whether a changed bot may pass."""
    worse = summary["against"]["worse"]
    name, rival = summary["bots"][0], summary["against"]["bot"]
    if worse:
        say(f"The gate stays shut: {name} is clearly more than a point below {rival}.")
    else:
        say(f"The gate is open: {name} is not clearly more than a point below {rival}.")
    return int(worse)


# ── who plays ───────────────────────────────────────────────────────────────────────────────────


def contest_of(wish: argparse.Namespace) -> Contest:
    """What is to be played. Raises `ValueError`, with a sentence, if it cannot be."""
    game = GAMES[wish.game]
    rival = wish.against or (FROZEN if wish.gate else "")
    named = next(csv.reader([wish.bots]), [])
    guests: dict[str, Invitation] = {
        name: Invited(Command.of(name.removeprefix(OUTSIDE)), wish.seconds)
        for name in (*named, rival)
        if name.startswith(OUTSIDE)
    }
    for name in (*named, rival):
        if name and name not in guests and name not in game.bots:
            levels = ", ".join(game.bots)
            raise ValueError(f"There is no bot {name}; choose from {levels}, or {OUTSIDE}COMMAND.")
    if guests and wish.dask:
        raise ValueError("Programs play on this machine alone, not on a cluster.")
    options = length_for(game, wish.length)
    if wish.teams:
        return teams(game, named, wish, Contest(game, (), wish.seed, options, guests=guests))
    seats = wish.seats or (seats_for(game) if len(named) < 2 else len(named))
    first = named or [level_for(game, "" if rival else FROZEN)]
    bots = [*first, *[rival or "random"] * (seats - len(first))]
    return Contest(game, tuple(bots), wish.seed, options, rival, guests)


def teams(game: Game[Any], named: list[str], wish: argparse.Namespace, contest: Contest) -> Contest:
    """The same contest between two who play whole sides."""
    if game.dealt_sides is None:
        raise ValueError(f"{game.id.capitalize()} deals no sides: everybody plays for themselves.")
    if len(named) not in (1, 2) or wish.against or wish.gate or wish.length != "round":
        raise ValueError("With --teams, name two bots, such as --bots hard,greedy, for rounds.")
    bots = (*named, FROZEN)[:2]
    seats = seats_for(game, wish.seats)
    return Contest(game, bots, contest.seed, contest.options, "", contest.guests, seats)


# ── where they play ─────────────────────────────────────────────────────────────────────────────


@contextmanager
def stoppable() -> Iterator[None]:
    """While the arena is open, being told to end means the same as Ctrl-C."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def workers(wish: argparse.Namespace, contest: Contest, deals: int) -> Iterator[Executor | None]:
    """Where the batches are played: here, in processes, or on a Dask cluster."""
    if wish.dask:
        with cluster(wish.dask) as executor:
            yield executor
    elif jobs_of(wish) == 1 or deals <= BATCH:
        yield None
    else:
        before = set(active_children())
        pool = ProcessPoolExecutor(jobs_of(wish), Workers(), settle_in)
        try:
            yield pool
        finally:  # whatever is still being played is of no use
            for child in set(active_children()) - before:
                child.terminate()
            pool.shutdown()


def jobs_of(wish: argparse.Namespace) -> int:
    return int(wish.jobs or os.cpu_count() or 1)


def where(wish: argparse.Namespace, summary: dict[str, Any]) -> str:
    """Where they played, for people."""
    if wish.dask:
        return "a cluster"
    jobs = 1 if summary["deals"] <= BATCH else jobs_of(wish)
    return f"{jobs} processes" if jobs > 1 else "1 process"


def settle_in() -> None:
    """In a process of the arena: end when told to or when the arena ends, with all programs."""
    signal.signal(signal.SIGTERM, lambda *_: leave())
    arena = parent_process()
    assert arena is not None

    def follow() -> None:
        arena.join()
        leave()

    Thread(target=follow, daemon=True).start()


def leave() -> NoReturn:
    end_all()
    os._exit(0)


# ── how far they are ────────────────────────────────────────────────────────────────────────────


class Watch:
    """How much is done, and how long the rest will take: a bar on a terminal, elsewhere a line now
    and then."""

    def __init__(self, deals: int) -> None:
        self.deals = deals
        self.done = 0
        self.began = time.monotonic()
        self.said, self.said_at = 0, self.began
        """How many tenths were done when that was last said, and when that was."""

    def passed(self) -> float:
        return time.monotonic() - self.began

    def tell(self, more: int) -> None:
        """Some more deals are done."""
        self.done += more
        done, deals, now = self.done, self.deals, time.monotonic()
        left = self.passed() * (deals - done) / done
        text = f"{done:,} of {deals:,} deals, {duration(left)} left"
        if sys.stderr.isatty():
            bar = "█" * (done * 30 // deals)
            progress(f"{bar:░<30} {text} ", last=done == deals)
        elif done < deals and (done * 10 // deals > self.said or now - self.said_at > A_MINUTE):
            self.said, self.said_at = done * 10 // deals, now
            complain(text)


def settled(contest: Contest, played: list[Batch]) -> bool:
    """Whether it is clear how the first bot fares."""
    shares = [won for batch in played for won in batch.shares]
    if contest.rival:
        return bool(verdict(paired(contest, shares)))
    return bool(verdict(edges(contest, shares, contest.bots[0], None)))
