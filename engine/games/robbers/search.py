"""Weighing cards: what becomes of the deal after each, over the same imagined deals for all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from random import Random

from engine.bots.stages import Stage, best_of
from engine.core import Ask, Choice, Idea
from engine.games.robbers.belief import Belief
from engine.games.robbers.deck import Role
from engine.games.robbers.endgame import WON, solve
from engine.games.robbers.habits import Habits
from engine.games.robbers.personas import Style, taste
from engine.games.robbers.playout import NO_TRICK, Position, Trick, icons_of, lay, play_out
from engine.games.robbers.state import Table
from engine.games.robbers.views import cards_taken

CLOSE = 15.0
"""A team this many points ahead after an imagined deal has nearly three chances in four to win the
real one, which will not be played quite like that."""
STAGES = (Stage(part=4, keep=4), Stage(part=2, keep=2), Stage(part=1, keep=1))


@dataclass(frozen=True, slots=True)
class Effort:
    """How much thought goes into one card."""

    worlds: int
    """The number of imagined deals."""
    exact: int = 0
    """With this many cards left in the hand, imagined deals are solved instead of played out."""
    solved: int = 32
    """The most imagined deals that are."""
    habits: Habits | None = None
    """How the plays of others are read; None: not at all."""


class Search:
    """One question, thought through."""

    def __init__(self, table: Table, ask: Ask, rng: Random, effort: Effort) -> None:
        self.table, self.ask, self.effort = table, ask, effort
        self.me = ask.seat
        assert table.events is not None
        icons = icons_of(table.icons)
        self.belief = Belief(table.seats, self.me, effort.habits, icons)
        self.belief.hear(table.events)
        self.exact = len(table.hands[self.me]) <= effort.exact
        count = min(effort.worlds, effort.solved) if self.exact else effort.worlds
        piles, trick = on_the_table(table)
        self.positions = [
            Position(world.roles, world.hands, piles, trick, self.me, icons)
            for world in self.belief.worlds(rng, count)
        ]

    def best(self, style: Style) -> Choice:
        """Weigh all cards on some deals, the better ones on more, the best on most."""
        choices, positions = self.ask.choices, self.positions
        likings = {c: taste(style, self.table, c.value) * len(positions) for c in choices}
        return best_of(choices, likings, positions, STAGES, self.try_out)

    def ideas(self) -> tuple[Idea, ...]:
        """All cards, best first, with the chance to win the deal; a tie is half a win."""
        count = len(self.positions)
        found = [
            Idea((choice,), self.try_out(choice, self.positions) / count)
            for choice in self.ask.choices
        ]
        return tuple(sorted(found, key=lambda idea: -idea.chance))

    def try_out(self, choice: Choice, positions: Sequence[Position]) -> float:
        """The chances of the seat's team after a card, summed over deals."""
        card = choice.value
        side = 1 if self.table.roles[self.me] == Role.ROBBER else -1
        total = 0.0
        for position in positions:
            chance = 1 / (1 + exp(-side * play_out(position, card) / CLOSE))
            if self.exact:  # the solved result counts; the play-out decides between equals
                sure = solve(position, card) / WON
                chance = 0.98 * (sure if side > 0 else 1 - sure) + 0.02 * chance
            total += chance
        return total


def on_the_table(table: Table) -> tuple[list[Trick], Trick]:
    """What each seat has taken, summed up, and the trick, as numbers."""
    assert table.events is not None
    piles, icons = [NO_TRICK] * table.seats, icons_of(table.icons)
    for seat, taken in enumerate(cards_taken(table.seats, table.events)):
        for card in taken:
            piles[seat] = lay(piles[seat], seat, card, icons)
    trick = NO_TRICK
    for place, card in enumerate(table.trick):
        trick = lay(trick, table.seat_at(place), card, icons)
    return piles, trick
