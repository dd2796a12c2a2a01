"""A glance: everything a seat may do in its turn, with how likely each seems to win at first sight.

Most placements change one row and leave the corners where they are. Those are weighed without being
made: what stays the same is summed up once for all of them. The sum is that of `worth`, and a test
holds it to that.
"""

from __future__ import annotations

from math import exp, fsum
from typing import NamedTuple

from engine.games.moonlight.deck import CORNER, MOONS, VALUE
from engine.games.moonlight.field import COLUMN, NO_GAP, POINTS, ROW, WIDEST, Field
from engine.games.moonlight.land import FULL, SIDE
from engine.games.moonlight.worth import EVEN_MOONS, MOST, WIDTH, WORTH


class Placement(NamedTuple):
    """A placement, and how likely it seems to win."""

    chance: float
    card: int
    cell: int
    power: bool
    """Whether it uses up the seat's power."""


def glance(field: Field, seat: int, ends: bool) -> list[Placement]:
    """Every placement of a seat; `ends` says that the round ends after its turn in any case."""
    free, coverable = field.free(), field.coverable(seat)
    quick = None if ends or not field.cells else QuickRows(field, seat)
    fills = len(field.cells) == FULL - 1
    found: list[Placement] = []
    for card in set(field.hands[seat]):
        spots = coverable.get(VALUE[card], [])
        if quick is None:
            found += [try_out(field, seat, card, cell, False, ends or fills) for cell in free]
            found += [try_out(field, seat, card, cell, power, ends) for cell, power in spots]
            continue
        quick.take_up(card)
        for cell in free:
            if fills or not quick.holds(cell):
                found.append(try_out(field, seat, card, cell, False, fills))
            else:
                found.append(Placement(quick.put(cell), card, cell, False))
        for cell, power in spots:
            found.append(Placement(quick.cover(cell, power), card, cell, power))
    return found


def try_out(field: Field, seat: int, card: int, cell: int, power: bool, ends: bool) -> Placement:
    """Make a placement, look, and take it back."""
    before, gap = field.put(card, cell), field.gaps[seat]
    field.rest[seat] -= VALUE[card]
    if power:
        field.gaps[seat] = NO_GAP
    if ends:
        worth = field.result()
    else:
        worth = WORTH(field, 1 - seat, field.prey(1 - seat), field.prey(seat, card))
    field.gaps[seat] = gap
    field.rest[seat] += VALUE[card]
    field.take(cell, before)
    return Placement(1 - worth if seat else worth, card, cell, power)


class QuickRows:
    """What changes, and what does not, by a placement that leaves the area as it is."""

    def __init__(self, field: Field, seat: int) -> None:
        weights = WORTH.weights
        self.field, self.seat, self.sign = field, seat, -1 if seat else 1
        self.left = FULL - len(field.cells)
        upper, west, bottom, east = field.upper, field.left, field.bottom, field.right
        self.upper, self.west, self.bottom, self.east = upper, west, bottom, east
        self.corners = {row * SIDE + column for row in (upper, bottom) for column in (west, east)}
        width, cards = WIDTH[field.shape], field.cards
        self.lines = field.lines()
        self.open = [width - cards[r] - cards[SIDE + r] for r in range(upper, bottom + 1)]
        self.now = self.weighed(self.left)
        self.next = self.weighed(self.left - 1)
        self.sum_now, self.sum_next = fsum(self.now), fsum(self.next)
        self.prey = field.prey(1 - seat)
        self.hunted = weights.turn + weights.prey * sum(field.visible[i] for i in self.prey)
        self.stays = WORTH.standing(field)

    def weighed(self, left: int) -> list[float]:
        """What each row is worth with this many places left."""
        table, growth = WORTH.rows[left], WORTH.weights.growth
        return [
            (mine * (1 + table[by + MOST]) - theirs * (1 - table[by + MOST])) / 2
            + table[by + MOST] * growth * places
            for (by, mine, theirs), places in zip(self.lines, self.open, strict=True)
        ]

    def holds(self, cell: int) -> bool:
        """Whether a cell lies within the area as it is."""
        return self.upper <= ROW[cell] <= self.bottom and self.west <= COLUMN[cell] <= self.east

    def take_up(self, card: int) -> None:
        """The placements of a card come next."""
        field, weights, seat = self.field, WORTH.weights, self.seat
        self.card, self.value, self.points = card, VALUE[card], POINTS[card]
        self.moons = EVEN_MOONS + field.moons[0] - field.moons[1] + self.sign * MOONS[card]
        self.later = field.prey(seat, card)
        hunted = self.hunted + weights.prey * (seat * WIDEST + self.value in self.prey)
        hunted -= weights.later_prey * sum(field.visible[i] for i in self.later)
        rest = weights.rest * (field.rest[0] - field.rest[1] - self.sign * self.value)
        self.fixed = self.stays + rest - self.sign * hunted

    def put(self, cell: int) -> float:
        """How likely a placement on an empty cell is to win."""
        index, left = ROW[cell] - self.upper, self.left - 1
        by, mine, theirs = self.lines[index]
        gain = CORNER[self.card] if cell in self.corners else self.value
        if self.seat:
            by, theirs = by - gain, theirs + self.points
        else:
            by, mine = by + gain, mine + self.points
        lead = WORTH.rows[left][by + MOST]
        total = self.sum_next - self.next[index] + WORTH.moons[left][self.moons]
        total += (mine * (1 + lead) - theirs * (1 - lead)) / 2
        total += lead * WORTH.weights.growth * (self.open[index] - 1)
        total += self.fixed + WORTH.ambush(self.field, left)
        return 1 / (1 + exp(-self.sign * total * WORTH.scale[left]))

    def cover(self, cell: int, power: bool) -> float:
        """How likely covering the wolf on a cell is to win."""
        index, left, field, seat = ROW[cell] - self.upper, self.left, self.field, self.seat
        by, mine, theirs = self.lines[index]
        under = field.top[cell]
        corner = cell in self.corners
        gain = CORNER[self.card] + CORNER[under] if corner else self.value + VALUE[under]
        if seat:
            by, mine, theirs = by - gain, mine - POINTS[under], theirs + self.points
        else:
            by, mine, theirs = by + gain, mine + self.points, theirs - POINTS[under]
        lead = WORTH.rows[left][by + MOST]
        total = self.sum_now - self.now[index]
        total += WORTH.moons[left][self.moons + self.sign * MOONS[under]]
        total += (mine * (1 + lead) - theirs * (1 - lead)) / 2
        total += lead * WORTH.weights.growth * self.open[index]
        if (1 - seat) * WIDEST + VALUE[under] in self.later:
            total -= self.sign * WORTH.weights.later_prey
        gap = field.gaps[seat]
        if power:
            field.gaps[seat] = NO_GAP
        total += self.fixed + WORTH.ambush(field, left)
        field.gaps[seat] = gap
        return 1 / (1 + exp(-self.sign * total * WORTH.scale[left]))
