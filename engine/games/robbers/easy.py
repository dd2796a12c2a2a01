"""The easy bot: plays like a beginner, by what lies on the table now.

It remembers nothing that was played before and ignores everybody else's role: it takes what counts
for itself, and throws away what is worth least.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.core import Choice, Seat, View
from engine.games.robbers.deck import NORMAL, rank_of
from engine.games.robbers.personas import PLAIN, taste
from engine.games.robbers.playout import HARM, icons_of
from engine.games.robbers.state import Table
from engine.games.robbers.trick import would_lead

ENOUGH = 3
"""A trick with this many icons of one's own is worth taking."""
PRICE = 8
"""How many icons a special card is worth."""
CHANCE = 100.0
"""How many icons a chance to win is, where a persona likes something."""
RICH = 6
"""A trick with this many is worth taking even to somebody who is not greedy."""


class EasyBot:
    """Takes a good trick with the weakest card that leads; otherwise throws away a poor card."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.style = PLAIN

    def choose(self, view: View[Table], /) -> Choice:
        ask, table = view.ask, view.state
        assert ask is not None
        if len(ask.choices) == 1:
            return ask.choices[0]
        leading = [choice for choice in ask.choices if would_lead(table.trick, choice.value)]
        if leading and self.wants(table, ask.seat):
            return min(leading, key=lambda choice: self.worth(table, choice.value))
        return self.throw(table, ask.choices, leading)

    def wants(self, table: Table, seat: Seat) -> bool:
        """Whether the trick is worth taking."""
        role, trick = table.roles[seat], table.trick
        own = icons_of(table.icons).counting[role]
        enough = ENOUGH - CHANCE * self.style.take
        return sum(own[card] for card in trick) >= enough and HARM[role] not in trick

    def throw(self, table: Table, choices: Sequence[Choice], leading: Sequence[Choice]) -> Choice:
        """What it parts with."""
        rest = [choice for choice in choices if choice not in leading] or leading
        return min(rest, key=lambda choice: self.worth(table, choice.value))

    def worth(self, table: Table, card: int) -> tuple[float, int]:
        """What a player would hate to lose: special cards, then icons, then ranks; and what this
        one likes to play."""
        price = PRICE * (card >= NORMAL) + table.icons[card]
        return price - CHANCE * taste(self.style, table, card), rank_of(card)


class GentleBot(EasyBot):
    """Takes only a rich trick, and only when nobody plays after it; otherwise plays its lowest
    card, and does not mind whether that leads or what is on it."""

    def wants(self, table: Table, seat: Seat) -> bool:
        own = icons_of(table.icons).counting[table.roles[seat]]
        rich = RICH - CHANCE * self.style.take
        return len(table.trick) == table.seats - 1 and sum(own[c] for c in table.trick) >= rich

    def throw(self, table: Table, choices: Sequence[Choice], leading: Sequence[Choice]) -> Choice:
        return min(choices, key=lambda choice: self.lowest(table, choice.value))

    def lowest(self, table: Table, card: int) -> tuple[bool, float]:
        """The special cards last; and what this one likes to play."""
        return card >= NORMAL, rank_of(card) - CHANCE * taste(self.style, table, card)
