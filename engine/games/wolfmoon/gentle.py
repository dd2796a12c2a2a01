"""The gentle bot: plays like somebody at a first game, and hunts nobody."""

from __future__ import annotations

from collections.abc import Callable

from engine.core import Ask, Choice, View
from engine.games.wolfmoon.cards import PASS
from engine.games.wolfmoon.deck import DOOMED, VALUE
from engine.games.wolfmoon.easy import EasyBot
from engine.games.wolfmoon.rules import CENTER, DRAW
from engine.games.wolfmoon.state import Table


class GentleBot(EasyBot):
    """Holds on to the card it has, remembers nothing, and spares whoever is behind."""

    def choose(self, view: View[Table], /) -> Choice:
        ask = view.ask
        assert ask is not None
        answer = GENTLY.get(ask.prompt)
        if answer is None or len(ask.choices) == 1:
            return super().choose(view)
        return answer(self, view.state, ask)

    def play(self, table: Table, ask: Ask) -> Choice:
        """The stronger card, as if there were no end to come, unless it would eliminate it."""
        return max(
            ask.choices, key=lambda choice: (choice.value not in DOOMED, VALUE[choice.value])
        )

    def turn(self, table: Table, ask: Ask) -> Choice:
        """With a card that frightens it, to the center; else on with the pile."""
        afraid = table.hands[ask.seat][0] in DOOMED or DRAW not in ask.choices
        return CENTER if afraid else DRAW

    def keep(self, table: Table, ask: Ask) -> Choice:
        """What it has anyway, unless it wants to be rid of that."""
        own = table.hands[ask.seat][0]
        return min(ask.choices, key=lambda choice: (choice.value in DOOMED, choice.value != own))

    def aim(self, table: Table, ask: Ask) -> Choice:
        """At one of those who are ahead; at nobody, if that is allowed."""
        if PASS in ask.choices:
            return PASS
        aims = [choice for choice in ask.choices if choice.value != ask.seat] or ask.choices
        most = max(table.tokens[choice.value] for choice in aims)
        return self.rng.choice([c for c in aims if table.tokens[c.value] == most])

    def guess(self, table: Table, ask: Ask) -> Choice:
        """Any value: it counts no cards, and forgot those it saw."""
        return self.rng.choice([choice for choice in ask.choices if choice != PASS])


GENTLY: dict[str, Callable[[GentleBot, Table, Ask], Choice]] = {
    "turn": GentleBot.turn,
    "keep": GentleBot.keep,
    "play": GentleBot.play,
    "aim": GentleBot.aim,
    "guess": GentleBot.guess,
    "guess_again": GentleBot.guess,
}
"""By question: how it is answered; all others as an easy bot would."""
