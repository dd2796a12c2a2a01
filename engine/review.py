"""A review: what a seat could know at each of its decisions, and what its choices cost it.

Everything is worked out from the seat's view at that moment, never from what was true. A round is
then split into luck and choice: a seat starts with its fair share of the chance to win; what it
loses by a choice is the best chance minus the chosen one, and whatever else happens to its chance
before the round ends, through cards and other players, is luck.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from engine.core import (
    Advice,
    Ask,
    Choice,
    Event,
    Game,
    Idea,
    IllegalChoice,
    Insight,
    Seat,
    View,
    this_round,
)
from engine.play import apply, asks
from engine.replay import Replay

MOST_POINTS = 3
LEAST_LOSS = 0.02
"""A choice that costs less is as good as the best."""
TIMES = 3
"""How often a choice that seems costly is thought through: some only seem so."""


class Moment(NamedTuple):
    """A question that left a seat a choice."""

    step: int
    """How many answers had been given before."""
    round: int
    turn: int
    choice: Choice
    """What was chosen."""
    came_true: bool | None = None
    """Whether what the seat said was true; None: it said nothing that could be."""


class Hits(NamedTuple):
    """How likely choices are to do what they are meant to; 0: that cannot be said."""

    chosen: float = 0.0
    best: float = 0.0


class Decision(NamedTuple):
    """A moment, weighed."""

    moment: Moment
    ask: Ask
    plan: tuple[tuple[Ask, Choice], ...]
    """The best that could be done, with the questions it answers."""
    best: float
    """How likely that was to win the round."""
    chance: float
    """How likely the actual choice was to win it."""
    hits: Hits = Hits()
    """How likely each of the two was to do what it is meant to."""
    reasons: tuple[Event, ...] = ()
    """What the best choice rests on, as the seat was told."""
    insight: Insight = Insight()
    """What could be worked out about the hidden cards at that moment."""

    @property
    def loss(self) -> float:
        return max(0.0, self.best - self.chance)


class Summary(NamedTuple):
    """Luck and choice told apart, as average shares of a round: `fair + luck - lost` is `won`."""

    rounds: int
    decisions: int
    fair: float
    lost: float
    """By choices."""
    luck: float
    """By cards and other players."""
    won: float


class GuessCount(NamedTuple):
    """What was said about hidden cards, and how much of it was right."""

    said: int
    expected: float
    """How many should have been right, by the chances that could be known."""
    right: int


def moments(replay: Replay, seat: Seat) -> Iterator[Moment]:
    """Every decision of a seat, in order."""
    last = replay.reach(len(replay.record.moves))
    game = replay.game
    for step, move in enumerate(replay.record.moves[:last]):
        if move.seat == seat and len(replay.ask_before(step + 1).choices) > 1:
            events = replay.state(step).events
            told = this_round(events)
            turns = sum(event.kind in game.turns for event in told)
            then = replay.state(step + 1).events[len(events) :]
            came_true = (game.guesses[event.kind] for event in then if event.kind in game.guesses)
            yield Moment(step, told[0].number, turns, move.choice, next(came_true, None))


def weigh(game: Game[Any], view: View[Any], moment: Moment) -> Decision:
    """Think a moment through again, from the seat's view alone; the same moment always gives the
    same thoughts. It takes a while."""
    adviser, ask = game.advise, view.ask
    assert adviser is not None
    assert ask is not None
    advice = adviser(view, Random(f"review {moment.step}"), moment.choice)
    if advice.ideas[0].chance - chance_of(advice, moment.choice) >= LEAST_LOSS:
        more = (Random(f"review {moment.step} {number}") for number in range(1, TIMES))
        advice = agreed([advice, *(adviser(view, rng, moment.choice) for rng in more)])
    best, told = advice.ideas[0], view.state.events
    insight = game.insight(view) if game.insight is not None else Insight()
    return Decision(
        moment,
        ask,
        tuple(plan_of(game, view, best.choices, Random(moment.step))),
        best.chance,
        chance_of(advice, moment.choice),
        Hits(insight.tallies.get(moment.choice, 0.0), advice.hit),
        tuple(told[number] for number in advice.reasons),
        insight,
    )


def chance_of(advice: Advice, choice: Choice) -> float:
    """How likely a choice is to win the round."""
    return next(idea.chance for idea in advice.ideas if idea.choices[0] == choice)


def agreed(advices: Sequence[Advice]) -> Advice:
    """The mean of several thoughts about one question, explained by one that agrees on the best."""
    found: dict[Choice, list[Idea]] = {}
    for advice in advices:
        for idea in advice.ideas:
            found.setdefault(idea.choices[0], []).append(idea)
    ideas = [
        Idea(same[0].choices, sum(idea.chance for idea in same) / len(same))
        for same in found.values()
        if len(same) == len(advices)
    ]
    ideas.sort(key=lambda idea: -idea.chance)
    best = ideas[0].choices[0]
    alike = [advice for advice in advices if advice.ideas[0].choices[0] == best]
    hit, reasons = (alike[0].hit, alike[0].reasons) if alike else (0.0, ())
    return Advice(tuple(ideas), hit, reasons)


def plan_of(
    game: Game[Any], view: View[Any], choices: Sequence[Choice], rng: Random
) -> Iterator[tuple[Ask, Choice]]:
    """Successive choices with the questions they answer, as far as these can be foreseen."""
    assert view.ask is not None
    assert view.seat is not None
    yield view.ask, choices[0]
    if len(choices) == 1:
        return
    world = game.fill(view.state, view.seat, rng)
    for before, choice in pairwise(choices):
        try:
            apply(world, view.seat, before)
        except IllegalChoice:
            return
        ask = next((ask for ask in asks(world) if ask.seat == view.seat), None)
        if ask is None or choice not in ask.choices:
            return
        yield ask, choice


def shares_won(replay: Replay, seat: Seat) -> dict[int, float]:
    """By finished round: the share that was won; everybody on a winning side wins all of it."""
    shares: dict[int, float] = {}
    number = 0
    whole = bool(replay.game.sides)
    for event in replay.state(len(replay.record.moves)).events:
        if event.kind == "round":
            number = event.number
        elif event.kind.startswith("won_"):
            parts = 1 if whole else max(1, event.number.bit_count())
            shares[number] = (event.number >> seat & 1) / parts
    return shares


def summed(decisions: Sequence[Decision], shares: dict[int, float], parts: int) -> Summary | None:
    """Luck and choice in all finished rounds, where a fair share is one of this many parts; None:
    no round was finished."""
    if not shares:
        return None
    counted = [decision for decision in decisions if decision.moment.round in shares]
    fair, won = 1 / parts, sum(shares.values()) / len(shares)
    lost = sum(decision.loss for decision in counted) / len(shares)
    return Summary(
        len(shares),
        len(counted),
        fair,
        lost,
        won - fair + lost,
        won,
    )


def guesses(decisions: Sequence[Decision]) -> GuessCount:
    """What was said about hidden cards in all rounds."""
    said = [decision for decision in decisions if decision.moment.came_true is not None]
    expected = sum(decision.hits.chosen for decision in said)
    return GuessCount(len(said), expected, sum(bool(each.moment.came_true) for each in said))


def turning_points(decisions: Sequence[Decision]) -> list[Decision]:
    """The choices that cost most, costliest first."""
    dear = [decision for decision in decisions if decision.loss >= LEAST_LOSS]
    return sorted(dear, key=lambda decision: (-decision.loss, decision.moment.step))[:MOST_POINTS]
