"""Advice: what a player could do, how likely it is to work, and which events speak for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from engine.core import Advice, Choice, Event, Idea, Seat, View
from engine.games.wolfmoon.belief import Belief
from engine.games.wolfmoon.deck import ACCUSED, VALUE, Card
from engine.games.wolfmoon.habits import READ
from engine.games.wolfmoon.levels import HARD
from engine.games.wolfmoon.search import think
from engine.games.wolfmoon.state import Table

EFFORT = replace(HARD, worlds=96)
EVIDENCE = ("missed", "cleared", "looked", "compared", "returned", "watchman_kept", "tied")
"""Events that can be left out of a story that still makes sense without them."""
TELLING = 0.005
"""A change of chance that is worth mentioning."""
MOST_REASONS = 3


def advise(view: View[Table], rng: Random, chosen: Choice | None = None) -> Advice:
    """Weigh the choices of a question by what the seat was told, and by nothing else."""
    ask = view.ask
    assert ask is not None
    if len(ask.choices) == 1:
        return Advice((Idea(ask.choices, 0.0),))
    search = think(view, rng, EFFORT)
    ideas = search.ideas(chosen)
    told = view.state.events
    assert told is not None
    aim = target_of(view.state, ask.other, ask.number, ideas[0].choices)
    if aim is None:
        return Advice(ideas)
    target, values = aim
    hit = chance_of(search.belief, target, values)  # the same thoughts that weighed the plans
    return Advice(ideas, hit, reasons(told, view.state.seats, ask.seat, target, values, hit))


def target_of(
    table: Table, asked: Seat | None, card: int, plan: Sequence[Choice]
) -> tuple[Seat, tuple[int, ...]] | None:
    """Whose hand a plan is about, and the values it hopes for there."""
    target = asked
    hopes: tuple[int, ...] | None = None
    for choice in plan:
        match choice.verb:
            case "play":
                card = choice.value
            case "aim":
                target = Seat(choice.value)
            case "guess":
                hopes = (choice.value,)
    if hopes is None:
        hopes = ACCUSED.get(Card(card))
    return (target, hopes) if target is not None and hopes is not None else None


def chance_of(belief: Belief, target: Seat, values: Sequence[int]) -> float:
    """How likely a hand is to have one of these values."""
    row = belief.odds()[target]
    return sum(chance for card, chance in enumerate(row) if VALUE[card] in values)


def reasons(
    told: Sequence[Event],
    seats: int,
    seat: Seat,
    target: Seat,
    values: Sequence[int],
    hit: float,
) -> tuple[int, ...]:
    """The events without which the chance would be different, the most telling first."""
    changes: list[tuple[float, int]] = []
    for number, event in enumerate(told):
        if event.kind not in EVIDENCE or target not in (event.seat, event.other):
            continue
        belief = Belief(seats, seat, READ)
        try:
            belief.hear([*told[:number], *told[number + 1 :]])
            changes.append((abs(hit - chance_of(belief, target, values)), number))
        except (AssertionError, ValueError):  # without it the story makes no sense
            changes.append((1.0, number))
    changes.sort(reverse=True)
    return tuple(number for change, number in changes[:MOST_REASONS] if change >= TELLING)
