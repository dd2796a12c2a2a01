"""Reasons: what tells two plans apart, on the land and after the best replies on imagined tables.

The points by which the seat is ahead are split into what the land shows right after a plan and what
the best reply then changes. Each part is a reason, with the figures of both plans:

`row`: a row (`number`) that only one of them leaves to the seat; `cards` are its sums, the seat's
    and the rival's, with the best plan and with the other.
`moons`: who has more moons, with the same four figures in `cards`.
`ends`: the plan ends the round with these points (`cards`), the seat's and the rival's.
`cover`: how likely the rival holds a wolf that may cover the one put down last; `shelter` says that
    nothing may, for the reason in `number` (a place in `SHELTERS`).
`reply`: the points that the best reply takes from the lead.
`corner`: what the wolf (`cards`) counts on the corner where it would lie.
`covers`: the rival's wolf (`cards`) that only the best plan covers.
`prey`: how likely the seat can cover one of the rival's wolves in its next turn.
`saves`: only one of the plans keeps the seat's power (`cards`) for later.
`ahead`: by how many points the seat is ahead after the best reply.
`counted`: how many rounds a gain was counted over, and so how far its figure may be off.
`ties`, `song`, `dens`: what a power would have changed in the round just played: ties that it wins,
    the moons (`cards`: the seat's and the rival's), or wolves of value 1 (`number`) not covered.
`mirror`: the rival's strongest wolf was in sight at the end, and the seat's equal could cover it.
`hunters`, `quarry`: how many wolves of the rival's pack can cover a Lone Wolf, or be covered by it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum
from typing import NamedTuple

from engine.bots.reasons import TELLING, Weighed
from engine.core import Choice, Reason, Seat
from engine.games.moonlight.belief import SHELTERS
from engine.games.moonlight.deck import (
    CORNER,
    DECK,
    VALUE,
    Power,
    Wolf,
    kind_of,
    owner_of,
    wolf_of,
)
from engine.games.moonlight.field import NO_GAP, Field
from engine.games.moonlight.glance import glance
from engine.games.moonlight.land import FULL, box_of
from engine.games.moonlight.plans import Plan, Put, carry_out
from engine.games.moonlight.prospect import Prospect, prospect
from engine.games.moonlight.search import Search
from engine.games.moonlight.state import SEATS, Table
from engine.games.moonlight.tally import SONG, Tally, tally
from engine.games.moonlight.worth import Weights

WORTH = 0.03
"""What a point ahead adds to the chance to win, in the middle of a round."""
TABLES = 40
"""On how many imagined tables the replies are looked at."""
SLIGHT = 0.05
WHOLE = 0.75
"""The least difference that is spoken of as points."""
DANGEROUS = 0.35
"""From here on, the chance to be covered speaks against a place."""
UNSURE = 0.99
"""What was seen on every imagined table may still be otherwise."""
USEFUL = 0.001
"""The weight of what is good to know without making a difference."""


class Answer(NamedTuple):
    """What became of one imagined table after a plan and the best reply."""

    ahead: int
    """By how many points the seat is then ahead."""
    prey: bool
    """Whether it can then cover a wolf."""


class Side:
    """One of the two plans."""

    def __init__(self, search: Search, plan: Plan) -> None:
        table, self.me = search.table, search.seat
        self.plan = plan
        pile = search.ask.number if search.ask.prompt == "move" else 0
        self.seen: Prospect = prospect(table, self.me, plan.choices, pile)
        self.lead = lead(self.seen.after, self.me)
        self.answers: list[Answer] = []
        self.over = False

    def try_on(self, field: Field, powers: Sequence[int | None]) -> None:
        """Follow the plan on an imagined table, and let the rival reply."""
        me, rival = self.me, 1 - self.me
        over = carry_out(field, me, self.plan)
        if not over and field.decks[me]:
            field.hands[me].append(field.decks[me].pop())
        if over or (me != field.starter and not all(field.hands)):
            self.over = True
        elif field.hands[rival]:
            ends = rival != field.starter and (
                not field.hands[me] or (len(field.hands[rival]) == 1 and not field.decks[rival])
            )
            _, card, cell, power = max(glance(field, rival, ends))
            field.put(card, cell)
            field.hands[rival].remove(card)
            field.gaps[rival] = NO_GAP if power else field.gaps[rival]
        tops = {cell: field.top[cell] for cell in field.cells}
        over_what = field.coverable(me)
        prey = any(over_what.get(VALUE[card]) for card in field.hands[me])
        self.answers.append(Answer(lead(tally(tops, powers), me), prey))

    @property
    def ahead(self) -> float:
        return fsum(answer.ahead for answer in self.answers) / len(self.answers)

    @property
    def prey(self) -> float:
        found = fsum(answer.prey for answer in self.answers) / len(self.answers)
        return min(UNSURE, max(1 - UNSURE, found))

    @property
    def wolf(self) -> Put | None:
        """The wolf that is put down last."""
        return next((act for act in reversed(self.plan.acts) if isinstance(act, Put)), None)


def of_a_gain(table: Table, seat: Seat, gain: Choice) -> Iterator[Reason]:
    """What a power would have changed in the round just played, if that can be said."""
    account, rival = table.account, SEATS[1 - seat]
    if account is None or gain.verb != "power":
        return
    if gain.value == Power.STUBBORN:
        rows = [row for row in account.rows if row.winner is None and row.sums[seat]]
        ties = len(rows) + (account.moon_winner is None)
        if ties:
            yield Reason("ties", number=ties)
    elif gain.value == Power.MOON_SONG:
        mine, theirs = account.moons[seat], account.moons[rival]
        if mine <= theirs < mine + SONG and account.moon_winner != seat:
            yield Reason("song", None, (mine, theirs))
    elif gain.value == Power.DEN_GUARD:
        covered = [card for stack in table.land.values() for card in stack[:-1]]
        dens = sum(owner_of(card) == seat and VALUE[card] == 1 for card in covered)
        if dens:
            yield Reason("dens", number=dens)
    elif gain.value == Power.MIRROR_BITE and wolf_of(rival, Wolf.FIVE) in table.tops().values():
        yield Reason("mirror", rival, (Wolf.FIVE,))


def of_a_lone_wolf(table: Table, seat: Seat, best: int, other: int) -> Iterator[Reason]:
    """What in the rival's pack can cover each of two Lone Wolves, and what they can cover there."""
    rival = SEATS[1 - seat]
    pack = [VALUE[wolf] for wolf in (*DECK, *table.lone[rival])]
    for kind, step, covering in (("hunters", 1, rival), ("quarry", -1, seat)):
        steps = (step, 0) if table.powers[covering] == Power.MIRROR_BITE else (step,)
        one, two = (
            float(sum(pack.count(VALUE[wolf] + by) for by in steps)) for wolf in (best, other)
        )
        yield Reason(kind, rival, (), one, two, against=(one - two) * step > 0)


def uses_power(plan: Plan) -> bool:
    return plan.spends or any(isinstance(act, Put) and act.power for act in plan.acts)


def lead(account: Tally, me: Seat) -> int:
    return account.points[me] - account.points[1 - me]


class Comparison:
    """Two plans on the same imagined tables."""

    def __init__(self, search: Search, best: Sequence[Choice], other: Sequence[Choice]) -> None:
        self.search, self.me = search, search.seat
        plans = {plan.choices: plan for plan in search.plans}
        self.one, self.two = (Side(search, plans[tuple(choices)]) for choices in (best, other))
        for _ in range(TABLES):
            field = Field(search.imagine())
            for side in (self.one, self.two):
                side.try_on(field.copy(), search.table.powers)

    def reasons(self) -> Iterator[Weighed]:
        one, two = self.one, self.two
        if one.over:
            gap = (one.lead - two.ahead) * WORTH
            points = one.seen.after.points
            yield max(gap, TELLING), Reason("ends", None, (points[self.me], points[1 - self.me]))
            return
        yield from self.rows()
        yield from self.moons()
        yield from self.danger()
        yield from self.corner()
        yield from self.covers()
        yield from self.saves()
        gap = one.prey - two.prey
        if abs(gap) > SLIGHT:
            yield gap * WORTH, Reason("prey", None, (), one.prey, two.prey)

    def rows(self) -> Iterator[Weighed]:
        """Rows that the plans leave to different players."""
        me, rival = self.me, SEATS[1 - self.me]
        rows = [{row.line: row for row in side.seen.after.rows} for side in (self.one, self.two)]
        for line in sorted(rows[0].keys() | rows[1].keys()):
            found = [side.get(line) for side in rows]
            points = [0 if r is None or r.winner is None else r.cards + r.bonus for r in found]
            signs = [
                0 if r is None or r.winner is None else 1 if r.winner == me else -1 for r in found
            ]
            gain = signs[0] * points[0] - signs[1] * points[1]
            if signs[0] != signs[1]:
                sums = [
                    s for r in found for s in ((0, 0) if r is None else (r.sums[me], r.sums[rival]))
                ]
                yield gain * WORTH, Reason("row", None, tuple(sums), signs[0], signs[1], line + 1)

    def moons(self) -> Iterator[Weighed]:
        me, rival = self.me, SEATS[1 - self.me]
        one, two = self.one.seen.after, self.two.seen.after
        signs = [
            0 if t.moon_winner is None else 1 if t.moon_winner == me else -1 for t in (one, two)
        ]
        if signs[0] != signs[1]:
            counts = (one.moons[me], one.moons[rival], two.moons[me], two.moons[rival])
            yield (
                (signs[0] - signs[1]) * 2 * WORTH,
                Reason("moons", None, counts, signs[0], signs[1]),
            )

    def danger(self) -> Iterator[Weighed]:
        """What the best reply takes away, and how likely the new wolf is to be covered."""
        one, two = self.one, self.two
        losses = [side.lead - side.ahead for side in (one, two)]
        gain = (losses[1] - losses[0]) * WORTH
        if one.wolf is None:
            return
        card = (kind_of(one.wolf.card),)
        risks = one.seen.risk, two.seen.risk
        if one.seen.shelter:
            number = SHELTERS.index(one.seen.shelter)
            weight = max(gain, USEFUL) if risks[1] > SLIGHT else USEFUL
            yield weight, Reason("shelter", None, card, *risks, number)
        elif (risks[1] - risks[0]) * gain > 0 and abs(risks[1] - risks[0]) > SLIGHT:
            yield gain, Reason("cover", None, card, *risks)
        else:
            known = USEFUL if risks[0] < DANGEROUS else -TELLING
            yield known, Reason("cover", None, card, risks[0], risks[0])
        if abs(losses[1] - losses[0]) > WHOLE:
            yield gain / 2, Reason("reply", None, (), losses[0], losses[1])
        elif one.ahead - two.ahead > WHOLE:
            yield USEFUL / 2, Reason("ahead", best=one.ahead, other=two.ahead)
        else:
            yield 0.0, Reason("ahead", best=one.ahead, other=one.ahead)

    def covers(self) -> Iterator[Weighed]:
        """The wolf that only the best plan takes out of sight."""
        land = self.search.table.land
        one, two = (
            [
                land[act.cell][-1]
                for act in side.plan.acts
                if isinstance(act, Put) and act.cell in land
            ]
            for side in (self.one, self.two)
        )
        if one and not two:
            yield TELLING, Reason("covers", None, (kind_of(one[-1]),))

    def saves(self) -> Iterator[Weighed]:
        """A power that works once and is still there afterwards."""
        table = self.search.table
        power = table.powers[self.me]
        one, two = (uses_power(side.plan) for side in (self.one, self.two))
        if power is not None and one != two:
            worth = Weights().ambush * (1 - len(table.land) / FULL) * WORTH
            yield max(worth, TELLING) * (1 if two else -1), Reason("saves", None, (power,))

    def corner(self) -> Iterator[Weighed]:
        """A wolf counts more on a corner, if only while that is one."""
        one, two = (self.on_corner(side) for side in (self.one, self.two))
        if one and one != two:
            put = self.one.wolf
            assert put is not None
            card = kind_of(put.card)
            more = CORNER[card] - VALUE[card]
            yield (
                max(USEFUL, more * WORTH / 3),
                Reason("corner", None, (card,), number=CORNER[card]),
            )

    def on_corner(self, side: Side) -> int:
        """The cell where a wolf would lie that counts more for lying on a corner; 0: none."""
        put = side.wolf
        if put is None or CORNER[put.card] == VALUE[put.card]:
            return 0
        corners = box_of({*self.search.table.land, *side.seen.cells}).corners()
        return put.cell if put.cell in corners else 0
