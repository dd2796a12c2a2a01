"""The levels: how often a player wins against each, whether each is above the one below, and where
bots come to stand that match a player's strength.

    python -m benchmarks.levels players --game wolfmoon --players newcomer easy medium
    python -m benchmarks.levels steps --game robbers
    python -m benchmarks.levels match --game wolfmoon --players newcomer easy
    python -m benchmarks.levels curve --game wolfmoon --shares 60 40 35 25 18

`steps` gives one seat of a table to the better level; where players win together, it gives a whole
side to it, and compares with the same deal without it. `match` plays real games, one after another,
and `curve` draws them from shares of wins that `players` has measured, level by level.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from hashlib import sha256
from itertools import pairwise
from random import Random
from typing import Any

from engine.arena import mean_and_margin
from engine.bots.dial import dial_of, levels_of
from engine.bots.personas import seated
from engine.bots.strength import Strength, after, wanted
from engine.core import Bot, Choice, Game, Seat, View
from engine.games import GAMES, seats_for
from engine.games.onenight.roles import Role
from engine.games.robbers.scoring import in_wolf_team
from engine.play import advance, asks, start, view

NEWCOMER = "newcomer"
SLIPS = 0.25
"""How often a newcomer does anything at all."""
LATE = 5
"""How many of the last games count for where a player has come to stand."""

Sides = Callable[[Any], list[int]]


class Newcomer:
    """Somebody new to a game: an easy bot that answers one question in four at random."""

    def __init__(self, game: Game[Any], rng: Random) -> None:
        self.game, self.rng = game, rng

    def choose(self, view: View[Any], /) -> Choice:
        level = "random" if self.rng.random() < SLIPS else "easy"
        return self.game.bots[level](self.rng).choose(view)


def player(game: Game[Any], level: str, rng: Random) -> Bot[Any]:
    return Newcomer(game, rng) if level == NEWCOMER else seated(game, level, rng)


def play(game: Game[Any], levels: Callable[[Any], Sequence[str]], key: str, length: str) -> Any:
    """A game to its end; who plays a seat may depend on the deal. Returns the last state."""
    seats = len(levels(None))
    state = start(game, seats, sha256(key.encode()).digest(), {"length": length})
    who = levels(state)
    move = 0
    while open_asks := asks(state):
        seat = open_asks[0].seat
        bot = player(game, who[seat], Random(f"{key} {seat} {move}"))
        advance(state, seat, bot.choose(view(game, state, seat)))
        move += 1
    return state


def always(levels: Sequence[str]) -> Callable[[Any], Sequence[str]]:
    """The same levels whatever the deal is."""
    return lambda _: levels


def winners(game: Game[Any], state: Any) -> tuple[Seat, ...]:
    outcome = game.outcome(state)
    return outcome.winners if outcome is not None else ()


def percent(numbers: Sequence[float]) -> str:
    mean, margin = mean_and_margin(numbers)
    return f"{100 * mean:5.1f} ±{100 * margin:4.1f}"


# ── one player against bots ─────────────────────────────────────────────────────────────────────


def one_among(game: Game[Any], one: str, rest: str, wish: argparse.Namespace) -> list[float]:
    """By deal: the share of games that a player wins, sitting once in every seat."""
    shares = []
    for deal in range(wish.deals):
        won = 0
        for place in range(wish.seats):
            levels = [rest] * wish.seats
            levels[place] = one
            key = f"levels {wish.seed} {deal}"
            won += place in winners(game, play(game, always(levels), key, wish.length))
        shares.append(won / wish.seats)
    return shares


def players(game: Game[Any], wish: argparse.Namespace) -> None:
    for level in wish.levels or levels_of(game):
        for one in wish.players:
            begun = time.process_time()
            shares = one_among(game, one, level, wish)
            spent = time.process_time() - begun
            told = f"{one} among {level}: wins {percent(shares)} %"
            print(f"{told} of {wish.deals * wish.seats} ({wish.length}, {spent:.0f} s)", flush=True)


# ── every level above the one below ─────────────────────────────────────────────────────────────


def robbers_side(table: Any) -> list[int]:
    return [int(in_wolf_team(role)) for role in table.roles]


def onenight_side(village: Any) -> list[int]:
    return [int(role in (Role.WEREWOLF, Role.MINION)) for role in village.dealt]


SIDES: dict[str, Sides] = {"robbers": robbers_side, "onenight": onenight_side}
"""By game: which side every seat was dealt to."""


def side_gains(game: Game[Any], level: str, below: str, wish: argparse.Namespace) -> None:
    """How much more often a side wins that plays at a level instead of the one below, against a
    side that plays at the one below; deal by deal."""
    sides = SIDES[game.id]

    def won(key: str, better: int | None) -> list[float | None]:
        """By side: what share of its seats win."""

        def who(state: Any) -> list[str]:
            found = sides(state) if state is not None else [-1] * wish.seats
            return [level if side == better else below for side in found]

        state = play(game, who, key, wish.length)
        first, found = sides(state), winners(game, state)
        teams = [[seat for seat in range(wish.seats) if first[seat] == side] for side in (0, 1)]
        return [sum(s in found for s in team) / len(team) if team else None for team in teams]

    gains: list[list[float]] = [[], []]
    both = []
    for deal in range(wish.deals):
        key = f"levels {wish.seed} {deal}"
        usual = won(key, None)
        found = []
        for side in (0, 1):
            better, before = won(key, side)[side], usual[side]
            if better is not None and before is not None:
                gains[side].append(better - before)
                found.append(better - before)
        both.append(sum(found) / len(found))
    told = ", ".join(percent(gain) for gain in gains)
    print(f"  first side, second side: {told}; both: {percent(both)} points", flush=True)


def steps(game: Game[Any], wish: argparse.Namespace) -> None:
    levels = levels_of(game)
    for below, level in pairwise(levels):
        if wish.levels and level not in wish.levels:
            continue
        begun = time.process_time()
        if game.id in SIDES:
            print(f"{level} over {below}, {wish.deals} deals, {wish.length}")
            side_gains(game, level, below, wish)
        else:
            shares = one_among(game, level, below, wish)
            told = f"{level} among {below}: wins {percent(shares)} %, fair {100 / wish.seats:.0f}"
            print(f"{told}, of {wish.deals * wish.seats} ({wish.length})", flush=True)
        print(f"  {time.process_time() - begun:.0f} s", flush=True)


# ── bots that match a player ────────────────────────────────────────────────────────────────────

Won = Callable[[Strength, int, int], bool]
"""Whether a player wins against bots of this strength, in a run, in a game of it."""


def follow(game: Game[Any], wish: argparse.Namespace, won: Won) -> None:
    """Let bots follow the results of a player, many times, and tell what becomes of it."""
    aim = wanted(game, wish.seats)
    wins: list[list[float]] = []
    places: list[float] = []
    for run in range(wish.runs):
        now, found = Strength(), []
        for number in range(wish.games):
            result = won(now, run, number)
            found.append(float(result))
            now = after(game, now, result, aim)
        wins.append(found)
        places.append(now.place)
    late = [sum(found[-LATE:]) / LATE for found in wins]
    told = " ".join(f"{sum(one) / wish.runs:.0%}" for one in zip(*wins, strict=True))
    print(f"  aim {aim:.0%}, {wish.runs} runs; wins game by game: {told}")
    mean, margin = mean_and_margin(places)
    dial = "/".join(dial_of(game))
    print(f"  games {wish.games - LATE + 1} to {wish.games}: {percent(late)} %", flush=True)
    print(f"  comes to stand at {mean:.2f} ±{margin:.2f} of {dial}", flush=True)


def match(game: Game[Any], wish: argparse.Namespace) -> None:
    """With real games."""

    def won(now: Strength, run: int, number: int) -> bool:
        seat = (run + number) % wish.seats
        levels = [now.level(game)] * wish.seats
        levels[seat] = one
        state = play(game, always(levels), f"match {wish.seed} {run} {number}", wish.length)
        return seat in winners(game, state)

    for one in wish.players:
        begun = time.process_time()
        print(f"{game.id}, {wish.seats} seats, {wish.length}: {one}")
        follow(game, wish, won)
        print(f"  {time.process_time() - begun:.0f} s", flush=True)


def curve(game: Game[Any], wish: argparse.Namespace) -> None:
    """With games drawn from measured shares of wins, one for each level of the dial, and straight
    lines in between."""
    shares = [share / 100 for share in wish.shares]

    def won(now: Strength, run: int, number: int) -> bool:
        place = min(max(0.0, now.place), len(shares) - 1.0)
        lower = min(int(place), len(shares) - 2)
        part = place - lower
        chance = shares[lower] + part * (shares[lower + 1] - shares[lower])
        return bool(Random(f"{wish.seed} {run} {number}").random() < chance)

    print(f"{game.id}, {wish.seats} seats: somebody who wins {wish.shares} %")
    follow(game, wish, won)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("players", "steps", "match", "curve"))
    parser.add_argument("--game", choices=sorted(GAMES), default=next(iter(GAMES)))
    parser.add_argument("--players", nargs="+", default=[NEWCOMER])
    parser.add_argument("--levels", nargs="*", help="only these")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--deals", type=int, default=50, help="each is played from every seat")
    parser.add_argument("--length", choices=("round", "match"), default="match")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--games", type=int, default=15, help="in a run")
    parser.add_argument(
        "--shares", type=float, nargs="+", help="of games won, by level of the dial"
    )
    wish = parser.parse_args()
    game = GAMES[wish.game]
    wish.seats = wish.seats or (5 if game.id == "onenight" else seats_for(game))
    {"players": players, "steps": steps, "match": match, "curve": curve}[wish.what](game, wish)


if __name__ == "__main__":
    main()
