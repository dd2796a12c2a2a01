"""Reasons: what tells two cards apart on the deals that were imagined for both.

The points by which the seat's team is better off after the deal are split into what this trick
brings and what comes later. Each part is a reason, with the figures of both cards:

`takes`: the seat's team takes the trick. `trick`: the points it brings the team, where that is not
    a matter of who takes it.
`halves`, `halved`, `halved_you`: the trick halves somebody of the other team, somebody of the own
    team, or the seat itself.
`later`: the points that one of the cards (`cards`) is worth if it is kept.
`denies`: a player who is likely to belong to the other team (`best`), in the role in `cards`, would
    more often take the icons (`number`) that count for that role.
`feeds`: a player who is likely to be a partner (`best`) takes the trick that often (`other`).
`solved`: in how many of the imagined deals (`number`) the team wins if everybody plays the rest as
    well as possible.
`told`: an event (`number`) that changed how likely that player belongs to the team just spoken of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum, sqrt
from typing import NamedTuple

from engine.bots.reasons import Weighed
from engine.core import Event, Reason, Seat
from engine.games.robbers.belief import Belief
from engine.games.robbers.deck import Role
from engine.games.robbers.endgame import WON, solve
from engine.games.robbers.playout import Position, margin, play_out, taken_after
from engine.games.robbers.search import CLOSE, Search
from engine.games.robbers.state import SEATS

WORTH = 1 / (4 * CLOSE)
"""What a point adds to the chance to win when both teams are about even."""
CLEAR = 1.5
"""By how many standard errors two means must differ to be told apart."""
SLIGHT = 0.05
WHOLE = 0.75
"""The least that is spoken of as points."""
LIKELY = 0.55
"""How likely somebody must be to take a trick, or to belong to a team, to be spoken of."""
UNSURE = 0.99
"""What was seen in every imagined deal may still be otherwise."""
USEFUL = 0.001
"""The weight of what is good to know without making a difference."""
TELLING = 0.02
"""A change of chance that is worth mentioning."""


class Course(NamedTuple):
    """What becomes of one imagined deal after a card, in points for the seat's team."""

    taker: Seat
    ours: bool
    """Whether the taker belongs to the seat's team."""
    trick: float
    """What the trick brings, but for halving."""
    halving: float
    """What it brings by halving somebody's points."""
    later: float
    """What the rest of the deal brings."""


class Comparison:
    """Two cards on the same imagined deals."""

    def __init__(self, search: Search, best: int, other: int) -> None:
        self.search, self.me, self.cards = search, search.me, (best, other)
        self.courses = tuple(
            [follow(position, card) for position in search.positions] for card in self.cards
        )
        self.odds = search.belief.odds()
        self.wolf = bool(search.table.roles[self.me])

    def reasons(self) -> Iterator[Weighed]:
        yield self.trick()
        yield from self.halving()
        yield from self.later()
        yield from self.people()
        if self.search.exact:
            yield USEFUL / 2, self.solved()

    def solved(self) -> Reason:
        """In how many deals the team wins if both play to the end as well as they can."""
        best, other = (
            fsum(solve(position, card) for position in self.search.positions) / WON
            for card in self.cards
        )
        count = len(self.search.positions)
        if self.wolf:
            best, other = count - best, count - other
        return Reason("solved", None, (), best, other, count)

    def apart(self, figures: Sequence[Sequence[float]]) -> tuple[float, float]:
        """The means of a figure with each card; where chance alone may have made the difference,
        both get the mean."""
        one, two = figures
        count = len(one)
        best, other = fsum(one) / count, fsum(two) / count
        gaps = [a - b for a, b in zip(one, two, strict=True)]
        mean = best - other
        error = sqrt(fsum((gap - mean) ** 2 for gap in gaps)) / count
        return (best, other) if abs(mean) > CLEAR * error else ((best + other) / 2,) * 2

    def chances(self) -> tuple[float, float]:
        """How likely the team is to take the trick with each card."""
        return self.reckoned([[float(c.ours) for c in side] for side in self.courses])

    def reckoned(self, figures: Sequence[Sequence[float]]) -> tuple[float, float]:
        """The same for chances of the trick."""
        best, other = map(self.unsure, self.apart(figures))
        return best, other

    def unsure(self, chance: float) -> float:
        """A chance of the trick: while others may still play to it, nothing is certain."""
        table = self.search.table
        is_last = len(table.trick) == table.seats - 1
        return chance if is_last else min(UNSURE, max(1 - UNSURE, chance))

    def part(self, name: str) -> tuple[float, float]:
        """The mean of one part of both courses."""
        return self.apart([[getattr(c, name) for c in side] for side in self.courses])

    def trick(self) -> Weighed:
        """Who takes the trick, or what it brings."""
        points = self.part("trick")
        chances = self.chances()
        gain, likelier = points[0] - points[1], chances[0] - chances[1]
        if abs(likelier) > SLIGHT and likelier * gain > 0:
            return gain * WORTH, Reason("takes", best=chances[0], other=chances[1])
        if abs(gain) * WORTH > USEFUL:
            return gain * WORTH, Reason("trick", best=points[0], other=points[1])
        return 0.0, Reason("takes", best=chances[0], other=chances[0])

    def halving(self) -> Iterator[Weighed]:
        """Whose points the trick halves."""
        gains = self.part("halving")
        weight = (gains[0] - gains[1]) * WORTH
        for kind, sign in (("halves", 1), ("halved", -1)):
            best, other = self.reckoned(
                [[float(sign * c.halving > 0) for c in side] for side in self.courses]
            )
            if abs(best - other) > SLIGHT and sign * (best - other) * weight > 0:
                yield weight, Reason(self.whose(kind), best=best, other=other)

    def whose(self, kind: str) -> str:
        """Whether it is the seat itself that is halved whenever somebody of its team is."""
        hurt = [c.taker == self.me for side in self.courses for c in side if c.halving < 0]
        return f"{kind}_you" if kind == "halved" and all(hurt) else kind

    def later(self) -> Iterator[Weighed]:
        """Which card is better kept."""
        best, other = self.part("later")
        gain = best - other
        if abs(gain) >= WHOLE:
            card = self.cards[1] if gain > 0 else self.cards[0]
            yield gain * WORTH, Reason("later", None, (card,), abs(gain))

    # ── people ──────────────────────────────────────────────────────────────────────────────────

    def people(self) -> Iterator[Weighed]:
        """Whom the trick is kept from, or given to, and what tells their team."""
        best, other = (self.shares(side) for side in self.courses)
        rivals = [seat for seat in SEATS[: self.search.table.seats] if seat != self.me]
        foe = max(rivals, key=lambda seat: (other[seat] - best[seat]) * self.against(seat))
        if other[foe] - best[foe] > SLIGHT and self.against(foe) > LIKELY:
            weight = self.loss(foe) * WORTH
            if icons := self.icons(foe):
                role = (int(self.role(foe)),)
                yield weight, Reason("denies", foe, role, self.against(foe), other[foe], icons)
                yield from self.told(foe)
        friend = max(rivals, key=lambda seat: best[seat] * (1 - self.against(seat)))
        if best[friend] > LIKELY and 1 - self.against(friend) > LIKELY:
            taken = self.unsure(best[friend])
            yield USEFUL, Reason("feeds", friend, (), 1 - self.against(friend), taken)
            for weight, told in self.told(friend):
                yield weight, told._replace(best=1 - told.best, other=1 - told.other)

    def shares(self, side: Sequence[Course]) -> list[float]:
        """By seat: how often it takes the trick."""
        counts = [0] * self.search.table.seats
        for course in side:
            counts[course.taker] += 1
        return [count / len(side) for count in counts]

    def against(self, seat: Seat) -> float:
        """How likely somebody belongs to the other team."""
        robber = self.odds[seat][Role.ROBBER]
        return robber if self.wolf else 1 - robber

    def loss(self, foe: Seat) -> float:
        """What a player's tricks cost the seat's team more often with the other card."""
        count = len(self.search.positions)
        taken = (
            fsum(c.trick + c.halving for c in side if c.taker == foe) / count
            for side in self.courses
        )
        best, other = taken
        return best - other

    def role(self, foe: Seat) -> Role:
        """Somebody's likeliest role in the other team."""
        row = self.odds[foe]
        if self.wolf:
            return Role.ROBBER
        return Role.WEREWOLF if row[Role.WEREWOLF] >= row[Role.TRAITOR] else Role.TRAITOR

    def icons(self, foe: Seat) -> int:
        """The icons in the trick so far that count for that role."""
        trick = self.search.positions[0].trick
        return trick.loot if self.role(foe) == Role.WEREWOLF else trick.chests

    def told(self, seat: Seat) -> Iterator[Weighed]:
        """The event that says most about which team somebody belongs to."""
        told = self.search.table.events
        assert told is not None
        found = [
            (abs(now - without), event, now, without)
            for event, now, without in self.events(seat, told)
        ]
        change, number, now, without = max(found, default=(0.0, 0, 0.0, 0.0))
        if change >= TELLING:
            yield USEFUL, Reason("told", seat, (), now, without, number)

    def events(self, seat: Seat, told: Sequence[Event]) -> Iterator[tuple[int, float, float]]:
        """Events about somebody's team: how likely it is the other one with and without each."""
        belief, now = self.search.belief, self.against(seat)
        fresh = Belief(belief.seats, self.me)
        fresh.hear(told[: next((n for n, e in enumerate(told) if e.kind == "played"), len(told))])
        for number, event in enumerate(told):
            if event.kind == "chip" and event.seat == seat:
                yield number, now, self.against_by(fresh.odds()[seat])
                return
        for play in belief.evidence:
            if play.seat == seat:
                yield play.number, now, self.against_by(belief.odds(play.number)[seat])

    def against_by(self, row: Sequence[float]) -> float:
        return row[Role.ROBBER] if self.wolf else 1 - row[Role.ROBBER]


def follow(position: Position, card: int) -> Course:
    """What becomes of an imagined deal after a card."""
    me = position.turn
    side = -1 if position.roles[me] else 1
    taker, points, halved = taken_after(position, card)
    roles, factors = position.roles, position.factors
    before = margin(roles, factors, position.points, position.halved)
    plain = margin(roles, factors, points, position.halved)
    after = margin(roles, factors, points, halved)
    end = play_out(position, card)
    return Course(
        SEATS[taker],
        bool(roles[taker]) == bool(roles[me]),
        side * (plain - before),
        side * (after - plain),
        side * (end - after),
    )
