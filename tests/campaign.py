"""The long runs of the random tests: `make campaign`, or `python -m tests.campaign --help`.

Everything is tried with one seed after another, on all cores. Whatever breaks is reported, with the
command to try it again, and counted under one of the numbers that have to be zero.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from engine.arena import one_against_all
from engine.games import GAMES
from tests.doors.hangups import hangups
from tests.engine.laws import LAWS, may_part, two_worlds
from tests.engine.moonlight.fuzz import play_round as play_moonlight
from tests.engine.wolfmoon.fuzz import play_round
from tests.moontui.app.test_frugal import DEPTHS, paint_both_ways
from tests.moontui.hostile_files import hostile_files
from tests.moontui.hostile_texts import hostile_texts
from tests.net.canaries import Watchman, awaited, pairs_of_worlds, shown
from tests.net.fuzz import fuzz, fuzz_host
from tests.net.kills import killed_game
from tests.net.siege import siege
from tests.net.simulation import evening
from tests.net.tells import samples, verdicts
from tests.net.test_loss import chaotic_game, lossy_game
from tests.net.test_seats import race
from tests.net.test_shuffle import deals_as_wanted
from tests.net.test_trouble import troubled_game

FRAMES = 1_000
"""How many frames one seed sends, to the decoder and to a host."""
PHASES = ("lobby", "playing") * 5 + ("over",)
ANSWERS = 6_000
"""How many answers of bots are timed, at an idle and at a busy host."""
PLOTS = 1_000
"""How many deals are plotted with one seed."""
KILLS = 8
"""How often one game's host is killed, at most."""

UNCAUGHT = "uncaught exceptions"
LEAKS = "leaks"
LOST = "acknowledged actions lost"
OWNERS = "races with more than one owner"
RULES = "rules and laws broken"
ORPHANS = "processes left behind"
LOOKS = "screens that look different"
COSTS = "costs that others paid"
CHOSEN = "deals that somebody chose"
UNTAMED = "hostile files or texts that got through"

# ── what is tried with one seed ─────────────────────────────────────────────────────────────────


def rounds(seed: int) -> Counter[str]:
    """A random round of Wolfmoon, by how it ended."""
    return Counter({"rounds": 1, f"rounds by {play_round(seed)}": 1})


def lands(seed: int) -> Counter[str]:
    """A random round of Moonlight, with one pair of powers after another, by how it ended."""
    return Counter({"lands": 1, f"lands by {play_moonlight(seed)}": 1})


def laws(seed: int) -> Counter[str]:
    """Every law of every game."""
    for game in GAMES.values():
        for law in LAWS:
            law(game, seed)
    return Counter({"laws kept": len(GAMES) * len(LAWS)})


def worlds(seed: int) -> Counter[str]:
    """Pairs of worlds that a seat cannot tell apart, until they part: as games."""
    pairs = 0
    for game in GAMES.values():
        for one, other in two_worlds(game, seed):
            assert may_part(game, one, other), f"{game.id}: {one} {other}"
            pairs += 1
    return Counter({"pairs of worlds": pairs})


def twins(seed: int) -> Counter[str]:
    """The same at tables: what a seat is sent, and what it has to wait for."""
    looks = [
        same
        for game in GAMES.values()
        for look in (shown, awaited)
        for same in pairs_of_worlds(game, seed, look)
    ]
    return Counter({"pairs of tables": len(looks), "frames the same at both": sum(looks)})


def canaries(seed: int) -> Counter[str]:
    """All frames of two matches, in which secrets are looked for."""
    return Counter({"frames searched for secrets": Watchman(seed).play()})


def plots(seed: int) -> Counter[str]:
    """Deals that the last player and the host try to choose; one in thirty is as they like it."""
    wanted = deals_as_wanted(seed * PLOTS, PLOTS)
    assert wanted <= 50, f"{wanted} of {PLOTS} deals were as wanted"
    return Counter({"deals plotted": PLOTS, "deals plotted that came by chance": wanted})


def frames(seed: int) -> Counter[str]:
    """Frames that no client would send, to the decoder."""
    return Counter({"frames fuzzed": fuzz(seed, FRAMES).total()})


def visits(seed: int) -> Counter[str]:
    """The same to a real host, next to an honest table."""
    with TemporaryDirectory() as folder:
        phase = PHASES[seed % len(PHASES)]
        sent = asyncio.run(fuzz_host(Path(folder), phase, seed, FRAMES)).total()
    return Counter({"frames fuzzed": sent, "of them at a host": sent})


def evenings(seed: int) -> Counter[str]:
    """A whole evening in virtual time, with everything going wrong."""
    kills, acknowledged = evening(seed)
    return Counter({"evenings": 1, "kills survived": kills, "actions acknowledged": acknowledged})


def kills(seed: int) -> Counter[str]:
    """A game whose host, a real process, is killed again and again."""
    killed, acknowledged = killed_game(seed, KILLS)
    return Counter(
        {
            "kills survived": killed,
            "of them real processes": killed,
            "actions acknowledged": acknowledged,
        }
    )


def losses(seed: int) -> Counter[str]:
    """A game over lines that break, one over lines that repeat and mix up, one on a bad disk."""
    chaotic_game(seed)
    lost, refused = lossy_game(seed), troubled_game(seed)
    return Counter({"lines broken": lost, "writes refused": refused})


def races(seed: int) -> Counter[str]:
    """A seat that several claim at once, at a real host."""
    race(seed)
    return Counter({"races": 1})


def partings(seed: int) -> Counter[str]:
    """Visitors by SSH whose lines die; no process of theirs may be left."""
    return Counter({"visitors hung up": hangups(seed)})


def screens(seed: int) -> Counter[str]:
    """Random screens, of which terminals are sent only what changed."""
    return Counter({"screens painted": sum(paint_both_ways(depth, seed) for depth in DEPTHS)})


def sieges(seed: int) -> Counter[str]:
    """One address does its worst to a real host, while honest people play."""
    assert asyncio.run(siege(60.0)), "honest people paid for it"
    return Counter({"sieges withstood": 1})


def tells(seed: int) -> Counter[str]:
    """Whether the time of a bot's answer tells its hand, idle and beside 64 tables that think."""
    answers = 0
    for busy in (0, 64):
        with TemporaryDirectory() as folder:
            found = asyncio.run(samples(Path(folder), 12, busy, ANSWERS))
        for name, share, error, _ in verdicts(found):
            print(f"  {busy} tables thinking, {name}: AUC {share:.3f}", flush=True)
            assert abs(share - 0.5) < 0.03 + 1.96 * error, f"{name}: AUC {share:.3f}"
        answers += len(found)
    return Counter({"answers timed": answers})


def files(seed: int) -> Counter[str]:
    """A hostile file for everything that reads one."""
    return Counter({"hostile files": hostile_files(seed)})


def texts(seed: int) -> Counter[str]:
    """A dozen hostile texts on every surface: app, kiosk, line game, command line, logs."""
    return Counter({"hostile texts on every surface": hostile_texts(seed)})


class Trial(NamedTuple):
    """Something to try with many seeds."""

    one: Callable[[int], Counter[str]]
    seeds: int
    """How many of them take a few minutes, all in all."""
    zero: str
    """What a failure would mean."""


TRIALS = {
    "rounds": Trial(rounds, 20_000, RULES),
    "lands": Trial(lands, 20_000, RULES),
    "laws": Trial(laws, 30, RULES),
    "worlds": Trial(worlds, 1_500, LEAKS),
    "twins": Trial(twins, 400, LEAKS),
    "canaries": Trial(canaries, 300, LEAKS),
    "plots": Trial(plots, 20, CHOSEN),
    "frames": Trial(frames, 1_000, UNCAUGHT),
    "visits": Trial(visits, 22, UNCAUGHT),
    "evenings": Trial(evenings, 800, LOST),
    "kills": Trial(kills, 30, LOST),
    "losses": Trial(losses, 20, LOST),
    "races": Trial(races, 1_000, OWNERS),
    "partings": Trial(partings, 50, ORPHANS),
    "screens": Trial(screens, 200, LOOKS),
    "sieges": Trial(sieges, 1, COSTS),
    "tells": Trial(tells, 1, LEAKS),
    "files": Trial(files, 1_000, UNTAMED),
    "texts": Trial(texts, 25, UNTAMED),
}
DEALS = 1_000

# ── trying it ───────────────────────────────────────────────────────────────────────────────────


class Broken(NamedTuple):
    zero: str
    seed: int
    what: str


def attempt(name: str, seed: int) -> tuple[Counter[str], Broken | None]:
    """Try something with a seed: what was counted, and what broke."""
    trial = TRIALS[name]
    try:
        return trial.one(seed), None
    except Exception as broken:  # whatever goes wrong is a finding
        cause: BaseException = broken
        while (deeper := cause.__cause__) is not None:
            cause = deeper
        zero = trial.zero if isinstance(cause, AssertionError) else UNCAUGHT
        return Counter(), Broken(zero, seed, f"{broken!r}"[:300])


def be_quiet() -> None:
    """Keep off the screen what hosts log about what is done to them."""
    logging.getLogger().addHandler(logging.NullHandler())


def run(name: str, first: int, count: int) -> tuple[Counter[str], list[Broken]]:
    """Try something with this many seeds on all cores, and tell what was found."""
    begun = time.monotonic()
    found: Counter[str] = Counter()
    broken = []
    chunk = max(1, min(50, count // (4 * (os.cpu_count() or 1))))
    with ProcessPoolExecutor(initializer=be_quiet) as pool:
        seeds = range(first, first + count)
        for counted, trouble in pool.map(partial(attempt, name), seeds, chunksize=chunk):
            found += counted
            if trouble is not None:
                broken.append(trouble)
    counts = ", ".join(f"{number:,} {kind}" for kind, number in sorted(found.items()))
    seconds = time.monotonic() - begun
    print(f"{name}, {count:,} seeds: {counts}; {len(broken)} broken ({seconds:.0f} s)", flush=True)
    for trouble in broken:
        print(f"  {trouble.zero}: {trouble.what}")
        print(f"  again: python -m tests.campaign --only {name} --count 1 --seed {trouble.seed}")
    return found, broken


def share(deal: int) -> float:
    """What greedy won of a deal, played from each of four seats against random bots."""
    options = {"length": "round"}
    play = partial(one_against_all, GAMES["wolfmoon"], "greedy", "random", seats=4, options=options)
    return play(deals=1, seed=deal).share


def greedy_share(first: int, deals: int) -> str:
    """How greedy fares against random bots."""
    with ProcessPoolExecutor() as pool:
        won = list(pool.map(share, range(first, first + deals), chunksize=20))
    mean = sum(won) / len(won)
    error = (sum((one - mean) ** 2 for one in won) / (len(won) - 1) / len(won)) ** 0.5
    return (
        f"greedy against three random bots, {len(won):,} deals from each of 4 seats "
        f"({4 * len(won):,} rounds): {mean:.1%} of wins, "
        f"95 % interval {mean - 1.96 * error:.1%} to {mean + 1.96 * error:.1%}, fair 25.0%"
    )


SHOWN = (
    "rounds",
    "lands",
    "pairs of worlds",
    "pairs of tables",
    "laws kept",
    "evenings",
    "frames searched for secrets",
    "deals plotted",
    "deals plotted that came by chance",
    "frames fuzzed",
    "kills survived",
    "actions acknowledged",
    "lines broken",
    "writes refused",
    "races",
    "screens painted",
    "sieges withstood",
    "answers timed",
    "hostile files",
    "hostile texts on every surface",
)
ZEROS = (UNCAUGHT, LEAKS, LOST, OWNERS, RULES, ORPHANS, LOOKS, COSTS, UNTAMED, CHOSEN)


def summary(found: Counter[str], zeros: Counter[str]) -> str:
    """The numbers, and those that have to be zero."""
    counts = [(found[kind], kind) for kind in SHOWN if found[kind]]
    counts += [(zeros[kind], kind) for kind in ZEROS]
    return "\n".join(f"{number:>12,}  {kind}" for number, kind in counts)


def main() -> int:
    parser = argparse.ArgumentParser(description="The long runs of the random tests.")
    parser.add_argument("--long", type=float, default=1, help="times as much; 50 makes a night")
    parser.add_argument("--only", nargs="+", choices=TRIALS, default=list(TRIALS))
    parser.add_argument("--count", type=int, default=0, help="this many seeds instead")
    parser.add_argument("--seed", type=int, default=0, help="where the seeds begin")
    wish = parser.parse_args()
    begun = time.monotonic()
    found: Counter[str] = Counter()
    zeros: Counter[str] = Counter()
    for name in wish.only:
        count = wish.count or max(1, int(TRIALS[name].seeds * wish.long))
        counted, broken = run(name, wish.seed, count)
        found += counted
        zeros.update(trouble.zero for trouble in broken)
    if wish.only == list(TRIALS):
        print(greedy_share(wish.seed, max(2, int(DEALS * wish.long))))
    print(f"\nAll from seed {wish.seed}, in {time.monotonic() - begun:.0f} s:")
    print(summary(found, zeros))
    return 1 if zeros.total() else 0


if __name__ == "__main__":
    raise SystemExit(main())
