"""How fast Wolfmoon runs: random play and copies, against RLCard and OpenSpiel in the same run.

Machines are noisy, so all contestants take turns in short windows and only ratios are printed.
"""

from __future__ import annotations

import copy
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator

from engine.games.wolfmoon import WOLFMOON
from engine.games.wolfmoon.state import Table
from engine.play import advance, asks, start

WINDOW = 0.1
ROUNDS = 30


def wolfmoon_game(events: bool) -> Iterator[int]:
    """Random play; yields the actions of one game at a time."""
    rng = random.Random(7)
    while True:
        table = start(WOLFMOON, 4, rng.randbytes(32), {"length": "round"})
        if not events:
            table.events = None
        actions = 0
        while open_asks := asks(table):
            ask = open_asks[0]
            advance(table, ask.seat, ask.choices[int(rng.random() * len(ask.choices))])
            actions += 1
        yield actions


def rlcard_uno() -> Iterator[int]:
    """Through the environment that RLCard's users get from `rlcard.make`."""
    import rlcard

    rng = random.Random(7)
    env = rlcard.make("uno")
    while True:
        state, _ = env.reset()
        actions = 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            actions += 1
        yield actions


def rlcard_uno_bare() -> Iterator[int]:
    """Its rules alone, without the environment around them."""
    from rlcard.games.uno import Game

    rng = random.Random(7)
    while True:
        game = Game(num_players=2)
        game.init_game()
        actions = 0
        while not game.is_over():
            game.step(rng.choice(game.get_legal_actions()))
            actions += 1
        yield actions


def open_spiel_oh_hell() -> Iterator[int]:
    import pyspiel

    rng = random.Random(7)
    game = pyspiel.load_game("oh_hell(players=4)")
    while True:
        state = game.new_initial_state()
        actions = 0
        while not state.is_terminal():
            actions += not state.is_chance_node()
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
        yield actions


def middle_of_a_game() -> Table:
    """A table in the middle of an effect, some turns into a round."""
    rng = random.Random(5)
    table = start(WOLFMOON, 4, rng.randbytes(32), {"length": "round"})
    for _ in range(25):
        ask = asks(table)[0]
        advance(table, ask.seat, rng.choice(ask.choices))
    return table


def copies(clone: Callable[[], object]) -> Iterator[int]:
    while True:
        for _ in range(20):
            clone()
        yield 20


def spiel_clone() -> Callable[[], object]:
    import pyspiel

    state = pyspiel.load_game("oh_hell(players=4)").new_initial_state()
    rng = random.Random(3)
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    clone: Callable[[], object] = state.clone
    return clone


def race(contestants: dict[str, Iterator[int]]) -> dict[str, list[float]]:
    """Units per second of each, in alternating windows."""
    speeds: dict[str, list[float]] = {name: [] for name in contestants}
    for work in contestants.values():
        next(work)
    for _ in range(ROUNDS):
        for name, work in contestants.items():
            done, begun = 0, time.perf_counter()
            while (passed := time.perf_counter() - begun) < WINDOW:
                done += next(work)
            speeds[name].append(done / passed)
    return speeds


def ratio(speeds: dict[str, list[float]], one: str, other: str) -> None:
    """Print how many times faster one is, with the middle half of the windows."""
    ratios = [a / b for a, b in zip(speeds[one], speeds[other], strict=True)]
    low, middle, high = statistics.quantiles(ratios, n=4)
    print(f"  {one:21} to {other:19} {middle:7.2f} x   (middle half {low:.2f} to {high:.2f})")


def main() -> int:
    table = middle_of_a_game()
    try:
        play = race(
            {
                "wolfmoon, events on": wolfmoon_game(events=True),
                "wolfmoon, events off": wolfmoon_game(events=False),
                "RLCard uno": rlcard_uno(),
                "RLCard uno, bare": rlcard_uno_bare(),
                "OpenSpiel oh_hell": open_spiel_oh_hell(),
            }
        )
        clones = race(
            {
                "copy()": copies(table.copy),
                "copy.deepcopy": copies(lambda: copy.deepcopy(table)),
                "OpenSpiel's clone": copies(spiel_clone()),
            }
        )
    except ImportError as missing:
        print(f"The peers are not installed ({missing}); `make bench` installs them.")
        return 1
    print("actions per second in random play, copies per second in mid-game, median window")
    for name, speeds in (play | clones).items():
        print(f"  {name:22}{statistics.median(speeds):12,.0f}")
    print("ratios")
    ratio(play, "wolfmoon, events on", "RLCard uno")
    ratio(play, "wolfmoon, events on", "RLCard uno, bare")
    ratio(play, "wolfmoon, events off", "OpenSpiel oh_hell")
    ratio(clones, "copy()", "copy.deepcopy")
    ratio(clones, "copy()", "OpenSpiel's clone")
    return 0


if __name__ == "__main__":
    sys.exit(main())
