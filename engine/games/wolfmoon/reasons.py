"""Reasons: what tells two plans apart on the tables that were imagined for both.

The difference between their chances is split, table by table, by what became of the seat there, so
that the parts add up to the whole. Each part is a reason, with the figures of both plans:

`safe`, `seen`, `backfire`, `out`: the seat is out by its next turn. The first three say why: nobody
    may aim at it, somebody has seen the card it would keep, its own card puts it out.
`hit`: a rival (no seat: anybody) is out at once; `number` is the other plan's target, plus one.
`won_…`: it wins the round by its next turn, in this way; `shared`: with somebody else.
`fewer`: a rival is out by then.
`keep`, `highest`: nobody has a higher card by then; `cards` are what the two plans keep.
`likes`: the same two cards, where the better one to hold is not the higher one.

Besides, `center`, `idle` and `slots` say how likely a card in the center is higher than the seat's
own, if this plan looks there, or the other one, or both. `unseen` says how many cards of a guessed
value the seat has not seen anywhere, if the guess is as likely to hit as the other one; `told`
which event (`number`) made a hit likelier, and `learn` how likely the best guess at a card is to be
right that would now be seen.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from math import copysign, fsum

from engine.bots.chances import SURE
from engine.bots.reasons import TELLING, Weighed
from engine.core import Choice, Event, Idea, Reason, Seat
from engine.games.wolfmoon.belief import Belief
from engine.games.wolfmoon.deck import ACCUSED, VALUE, VALUES, Card
from engine.games.wolfmoon.habits import READ
from engine.games.wolfmoon.rules import CENTER, final_value
from engine.games.wolfmoon.search import TO_THE_END, Outcome, Plan, Search
from engine.games.wolfmoon.state import Table
from engine.games.wolfmoon.views import unplaced, unseen_cards
from engine.games.wolfmoon.worth import chance
from engine.play import asks

SLIGHT = 0.02
"""A smaller difference between two figures is none."""
NOTED = 0.05
"""A change of a chance that shows when both are rounded as players read them."""
CLEAR = 2.5
"""By how much, in squared standard errors, two figures must differ to be told apart."""
UNSURE = 0.99
"""What was seen on every imagined table may still be otherwise."""
USEFUL = 0.001
"""The weight of what is good to know without making a difference."""
SETTLED = ("turn", "servant", "guess_again")
"""Questions to a seat that leave it the card it holds."""
EVIDENCE = ("missed", "cleared", "looked", "compared", "returned", "watchman_kept", "tied")
"""Events that can be left out of a story that still makes sense without them."""


class Comparison:
    """Two plans on the same imagined tables."""

    def __init__(self, search: Search, best: Idea, other: Idea) -> None:
        self.search, self.me = search, search.me
        self.plans: tuple[Plan, Plan] = best.choices, other.choices
        self.sides = search.outcomes(best.choices), search.outcomes(other.choices)
        self.certain = [not SURE < idea.chance < 1 - SURE for idea in (best, other)]
        """By plan: whether it was tried on every table that may be, with nothing left to chance."""
        self.parts: dict[str, float] = defaultdict(float)
        for one, two in zip(*self.sides, strict=True):
            gain = chance(one.table, self.me) - chance(two.table, self.me)
            self.parts[self.part(one, two)] += one.weight * gain

    def part(self, one: Outcome, two: Outcome) -> str:
        """In what the two plans differ on one table."""
        me = self.me
        if one.table.out[me] != two.table.out[me]:
            return "out"
        if one.then.out != two.then.out:
            return "hit"
        wins = [o.table.ending for o in (one, two) if me in o.table.winners]
        if len(wins) == 1:
            return f"won_{wins[0]}"
        if len(one.table.winners) != len(two.table.winners):
            return "shared"
        return "fewer" if one.table.out != two.table.out else "hold"

    def both(self, figure: Callable[[Outcome], float]) -> tuple[float, float]:
        """The mean of a figure, mostly whether something holds, with each of the plans. Where
        chance alone may have made the difference, both get the mean of the two."""
        pairs = [
            (o.weight * figure(o), t.weight * figure(t)) for o, t in zip(*self.sides, strict=True)
        ]
        best, other = (fsum(column) for column in zip(*pairs, strict=True))
        spread = fsum((one - two) ** 2 for one, two in pairs)
        if (best - other) ** 2 < CLEAR * spread:
            best = other = (best + other) / 2
        return best, other

    def reckoned(self, figure: Callable[[Outcome], float]) -> tuple[float, float]:
        """The same for what is mostly a matter of chance: no number of tables makes it certain."""
        best, other = (
            found if certain else min(UNSURE, max(1 - UNSURE, found))
            for found, certain in zip(self.both(figure), self.certain, strict=True)
        )
        return best, other

    def reasons(self) -> Iterator[Weighed]:
        """All there is to say, with how much it matters."""
        yield self.risk()
        yield from self.hits()
        yield from self.wins()
        yield from self.fewer()
        yield from self.kept()
        yield from self.learnt()
        yield from self.center()

    # ── one part each ───────────────────────────────────────────────────────────────────────────

    def risk(self) -> Weighed:
        """How likely the seat is to be out, and why."""
        me = self.me
        best, other = self.reckoned(lambda o: o.table.out[me])
        safe = self.both(lambda o: o.then.safe[me])
        at_once = self.backfire()
        to_the_end = self.search.effort.turns == TO_THE_END
        reason = Reason("out", None, (), best, other, int(to_the_end))
        if abs(at_once[0] - at_once[1]) > max(SLIGHT, 0.6 * abs(best - other)):
            reason = Reason("backfire", best=at_once[0], other=at_once[1])
        elif safe[0] > safe[1] and best < other and not to_the_end:
            reason = reason._replace(kind="safe")
        elif best < other and (known := self.known()):
            (card,) = self.cards_kept()[1]
            bits = sum(1 << seat for seat in known)
            reason = Reason("seen", known[0], (card,), best, other, bits)
        if found := self.agreeing("out", reason):
            return found
        return -TELLING if reason.best - reason.other > SLIGHT else 0.0, reason

    def agreeing(self, part: str, reason: Reason, sign: int = -1) -> Weighed | None:
        """A reason with the weight of its part, if its figures tell the same; a high figure is good
        for the seat if the sign is 1."""
        weight, apart = self.parts[part], sign * (reason.best - reason.other)
        return (weight, reason) if apart * weight > 0 and abs(apart) > SLIGHT else None

    def backfire(self) -> tuple[float, float]:
        """How likely each plan puts the seat out by itself: exactly, where a value is guessed, as
        the Spy answers a miss and the Schemer a hit."""
        me = self.me
        found = list(self.both(lambda o: o.then.out[me]))
        for number, plan in enumerate(self.plans):
            aim = aim_of(self.search, plan)
            if aim is not None and plan[-1].verb == "guess":
                row, value = self.search.belief.odds()[aim[0]], plan[-1].value
                spy = row[Card.SPY] if value != VALUE[Card.SPY] else 0.0
                found[number] = spy + (row[Card.SCHEMER] if value == VALUE[Card.SCHEMER] else 0.0)
        return found[0], found[1]

    def known(self) -> list[Seat]:
        """The rivals who have seen the card that the other plan alone would keep."""
        table, (one, two) = self.search.table, self.cards_kept()
        hand = table.hands[self.me]
        if len(hand) < 2 or two != {hand[0]} or one & two:
            return []
        knows = self.search.witnesses.knows
        others = [seat for seat in table.remaining() if seat != self.me]
        return [seat for seat in others if knows[seat][self.me]]

    def cards_kept(self) -> tuple[set[int], set[int]]:
        """What the seat may hold right after each plan; nothing if its hand may still change."""
        held = [[o.then for o in side if not o.then.out[self.me]] for side in self.sides]
        one, two = ({tuple(then.hands[self.me]) for then in side} for side in held)
        if any(len(hand) != 1 for hand in one | two) or any(map(self.is_changing, chain(*held))):
            return set(), set()
        return {card for (card,) in one}, {card for (card,) in two}

    def is_changing(self, then: Table) -> bool:
        """Whether the seat has still to choose what becomes of its hand, as with the Night
        Watchman."""
        asked = [ask for ask in asks(then) if ask.seat == self.me]
        return any(ask.prompt not in SETTLED for ask in asked)

    def hits(self) -> Iterator[Weighed]:
        """Who is out at once, and what makes that likely."""
        (one, best), (two, other) = (self.victim(number) for number in (0, 1))
        number = 0 if two is None else two + 1
        reason = Reason("hit", one, (), best, other, number)
        if hit := self.agreeing("hit", reason, 1):
            yield hit
        elif best and best > other - SLIGHT:
            yield 2 * USEFUL, reason._replace(other=0.0, number=0)
        elif best:
            yield -TELLING, reason
        aim = aim_of(self.search, self.plans[0])
        if aim is None or not best:
            return
        target, values = aim
        if len(values) == 1 and other - SLIGHT <= best <= UNSURE:
            left = unplaced(self.search.table, self.me)
            count = sum(n for card, n in enumerate(left) if VALUE[card] == values[0])
            yield USEFUL, Reason("unseen", target, values, number=count)
        for without, number in self.evidence(target, values):
            share = (best - without) / best
            yield self.parts["hit"] * share, Reason("told", target, values, best, without, number)

    def victim(self, plan: int) -> tuple[Seat | None, float]:
        """Who may be out at once, and how likely that is: exactly, where a card is named."""
        aim = aim_of(self.search, self.plans[plan])
        if aim is not None:
            return aim[0], chance_of(self.search.belief, *aim)
        table, me = self.search.table, self.me
        count = sum(table.out) - table.out[me]
        hit = self.both(lambda o: sum(o.then.out) - o.then.out[me] > count)[plan]
        aims = [Seat(c.value) for c in self.plans[plan] if c.verb == "aim" and c.value != me]
        return aims[-1] if aims else self.search.ask.other, hit  # before it, a Gravedigger digs

    def evidence(self, target: Seat, values: Sequence[int]) -> Iterator[tuple[float, int]]:
        """Events that made it likelier that somebody holds one of these values: how likely it would
        be without each."""
        told = self.search.table.events
        assert told is not None
        now = chance_of(self.search.belief, target, values)
        for number, event in enumerate(told):
            if event.kind in EVIDENCE and target in (event.seat, event.other):
                without = self.unaware_of(number, told, target, values)
                if without < now - NOTED:
                    yield without, number

    def unaware_of(
        self, number: int, told: Sequence[Event], target: Seat, values: Sequence[int]
    ) -> float:
        """How likely it would be without one event; 0 if the story then makes no sense."""
        belief = Belief(self.search.table.seats, self.me, READ)
        try:
            belief.hear([*told[:number], *told[number + 1 :]])
            return chance_of(belief, target, values)
        except (AssertionError, ValueError):
            return 0.0

    def wins(self) -> Iterator[Weighed]:
        me = self.me
        for ending in ("wolf", "last", "vampire", "high", "beggar"):
            best, other = self.reckoned(won_by(me, ending))
            reason = Reason(f"won_{ending}", best=best, other=other)
            if found := self.agreeing(reason.kind, reason, 1):
                yield found
        best, other = self.reckoned(lambda o: me in o.table.winners and len(o.table.winners) > 1)
        if found := self.agreeing("shared", Reason("shared", best=best, other=other)):
            yield found

    def fewer(self) -> Iterator[Weighed]:
        me, count = self.me, sum(self.search.table.out)
        best, other = self.reckoned(lambda o: sum(o.table.out) - o.table.out[me] > count)
        if found := self.agreeing("fewer", Reason("fewer", best=best, other=other), 1):
            yield found

    def kept(self) -> Iterator[Weighed]:
        """What the seat holds when its next turn comes."""
        if self.search.effort.turns == TO_THE_END:
            return
        me, weight = self.me, self.parts["hold"]
        best, other = self.reckoned(lambda o: not o.table.out[me] and tops(o, me))
        one, two = self.cards_kept()
        cards = (*one, *two) if len(one) == len(two) == 1 and one != two else ()
        kind = "keep" if cards else "highest"
        found = self.agreeing("hold", Reason(kind, None, cards, best, other), 1)
        if found and abs(best - other) > 2 * SLIGHT:
            yield found
        elif cards:
            yield weight, Reason("likes", None, cards)

    def center(self) -> Iterator[Weighed]:
        """What a look into the center may bring: a higher card; but no card is played."""
        hand = self.search.table.hands[self.me]
        slots = [
            [c.value for c in plan if c.verb == "slot"] or ([0, 1, 2] if plan[0] == CENTER else [])
            for plan in self.plans
        ]
        if len(hand) != 1 or not any(slots):
            return
        mine = VALUE[hand[0]]
        best, other = (
            max((self.higher_in(slot, mine) for slot in looks), default=0.0) for looks in slots
        )
        if all(slots):
            weight = USEFUL if abs(best - other) <= SLIGHT else copysign(TELLING, best - other)
            yield weight, Reason("slots", None, (), best, other)
        elif slots[0]:
            yield copysign(TELLING, best - 0.5), Reason("center", best=best)
        else:
            yield copysign(TELLING, 0.5 - other), Reason("idle", best=other)

    def higher_in(self, slot: int, value: int) -> float:
        """How likely a card in the center is higher than this value."""
        table = self.search.table
        row: Sequence[float] = self.search.belief.odds()[table.seats + slot]
        if not any(row):
            row = unseen_cards(table, self.me)
        return fsum(n for card, n in enumerate(row) if VALUE[card] > value) / fsum(row)

    def learnt(self) -> Iterator[Weighed]:
        """Whose card would be seen, and how little is known about it."""
        one, two = (looks_at(self.search, plan) for plan in self.plans)
        if one is not None and one != two:
            best = max(chance_of(self.search.belief, one, [value]) for value in VALUES)
            yield USEFUL, Reason("learn", one, best=best)


def aim_of(search: Search, plan: Sequence[Choice]) -> tuple[Seat, tuple[int, ...]] | None:
    """Whose hand a plan is about, and the values it hopes for there."""
    ask = search.ask
    target, card = ask.other, ask.number
    hopes: tuple[int, ...] | None = None
    for verb, value in plan:
        match verb:
            case "play":
                card = value
            case "aim":
                target = Seat(value)
            case "guess":
                hopes = (value,)
    if hopes is None:
        hopes = ACCUSED.get(Card(card))
    return (target, hopes) if target is not None and hopes is not None else None


def looks_at(search: Search, plan: Sequence[Choice]) -> Seat | None:
    """Whose card a plan shows, with the Seer."""
    cards = [choice.value for choice in plan if choice.verb == "play"] or [search.ask.number]
    aims = [Seat(choice.value) for choice in plan if choice.verb == "aim"]
    return aims[0] if aims and cards == [Card.SEER] else None


def chance_of(belief: Belief, target: Seat, values: Sequence[int]) -> float:
    """How likely a hand is to have one of these values."""
    row = belief.odds()[target]
    return fsum(chance for card, chance in enumerate(row) if VALUE[card] in values)


def won_by(me: Seat, ending: str) -> Callable[[Outcome], float]:
    """The share that a seat has in a win of this kind."""
    return lambda o: chance(o.table, me) if o.table.ending == ending else 0.0


def tops(outcome: Outcome, me: Seat) -> bool:
    """Whether nobody has a higher card."""
    table = outcome.table
    values = {seat: final_value(table, seat) for seat in table.remaining() if table.hands[seat]}
    return me in values and values[me] == max(values.values())
