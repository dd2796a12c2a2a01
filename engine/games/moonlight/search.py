"""Looking ahead: what could be done now, tried on imagined tables against the best replies.

First every way to answer is tried against one reply, then the better ones against more, deeper each
time, until the looks that a bot may take are used up. Looks are counted, not seconds, so the same view
gives the same choice on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from engine.core import Ask, Choice, Idea, Seat, View
from engine.games.moonlight.deck import VALUE, Power, kind_of
from engine.games.moonlight.field import NO_GAP, Field
from engine.games.moonlight.land import targets
from engine.games.moonlight.rules import COVERING, DRAW, SHIFT
from engine.games.moonlight.state import Table
from engine.games.moonlight.views import fill
from engine.games.moonlight.worth import WORTH

BEAM = 5
"""Replies that are thought through, of those that look best."""
MOST_WORLDS = 60
WIDE_BEAM = 6
"""First halves of a double move that are thought through."""


class Effort(NamedTuple):
    """How hard somebody thinks."""

    looks: int
    """Positions that may be weighed, about."""
    stages: tuple[tuple[int, int, float], ...]
    """How many plans are kept, how many turns are looked ahead, and for which part of the looks."""
    fewest: int = 2
    """Tables that are imagined in each stage at least."""


class Put(NamedTuple):
    """A wolf that is put down."""

    card: int
    cell: int
    power: bool


class Move(NamedTuple):
    """A pile that is moved."""

    cell: int
    target: int


class Plan(NamedTuple):
    """The own next choices, and what they do to the land."""

    choices: tuple[Choice, ...]
    acts: tuple[Put | Move, ...]
    look: float
    """How it looks at once."""
    spends: bool = False
    """Whether it uses up a power that waits."""


class Mind:
    """One table in mind, in which turns are taken and taken back."""

    def __init__(self, field: Field, seat: int) -> None:
        self.field = field
        self.seat = seat
        self.looks = 0

    def reply(self, seat: int, depth: int, low: float, high: float) -> float:
        """How likely this seat wins if it plays as well as it can look ahead."""
        field, other = self.field, 1 - seat
        hand = field.hands[seat]
        deck = field.decks[seat]
        free, coverable = field.free(), field.coverable(seat)
        last = len(free) == 1 and len(field.cells) == 11
        rest = field.rest
        closing = seat != field.starter
        out = closing and (not field.hands[other] or (len(hand) == 1 and not deck))
        found: list[tuple[float, int, int, bool]] = []
        put, take = field.put, field.take
        for card in set(hand):
            value = VALUE[card]
            rest[seat] -= value
            for cell in free:
                before = put(card, cell)
                if last or out:
                    worth = field.result()
                else:
                    worth = WORTH(field, other)
                take(cell, before)
                found.append((worth if not seat else 1 - worth, card, cell, False))
            for cell, power in coverable.get(value, ()):
                before = put(card, cell)
                if power:
                    gap, field.gaps[seat] = field.gaps[seat], NO_GAP
                worth = field.result() if out else WORTH(field, other)
                if power:
                    field.gaps[seat] = gap
                take(cell, before)
                found.append((worth if not seat else 1 - worth, card, cell, power))
            rest[seat] += value
        self.looks += len(found)
        if depth == 1 or out:
            return max(found)[0]
        found.sort(reverse=True)
        best = low
        top = -1.0
        for look, card, cell, power in found[:BEAM]:
            if last and not field.top[cell]:
                worth = look
            else:
                before = put(card, cell)
                hand.remove(card)
                rest[seat] -= VALUE[card]
                if deck:
                    hand.append(deck.pop())
                    drew = True
                else:
                    drew = False
                if power:
                    gap, field.gaps[seat] = field.gaps[seat], NO_GAP
                worth = 1 - self.reply(other, depth - 1, 1 - high, 1 - best)
                if power:
                    field.gaps[seat] = gap
                if drew:
                    deck.append(hand.pop())
                rest[seat] += VALUE[card]
                hand.append(card)
                take(cell, before)
            if worth > top:
                top = worth
            if worth > best:
                best = worth
                if best >= high:
                    break
        return top

    def chance(self, plan: Plan, depth: int) -> float:
        """How likely a plan wins, looking so many turns ahead."""
        field, seat = self.field, self.seat
        over = self.lay(plan.acts)
        if not over:
            if plan.spends:
                field.waits[seat] = False
            if field.decks[seat]:
                field.hands[seat].append(field.decks[seat].pop())
            over = seat != field.starter and not all(field.hands)
        if over:
            result = field.result()
            return 1 - result if seat else result
        return 1 - self.reply(1 - seat, depth, 0.0, 1.0)

    def lay(self, acts: Iterable[Put | Move]) -> bool:
        """Do what a plan says; returns whether the land is full."""
        field, seat = self.field, self.seat
        for act in acts:
            if isinstance(act, Move):
                field.move(act.cell, act.target)
            else:
                field.put(act.card, act.cell)
                field.hands[seat].remove(act.card)
                field.rest[seat] -= VALUE[act.card]
                if act.power:
                    field.gaps[seat] = NO_GAP
        return field.full()


class Search:
    """A question, thought through on a seat's view."""

    def __init__(self, view: View[Table], ask: Ask, rng: Random, effort: Effort) -> None:
        self.table = view.state
        self.ask = ask
        self.seat: Seat = ask.seat
        self.rng = rng
        self.effort = effort
        self.plans = Planner(self.imagine(), ask).plans()

    def imagine(self) -> Table:
        """A whole table that the seat cannot tell from the real one."""
        return fill(self.table, self.seat, self.rng)

    def ideas(self, wanted: Choice | None = None) -> list[Idea]:
        """The best way to go on for each first choice, the best of all first; a choice that is
        wanted is thought through as long as any."""
        found = {plan: plan.look for plan in self.plans}
        if len({plan.choices[0] for plan in self.plans}) > 1:
            for keep, depth, part in self.effort.stages:
                kept = best_of(found, keep, wanted)
                found = {**found, **self.stage(kept, depth, part * self.effort.looks)}
                for plan in found.keys() - set(kept):
                    # what was dropped is not better than what was kept
                    found[plan] = min(found[plan], min(found[other] for other in kept))
        ideas: dict[Choice, Idea] = {}
        for plan in sorted(found, key=lambda plan: -found[plan]):
            ideas.setdefault(plan.choices[0], Idea(plan.choices, found[plan]))
        return list(ideas.values())

    def stage(self, plans: list[Plan], depth: int, looks: float) -> dict[Plan, float]:
        """The chances of some plans, on as many imagined tables as the looks allow."""
        sums = dict.fromkeys(plans, 0.0)
        spent = worlds = 0
        while worlds < self.effort.fewest or (spent < looks and worlds < MOST_WORLDS):
            field = Field(self.imagine())
            worlds += 1
            for plan in plans:
                mind = Mind(field.copy(), self.seat)
                sums[plan] += mind.chance(plan, depth)
                spent += mind.looks + 1
        return {plan: total / worlds for plan, total in sums.items()}


def best_of(found: dict[Plan, float], keep: int, wanted: Choice | None) -> list[Plan]:
    """The plans that look best, and the best one that begins as wanted."""
    order = sorted(found, key=lambda plan: -found[plan])
    kept = order[:keep]
    if wanted is not None and all(plan.choices[0] != wanted for plan in kept):
        kept += [plan for plan in order if plan.choices[0] == wanted][:1]
    return kept


class Planner:
    """All that a seat could do about a question, as far as its own next choices go."""

    def __init__(self, table: Table, ask: Ask) -> None:
        self.table = table
        self.ask = ask
        self.seat = ask.seat
        self.field = Field(table)
        self.twin = table.ready(self.seat, Power.TWIN_STRIKE)

    def plans(self) -> list[Plan]:
        hand = self.table.hands[self.seat]
        match self.ask.prompt:
            case "wolf":
                shifts = self.shifts(self.table.land) if SHIFT in self.ask.choices else []
                found = self.puts(self.field, hand) + [
                    plan._replace(choices=(SHIFT, *plan.choices)) for plan in shifts
                ]
                return self.with_second(found)
            case "twin":
                stop = Plan((DRAW,), (), self.look(self.field))
                return [stop, *(p._replace(spends=True) for p in self.puts(self.field, hand))]
            case "two":
                return self.puts(self.field, twos_of(hand))
            case "place":
                found = self.puts(self.field, self.table.lifted)
                found = [plan._replace(choices=plan.choices[1:]) for plan in found]
                why = getattr(self.table.todo[-1], "why", "wolf")
                if why == "twin":
                    return [plan._replace(spends=True) for plan in found]
                return self.with_second(found) if why == "wolf" else found
            case "pile":
                return self.shifts(self.table.land)
            case "move":
                found = self.shifts([self.ask.number])
                return [plan._replace(choices=plan.choices[1:]) for plan in found]
            case prompt:
                raise AssertionError(f"nothing is planned about {prompt}")

    def puts(self, field: Field, cards: Iterable[int]) -> list[Plan]:
        """One wolf, wherever it may go."""
        seat = self.seat
        free, coverable = field.free(), field.coverable(seat)
        found = []
        for card in dict.fromkeys(cards):
            wolf = Choice("wolf", kind_of(card))
            spots = [(Choice("put", cell), Put(card, cell, False)) for cell in free]
            for cell, power in coverable.get(VALUE[card], ()):
                verb = COVERING[Power(self.table.powers[seat] or 0) if power else None]
                spots.append((Choice(verb, cell), Put(card, cell, power)))
            for place, act in spots:
                before = field.put(card, act.cell)
                field.hands[seat].remove(card)
                field.rest[seat] -= VALUE[card]
                found.append(Plan((wolf, place), (act,), self.look(field, act.power)))
                field.rest[seat] += VALUE[card]
                field.hands[seat].append(card)
                field.take(act.cell, before)
        return found

    def look(self, field: Field, power: bool = False) -> float:
        """How the land looks to the seat after its turn."""
        seat = self.seat
        done = seat != field.starter and not (field.hands[1 - seat] and field.hands[seat])
        if field.full() or (done and not field.decks[seat]):
            worth = field.result()
        else:
            gap = field.gaps[seat]
            field.gaps[seat] = NO_GAP if power else gap
            worth = WORTH(field, 1 - seat)
            field.gaps[seat] = gap
        return 1 - worth if seat else worth

    def with_second(self, plans: list[Plan]) -> list[Plan]:
        """With Twin Strike at hand: the same without and, for those that look best, with a second
        wolf."""
        if not self.twin:
            return plans
        found = []
        for number, plan in enumerate(sorted(plans, key=lambda plan: -plan.look)):
            found.append(plan)
            field = self.field.copy()
            over = Mind(field, self.seat).lay(plan.acts)
            if over or not field.hands[self.seat]:
                continue
            found[-1] = plan._replace(choices=(*plan.choices, DRAW))
            if number < WIDE_BEAM:
                field.waits[self.seat] = False
                seconds = self.puts(field, field.hands[self.seat])
                seconds.sort(key=lambda second: -second.look)
                found += [
                    Plan(plan.choices + s.choices, plan.acts + s.acts, s.look, spends=True)
                    for s in seconds[:WIDE_BEAM]
                ]
        return found

    def shifts(self, cells: Iterable[int]) -> list[Plan]:
        """A pile moved, then the 2 that looks best."""
        found = []
        land = self.table.land
        for cell in cells:
            for target in targets(land.keys(), cell, self.table.shape):
                field = self.field.copy()
                field.move(cell, target)
                field.waits[self.seat] = False
                puts = self.puts(field, twos_of(field.hands[self.seat]))
                best = max(puts, key=lambda plan: plan.look)
                choices = (Choice("pile", cell), Choice("move", target), *best.choices)
                found.append(Plan(choices, (Move(cell, target), *best.acts), best.look, True))
        return found


def twos_of(hand: Iterable[int]) -> list[int]:
    return [card for card in hand if VALUE[card] == 2]
