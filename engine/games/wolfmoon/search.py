"""Weighing plans: where a seat's next choices lead, over the same imagined tables for all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from math import fsum
from random import Random
from typing import NamedTuple

from engine.bots.stages import Stage, best_of
from engine.core import Ask, Choice, Idea, Seat, View
from engine.games.wolfmoon.belief_cache import thoughts
from engine.games.wolfmoon.deck import CHARACTERS, COPIES, DOOMED, GUESSING, VALUE, VALUES, Card
from engine.games.wolfmoon.events import Place, looks_in_a_row
from engine.games.wolfmoon.habits import BLIND, Habits
from engine.games.wolfmoon.kinds import ANY
from engine.games.wolfmoon.personas import PLAIN, Style, Taste
from engine.games.wolfmoon.playout import Crowd, Tips
from engine.games.wolfmoon.rules import CENTER, DRAW
from engine.games.wolfmoon.state import Table
from engine.games.wolfmoon.views import imagine_pile
from engine.games.wolfmoon.worth import chance
from engine.play import advance, asks

WOLF = int(Card.WEREWOLF)
Plan = tuple[Choice, ...]
World = tuple[float, Table]
"""An imagined table, and how much it counts."""
START = 4
"""How many successive choices are planned."""
RESTS = ("turn", "servant", "watchman", "next_round")
"""Questions at which a plan ends: what comes after them is another matter."""
SEEING = ("draw", "slot", "guess")
"""Choices that show something new, so that what follows cannot be planned."""
STAGES = (Stage(part=4, keep=6), Stage(part=2, keep=3), Stage(part=1, keep=1))
EVERY = (Stage(part=1, keep=1),)
"""Where every possible table is weighed, none of them may be left out."""
MOST_TABLES = 300
"""The most tables that are weighed one by one."""
SHUFFLES = 3
"""The fewest times that such a table is dealt, as the other cards lie anew each time."""
ENOUGH = 8
"""Fewer worlds that look alike say nothing about what would be best in them."""
TO_THE_END = 99
"""A round never lasts this many turns more."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much thought goes into one question."""

    worlds: int
    """The number of imagined tables."""
    turns: int
    """How often the others take their turns, in mind, before the table is weighed."""
    habits: Habits = BLIND
    """How the choices of others are read."""
    center: float = 0.04
    """What looking at the center instead of drawing costs, beyond what shows at once: the weights
    of a table do not know that the seat has done nothing (benchmarks/center_wolfmoon.py)."""


def think(view: View[Table], rng: Random, effort: Effort, style: Style = PLAIN) -> Search:
    """The question of a view, ready to be thought through; bots that look ahead see the end
    coming."""
    ask = view.ask
    assert ask is not None
    if effort.turns and near(view.state):
        return EndSearch(view, ask, rng, replace(effort, turns=TO_THE_END), style)
    return Search(view, ask, rng, effort, style)


class Outcome(NamedTuple):
    """What a plan led to in one world."""

    weight: float
    then: Table
    """Right after it."""
    table: Table
    """Played on to the seat's next turn, or to the end of the round."""


class Search:
    """One question, thought through."""

    stages: Sequence[Stage] = STAGES

    def __init__(
        self, view: View[Table], ask: Ask, rng: Random, effort: Effort, style: Style
    ) -> None:
        self.table, self.ask, self.rng = view.state, ask, rng
        self.effort, self.style = effort, style
        self.me = ask.seat
        events = view.state.events
        assert events is not None
        now = thoughts(view.state.seats, self.me, events, effort.habits)
        self.belief, self.public, self.witnesses = now
        self.deals = self.belief.deals()
        self.tips = self.all_tips()

    def best(self) -> Choice:
        """Weigh all plans on some tables, the better ones on more, the best on most."""
        worlds = self.worlds()
        plans = self.plans(worlds[0][1], START)
        taste = Taste(self.style, self.table, self.me, self.wolf)
        likings = {plan: taste.of(plan) - self.waste(plan) for plan in plans}
        return best_of(plans, likings, worlds, self.stages, self.try_out)[0]

    def ideas(self, wanted: Choice | None = None) -> tuple[Idea, ...]:
        """The best plan for each first choice, all of them on the same tables, and valued as the
        bot would."""
        worlds = self.imagined
        plans = self.plans(worlds[0][1], START)
        firsts = {plan[0] for plan in plans}
        missing = [choice for choice in self.ask.choices if choice not in firsts]
        # a choice that is no choice is weighed too, if there is nothing else to compare with
        plans += [(choice,) for choice in missing if choice == wanted or len(firsts) == 1]
        chances = {plan: self.doubted(plan, self.try_out(plan, worlds)) for plan in plans}
        plans.sort(key=chances.__getitem__, reverse=True)
        best: dict[Choice, Plan] = {}
        for plan in plans:
            best.setdefault(plan[0], plan)
        return tuple(Idea(plan, chances[plan]) for plan in best.values())

    def doubted(self, plan: Plan, found: float) -> float:
        """What was found, less what the plan wastes. What no sample shows may be, and a rival may
        do what nobody imagined; so it is called certain only where neither can happen."""
        found -= self.waste(plan)
        doubt = 0.5 / len(self.imagined)
        if doubt <= found <= 1 - doubt:
            return found
        if self.stages is EVERY and all(settled(one.then) for one in self.outcomes(plan)):
            return min(1.0, max(0.0, found))
        return min(1 - doubt, max(doubt, found))

    @cached_property
    def imagined(self) -> list[World]:
        """The tables on which ideas are weighed, and reasons found. Where a card is guessed, each
        value counts exactly as the belief says, however often it was drawn."""
        worlds, target = self.worlds(), self.ask.other
        if target is None or self.ask.prompt not in ("guess", "guess_again"):
            return worlds
        drawn = [0.0] * len(VALUES)
        for weight, world in worlds:
            drawn[VALUE[world.hands[target][0]]] += weight
        exact = [0.0] * len(VALUES)
        for card, odds in enumerate(self.deals.odds()[target]):
            exact[VALUE[card]] += odds
        shares = [drawn[value] and exact[value] / drawn[value] for value in VALUES]
        found = [(weight * shares[VALUE[w.hands[target][0]]], w) for weight, w in worlds]
        whole = fsum(weight for weight, _ in found)
        return [(weight / whole, world) for weight, world in found]

    def outcomes(self, plan: Plan) -> list[Outcome]:
        """What a plan leads to in each of the imagined tables, in their order."""
        return [
            self.outcome(weight, world, self.followed(world, plan))
            for weight, world in self.imagined
        ]

    def outcome(self, weight: float, world: Table, then: Table) -> Outcome:
        table = then.copy()
        self.play_on(world, table)
        return Outcome(weight, then, table)

    def worlds(self) -> list[World]:
        """Imagined tables, drawn as often as the belief says."""
        count = self.effort.worlds
        return [(1 / count, self.imagine(*self.deals.deal(self.rng))) for _ in range(count)]

    def imagine(self, found: Mapping[Place, int], rest: list[int]) -> Table:
        """A complete table: cards by place, and the rest of the cards in random order."""
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
        """The seat's successive choices, until somebody else is asked or something new is seen."""
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
        """The choices worth a thought: the likeliest values, no certain elimination, no third look
        at the center in a row."""
        if ask.prompt in ("guess", "guess_again"):
            assert ask.other is not None
            values = self.tips[self.me][ask.other][1][:guesses]
            return [
                c for c in ask.choices if c.verb == "guess" and c.value in values
            ] or ask.choices
        if ask.prompt == "play":
            wise = [c for c in ask.choices if c.value not in DOOMED]
            return wise or ask.choices
        if ask.prompt == "turn" and looks_in_a_row(self.table.events or (), self.me) >= 2:
            return [DRAW] if DRAW in ask.choices else ask.choices
        return ask.choices

    def try_out(self, plan: Plan, worlds: Sequence[World]) -> float:
        """The chance to win that a plan leads to, by the weight of each world."""
        total = 0.0
        for weight, world in worlds:
            table = self.followed(world, plan)
            self.play_on(world, table)
            total += weight * chance(table, self.me)
        return total

    def followed(self, world: Table, plan: Plan) -> Table:
        """A copy of a world in which a plan was followed, as far as it can be there."""
        table = world.copy()
        for choice in plan:
            if table.ending or not follow(table, self.me, choice):
                break
        return table

    def play_on(self, world: Table, table: Table) -> None:
        """Play out a table that came from a world; all tables from one world have the same luck."""
        crowd = Crowd(world, Random(int.from_bytes(world.seed[:4], "big")), self.tips)
        if self.effort.turns:
            crowd.play(table, self.me, self.effort.turns)
        else:
            crowd.rest(table)

    def waste(self, plan: Plan) -> float:
        """What a plan costs that the weights of a table do not know."""
        return self.effort.center if plan[0] == CENTER else 0.0

    def wolf(self, seat: int) -> float:
        """How likely somebody is to hold the Werewolf."""
        return self.deals.odds()[seat][WOLF]

    # ── what everybody knows ────────────────────────────────────────────────────────────────────

    def all_tips(self) -> Tips:
        seats = self.table.seats
        counts = [COPIES[kind] for kind in CHARACTERS]
        for zone in (*self.table.displays, self.table.gone):
            for card in zone:
                counts[card] -= 1
        knows = self.witnesses.knows
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
        """Whether it matters what the others most likely hold, which takes time to find out."""
        cards = (*self.belief.mine, self.ask.number)
        guessing = self.ask.prompt in ("guess", "guess_again", "take")
        return guessing or any(card in cards for card in GUESSING)


def near(table: Table) -> bool:
    """Whether the pile may run out before everybody has had another turn."""
    return len(table.pile) <= len(table.remaining())


class Branch(NamedTuple):
    """What became of a world."""

    weight: float
    world: Table
    table: Table


class EndSearch(Search):
    """A question near the end of the pile, thought through to the end of the round.

    Elsewhere a plan ends where something new is seen. Here the worlds are split by what would be
    seen, and for each part the best that could then be done is found. With one card left, or none,
    the worlds are not samples: every way the cards may lie that anything is known about is weighed
    by its chance, unless there are too many. Then every plan is tried on all of them.
    """

    enough = ENOUGH

    def worlds(self) -> list[World]:
        every = self.every_world()
        if every:
            self.stages, self.enough = EVERY, 1
        return every or super().worlds()

    def every_world(self) -> list[World]:
        """All possible tables, with their chances; empty: there are too many."""
        if len(self.table.pile) > 1:
            return []
        tables: list[tuple[float, Mapping[Place, int], list[int]]] = []
        for share, at in self.deals.every(MOST_TABLES) or ():
            tables += [(share * part, at, cards) for part, cards in self.last_cards(self.rest(at))]
            if len(tables) > MOST_TABLES:
                return []
        worlds = [world for table in tables for world in self.dealt(*table)]
        self.rng.shuffle(worlds)
        return worlds

    def dealt(self, share: float, at: Mapping[Place, int], rest: list[int]) -> Iterable[World]:
        """A table with the rest of its cards dealt several times: the likelier, the oftener."""
        times = max(SHUFFLES, round(share * MOST_TABLES))
        for _ in range(times):
            others = rest[self.lasts :]
            self.rng.shuffle(others)
            yield share / times, self.imagine(at, [*rest[: self.lasts], *others])

    def rest(self, at: Mapping[Place, int]) -> list[int]:
        """The unseen cards that lie on no place about which anything is known."""
        left = Counter(dict(enumerate(self.belief.unseen)))
        left.subtract(at.values())
        return list(left.elements())

    @property
    def lasts(self) -> int:
        """How many cards of the pile are told apart: the last, unless it may be the Werewolf."""
        return int(bool(self.table.pile) and Card.WEREWOLF_MOON in self.table.moons)

    def last_cards(self, rest: list[int]) -> Iterable[tuple[float, list[int]]]:
        """The rest of the cards, once for each that may be the last of the pile, with its chance;
        that one is dealt last and so comes first."""
        if not self.lasts:
            return [(1.0, rest)]
        return [
            (count / len(rest), [last, *without(rest, last)])
            for last, count in Counter(rest).items()
        ]

    def may_guess(self) -> bool:
        return True  # the card drawn next may be one that guesses

    def try_out(self, plan: Plan, worlds: Sequence[World]) -> float:
        """The chance to win that a plan leads to, given the best response to what it shows."""
        return fsum(
            max(self.go_on(more, branches) for more in self.thoughts(ask, branches))
            for ask, branches in self.split(plan, worlds).items()
        )

    def outcomes(self, plan: Plan) -> list[Outcome]:
        found: dict[int, Outcome] = {}
        for ask, branches in self.split(plan, self.imagined).items():
            more = max(self.thoughts(ask, branches), key=partial(self.go_on, branches=branches))
            for weight, world, before in branches:
                found[id(world)] = self.outcome(weight, world, self.followed(before, more))
        return [found[id(world)] for _, world in self.imagined]

    def split(self, plan: Plan, worlds: Sequence[World]) -> dict[Ask | None, list[Branch]]:
        """What a plan leads to, by the question that this seat is asked next."""
        alike: dict[Ask | None, list[Branch]] = {}
        for weight, world in worlds:
            table = self.followed(world, plan)
            alike.setdefault(self.next_ask(table), []).append(Branch(weight, world, table))
        return alike

    def next_ask(self, table: Table) -> Ask | None:
        """What this seat is asked next in the same turn; branches with the same question look
        alike to it."""
        if table.ending:
            return None
        ask = asks(table)[0]
        return ask if ask.seat == self.me and ask.prompt not in RESTS else None

    def thoughts(self, ask: Ask | None, branches: Sequence[Branch]) -> list[Plan]:
        """What could be done where these branches have led."""
        if ask is None or len(branches) < self.enough:
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


def ranked(weights: Sequence[float]) -> tuple[float, tuple[int, ...]]:
    """How likely the likeliest value is, and all values, likeliest first."""
    by_value = [0.0] * len(VALUES)
    for kind, weight in enumerate(weights):
        by_value[VALUE[kind]] += weight
    total = fsum(by_value)
    if total <= 0:
        return 0.0, ()
    order = sorted((v for v in VALUES if by_value[v] > 0), key=by_value.__getitem__, reverse=True)
    return by_value[order[0]] / total, tuple(order)


def follow(table: Table, me: Seat, choice: Choice) -> bool:
    """Give this answer, if the question is asked in this world."""
    open_asks = asks(table)
    if not open_asks or open_asks[0].seat != me or choice not in open_asks[0].choices:
        return False
    advance(table, me, choice)
    return True


def settled(table: Table) -> bool:
    """Whether a round comes to its end without anybody having a choice."""
    table = table.copy()
    while not table.ending and (open_asks := asks(table)):
        ask = open_asks[0]
        if len(ask.choices) > 1:
            return False
        advance(table, ask.seat, ask.choices[0])
    return True


def without(cards: Sequence[int], card: int) -> list[int]:
    """The cards without one of them."""
    found = cards.index(card)
    return [*cards[:found], *cards[found + 1 :]]
