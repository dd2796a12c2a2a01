"""Plans: every way a seat could answer a question, as far as its own next choices go."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.core import Ask, Choice
from engine.games.moonlight.deck import VALUE, Power, kind_of
from engine.games.moonlight.field import NO_GAP, Field
from engine.games.moonlight.land import targets
from engine.games.moonlight.rules import COVERING, DRAW, SHIFT, Place
from engine.games.moonlight.state import Table
from engine.games.moonlight.worth import WORTH

SECONDS = 6
"""How many first wolves of a Twin Strike are tried with a second, and how many seconds for each."""


class Put(NamedTuple):
    """A wolf that is put down."""

    card: int
    cell: int
    power: bool
    """Whether that uses up the seat's power."""


class Shift(NamedTuple):
    """A pile that is moved."""

    cell: int
    target: int


class Plan(NamedTuple):
    """A seat's next choices, and what they do to the land."""

    choices: tuple[Choice, ...]
    acts: tuple[Put | Shift, ...]
    look: float
    """How likely it seems to win, at a glance."""
    spends: bool = False
    """Whether it uses up Twin Strike or Shifting Ground."""


def carry_out(field: Field, seat: int, plan: Plan) -> bool:
    """Do what a plan says, except the draw; returns whether the land is full."""
    for act in plan.acts:
        if isinstance(act, Shift):
            field.move(act.cell, act.target)
        else:
            field.put(act.card, act.cell)
            field.hands[seat].remove(act.card)
            field.rest[seat] -= VALUE[act.card]
            if act.power:
                field.gaps[seat] = NO_GAP
    if plan.spends:
        field.waits[seat] = False
    return field.full()


class Planner:
    """Every way a seat could answer a question, as far as its own next choices go."""

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
                step = self.table.todo[-1]
                assert isinstance(step, Place)
                if step.why == "twin":
                    return [plan._replace(spends=True) for plan in found]
                return self.with_second(found) if step.why == "wolf" else found
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
        out = not field.hands[1 - seat] or not (field.hands[seat] or field.decks[seat])
        if field.full() or (out and seat != field.starter):
            worth = field.result()
        else:
            gap = field.gaps[seat]
            field.gaps[seat] = NO_GAP if power else gap
            worth = WORTH(field, 1 - seat, field.prey(1 - seat), field.prey(seat))
            field.gaps[seat] = gap
        return 1 - worth if seat else worth

    def with_second(self, plans: list[Plan]) -> list[Plan]:
        """With Twin Strike at hand: the same plans without a second wolf and, for those that look
        best, with one."""
        if not self.twin:
            return plans
        found = []
        for number, plan in enumerate(sorted(plans, key=lambda plan: -plan.look)):
            found.append(plan)
            field = self.field.copy()
            over = carry_out(field, self.seat, plan)
            if over or not field.hands[self.seat]:
                continue
            found[-1] = plan._replace(choices=(*plan.choices, DRAW))
            if number < SECONDS:
                field.waits[self.seat] = False
                seconds = self.puts(field, field.hands[self.seat])
                seconds.sort(key=lambda second: -second.look)
                found += [
                    Plan(plan.choices + s.choices, plan.acts + s.acts, s.look, spends=True)
                    for s in seconds[:SECONDS]
                ]
        return found

    def shifts(self, cells: Iterable[int]) -> list[Plan]:
        """A pile moved, then the best-looking 2 placed."""
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
                found.append(Plan(choices, (Shift(cell, target), *best.acts), best.look, True))
        return found


def twos_of(hand: Iterable[int]) -> list[int]:
    return [card for card in hand if VALUE[card] == 2]
