"""How strong a bot could be: one that sees all cards, against greedy ones. Nobody can pick it.

It searches as the hard bot does, but on the real table instead of imagined ones, and plays every
plan to the end of the round. With `--pile-hidden` it sees only the hands and the center.
"""

from __future__ import annotations

import argparse
from hashlib import sha256
from random import Random

from engine.arena import mean_and_margin
from engine.core import Choice, Seat
from engine.games.wolfmoon import WOLFMOON
from engine.games.wolfmoon.deck import VALUE
from engine.games.wolfmoon.habits import READ
from engine.games.wolfmoon.personas import PLAIN
from engine.games.wolfmoon.search import Effort, Search, World
from engine.games.wolfmoon.state import Table
from engine.games.wolfmoon.views import WEREWOLF, imagine_pile
from engine.play import advance, asks, start, view

EFFORT = Effort(worlds=60, turns=99, habits=READ)


class Cheat(Search):
    """A search that looks behind the cards."""

    real: Table
    pile_hidden: bool

    def worlds(self) -> list[World]:
        count = self.effort.worlds
        return [(1 / count, self.real_table()) for _ in range(count)]

    def real_table(self) -> Table:
        table = self.real.copy()
        table.events, table.goal, table.minds = None, 0, {}
        table.seed = self.rng.randbytes(32)
        if self.pile_hidden:
            rest = [card for card in (*table.pile, *table.aside) if card < WEREWOLF]
            self.rng.shuffle(rest)
            table.aside = [rest.pop() for _ in table.aside]
            table.pile = imagine_pile(table, rest, WEREWOLF in table.pile, self.rng)
        return table

    def see(self) -> None:
        """Know all hands."""
        tips = [list(row) for row in self.tips]
        tips[self.me] = [(1.0, [VALUE[hand[0]]]) if hand else (0.0, []) for hand in self.real.hands]
        self.tips = tips


def cheat(table: Table, seat: Seat, rng: Random, pile_hidden: bool) -> Choice:
    shown = view(WOLFMOON, table, seat)
    assert shown.ask is not None
    if len(shown.ask.choices) == 1:
        return shown.ask.choices[0]
    search = Cheat(shown, shown.ask, rng, EFFORT, PLAIN)
    search.real, search.pile_hidden = table, pile_hidden
    search.see()
    return search.best()


def share(deal: int, seats: int, pile_hidden: bool) -> float:
    """The share of a deal that the cheat wins, played from every seat."""
    won = 0.0
    for cheater in range(seats):
        seed = sha256(f"arena 0 {deal}".encode()).digest()
        table = start(WOLFMOON, seats, seed, {"length": "round"})
        move = 0
        while open_asks := asks(table):
            seat = open_asks[0].seat
            rng = Random(f"0 {deal} {seat} {move}")
            move += 1
            if seat == cheater:
                choice = cheat(table, seat, rng, pile_hidden)
            else:
                choice = WOLFMOON.bots["greedy"](rng).choose(view(WOLFMOON, table, seat))
            advance(table, seat, choice)
        if cheater in table.winners:
            won += 1 / len(table.winners)
    return won / seats


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--pile-hidden", action="store_true")
    wish = parser.parse_args()
    shares = [share(deal, wish.seats, wish.pile_hidden) for deal in range(wish.deals)]
    mean, margin = mean_and_margin(shares)
    print(f"{wish.deals} deals x {wish.seats} seats: {mean:.1%} ±{margin:.1%} of wins")


if __name__ == "__main__":
    main()
