"""The end of the pile: plans go on to the end of the round, and what is seen on the way counts.

Elsewhere a plan ends where something new is seen. Here the worlds part by what would be seen, and
for each part the best that could be done then is found. With one card left, or none, the worlds are
no samples: every table that may be is weighed by its chance, if there are not too many of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from engine.core import Ask, View
from engine.games.wolfmoon.belief import Place
from engine.games.wolfmoon.deck import Card
from engine.games.wolfmoon.personas import PLAIN, Style
from engine.games.wolfmoon.search import RESTS, START, Effort, Plan, Search, World
from engine.games.wolfmoon.state import Table
from engine.games.wolfmoon.worth import chance
from engine.play import asks

MOST_TABLES = 300
"""So many tables are weighed one by one."""
ENOUGH = 8
"""In fewer worlds that look alike, one learns nothing about what would be best in them."""
TO_THE_END = 99
"""Turns in which any round is over."""


class Branch(NamedTuple):
    """What came of a world."""

    weight: float
    world: Table
    table: Table


def think(view: View[Table], rng: Random, effort: Effort, style: Style = PLAIN) -> Search:
    """The question of a view, ready to be thought through; the end is seen by who looks ahead."""
    ask = view.ask
    assert ask is not None
    if effort.turns and near(view.state):
        return Ending(view, ask, rng, replace(effort, turns=TO_THE_END), style)
    return Search(view, ask, rng, effort, style)


def near(table: Table) -> bool:
    """Whether the pile may run out before everybody has had another turn."""
    return len(table.pile) <= len(table.remaining())


class Ending(Search):
    """A question near the end of the pile, thought through."""

    def worlds(self) -> list[World]:
        return self.every_world() or super().worlds()

    def every_world(self) -> list[World]:
        """All tables that may be, with their chances; empty: there are too many."""
        if len(self.table.pile) > 1:
            return []
        worlds: list[World] = []
        for share, at in self.deals.every(MOST_TABLES) or ():
            rest = self.rest(at)
            self.rng.shuffle(rest)
            for part, cards in self.last_cards(rest):
                worlds.append((share * part, self.imagine(at, cards)))
            if len(worlds) > MOST_TABLES:
                return []
        self.rng.shuffle(worlds)
        return worlds

    def rest(self, at: Mapping[Place, int]) -> list[int]:
        """The unseen cards that lie on no place of which anything is known."""
        left = Counter(dict(enumerate(self.belief.unseen)))
        left.subtract(at.values())
        return list(left.elements())

    def last_cards(self, rest: list[int]) -> Iterable[tuple[float, list[int]]]:
        """The rest of the cards once for each that may be the last of the pile, which is dealt
        last and so comes first, with its chance."""
        if not self.table.pile or Card.WEREWOLF_MOON not in self.table.moons:
            return [(1.0, rest)]
        return [
            (count / len(rest), [last, *without(rest, last)])
            for last, count in Counter(rest).items()
        ]

    def may_guess(self) -> bool:
        return True  # the card that is drawn next may guess

    def try_out(self, plan: Plan, worlds: Sequence[World]) -> float:
        """The chance to win that a plan leads to, with the best that can be done about what it
        shows."""
        alike: dict[Ask | None, list[Branch]] = {}
        for weight, world in worlds:
            table = self.followed(world, plan)
            alike.setdefault(self.next_ask(table), []).append(Branch(weight, world, table))
        return sum(
            max(self.go_on(more, branches) for more in self.thoughts(ask, branches))
            for ask, branches in alike.items()
        )

    def next_ask(self, table: Table) -> Ask | None:
        """What this seat is asked next in the same turn; branches with the same question look
        alike to it."""
        if table.ending:
            return None
        ask = asks(table)[0]
        return ask if ask.seat == self.me and ask.prompt not in RESTS else None

    def thoughts(self, ask: Ask | None, branches: Sequence[Branch]) -> list[Plan]:
        """What could be done where these branches have led."""
        if ask is None or len(branches) < ENOUGH:
            return [()]
        return self.plans(branches[0].table, START - 1)

    def go_on(self, plan: Plan, branches: Sequence[Branch]) -> float:
        """The chance to win that a plan leads to from there."""
        total = 0.0
        for weight, world, before in branches:
            table = self.followed(before, plan)
            self.play_on(world, table)
            total += weight * chance(table, self.me)
        return total


def without(cards: Sequence[int], card: int) -> list[int]:
    """Cards less one of them."""
    found = cards.index(card)
    return [*cards[:found], *cards[found + 1 :]]
