"""Looking ahead: each possible plan is tried on imagined tables against the best replies.

First every way to answer is tried against one reply, then the better ones against more, deeper
each time, until the bot has used up its looks. Looks are counted, not seconds, so the same view
gives the same choice on every machine.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from engine.core import Ask, Choice, Idea, Seat, View
from engine.games.moonlight.deck import VALUE
from engine.games.moonlight.field import NO_GAP, Before, Field
from engine.games.moonlight.glance import glance
from engine.games.moonlight.land import FULL
from engine.games.moonlight.plans import Plan, Planner, carry_out
from engine.games.moonlight.state import Table
from engine.games.moonlight.views import fill

UNPROVED = 1e-6
"""However sure a round seems: while the other may still answer, it is not certain."""
BEAM = 5
"""How many of the best-looking replies are thought through."""


class Deepening(NamedTuple):
    """One stage of the thinking."""

    keep: int
    """How many plans are thought through, of those that seem best so far."""
    depth: int
    """How many turns it looks ahead."""
    part: float
    """Its share of the looks."""


class Effort(NamedTuple):
    """How hard somebody thinks."""

    looks: int
    """About how many positions may be weighed."""
    stages: tuple[Deepening, ...]
    fewest: int = 2
    """The fewest tables imagined in each stage."""
    most: int = 60
    """The most."""


Turn = tuple[Before, list[int], bool, int]


class Mind:
    """One imagined table, on which turns are taken and taken back."""

    def __init__(self, field: Field, seat: int) -> None:
        self.field = field
        self.seat = seat
        self.looks = 0

    def reply(self, seat: int, depth: int, low: float, high: float) -> float:
        """How likely this seat is to win if it plays as well as it can look ahead. Between `low`
        and `high` the result is exact; outside them it only says on which side."""
        field, other = self.field, 1 - seat
        hand, deck = field.hands[seat], field.decks[seat]
        ends = seat != field.starter and (
            not field.hands[other] or (len(hand) == 1 and not deck)
        )  # both will have had the same number of turns, and somebody is out of wolves
        found = glance(field, seat, ends)
        self.looks += len(found)
        if depth == 1 or ends:
            return max(found)[0]
        found.sort(reverse=True)
        fills = len(field.cells) == FULL - 1
        best = 0.0
        for look, card, cell, power in found[:BEAM]:
            if fills and not field.top[cell]:
                worth = look
            else:
                before = self.take_turn(seat, card, cell, power)
                worth = 1 - self.reply(other, depth - 1, 1 - high, 1 - low)
                self.take_back(seat, card, cell, before)
            best = max(best, worth)
            low = max(low, worth)
            if low >= high:
                break
        return best

    def take_turn(self, seat: int, card: int, cell: int, power: bool) -> Turn:
        """Put a wolf down and draw; returns what `take_back` needs."""
        field = self.field
        hand, deck = field.hands[seat], field.decks[seat]
        turn = field.put(card, cell), hand[:], bool(deck), field.gaps[seat]
        hand.remove(card)
        field.rest[seat] -= VALUE[card]
        if deck:
            hand.append(deck.pop())
        if power:
            field.gaps[seat] = NO_GAP
        return turn

    def take_back(self, seat: int, card: int, cell: int, turn: Turn) -> None:
        """Undo a turn that `take_turn` took."""
        field = self.field
        before, hand, drew, field.gaps[seat] = turn
        if drew:
            field.decks[seat].append(field.hands[seat][-1])
        field.hands[seat][:] = hand
        field.rest[seat] += VALUE[card]
        field.take(cell, before)

    def chance(self, plan: Plan, depth: int) -> float:
        """How likely a plan is to win, looking this many turns ahead."""
        field, seat = self.field, self.seat
        over = carry_out(field, seat, plan)
        if not over:
            if field.decks[seat]:
                field.hands[seat].append(field.decks[seat].pop())
            over = seat != field.starter and not all(field.hands)
        if over:
            result = field.result()
            return 1 - result if seat else result
        chance = 1 - self.reply(1 - seat, depth, 0.0, 1.0)
        return min(1 - UNPROVED, max(UNPROVED, chance))


class Search:
    """A question, thought through from a seat's view."""

    def __init__(self, view: View[Table], ask: Ask, rng: Random, effort: Effort) -> None:
        self.table = view.state
        self.ask = ask
        self.seat: Seat = ask.seat
        self.rng = rng
        self.effort = effort
        self.plans = Planner(self.imagine(), ask).plans()

    def imagine(self) -> Table:
        """A complete table that the seat cannot tell from the real one."""
        return fill(self.table, self.seat, self.rng)

    def ideas(self, wanted: Choice | None = None) -> list[Idea]:
        """The best way to go on for each first choice, best first; the wanted choice is thought
        through as long as any."""
        found = {plan: plan.look for plan in self.plans}
        if len({plan.choices[0] for plan in self.plans}) > 1:
            for keep, depth, part in self.effort.stages:
                kept = most_promising(found, keep, wanted)
                found = {**found, **self.stage(kept, depth, part * self.effort.looks)}
                for plan in found.keys() - set(kept):
                    # a plan that was dropped is no better than any that was kept
                    found[plan] = min(found[plan], min(found[other] for other in kept))
        ideas: dict[Choice, Idea] = {}
        for plan in sorted(found, key=lambda plan: -found[plan]):
            ideas.setdefault(plan.choices[0], Idea(plan.choices, found[plan]))
        return list(ideas.values())

    def stage(self, plans: list[Plan], depth: int, looks: float) -> dict[Plan, float]:
        """The chances of these plans, on as many imagined tables as the looks allow."""
        sums = dict.fromkeys(plans, 0.0)
        spent = worlds = 0
        while worlds < self.effort.fewest or (spent < looks and worlds < self.effort.most):
            field = Field(self.imagine())
            worlds += 1
            for plan in plans:
                mind = Mind(field.copy(), self.seat)
                sums[plan] += mind.chance(plan, depth)
                spent += mind.looks + 1
        return {plan: total / worlds for plan, total in sums.items()}


def most_promising(found: dict[Plan, float], keep: int, wanted: Choice | None) -> list[Plan]:
    """The plans that look best, and the best one that begins as wanted."""
    order = sorted(found, key=lambda plan: -found[plan])
    kept = order[:keep]
    if wanted is not None and all(plan.choices[0] != wanted for plan in kept):
        kept += [plan for plan in order if plan.choices[0] == wanted][:1]
    return kept
