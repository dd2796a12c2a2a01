"""How One Night plays among bots: who wins, and whether a day of talk is any fun.

    python -m benchmarks.onenight_fun --seats 5 --games 1000 [--set lively]
        [--village hard] [--wolves hard]

Sides go by the dealt card. `--village blind` talks like hard and votes for anybody.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from math import sqrt
from random import Random
from time import process_time
from typing import Any

from engine.bots.levels import Thinker
from engine.bots.personas import PERSONAS, Personal
from engine.core import Bot, Choice, Seat, View
from engine.games.onenight import ONENIGHT
from engine.games.onenight.contradictions import clashes
from engine.games.onenight.day import Speak
from engine.games.onenight.levels import HARD, weigh
from engine.games.onenight.mind import Depth, Mind
from engine.games.onenight.personas import MANNERS, PLAIN, Manner
from engine.games.onenight.roles import Role, is_wolf_side
from engine.games.onenight.state import Village
from engine.games.onenight.vote import ABSTAIN, Vote, offered
from engine.play import advance, asks, start, view


def blindly(view: View[Village], rng: Random, depth: Depth, manner: Manner) -> Choice:
    """Talk, but vote for anybody."""
    assert view.ask is not None
    if view.ask.prompt == "vote":
        votes = offered(view.state, view.ask.seat)
        return rng.choice([choice for choice in votes if choice != ABSTAIN])
    return weigh(view, rng, depth, manner)


BOTS: dict[str, Callable[[Random], Bot[Village]]] = {
    **ONENIGHT.bots,
    "blind": partial(Thinker, blindly, HARD, PLAIN),
}


OF = {"close": "lookers", "solved": "lookers", "caught": "hunts"}
"""What figures are shares of, other than all games."""


@dataclass(slots=True)
class Tally:
    """What has been counted."""

    games: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)

    def share(self, key: str) -> str:
        games = self.counts[OF.get(key, "")] or self.games
        share = self.counts[key] / games
        return f"{share:6.1%} ±{1.96 * sqrt(share * (1 - share) / games):.1%}"


def bot_for(state: Village, seat: int, sides: tuple[str, str], key: str, turn: int) -> Any:
    """Who plays a seat: by the side of the dealt card; names go around the table."""
    level = sides[is_wolf_side(state.dealt[seat])]
    bot = BOTS[level](Random(key))
    if isinstance(bot, Personal):
        bot.style = MANNERS[PERSONAS[(seat + turn) % len(PERSONAS)]]
    return bot


def leader(state: Village, sides: tuple[str, str], key: str, turn: int) -> int:
    """Who would get the most votes now."""
    trial = state.copy()
    trial.drafts = [[] for _ in range(trial.seats)]
    while not isinstance(trial.todo[-1], Vote):
        trial.todo.pop()
    votes = [
        bot_for(trial, ask.seat, sides, key, turn).choose(view(ONENIGHT, trial, ask.seat)).value
        for ask in asks(trial)
    ]
    return int(Counter(votes).most_common(1)[0][0])


def play(wish: argparse.Namespace, number: int, tally: Tally) -> None:
    """One game, and what there is to count about it."""
    seats, seed, sides = wish.seats, wish.seed, (wish.village, wish.wolves)
    deck = sha256(f"fun {seed} {number}".encode()).digest()
    state = start(ONENIGHT, seats, deck, {"set": wish.set})
    first: int | None = None
    spoken = set()
    clashed = False
    move = 0
    while open_asks := asks(state):
        ask = open_asks[0]
        step = state.todo[-1]
        if first is None and isinstance(step, Speak) and step.phase in ("question", "last"):
            spoken.add(step.seat)
            if len(spoken) == seats or step.phase == "last":
                first = leader(state, sides, f"{seed} {number}", number)
        if isinstance(step, Vote) and len(step.missing) == seats:
            judge_the_day(state, number, tally)
        key = f"{seed} {number} {ask.seat} {move}"
        bot = bot_for(state, ask.seat, sides, key, number)
        shown: View[Village] = view(ONENIGHT, state, ask.seat)
        begun = process_time()
        choice = bot.choose(shown)
        if ask.prompt.startswith("talk"):
            tally.times.append(process_time() - begun)
        said = len(state.claims)
        advance(state, ask.seat, choice)
        clashed = clashed or (len(state.claims) > said and bool(clashes(state)))
        move += 1
    tally.games += 1
    tally.counts["clash"] += clashed
    most = Counter(vote for vote in state.votes if vote < seats).most_common(1)
    tally.counts["leader"] += bool(most) and most[0][0] != first
    ending = next(e.kind for e in reversed(state.events or []) if e.kind.startswith("won_"))
    tally.counts[ending.removeprefix("won_")] += 1
    tally.counts["village won"] += ending in ("won_village", "won_both")
    wolves = {seat for seat in state.everyone() if state.counts_as(seat) == Role.WEREWOLF}
    tally.counts["hunts"] += bool(wolves)
    tally.counts["caught"] += bool(wolves & {*state.dead})
    tally.counts["seat"] += Seat(number % seats) in state.winners


def judge_the_day(state: Village, number: int, tally: Tally) -> None:
    """How the talk left things, for the seat that looks on this time."""
    seat = Seat(number % state.seats)
    seen = view(ONENIGHT, state, seat).state
    mind = Mind(seen, seat, HARD._replace(foresight=False))
    odds = sorted((mind.suspicion[other] for other in mind.others()), reverse=True)
    if not is_wolf_side(state.dealt[seat]):  # werewolves know
        tally.counts["lookers"] += 1
        tally.counts["close"] += odds[0] - odds[1] <= 0.15
        tally.counts["solved"] += odds[0] > 0.99


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, default=5)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--village", choices=sorted(BOTS), default="hard")
    parser.add_argument("--wolves", choices=sorted(BOTS), default="hard")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--set", choices=("sheet", "lively", "random"), default="lively")
    wish = parser.parse_args()
    tally = Tally()
    for number in range(wish.games):
        play(wish, number, tally)
        if tally.games % 50 == 0 or tally.games == wish.games:
            print(table(wish, tally), flush=True)


def table(wish: argparse.Namespace, tally: Tally) -> str:
    """All figures so far, in lines."""
    times = sorted(tally.times)
    mean, worst = sum(times) / len(times), times[len(times) * 95 // 100]
    lines = [
        f"One Night, {wish.seats} seats, {wish.set} set, {tally.games} games, seed {wish.seed}",
        f"village {wish.village}, wolves {wish.wolves}",
        *(f"{words:<46}{tally.share(key)}" for key, words in WORDS.items()),
        f"ms of one core for a choice by day: mean {1e3 * mean:.1f}, p95 {1e3 * worst:.1f}",
    ]
    return "\n".join(lines) + "\n"


WORDS = {
    "village won": "the village wins",
    "caught": "a werewolf dies, where there is one",
    "wolves": "the werewolves win",
    "tanner": "the Tanner wins alone",
    "nobody": "nobody wins",
    "seat": "the seat that looks on wins (45 to 60 %)",
    "leader": "most votes change after round one (>= 35 %)",
    "clash": "claims contradict each other by day (>= 80 %)",
    "close": "two suspects within 15 points (>= 50 %)",
    "solved": "solved for certain before the vote (<= 25 %)",
}

if __name__ == "__main__":
    main()
