"""An outside yardstick: OpenSpiel's IS-MCTS and our hard bot, same seats, deals and greedy rivals.

Wolfmoon becomes an OpenSpiel game written in Python: one round, no chance nodes, as all chance is
in the seed of the table; every imagined table has a seed of its own. `resample_from_infostate`
imagines from the view of its seat alone, through the engine's `hide` and `fill`. Rollouts run on
the engine itself, which gives IS-MCTS more of them in its time than OpenSpiel's evaluator would.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, wait
from functools import partial
from hashlib import sha256
from itertools import takewhile
from random import Random
from typing import Any

import numpy
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot

from engine.arena import mean_and_margin
from engine.core import Choice, Seat
from engine.games.wolfmoon import WOLFMOON
from engine.games.wolfmoon.state import Table
from engine.play import advance, asks, start, view

SEATS = 4
VERBS = (
    *("draw", "center", "slot", "keep", "play", "aim", "guess"),
    *("pass", "take", "yes", "no", "show", "ready"),
)
VALUES = 32
"""More than the values of any choice: an action is a verb's number times this, plus its value."""
TYPE = pyspiel.GameType(
    short_name="python_wolfmoon",
    long_name="Wolfmoon",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=SEATS,
    min_num_players=SEATS,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
)
INFO = pyspiel.GameInfo(
    num_distinct_actions=len(VERBS) * VALUES,
    max_chance_outcomes=0,
    num_players=SEATS,
    min_utility=0.0,
    max_utility=1.0,
    max_game_length=5_000,
)


class Wolfmoon(pyspiel.Game):  # type: ignore[misc]
    """One round at four seats."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__(TYPE, INFO, params or {})

    def new_initial_state(self) -> Position:
        return self.deal(bytes(32))

    def deal(self, seed: bytes) -> Position:
        return Position(self, start(WOLFMOON, SEATS, seed, {"length": "round"}))


class Position(pyspiel.State):  # type: ignore[misc]
    """A table, as OpenSpiel wants to see it."""

    def __init__(self, game: Wolfmoon, table: Table) -> None:
        super().__init__(game)
        self.table = table
        self.heard: dict[int, tuple[int, str]] = {}
        """By seat: how many events it was told of, and their text."""
        self.shown: Any = None
        """The view of the seat that is asked, kept for many samples."""

    def current_player(self) -> int:
        open_asks = asks(self.table)
        return open_asks[0].seat if open_asks else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        return not asks(self.table)

    def _legal_actions(self, player: int) -> list[int]:
        (ask,) = asks(self.table)
        return sorted(map(action_of, ask.choices))

    def _apply_action(self, action: int) -> None:
        (ask,) = asks(self.table)
        advance(self.table, ask.seat, choice_of(action))
        self.shown = None

    def _action_to_string(self, player: int, action: int) -> str:
        verb, value = choice_of(action)
        return f"{verb} {value}"

    def returns(self) -> list[float]:
        return shares(self.table)

    def information_state_string(self, player: int | None = None) -> str:
        """What a seat was told, what it holds, and what it is asked."""
        seat = Seat(self.current_player() if player is None else player)
        events = self.table.events
        assert events is not None
        count, words = self.heard.get(seat, (0, ""))
        if count < len(events):
            for event in events[count:]:
                kind, who, other, cards, number, _ = event.told_to(seat)
                words += f"{kind} {who} {other} {cards} {number}\n"
            self.heard[seat] = len(events), words
        own = [ask for ask in asks(self.table) if ask.seat == seat]
        return f"{words}{self.table.hands[seat]} {own}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> Position:
        """Another table that this seat could not tell from the real one, from its view alone."""
        if self.shown is None:
            self.shown = view(WOLFMOON, self.table, Seat(player))
            self.prefix: dict[int, tuple[int, str]] = {}
        world = WOLFMOON.fill(self.shown.state, Seat(player), Random(sampler()))
        other = Position(self.get_game(), world)
        if not self.prefix:  # the story so far is the same at all imagined tables
            for seat in range(SEATS):
                other.information_state_string(seat)
            self.prefix = other.heard
        other.heard = self.prefix.copy()
        return other

    def __str__(self) -> str:
        return str(self.table)


class Rollouts:
    """Plays on at random, without telling anybody."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def evaluate(self, state: Position) -> list[float]:
        table = state.table.copy()
        table.events = None
        while open_asks := asks(table):
            ask = open_asks[0]
            advance(table, ask.seat, ask.choices[int(self.rng.random() * len(ask.choices))])
        return shares(table)

    def prior(self, state: Position) -> list[tuple[int, float]]:
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def action_of(choice: Choice) -> int:
    return VERBS.index(choice.verb) * VALUES + choice.value


def choice_of(action: int) -> Choice:
    verb, value = divmod(int(action), VALUES)
    return Choice(VERBS[verb], value)


def shares(table: Table) -> list[float]:
    """By seat: its share of the round."""
    outcome = WOLFMOON.outcome(table)
    winners = outcome.winners if outcome else ()
    return [(seat in winners) / max(1, len(winners)) for seat in range(SEATS)]


# ── the contest ─────────────────────────────────────────────────────────────────────────────────

Player = Callable[[Position, Random], Choice]


def hard(position: Position, rng: Random) -> Choice:
    seat = Seat(position.current_player())
    return WOLFMOON.bots["hard"](rng).choose(view(WOLFMOON, position.table, seat))


def is_mcts(simulations: int, uct: float, position: Position, rng: Random) -> Choice:
    bot = ISMCTSBot(
        position.get_game(),
        Rollouts(rng),
        uct,
        simulations,
        random_state=numpy.random.RandomState(rng.getrandbits(32)),
    )
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, rng.random))
    return choice_of(bot.step(position))


def play(deal: int, seat: int, player: Player) -> tuple[float, list[float]]:
    """The share of a deal that a player wins among greedy bots, and the seconds of each real
    choice."""
    position = Wolfmoon().deal(sha256(f"arena 0 {deal}".encode()).digest())
    times: list[float] = []
    move = 0
    while not position.is_terminal():
        (ask,) = asks(position.table)
        rng = Random(f"0 {deal} {ask.seat} {move}")
        move += 1
        if len(ask.choices) == 1:
            choice = ask.choices[0]
        elif ask.seat == seat:
            begun = time.process_time()
            choice = player(position, rng)
            times.append(time.process_time() - begun)
        else:
            choice = WOLFMOON.bots["greedy"](rng).choose(view(WOLFMOON, position.table, ask.seat))
        position.apply_action(action_of(choice))
    return position.returns()[seat], times


def both(simulations: int, uct: float, deal: int) -> list[tuple[float, list[float]]]:
    """The share of a deal that each of the two wins, once from every seat, and its seconds."""
    found = []
    for player in (hard, partial(is_mcts, simulations, uct)):
        won, times = zip(*(play(deal, seat, player) for seat in range(SEATS)), strict=True)
        found.append((sum(won) / SEATS, [second for some in times for second in some]))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--simulations", type=int, default=45)
    parser.add_argument("--uct", type=float, default=1.0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=60, help="stop after that many")
    wish = parser.parse_args()
    pool = ProcessPoolExecutor(wish.jobs)
    job = partial(both, wish.simulations, wish.uct)
    jobs = [pool.submit(job, deal) for deal in range(wish.deals)]
    wait(jobs, 60 * wish.minutes)
    found = [one.result() for one in takewhile(Future.done, jobs)]
    pool.shutdown(wait=False, cancel_futures=True)
    ours, theirs = zip(*found, strict=True)
    print(f"{len(found)} deals x {SEATS} seats against three greedy bots")
    for name, rows in (("hard", ours), (f"IS-MCTS, {wish.simulations} simulations", theirs)):
        mean, margin = mean_and_margin([won for won, _ in rows])
        times = [second for _, some in rows for second in some]
        print(
            f"  {name:28}{mean:6.1%} ±{margin:.1%} of wins, "
            f"{1000 * sum(times) / len(times):.1f} ms of processor time per choice on average"
        )
    pairs = zip(ours, theirs, strict=True)
    mean, margin = mean_and_margin([one[0] - other[0] for one, other in pairs])
    print(f"  hard wins {100 * mean:+.1f} ±{100 * margin:.1f} points more, deal by deal")


if __name__ == "__main__":
    main()
