"""The easy bot: plays like a beginner, by what lies on the table now.

It remembers nothing that was played before and ignores everybody else's role: it takes what counts
for itself, and throws away what is worth least.
"""

from __future__ import annotations

from random import Random

from engine.core import Choice, View
from engine.games.robbers.deck import ICONS, NORMAL, rank_of
from engine.games.robbers.playout import COUNTING, HARM
from engine.games.robbers.state import Table
from engine.games.robbers.trick import would_lead

ENOUGH = 3
"""A trick with this many icons of one's own is worth taking."""


class EasyBot:
    """Takes a good trick with the weakest card that leads; otherwise throws away a poor card."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, view: View[Table], /) -> Choice:
        ask, table = view.ask, view.state
        assert ask is not None
        if len(ask.choices) == 1:
            return ask.choices[0]
        role, trick = table.roles[ask.seat], table.trick
        leading = [choice for choice in ask.choices if would_lead(trick, choice.value)]
        good = sum(COUNTING[role][card] for card in trick) >= ENOUGH and HARM[role] not in trick
        if leading and good:
            return min(leading, key=worth)
        return min(
            [choice for choice in ask.choices if choice not in leading] or leading, key=worth
        )


def worth(choice: Choice) -> tuple[bool, int, int]:
    """What a player would hate to lose: special cards, then icons, then ranks."""
    card = choice.value
    return card >= NORMAL, ICONS[card], rank_of(card)
