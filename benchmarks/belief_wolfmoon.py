"""How much a seat can know: bits per hidden hand, calibration, and truths held impossible."""

from __future__ import annotations

import argparse
from math import log2
from random import Random

from engine.calibration import Calibration
from engine.core import Forecast, Seat
from engine.games.wolfmoon import WOLFMOON
from engine.games.wolfmoon.belief import Belief
from engine.games.wolfmoon.habits import BLIND, GLANCE, READ, Habits
from engine.games.wolfmoon.views import unseen_cards
from engine.play import advance, asks, start, view

HABITS: dict[str, Habits] = {"facts": BLIND, "glance": GLANCE, "read": READ}


class Account:
    """What was thought, against what was true, and what counting open cards would have said."""

    def __init__(self) -> None:
        self.mind = Calibration()
        self.counting = 0.0

    def add(self, odds: list[float], card: int, plain: float) -> None:
        self.mind.add(Forecast(odds, card))
        self.counting -= log2(plain)

    def __str__(self) -> str:
        mind = self.mind
        return (
            f"{mind.mean_bits:.3f} bits per hand (counting {self.counting / mind.hands:.3f}"
            f"), calibration error {mind.error:.4f} over {mind.predictions:,} predictions, "
            f"{mind.impossible} impossible truths of {mind.hands:,}"
        )


def play(seed: int, seats: int, level: str, habits: Habits, account: Account) -> None:
    """One round; every seat that is asked thinks about all other hands."""
    rng = Random(f"belief {seed}")
    table = start(WOLFMOON, seats, rng.randbytes(32), {"length": "round"})
    minds = [Belief(seats, Seat(seat), habits) for seat in range(seats)]
    while open_asks := asks(table):
        seat = open_asks[0].seat
        mind = minds[seat]
        assert table.events is not None
        mind.hear([event.told_to(seat) for event in table.events[mind.heard :]])
        if len(table.hands[seat]) == 1 and not mind.lifted:
            odds, unseen = mind.odds(), unseen_cards(table, seat)
            for other in table.remaining():
                if other != seat and len(table.hands[other]) == 1:
                    card = table.hands[other][0]
                    account.add(odds[other], card, unseen[card] / sum(unseen))
        bot = WOLFMOON.bots[level](Random(rng.random()))
        advance(table, seat, bot.choose(view(WOLFMOON, table, seat)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seats", type=int, nargs="*", default=[3, 4, 6])
    parser.add_argument("--level", default="greedy", choices=sorted(WOLFMOON.bots))
    wish = parser.parse_args()
    for seats in wish.seats:
        for name, habits in HABITS.items():
            account = Account()
            for seed in range(wish.rounds):
                play(seed, seats, wish.level, habits, account)
            print(f"{seats} seats, {name}: {account}", flush=True)


if __name__ == "__main__":
    main()
