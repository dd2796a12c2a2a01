"""The easy bot: plays as one plays for the first time, and soon forgets what it has seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from engine.core import Ask, Choice, Event, Seat, View
from engine.games.wolfmoon.cards import PASS, YES
from engine.games.wolfmoon.deck import COPIES, VALUE, VALUES, Card
from engine.games.wolfmoon.rules import CENTER, DRAW
from engine.games.wolfmoon.state import Table

TURNS = 3
"""What is older than so many own turns is forgotten."""
POOR = 4
"""Cards below this value are worth a look into the center, late in the round."""
GONE = ("forced", "placed", "spied", "redealt", "returned", "watchman_kept")
"""After these a hand is no longer what one saw."""


class EasyBot:
    """Keeps the higher card, aims at whoever has had a turn, and counts the cards that lie open."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, view: View[Table], /) -> Choice:
        ask = view.ask
        assert ask is not None
        if len(ask.choices) == 1:
            return ask.choices[0]
        return ANSWERS[ask.prompt](self, view.state, ask)

    def turn(self, table: Table, ask: Ask) -> Choice:
        late = len(table.pile) <= table.seats and VALUE[table.hands[ask.seat][0]] < POOR
        look = late and not just_peeked(table, ask.seat)
        return CENTER if look or DRAW not in ask.choices else DRAW

    def highest(self, table: Table, ask: Ask) -> Choice:
        return max(ask.choices, key=lambda choice: VALUE[choice.value])

    def lowest(self, table: Table, ask: Ask) -> Choice:
        return min(ask.choices, key=lambda choice: VALUE[choice.value])

    def aim(self, table: Table, ask: Ask) -> Choice:
        """At somebody one has seen, else at somebody who has had a turn, else at anybody."""
        own = VALUE[table.hands[ask.seat][0]]
        if (ask.number == Card.BARKEEPER and own < 5) or (ask.number == Card.GIRL and own > 1):
            return PASS
        aims = [choice for choice in ask.choices if choice != PASS and choice.value != ask.seat]
        if not aims:
            return self.rng.choice(ask.choices)
        if ask.number in (Card.ASSASSIN, Card.VILLAGER):
            seen = remembered(table, ask.seat)
            known = [choice for choice in aims if choice.value in seen]
            if known:
                return known[0]
        awake = {event.seat for event in table.events or () if event.kind == "turn"}
        return self.rng.choice([choice for choice in aims if choice.value in awake] or aims)

    def guess(self, table: Table, ask: Ask) -> Choice:
        """What one has seen, else a value of which the most cards are out of sight."""
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
        return self.rng.choice([choice for choice in guesses if left[choice.value] == most])

    def any(self, table: Table, ask: Ask) -> Choice:
        return self.rng.choice(ask.choices)

    def yes(self, table: Table, ask: Ask) -> Choice:
        return YES

    def show(self, table: Table, ask: Ask) -> Choice:
        return ask.choices[-1]


def just_peeked(table: Table, seat: Seat) -> bool:
    """Whether the last own action was to look into the center: twice in a row would loop."""
    for event in reversed(table.events or ()):
        if event.seat == seat and event.kind in ("peeked", "drew", "drew_aside"):
            return event.kind == "peeked"
    return False


def remembered(table: Table, me: Seat) -> dict[int, int]:
    """By seat: the card one has seen there, not long ago, and that is not known to be gone."""
    events: Sequence[Event] = table.events or ()
    turns = [n for n, event in enumerate(events) if event.kind == "turn" and event.seat == me]
    seen: dict[int, int] = {}
    for event in events[turns[-TURNS] if len(turns) >= TURNS else 0 :]:
        seat, other = event.seat, event.other
        if event.kind == "looked" and seat == me and other is not None:
            seen[other] = event.cards[0]
        elif event.kind == "compared" and me in (seat, other):
            rival = other if seat == me else seat
            if rival is not None:
                seen[rival] = event.cards[seat == me]
        elif event.kind == "swapped":
            seen = {who: card for who, card in seen.items() if who not in (seat, other)}
        elif seat in seen and (
            event.kind in GONE or (event.kind == "played" and event.cards[0] == seen[seat])
        ):
            del seen[seat]
    return seen


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
