"""Weighs plans: where the own next choices lead, over the same imagined tables for all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from engine.core import Ask, Choice, Event, Idea, Seat, View
from engine.games.wolfmoon.belief import Place
from engine.games.wolfmoon.deck import CHARACTERS, COPIES, VALUE, VALUES, Card
from engine.games.wolfmoon.habits import BLIND, Habits
from engine.games.wolfmoon.knowledge import ANY
from engine.games.wolfmoon.personas import PLAIN, Style
from engine.games.wolfmoon.playout import Crowd, Tips
from engine.games.wolfmoon.rules import CENTER, DRAW
from engine.games.wolfmoon.state import Table
from engine.games.wolfmoon.thoughts import thoughts
from engine.games.wolfmoon.views import imagine_pile
from engine.games.wolfmoon.worth import chance
from engine.play import advance, asks

WOLF = int(Card.WEREWOLF)
WASTE = 0.04
"""What it costs to look into the center instead of drawing, beyond what can be seen at once: the
weights of a table do not know that one has done nothing."""
Plan = tuple[Choice, ...]
World = tuple[float, Table]
"""An imagined table, and how much it counts."""
START = 4
"""So many choices in a row are planned."""
RESTS = ("turn", "servant", "watchman", "next_round")
"""Questions at which a plan ends: what comes then is another matter."""
SEEING = ("draw", "slot", "guess")
"""Choices that show something new, so that what follows cannot be planned."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is thought about one question."""

    worlds: int
    """Imagined tables."""
    turns: int
    """How often the others have their turns, in mind, before the table is weighed."""
    habits: Habits = BLIND
    """How the choices of others are read."""


class Search:
    """One question, thought through."""

    def __init__(
        self, view: View[Table], ask: Ask, rng: Random, effort: Effort, style: Style
    ) -> None:
        self.table, self.ask, self.rng = view.state, ask, rng
        self.effort, self.style = effort, style
        self.me = ask.seat
        events = view.state.events
        assert events is not None
        self.belief, self.public = thoughts(view.state.seats, self.me, events, effort.habits)
        self.deals = self.belief.deals()
        self.tips = self.all_tips(events)

    def best(self) -> Choice:
        """Weigh all plans on some tables, the better ones on more, the best on most."""
        worlds = self.worlds()
        plans = self.plans(worlds[0][1], START)
        totals = {plan: self.taste(plan) - WASTE * (plan[0] == CENTER) for plan in plans}
        done = 0
        for share, most in ((4, 6), (2, 3), (1, 1)):
            upto = len(worlds) // share
            if len(plans) == 1:
                break
            for plan in plans:
                totals[plan] += self.try_out(plan, worlds[done:upto])
            plans = sorted(plans, key=totals.__getitem__, reverse=True)[:most]
            done = upto
        return plans[0][0]

    def ideas(self, wanted: Choice | None = None) -> tuple[Idea, ...]:
        """The best plan for each first choice, all of them on the same tables."""
        worlds = self.worlds()
        plans = self.plans(worlds[0][1], START)
        if wanted is not None and all(plan[0] != wanted for plan in plans):
            plans.append((wanted,))
        chances = {plan: self.try_out(plan, worlds) for plan in plans}
        plans.sort(key=chances.__getitem__, reverse=True)
        best: dict[Choice, Plan] = {}
        for plan in plans:
            best.setdefault(plan[0], plan)
        return tuple(Idea(plan, chances[plan]) for plan in best.values())

    def worlds(self) -> list[World]:
        """Imagined tables, as likely as the belief says."""
        count = self.effort.worlds
        return [(1 / count, self.imagine(*self.deals.deal(self.rng))) for _ in range(count)]

    def imagine(self, found: Mapping[Place, int], rest: list[int]) -> Table:
        """A whole table: cards by place, and the rest of the cards in random order."""
        view = self.table
        table = view.copy()
        table.known, table.minds, table.events, table.goal = None, {}, None, 0
        table.seed = self.rng.randbytes(32)
        seats = view.seats
        for place, card in found.items():
            if place < seats:
                table.hands[place][0] = card
            elif place < seats + 3:
                table.center[place - seats] = card
            else:
                next(hand for hand in table.hands if len(hand) == 2)[1] = card
        for place, card in self.belief.lifted.items():
            table.center[place - seats] = card
        wolf = WOLF in rest
        if wolf:
            rest.remove(WOLF)
        for slot in range(3):
            if table.center[slot] < 0:
                table.center[slot] = rest.pop()
        table.aside = [rest.pop() for _ in table.aside]
        table.pile = imagine_pile(view, rest, wolf, self.rng)
        return table

    def plans(self, table: Table, depth: int) -> list[Plan]:
        """The own choices in a row, as far as nobody else is asked and nothing new is seen."""
        open_asks = asks(table)
        if not depth or table.ending or not open_asks or open_asks[0].seat != self.me:
            return [()]
        ask = open_asks[0]
        if depth < START and ask.prompt in RESTS:
            return [()]
        found: list[Plan] = []
        for choice in self.sensible(ask, 3 if depth == START else 1):
            if choice.verb in SEEING:
                found.append((choice,))
                continue
            after = table.copy()
            advance(after, self.me, choice)
            found += [(choice, *rest) for rest in self.plans(after, depth - 1)]
        return found

    def sensible(self, ask: Ask, guesses: int) -> Sequence[Choice]:
        """The choices worth a thought: the likeliest values, no certain end, no third look into
        the center in a row."""
        if ask.prompt in ("guess", "guess_again"):
            assert ask.other is not None
            values = self.tips[self.me][ask.other][1][:guesses]
            return [
                c for c in ask.choices if c.verb == "guess" and c.value in values
            ] or ask.choices
        if ask.prompt == "play":
            wise = [c for c in ask.choices if c.value not in (Card.MAYOR, WOLF)]
            return wise or ask.choices
        if ask.prompt == "turn" and self.looked_twice():
            return [DRAW] if DRAW in ask.choices else ask.choices
        return ask.choices

    def looked_twice(self) -> bool:
        """Whether the last two own turns went to the center."""
        looks = 0
        for event in reversed(self.table.events or ()):
            if event.seat == self.me and event.kind in ("peeked", "drew", "drew_aside"):
                looks += event.kind == "peeked"
                if looks == 2 or event.kind != "peeked":
                    break
        return looks == 2

    def try_out(self, plan: Plan, worlds: Sequence[World]) -> float:
        """The chance to win that a plan leads to, by what each world counts."""
        total = 0.0
        for weight, world in worlds:
            table = self.followed(world, plan)
            self.play_on(world, table)
            total += weight * chance(table, self.me)
        return total

    def followed(self, world: Table, plan: Plan) -> Table:
        """A copy of a world in which a plan was followed, as far as that goes there."""
        table = world.copy()
        for choice in plan:
            if table.ending or not follow(table, self.me, choice):
                break
        return table

    def play_on(self, world: Table, table: Table) -> None:
        """Let a table that came of a world be played on; the same luck for all that came of it."""
        crowd = Crowd(world, Random(int.from_bytes(world.seed[:4], "big")), self.tips)
        if self.effort.turns:
            crowd.play(table, self.me, self.effort.turns)
        else:
            crowd.rest(table)

    def taste(self, plan: Plan) -> float:
        """How much a plan is to one's liking, all else being equal."""
        if self.style is PLAIN:
            return 0.0
        style, bonus = self.style, 0.0
        for verb, value in plan:
            if verb == "aim" and value != self.me:
                bonus += style.attack
                if style.hunt and self.table.moons.count(Card.WEREWOLF_MOON) == 0:
                    bonus += style.hunt * self.deals.odds()[value][WOLF]
            elif verb == "center":
                bonus += style.center
            elif verb == "play":
                bonus += style.shelter * (value in (Card.BODYGUARD, Card.ALCHEMIST))
                bonus -= style.hoard * VALUE[value]
            elif verb == "keep":
                bonus += style.hoard * VALUE[value]
        return bonus

    # ── what everybody knows ────────────────────────────────────────────────────────────────────

    def all_tips(self, events: Sequence[Event]) -> Tips:
        seats = self.table.seats
        counts = [COPIES[kind] for kind in CHARACTERS]
        for zone in (*self.table.displays, self.table.gone):
            for card in zone:
                counts[card] -= 1
        witnesses = Witnesses(seats, self.me)
        witnesses.hear(events)
        knows = witnesses.knows
        tips: list[list[tuple[float, tuple[int, ...]]]] = []
        public: list[tuple[float, tuple[int, ...]]] = []
        for other in range(seats):
            kinds = self.public.kinds(other)
            if kinds in (0, ANY):
                public.append((0.0, ()))
            else:
                public.append(
                    ranked([counts[kind] if kinds >> kind & 1 else 0 for kind in CHARACTERS])
                )
        for seat in range(seats):
            if seat == self.me and self.may_guess():
                odds = self.deals.odds()
                tips.append([ranked(odds[other]) for other in range(seats)])
            else:
                tips.append(
                    [(1.0, ()) if knows[seat][other] else public[other] for other in range(seats)]
                )
        return tips

    def may_guess(self) -> bool:
        """Whether it matters what the others hold most likely: that takes time to find out."""
        cards = (*self.belief.mine, self.ask.number)
        guessing = self.ask.prompt in ("guess", "guess_again", "take")
        return guessing or Card.VILLAGER in cards or Card.ASSASSIN in cards


def ranked(weights: Sequence[float]) -> tuple[float, tuple[int, ...]]:
    """How likely the likeliest value is, and all values, the likeliest first."""
    by_value = [0.0] * len(VALUES)
    for kind, weight in enumerate(weights):
        by_value[VALUE[kind]] += weight
    total = sum(by_value)
    if total <= 0:
        return 0.0, ()
    order = sorted((v for v in VALUES if by_value[v] > 0), key=by_value.__getitem__, reverse=True)
    return by_value[order[0]] / total, tuple(order)


def follow(table: Table, me: Seat, choice: Choice) -> bool:
    """Answer so, if that is asked in this world."""
    open_asks = asks(table)
    if not open_asks or open_asks[0].seat != me or choice not in open_asks[0].choices:
        return False
    advance(table, me, choice)
    return True


class Witnesses:
    """Who has seen whose card, as far as one seat can tell."""

    def __init__(self, seats: int, me: Seat) -> None:
        self.me = me
        self.knows = [[False] * seats for _ in range(seats)]
        """By player, then by rival."""
        self.own = self.drawn = -1
        """The own card, and the one beside it."""

    def hear(self, events: Sequence[Event]) -> None:
        for event in events:
            kind, seat, other, cards = event.kind, event.seat, event.other, event.cards
            if seat is None:
                continue
            if kind in ("dealt", "redealt", "got", "watchman_kept"):
                if kind != "got":
                    self.forget(seat)
                if seat == self.me:
                    self.own = cards[0]
            elif kind in ("drew", "drew_aside", "peeked", "took"):
                if seat == self.me or kind == "took":
                    self.drawn = cards[0]
            elif kind == "looked" and other is not None:
                self.knows[seat][other] = True
            elif kind == "compared" and other is not None:
                self.knows[seat][other] = self.knows[other][seat] = True
            elif kind == "swapped" and other is not None:
                self.swap(seat, other)
            elif kind in ("returned", "forced", "placed", "spied"):
                self.forget(seat)
                if kind == "returned" and seat == self.me and cards[0] == self.own:
                    self.own = self.drawn
            elif kind == "handed" and other is not None:
                for row in self.knows:
                    row[other] = row[seat]
                self.knows[seat][other] = True
                if other == self.me:
                    self.own = cards[0]
            elif kind == "played":
                self.play(seat, cards[0])

    def forget(self, seat: Seat) -> None:
        """A card comes that nobody else has seen."""
        for row in self.knows:
            row[seat] = False

    def swap(self, one: Seat, other: Seat) -> None:
        for row in self.knows:
            row[one], row[other] = row[other], row[one]
        self.knows[one][other] = self.knows[other][one] = True

    def play(self, seat: Seat, card: int) -> None:
        if self.drawn < 0:  # one of two cards that this seat has not seen
            return
        if seat != self.me:  # a Gravedigger: whoever plays the other card holds the one taken
            for row in self.knows:
                row[seat] = row[seat] or card != self.drawn
        elif card == self.own != self.drawn:
            self.forget(seat)
            self.own = self.drawn
        self.drawn = -1
