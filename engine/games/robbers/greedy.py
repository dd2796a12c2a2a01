"""The greedy bot: counts cards and plays for the current trick. Frozen, as the others' yardstick.

It deals the unseen cards at random, tries each card of its hand, lets the players after it answer
at random, and takes what brings its team the most points in the trick. A persona may lean its
choices; the yardstick is the one without.
"""

from __future__ import annotations

from random import Random

from engine.core import Choice, View
from engine.games.robbers.belief import Belief
from engine.games.robbers.personas import PLAIN, taste
from engine.games.robbers.playout import WOLF_ROLE, Position, icons_of, lay
from engine.games.robbers.search import on_the_table
from engine.games.robbers.state import Table

WORLDS = 20
CHANCE = 40.0
"""How many points a chance to win is, where a persona likes something."""
RISK = 3.0
"""Points that a player may still take, and lose by being halved."""


class GreedyBot:
    """Wants the most points for its team in every trick."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.style = PLAIN

    def choose(self, view: View[Table], /) -> Choice:
        ask, table = view.ask, view.state
        assert ask is not None
        assert table.events is not None
        if len(ask.choices) == 1:
            return ask.choices[0]
        belief = Belief(table.seats, ask.seat)
        belief.hear(table.events)
        piles, trick = on_the_table(table)
        totals = {c: WORLDS * CHANCE * taste(self.style, table, c.value) for c in ask.choices}
        for world in belief.worlds(self.rng, WORLDS):
            icons = icons_of(table.icons)
            position = Position(world.roles, world.hands, piles, trick, ask.seat, icons)
            later = [
                self.rng.choice(world.hands[(ask.seat + turn) % table.seats])
                for turn in range(1, table.seats - trick.played)
            ]
            for choice in ask.choices:
                totals[choice] += gain(position, [choice.value, *later])
        return max(ask.choices, key=totals.__getitem__)


def gain(position: Position, cards: list[int]) -> float:
    """What the trick brings to the team of whoever is to play, if it is finished like this."""
    trick = position.trick
    for turn, card in enumerate(cards):
        seat = (position.turn + turn) % position.seats
        trick = lay(trick, seat, card, position.icons)
    taker = trick.taker if trick.wolf or trick.seer < 0 else trick.seer
    role, before = position.roles[taker], position.points[taker]
    icons, harm = (trick.loot, trick.knife) if role == WOLF_ROLE else (trick.chests, trick.wolf)
    worth = float(icons)
    if position.halved[taker]:
        worth /= 2
    elif harm:
        worth = icons / 2 - (before + RISK) / 2
    same = (role != 0) == (position.roles[position.turn] != 0)
    return position.factors[taker] * (worth if same else -worth)
