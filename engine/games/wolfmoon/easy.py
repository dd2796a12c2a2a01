"""The easy bot: plays like a beginner, and soon forgets what it has seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from engine.core import Ask, Choice, Event, Seat, View
from engine.games.wolfmoon.cards import PASS, YES
from engine.games.wolfmoon.deck import COPIES, DOOMED, GUESSING, VALUE, VALUES, Card
from engine.games.wolfmoon.events import Mix, See, Show, Swap, looks_in_a_row, motions
from engine.games.wolfmoon.personas import PLAIN, Taste
from engine.games.wolfmoon.rules import CENTER, DRAW
from engine.games.wolfmoon.state import Table

TURNS = 3
"""What was seen more than this many of its own turns ago is forgotten."""
POINTS = 50.0
"""How many points of value a chance to win is, where a persona likes something."""
OFTEN = 6.0
"""How much more often a persona that likes to look at the center does so for its own sake."""
POOR = 4
"""Late in the round, holding a card below this value is a reason to look at the center."""


class EasyBot:
    """Keeps the higher card, aims at somebody who has had a turn, and counts the open cards."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.style = PLAIN

    def choose(self, view: View[Table], /) -> Choice:
        ask = view.ask
        assert ask is not None
        if len(ask.choices) == 1:
            return ask.choices[0]
        return ANSWERS[ask.prompt](self, view.state, ask)

    def turn(self, table: Table, ask: Ask) -> Choice:
        late = len(table.pile) <= table.seats and VALUE[table.hands[ask.seat][0]] < POOR
        fond = OFTEN * self.style.center
        wants = (late and fond >= 0) or (fond > 0 and self.rng.random() < fond)
        look = wants and not looks_in_a_row(table.events or (), ask.seat)  # or it would loop
        return CENTER if look or DRAW not in ask.choices else DRAW

    def highest(self, table: Table, ask: Ask) -> Choice:
        return max(ask.choices, key=self.worth(table, ask, 1))

    def lowest(self, table: Table, ask: Ask) -> Choice:
        """The lower card; a certain elimination is nobody's taste."""
        wise = [choice for choice in ask.choices if choice.value not in DOOMED]
        return max(wise or ask.choices, key=self.worth(table, ask, -1))

    def worth(self, table: Table, ask: Ask, sign: int) -> Callable[[Choice], float]:
        """The value of a card or, for whoever wants it low, the opposite; and what is liked."""
        taste = Taste(self.style, table, ask.seat)
        return lambda choice: sign * VALUE[choice.value] + POINTS * taste.of((choice,))

    def liked(self, table: Table, ask: Ask, choices: Sequence[Choice]) -> Choice:
        """Any of those that are liked best."""
        taste = Taste(self.style, table, ask.seat)
        likings = {choice: taste.of((choice,)) for choice in choices}
        best = max(likings.values())
        return self.rng.choice([choice for choice in choices if likings[choice] == best])

    def aim(self, table: Table, ask: Ask) -> Choice:
        """At somebody whose card it saw, else at somebody who has had a turn, else at anybody."""
        own = VALUE[table.hands[ask.seat][0]]
        if (ask.number == Card.BARKEEPER and own < 5) or (ask.number == Card.GIRL and own > 1):
            return PASS
        aims = [choice for choice in ask.choices if choice != PASS and choice.value != ask.seat]
        if not aims:
            return self.rng.choice(ask.choices)
        if self.style.decline and PASS in ask.choices:
            return PASS
        if ask.number in GUESSING:
            seen = remembered(table, ask.seat)
            known = [choice for choice in aims if choice.value in seen]
            if known:
                return known[0]
        awake = {event.seat for event in table.events or () if event.kind == "turn"}
        return self.liked(table, ask, [c for c in aims if c.value in awake] or aims)

    def guess(self, table: Table, ask: Ask) -> Choice:
        """The value it saw, else one with the most cards out of sight."""
        assert ask.other is not None
        left = [0] * len(VALUES)
        for kind, copies in enumerate(COPIES):
            left[VALUE[kind]] += copies
        for zone in (*table.displays, table.gone, table.hands[ask.seat]):
            for card in zone:
                left[VALUE[card]] -= 1
        seen = remembered(table, ask.seat)
        if ask.other in seen:
            left[VALUE[seen[ask.other]]] = 99
        guesses = [choice for choice in ask.choices if choice != PASS]
        most = max(left[choice.value] for choice in guesses)
        return self.liked(table, ask, [c for c in guesses if left[c.value] == most])

    def any(self, table: Table, ask: Ask) -> Choice:
        return self.liked(table, ask, ask.choices)

    def yes(self, table: Table, ask: Ask) -> Choice:
        return YES

    def show(self, table: Table, ask: Ask) -> Choice:
        return ask.choices[-1]


def remembered(table: Table, me: Seat) -> dict[int, int]:
    """By seat: the card seen there not long ago, unless it is known to be gone."""
    events: Sequence[Event] = table.events or ()
    turns = [n for n, event in enumerate(events) if event.kind == "turn" and event.seat == me]
    seen: dict[int, int] = {}
    for event in events[turns[-TURNS] if len(turns) >= TURNS else 0 :]:
        for motion in motions(event, table.seats):
            match motion:
                case See(places, cards, by) if by is not None and me in by:
                    rivals = set(range(table.seats)) - {me}
                    seen |= {p: c for p, c in zip(places, cards, strict=True) if p in rivals}
                case Swap(one, other):
                    forget(seen, one, other)
                case Mix(places):
                    forget(seen, *places)
                case Show(place, card, chosen) if not chosen or seen.get(place) == card:
                    forget(seen, place)
    return seen


def forget(seen: dict[int, int], *places: int) -> None:
    """These hands are no longer what was seen."""
    for place in places:
        seen.pop(place, None)


ANSWERS: dict[str, Callable[[EasyBot, Table, Ask], Choice]] = {
    "turn": EasyBot.turn,
    "slot": EasyBot.any,
    "keep": EasyBot.highest,
    "watchman": EasyBot.highest,
    "play": EasyBot.lowest,
    "aim": EasyBot.aim,
    "partner": EasyBot.any,
    "guess": EasyBot.guess,
    "guess_again": EasyBot.guess,
    "take": EasyBot.highest,
    "servant": EasyBot.yes,
    "alchemist": EasyBot.yes,
    "spy": EasyBot.show,
    "next_round": EasyBot.any,
}
"""By question: how it is answered."""
