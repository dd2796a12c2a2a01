"""The greedy bot: counts cards, guesses the likeliest value, and never looks a turn ahead.

It is frozen as a baseline: better bots are measured against it, so its numbers do not change.
A persona may lean its choices; measured is the one without.
"""

from __future__ import annotations

from collections.abc import Callable
from math import fsum
from random import Random

from engine.core import Ask, Choice, Seat, View
from engine.games.wolfmoon.cards import NO, PASS, YES, targets
from engine.games.wolfmoon.deck import CHARACTERS, COMPARING, DOOMED, VALUE, VALUES, Card
from engine.games.wolfmoon.events import looks_in_a_row
from engine.games.wolfmoon.knowledge import Known
from engine.games.wolfmoon.personas import PLAIN, Style, Taste
from engine.games.wolfmoon.rules import DRAW
from engine.games.wolfmoon.state import SEATS, Table
from engine.games.wolfmoon.views import unseen_cards

OUT = 12.0
"""What eliminating a rival is worth; a point is a point of hand value."""
LOSS = 100.0
"""What being eliminated costs, and a certain win brings: more than anything else."""

CHANCE = 20.0
"""How many points a chance to win is, where a persona likes something."""

LIKING = {Card.WEREWOLF: 2.0, Card.SPY: 1.5, Card.SCHEMER: 1.0, Card.BEGGAR_KING: 4.0}
"""How much more than its value says a card is worth holding."""

IDLE = {Card.SEER: 0.5, Card.BODYGUARD: 2.0, Card.SERVANT: 3.0, Card.MERCHANT: 2.0}
"""What playing a card is worth whose effect comes later, or tells something."""

Odds = list[float]
"""How likely each kind is."""


class GreedyBot:
    """Takes what looks best now, by plain counting."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.style = PLAIN

    def choose(self, view: View[Table], /) -> Choice:
        assert view.ask is not None
        return Thought(view.state, view.ask, self.style).best(self.rng)


class Thought:
    """One question, thought through from what the seat knows."""

    def __init__(self, table: Table, ask: Ask, style: Style = PLAIN) -> None:
        assert table.known is not None
        self.table = table
        self.style = style
        self.known: Known = table.known
        self.ask = ask
        self.seat = ask.seat
        self.hand = table.hands[ask.seat]
        self.unseen = unseen_cards(table, ask.seat)

    def best(self, rng: Random) -> Choice:
        """The choice worth most; chance decides between equals."""
        weigh = WEIGH[self.ask.prompt]
        worth = {choice: weigh(self, choice) for choice in self.ask.choices}
        if self.style is not PLAIN:
            self.lean(worth)
        most = max(worth.values())
        return rng.choice([choice for choice in self.ask.choices if worth[choice] == most])

    def lean(self, worth: dict[Choice, float]) -> None:
        """Add what the persona likes; nobody likes a guess that cannot be right."""
        taste = Taste(self.style, self.table, self.seat, self.wolf)
        guesses = self.ask.prompt in ("guess", "guess_again")  # weighed as chances, not points
        for choice in worth:
            if worth[choice] > 0 or not guesses:
                worth[choice] += taste.of((choice,)) * (CHANCE / OUT if guesses else CHANCE)

    # ── what cards are about ────────────────────────────────────────────────────────────────────

    def odds(self, place: int) -> Odds:
        """How likely each kind is to lie on a place, by counting the unseen copies that may."""
        kinds = self.known.kinds(place)
        counts = [self.unseen[card] if kinds >> card & 1 else 0 for card in CHARACTERS]
        if not any(counts):  # a card of its own that went there is not unseen
            counts = [kinds >> card & 1 for card in CHARACTERS]
        total = fsum(counts)
        return [count / total for count in counts]

    def wolf(self, seat: int) -> float:
        """How likely somebody is to hold the Werewolf."""
        return self.odds(seat)[Card.WEREWOLF]

    def hit(self, target: Seat, value: int) -> float:
        """How likely a rival is to hold a value."""
        odds = self.odds(target)
        return fsum(odds[card] for card in CHARACTERS if VALUE[card] == value)

    def hold(self, card: int) -> float:
        """What holding a card is worth."""
        display = [VALUE[played] for played in self.table.displays[self.seat]]
        if card == Card.FRANKENSTEIN:
            return float(min(display) + max(display)) if display else 4.0
        return VALUE[card] + LIKING.get(Card(card), 0.0)

    def expect(self, place: int) -> float:
        """What holding the card of a place is worth."""
        return fsum(chance * self.hold(card) for card, chance in enumerate(self.odds(place)))

    def other(self, card: int) -> int:
        """The card that stays when one is played."""
        rest = self.hand.copy()
        rest.remove(card)
        return rest[0]

    # ── what can be asked ───────────────────────────────────────────────────────────────────────

    def turn(self, choice: Choice) -> float:
        if choice == DRAW:
            return 0.0
        own = self.hold(self.hand[0])
        seen = [self.known.card(self.known.center(slot)) for slot in range(3)]
        best = max(self.hold(card) for card in (*seen, self.hand[0]) if card is not None)
        looked = looks_in_a_row(self.table.events or (), self.seat)  # repeated looks would loop
        late = len(self.table.pile) <= self.table.seats and own < 4 and not looked
        return 1.0 if best > own + 3 or late else -1.0

    def slot(self, choice: Choice) -> float:
        return self.expect(self.known.center(choice.value))

    def keep(self, choice: Choice) -> float:
        return self.hold(choice.value)

    def play(self, choice: Choice) -> float:
        card = choice.value
        if card in DOOMED:
            return -LOSS
        kept = self.other(card)
        return self.hold(kept) + self.effect(card, kept)

    def effect(self, card: int, kept: int) -> float:
        """What playing a card is worth while holding another."""
        match card:
            case Card.VAMPIRE:
                strong = sum(VALUE[played] >= 7 for played in self.table.displays[self.seat])
                return LOSS if strong >= 2 else 0.0
            case Card.NIGHT_WATCHMAN:
                return max(0.0, 6 - self.hold(kept))
            case Card.DRUNKARD:
                return (5 - self.hold(kept)) / 2
            case Card.GRAVEDIGGER:
                loot = [taken for display in self.table.displays for taken in display]
                return max((self.hold(taken) - self.hold(kept) for taken in loot), default=0.0)
        rivals = targets(self.table, self.seat, card)
        if card in AIM_WORTH and rivals:
            worth = max(AIM_WORTH[card](self, target, kept) for target in rivals)
            return max(worth, 0.0) if card in COMPARING else worth
        return IDLE.get(Card(card), 0.0)

    def aim(self, choice: Choice) -> float:
        if choice == PASS:
            return 0.0
        worth = AIM_WORTH.get(self.ask.number)
        target = SEATS[choice.value]
        tokens = self.table.tokens[target] / 100  # between equals, at the leader
        return (worth(self, target, self.hand[0]) if worth else 0.0) + tokens

    def aim_guess(self, target: Seat, kept: int) -> float:
        return OUT * max(self.hit(target, value) for value in VALUES)

    def aim_twice(self, target: Seat, kept: int) -> float:
        return OUT * fsum(sorted(self.hit(target, value) for value in VALUES)[-2:])

    def aim_look(self, target: Seat, kept: int) -> float:
        return 0.5 if self.known.card(target) is None else 0.0

    def aim_low(self, target: Seat, kept: int) -> float:
        return OUT * (self.hit(target, 0) + self.hit(target, 1))

    def aim_high(self, target: Seat, kept: int) -> float:
        return OUT * (self.hit(target, 9) + self.hit(target, 10))

    def aim_compare(self, target: Seat, kept: int, sign: int) -> float:
        """The chance to eliminate the target against twice the chance to be eliminated."""
        worth = 0.0
        for card, chance in enumerate(self.odds(target)):
            edge = (VALUE[kept] - VALUE[card]) * sign
            worth += chance * (OUT if edge > 0 else -2 * OUT if edge < 0 else 0.0)
        return worth

    def aim_higher(self, target: Seat, kept: int) -> float:
        return self.aim_compare(target, kept, 1)

    def aim_lower(self, target: Seat, kept: int) -> float:
        return self.aim_compare(target, kept, -1)

    def aim_revive(self, target: Seat, kept: int) -> float:
        return 1.0

    def aim_hunt(self, target: Seat, kept: int) -> float:
        """Strip a rival of a good card, or oneself of a bad one."""
        if target == self.seat:
            return -LOSS if kept in DOOMED else 4.0 - self.hold(kept)
        odds = self.odds(target)
        doomed = fsum(odds[card] for card in DOOMED)
        return OUT * doomed + (self.expect(target) - 4.0) / 2

    def aim_grave(self, target: Seat, kept: int) -> float:
        return max(self.hold(card) for card in self.table.displays[target])

    def aim_steal(self, target: Seat, kept: int) -> float:
        return self.expect(target) - self.hold(kept) + 3.0

    def aim_swap(self, target: Seat, kept: int) -> float:
        own = target == self.seat
        return self.hold(kept) / 10 - 0.4 if not own else 0.4 - self.hold(kept) / 10

    def partner(self, choice: Choice) -> float:
        if self.ask.other == self.seat:
            return self.expect(choice.value)
        return -self.hold(self.hand[0]) if choice.value == self.seat else 0.0

    def guess(self, choice: Choice) -> float:
        if choice == PASS:
            return 0.0
        assert self.ask.other is not None
        return self.hit(self.ask.other, choice.value)

    def take(self, choice: Choice) -> float:
        return self.hold(choice.value)

    def servant(self, choice: Choice) -> float:
        return float((choice == YES) != self.table.safe[self.seat])

    def alchemist(self, choice: Choice) -> float:
        return float(choice != NO)

    def spy(self, choice: Choice) -> float:
        return float(choice != PASS)

    def next_round(self, choice: Choice) -> float:
        return 0.0


WEIGH: dict[str, Callable[[Thought, Choice], float]] = {
    "turn": Thought.turn,
    "slot": Thought.slot,
    "keep": Thought.keep,
    "watchman": Thought.keep,
    "play": Thought.play,
    "aim": Thought.aim,
    "partner": Thought.partner,
    "guess": Thought.guess,
    "guess_again": Thought.guess,
    "take": Thought.take,
    "servant": Thought.servant,
    "alchemist": Thought.alchemist,
    "spy": Thought.spy,
    "next_round": Thought.next_round,
}
"""By question: how a choice is weighed."""

AIM_WORTH: dict[int, Callable[[Thought, Seat, int], float]] = {
    Card.ASSASSIN: Thought.aim_twice,
    Card.VILLAGER: Thought.aim_guess,
    Card.SEER: Thought.aim_look,
    Card.TAX_COLLECTOR: Thought.aim_low,
    Card.INQUISITOR: Thought.aim_high,
    Card.BARKEEPER: Thought.aim_higher,
    Card.GIRL: Thought.aim_lower,
    Card.WITCH: Thought.aim_revive,
    Card.BOUNTY_HUNTER: Thought.aim_hunt,
    Card.GRAVEDIGGER: Thought.aim_grave,
    Card.PICKPOCKET: Thought.aim_swap,
    Card.THIEF: Thought.aim_steal,
}
"""By card: what aiming it at somebody is worth while holding another card."""
