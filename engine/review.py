"""A review: what a seat could know at each of its decisions, and what its choices cost it.

Choices are weighed from the seat's view at that moment, never from what was true. A round is then
split three ways. A seat starts with its fair share of the chance to win. What its own choices cost
it goes to its rivals, and what theirs cost them comes to it: over a table, the two cancel. The rest
was in the cards, and is nothing on average.

What a choice costs is found on other imagined tables than those that found the best choice. On the
same ones, the best always looks better than it is, and a dozen choices would add up to a loss that
nobody had.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import fsum
from random import Random
from typing import Any, NamedTuple

from engine.bots.reasons import AS_GOOD
from engine.core import (
    Advice,
    Ask,
    Choice,
    Game,
    Idea,
    IllegalChoice,
    Insight,
    Reason,
    Seat,
    View,
    this_round,
)
from engine.play import apply, asks
from engine.replay import Replay

MOST_POINTS = 3
LEAST_LOSS = AS_GOOD
"""A choice that costs less is as good as the best."""
THOUGHTS = ("one", "other")
"""Every decision is thought through with two sets of random numbers; each finds a best choice,
whose worth is taken from the other."""


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
    goes_on: bool = False
    """Whether it belongs to what the seat did just before: a card is played at somebody and with a
    guess, a claim is made word by word."""
    forced: tuple[tuple[Ask, Choice], ...] = ()
    """What the seat did next without having a choice, with the questions it answered."""


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
    loss: float
    """How much less likely the actual choice was to win it: below 0 where it only seemed worse."""
    hits: Hits = Hits()
    """How likely each of the two was to do what it is meant to."""
    reasons: tuple[Reason, ...] = ()
    """What tells the best choice from the actual one, or from the next best."""
    insight: Insight = Insight()
    """What could be worked out about the hidden cards at that moment."""
    then: tuple[tuple[Ask, Choice], ...] = ()
    """What was chosen next that belongs to it."""
    ideas: tuple[Idea, ...] = ()
    """The best way to go on for each choice that was weighed, best first."""

    @property
    def done(self) -> tuple[tuple[Ask, Choice], ...]:
        """All that was chosen, with the questions it answers."""
        return ((self.ask, self.moment.choice), *self.moment.forced, *self.then)

    @property
    def was_best(self) -> bool:
        """Whether nothing else was to be done."""
        meant = [choice for _, choice in self.plan]
        return [choice for _, choice in self.done][: len(meant)] == meant

    @property
    def chance(self) -> float:
        """How likely the actual choice was to win the round."""
        return min(1.0, max(0.0, self.best - max(0.0, self.loss)))


class Gift(NamedTuple):
    """What a choice of somebody else gave a seat, or took from it."""

    round: int
    points: float


class Summary(NamedTuple):
    """A result split up, in average shares of a round: `fair + cards - lost + given` is `won`."""

    rounds: int
    decisions: int
    fair: float
    lost: float
    """By the seat's own choices."""
    given: float
    """By the choices of others; what they lose, their rivals gain."""
    cards: float
    """Everything else; on average, nothing."""
    won: float

    @property
    def luck(self) -> int:
        """What the cards gave or took, in hundredths."""
        return round(100 * self.cards)

    @property
    def choice(self) -> int:
        """What choices did: one's own against those of the others, in hundredths. A fair share,
        luck and choice add up to what was won."""
        return round(100 * self.won) - round(100 * self.fair) - self.luck


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
    before, latest = (0, 0), -1
    for step, move in enumerate(replay.record.moves[:last]):
        if move.seat == seat and matters(replay, step):
            events = replay.state(step).events
            told = this_round(events)
            turns = sum(event.kind in game.turns for event in told)
            then = replay.state(step + 1).events[len(events) :]
            came_true = (game.guesses[event.kind] for event in then if event.kind in game.guesses)
            turn = told[0].number, turns
            goes_on, forced = turn == before and latest == step, forced_after(replay, step, last)
            yield Moment(step, *turn, move.choice, next(came_true, None), goes_on, forced)
            before, latest = turn, step + 1 + len(forced)


def forced_after(replay: Replay, step: int, last: int) -> tuple[tuple[Ask, Choice], ...]:
    """What a seat did right after an answer without having a choice."""
    moves, found = replay.record.moves, []
    for later in range(step + 1, last):
        if moves[later].seat != moves[step].seat or matters(replay, later):
            break
        found.append((replay.ask_before(later + 1), moves[later].choice))
    return tuple(found)


def matters(replay: Replay, step: int) -> bool:
    """Whether an answer was a choice: there were several, and not all of them came to nothing."""
    ask, windows = replay.ask_before(step + 1), replay.game.windows
    if len(ask.choices) < 2:
        return False
    check = windows[ask.window].matters if ask.window in windows else None
    return check is None or check(replay.state(step), ask)


def weigh(game: Game[Any], view: View[Any], moment: Moment) -> Decision:
    """Think a moment through again, from the seat's view alone; the same moment always gives the
    same thoughts. It takes a while."""
    assert view.ask is not None
    thoughts = think_twice(game, view, moment)
    advice = agreed(thoughts)
    best = advice.ideas[0]
    loss = loss_of(thoughts, moment.choice)
    insight = game.insight(view) if game.insight is not None else Insight()
    return Decision(
        moment,
        view.ask,
        tuple(plan_of(game, view, best.choices, Random(moment.step))),
        best.chance,
        min(0.0, loss) if best.choices[0] == moment.choice else loss,
        Hits(advice.asked_hit, advice.hit),
        advice.reasons,
        insight,
        ideas=advice.ideas,
    )


def think_twice(game: Game[Any], view: View[Any], moment: Moment) -> list[Advice]:
    """Advice on the question of a moment, with both sets of random numbers."""
    adviser = game.advise
    assert adviser is not None
    rngs = (Random(f"review {moment.step} {which}") for which in THOUGHTS)
    return [adviser(view, rng, moment.choice) for rng in rngs]


def loss_of(thoughts: Sequence[Advice], chosen: Choice) -> float:
    """What a choice costs, on average over thoughts: the best of each, by the other one."""
    one, other = thoughts
    pairs = ((one.ideas[0].choices[0], other), (other.ideas[0].choices[0], one))
    gaps = [
        chance_of(judge, best) - chance_of(judge, chosen)
        for best, judge in pairs
        if any(idea.choices[0] == best for idea in judge.ideas)
    ]
    return fsum(gaps) / len(gaps) if gaps else 0.0


def chance_of(advice: Advice, choice: Choice) -> float:
    """How likely a choice is to win the round."""
    return next(idea.chance for idea in advice.ideas if idea.choices[0] == choice)


def others_moments(replay: Replay, seat: Seat) -> Iterator[tuple[Seat, Moment]]:
    """Every decision of everybody else, in order of seats."""
    for other in range(replay.record.seats):
        if other != seat:
            yield from ((Seat(other), moment) for moment in moments(replay, Seat(other)))


def cost(game: Game[Any], view: View[Any], moment: Moment) -> float:
    """What a choice cost, from the view of whoever made it; it takes about as long as `weigh`."""
    return loss_of(think_twice(game, view, moment), moment.choice)


def gift(replay: Replay, seat: Seat, giver: Seat, moment: Moment, lost: float) -> Gift:
    """What a seat gained by somebody else's choice that cost this much."""
    return Gift(moment.round, lost * part_of(replay, moment.step, giver, seat))


def whole_table(replay: Replay, costs: Sequence[tuple[Seat, Moment, float]]) -> dict[Seat, Summary]:
    """By seat: what was luck and what was choice, once all choices of the table are weighed."""
    found, fair = {}, fair_share(replay)
    for number in range(replay.record.seats):
        seat = Seat(number)
        shares = shares_won(replay, seat)
        own = [lost for giver, moment, lost in costs if giver == seat and moment.round in shares]
        gifts = [
            gift(replay, seat, giver, moment, lost)
            for giver, moment, lost in costs
            if giver != seat
        ]
        total = split(fsum(own), len(own), gifts, shares, fair)
        if total is not None:
            found[seat] = total
    return found


def part_of(replay: Replay, step: int, giver: Seat, seat: Seat) -> float:
    """How much of what one seat loses another gains: rivals share it, or win all of it together
    where sides do, and then partners lose it too."""
    game = replay.game
    rivals: Sequence[int] = [other for other in range(replay.record.seats) if other != giver]
    if game.rivals is not None:
        rivals = game.rivals(replay.state(step), giver)
    if game.sides:
        return 1.0 if seat in rivals else -1.0
    return 1 / len(rivals) if seat in rivals else 0.0


def agreed(advices: Sequence[Advice]) -> Advice:
    """The mean of several thoughts about one question, explained by one that agrees on the best."""
    found: dict[Choice, list[Idea]] = {}
    for advice in advices:
        for idea in advice.ideas:
            found.setdefault(idea.choices[0], []).append(idea)
    ideas = [
        Idea(same[0].choices, fsum(idea.chance for idea in same) / len(same))
        for same in found.values()
        if len(same) == len(advices)
    ]
    ideas.sort(key=lambda idea: -idea.chance)
    best = ideas[0].choices[0]
    alike = [advice for advice in advices if advice.ideas[0].choices[0] == best]
    hit = fsum(advice.hit for advice in alike) / max(1, len(alike))
    asked_hit = fsum(advice.asked_hit for advice in advices) / len(advices)
    return Advice(tuple(ideas), hit, alike[0].reasons if alike else (), asked_hit)


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


def even_share(game: Game[Any], seats: int) -> float:
    """What everybody keeps of a round that nobody wins."""
    return 1 / (game.sides or seats)


def fair_share(replay: Replay) -> float:
    """What a seat wins of a round on average, among equals."""
    game = replay.game
    if game.fair is not None:
        return game.fair(replay.state(0))
    return even_share(game, replay.record.seats)


def shares_won(replay: Replay, seat: Seat) -> dict[int, float]:
    """By finished round: the share that was won; everybody on a winning side wins all of it, and
    where nobody wins everybody keeps an even share."""
    shares: dict[int, float] = {}
    number = 0
    whole, even = bool(replay.game.sides), even_share(replay.game, replay.record.seats)
    for event in replay.state(len(replay.record.moves)).events:
        if event.kind == "round":
            number = event.number
        elif event.kind.startswith("won_"):
            winners = event.number.bit_count()
            part = (event.number >> seat & 1) / (1 if whole else max(1, winners))
            shares[number] = part if winners else even
    return shares


def summed(
    decisions: Sequence[Decision],
    gifts: Sequence[Gift],
    shares: Mapping[int, float],
    fair: float,
) -> Summary | None:
    """What became of all finished rounds; None: none was finished."""
    counted = [decision.loss for decision in decisions if decision.moment.round in shares]
    return split(fsum(counted), len(counted), gifts, shares, fair)


def split(
    lost: float, decisions: int, gifts: Sequence[Gift], shares: Mapping[int, float], fair: float
) -> Summary | None:
    """The same, from what all choices of a seat have cost together."""
    if not shares:
        return None
    rounds = len(shares)
    won, lost = fsum(shares.values()) / rounds, lost / rounds
    given = fsum(each.points for each in gifts if each.round in shares) / rounds
    return Summary(rounds, decisions, fair, lost, given, won - fair + lost - given, won)


def guesses(decisions: Sequence[Decision]) -> GuessCount:
    """What was said about hidden cards in all rounds."""
    said = [decision for decision in decisions if decision.moment.came_true is not None]
    expected = fsum(decision.hits.chosen for decision in said)
    return GuessCount(len(said), expected, sum(bool(each.moment.came_true) for each in said))


def grouped(decisions: Sequence[Decision]) -> list[Decision]:
    """Decisions as people think of them: all that belongs to one card, or to one claim, is one."""
    groups: list[list[Decision]] = []
    for decision in decisions:
        if decision.moment.goes_on and groups:
            groups[-1].append(decision)
        else:
            groups.append([decision])
    return [together(group) for group in groups]


def together(group: Sequence[Decision]) -> Decision:
    """Several decisions as one: it costs what all of them do, and is told by the dearest."""
    first = group[0]
    if len(group) == 1:
        return first
    dear = max(group, key=lambda decision: decision.loss)
    done = [part.done for part in group]
    until = [each for part in done[: group.index(dear)] for each in part]
    said = next((part for part in group if part.moment.came_true is not None), group[-1])
    return first._replace(
        moment=first.moment._replace(came_true=said.moment.came_true),
        plan=(*until, *dear.plan),
        best=dear.best,
        loss=fsum(part.loss for part in group),
        hits=Hits(said.hits.chosen, dear.hits.best),
        reasons=dear.reasons,
        insight=first.insight,
        then=tuple(each for part in done[1:] for each in part),
    )


def turning_points(decisions: Sequence[Decision]) -> list[Decision]:
    """The choices that cost most, costliest first."""
    dear = [decision for decision in decisions if decision.loss >= LEAST_LOSS]
    return sorted(dear, key=lambda decision: (-decision.loss, decision.moment.step))[:MOST_POINTS]
