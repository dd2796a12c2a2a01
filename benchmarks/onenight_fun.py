"""How One Night plays among bots: who wins, and whether a day of talk is any fun.

    python -m benchmarks.onenight_fun --seats 5 7 10 --games 500 [--quiet 200] [--medium 200]
        [--free 100] [--set lively] [--village hard] [--wolves hard] [--seed 0]

For each number of seats: games in turns, the same deals with medium villagers (`--medium`), deals
without a werewolf (`--quiet`) and days of free talk (`--free`). Sides go by the dealt card.
`--village blind` talks like hard and votes for anybody.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from math import sqrt
from random import Random
from time import process_time
from typing import Any, NamedTuple

from benchmarks.onenight_talk import Talk
from engine.bots.levels import Thinker
from engine.bots.personas import PERSONAS, Personal
from engine.core import Bot, Choice, View
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


LOOKING_ON = HARD._replace(foresight=False, worlds=800)
"""How deeply somebody thinks who looks back on the day: few nights tell suspects apart who are
alike."""


class Table(NamedTuple):
    """Who plays how, and how often."""

    seats: int
    games: int
    seed: int
    set: str = "lively"
    village: str = "hard"
    wolves: str = "hard"
    talk: str = "turns"
    quiet: bool = False
    """Whether only deals without a werewolf are played."""

    def deals(self) -> Iterator[tuple[int, Village]]:
        """Numbered villages that are about to play."""
        options = {"set": self.set, "talk": self.talk}
        number = 0
        while True:
            deck = sha256(f"fun {self.seed} {number}".encode()).digest()
            village = start(ONENIGHT, self.seats, deck, options)
            dealt = village.dealt[: self.seats]
            if not (self.quiet and Role.WEREWOLF in dealt):
                yield number, village
            number += 1

    def bot(self, village: Village, seat: int, key: str, number: int) -> Any:
        """Who plays a seat: by the side of the dealt card; names go around the table."""
        wolfish = is_wolf_side(village.dealt[seat])
        bot = BOTS[self.wolves if wolfish else self.village](Random(key))
        if isinstance(bot, Personal):
            bot.style = MANNERS[self.persona(seat, number)]
        return bot

    def persona(self, seat: int, number: int) -> str:
        return PERSONAS[(seat + number) % len(PERSONAS)]


@dataclass(slots=True)
class Tally:
    """What has been counted."""

    games: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)
    talk: Talk = field(default_factory=Talk)
    spent: float = 0.0

    def share(self, key: str) -> str:
        games = self.counts[OF[key]] if key in OF else self.games
        if not games:
            return "       -"
        share = self.counts[key] / games
        around = 1.96 * sqrt(share * (1 - share) / games)
        return f"{share:7.1%} ±{around:.1%} ({self.counts[key]} of {games})"


OF = {
    "seat": "players",
    "close": "lookers",
    "solved": "lookers",
    "caught": "hunts",
    "peaceful": "peace",
}
"""What figures are shares of, other than all games."""


def leader(table: Table, state: Village, key: str, number: int) -> int:
    """Who would get the most votes now."""
    trial = state.copy()
    trial.drafts = [[] for _ in range(trial.seats)]
    while not isinstance(trial.todo[-1], Vote):
        trial.todo.pop()
    votes = [
        table.bot(trial, ask.seat, key, number).choose(view(ONENIGHT, trial, ask.seat)).value
        for ask in asks(trial)
    ]
    return int(Counter(votes).most_common(1)[0][0])


def play(table: Table, number: int, state: Village, tally: Tally) -> None:
    """One game, and what there is to count about it."""
    seats, game = table.seats, f"{table.seed} {number}"
    first: int | None = None
    spoken = set()
    clashed = False
    move = 0
    while open_asks := asks(state):
        ask = open_asks[0]
        if table.talk == "free":  # whoever is asked first would speak all day
            ask = open_asks[move % len(open_asks)]
        step = state.todo[-1]
        if first is None and isinstance(step, Speak) and step.phase in ("question", "last"):
            spoken.add(step.seat)
            if len(spoken) == seats or step.phase == "last":
                first = leader(table, state, game, number)
        if isinstance(step, Vote) and len(step.missing) == seats:
            judge_the_day(state, tally)
        bot = table.bot(state, ask.seat, f"{game} {ask.seat} {move}", number)
        shown: View[Village] = view(ONENIGHT, state, ask.seat)
        begun = process_time()
        choice = bot.choose(shown)
        if ask.prompt.startswith("talk"):
            tally.times.append(process_time() - begun)
        said = len(state.claims)
        advance(state, ask.seat, choice)
        clashed = clashed or (len(state.claims) > said and bool(clashes(state)))
        move += 1
    tally.counts["clash"] += clashed
    most = Counter(vote for vote in state.votes if vote < seats).most_common(1)
    tally.counts["leader"] += bool(most) and most[0][0] != first
    tally.talk.count(state, [table.persona(seat, number) for seat in range(seats)])
    count_the_end(state, tally)


def count_the_end(state: Village, tally: Tally) -> None:
    """Who has won, and whether a werewolf was caught."""
    tally.games += 1
    ending = next(e.kind for e in reversed(state.events or []) if e.kind.startswith("won_"))
    won = ending in ("won_village", "won_both")
    tally.counts[ending.removeprefix("won_")] += 1
    tally.counts["village won"] += won
    wolves = {seat for seat in state.everyone() if state.counts_as(seat) == Role.WEREWOLF}
    tally.counts["hunts"] += bool(wolves)
    tally.counts["caught"] += bool(wolves & {*state.dead})
    tally.counts["peace"] += not wolves
    tally.counts["peaceful"] += won and not wolves
    tally.counts["players"] += state.seats
    tally.counts["seat"] += len(state.winners)


def judge_the_day(state: Village, tally: Tally) -> None:
    """How the talk left things, for everybody but werewolves and Minions, who know."""
    for seat in state.everyone():
        if not is_wolf_side(state.dealt[seat]):
            mind = Mind(view(ONENIGHT, state, seat).state, seat, LOOKING_ON)
            odds = sorted((mind.suspicion[other] for other in mind.others()), reverse=True)
            tally.counts["lookers"] += 1
            tally.counts["close"] += odds[0] - odds[1] <= 0.15
            tally.counts["solved"] += odds[0] > 0.99


def run(table: Table) -> Tally:
    """Play all games of a table; what was counted is printed every fifty games."""
    tally, begun = Tally(), process_time()
    for number, village in table.deals():
        if tally.games == table.games:
            break
        play(table, number, village, tally)
        tally.spent = process_time() - begun
        if tally.games % 50 == 0 and tally.games < table.games:
            print(f"  {tally.games} games: village {tally.share('village won')}", flush=True)
    print(figures(table, tally), flush=True)
    return tally


def figures(table: Table, tally: Tally) -> str:
    """All that was counted, in lines."""
    times = sorted(tally.times)
    mean, worst = sum(times) / len(times), times[len(times) * 95 // 100]
    deals = ", deals without a werewolf" if table.quiet else ""
    lines = [
        f"One Night, {table.seats} seats, {table.set} set, talk {table.talk}{deals}, "
        f"{tally.games} games, seed {table.seed}: village {table.village}, wolves {table.wolves}",
        *(f"{words:<50}{tally.share(key)}" for key, words in WORDS.items()),
        *tally.talk.figures(),
        f"ms of one core for a choice by day: mean {1e3 * mean:.1f}, p95 {1e3 * worst:.1f}; "
        f"for a game {tally.spent / tally.games:.2f} s",
    ]
    return "\n".join(lines) + "\n"


WORDS = {
    "village won": "the village wins (45 to 55 %)",
    "caught": "a werewolf dies, where there is one",
    "peaceful": "the village wins where there is none (>= 40 %)",
    "wolves": "the werewolves win",
    "tanner": "the Tanner wins alone",
    "nobody": "nobody wins",
    "seat": "any one seat wins (45 to 60 %)",
    "leader": "most votes change after round one (>= 35 %)",
    "clash": "claims contradict each other by day (>= 80 %)",
    "close": "two suspects within 15 points (>= 50 %)",
    "solved": "solved for certain before the vote (<= 25 %)",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, nargs="+", default=[5, 7, 10])
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--quiet", type=int, default=0)
    parser.add_argument("--medium", type=int, default=0)
    parser.add_argument("--free", type=int, default=0)
    parser.add_argument("--village", choices=sorted(BOTS), default="hard")
    parser.add_argument("--wolves", choices=sorted(BOTS), default="hard")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--set", choices=("sheet", "lively", "random"), default="lively")
    wish = parser.parse_args()
    for seats in wish.seats:
        table = Table(seats, wish.games, wish.seed, wish.set, wish.village, wish.wolves)
        kinds = (
            (wish.games, table),
            (wish.medium, table._replace(games=wish.medium, village="medium")),
            (wish.quiet, table._replace(games=wish.quiet, quiet=True)),
            (wish.free, table._replace(games=wish.free, talk="free")),
        )
        for games, one in kinds:
            if games:
                run(one)


if __name__ == "__main__":
    main()
