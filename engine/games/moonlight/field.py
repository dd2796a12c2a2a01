"""The land as bots think about it: flat lists, running sums, every step reversible.

It knows the whole table (bots imagine what is hidden) and follows the same rules as `rules`, but
asks nobody. A test holds both to the same places and the same score.
"""

from __future__ import annotations

from typing import Final

from engine.games.moonlight.deck import BONUS, CORNER, MOONS, VALUE, Power
from engine.games.moonlight.land import FULL, HIGH, SIDE, WIDE
from engine.games.moonlight.state import SEATS, Table
from engine.games.moonlight.tally import MOON_POINTS, SONG

POINTS: Final = tuple(1 + bonus for bonus in BONUS)
EXTRA: Final = tuple(corner - value for corner, value in zip(CORNER, VALUE, strict=True))
"""By card: how much more it counts on a corner."""
ROW: Final = tuple(cell // SIDE for cell in range(SIDE * SIDE))
COLUMN: Final = tuple(cell % SIDE for cell in range(SIDE * SIDE))
GAP: Final = {Power.LEAP: 2, Power.MIRROR_BITE: 0}
"""By power: the exact difference in value at which it lets one wolf cover another."""
NO_GAP: Final = -9
NOBODY: Final = -1
WIDEST: Final = 8
"""More than any value."""

Before = tuple[int, int, int, int, int, int]


class Field:
    """A round in somebody's mind."""

    __slots__ = (
        "bottom",
        "cards",
        "cells",
        "decks",
        "gaps",
        "guarded",
        "hands",
        "left",
        "moons",
        "points",
        "rest",
        "right",
        "shape",
        "shown",
        "starter",
        "stubborn",
        "sums",
        "top",
        "upper",
        "visible",
        "waits",
    )

    def __init__(self, table: Table) -> None:
        self.top = [0] * (SIDE * SIDE)
        """By cell: the visible card; 0: none."""
        self.cells: list[int] = []
        self.sums, self.points, self.cards = [0] * 2 * SIDE, [0] * 2 * SIDE, [0] * 2 * SIDE
        """By seat x SIDE + row: values, points if the row is won, cards."""
        powers = table.powers
        self.moons = [SONG * (power == Power.MOON_SONG) for power in powers]
        self.shown = [0, 0]
        """Visible wolves of each seat."""
        self.visible = [0] * 2 * WIDEST
        """By seat x WIDEST + value: how many such wolves are visible."""
        self.upper = self.left = SIDE
        self.bottom = self.right = -1
        self.shape = ("", WIDE, HIGH).index(table.shape)
        self.hands = [hand[:] for hand in table.hands]
        self.hands[table.active] += table.lifted
        self.decks = [deck[:] for deck in table.decks]
        self.rest = [sum(VALUE[card] for card in self.hands[s] + self.decks[s]) for s in SEATS]
        """What is still to be placed, as values."""
        self.starter = int(table.starter) if table.last_turn else NOBODY
        """After whose turn a pack that has run out does not end the round yet."""
        self.gaps = [gap_of(*held) for held in zip(powers, table.used, strict=True)]
        """By seat: the exact difference in value at which its Ambush covers a wolf."""
        self.guarded = [power == Power.DEN_GUARD for power in powers]
        self.stubborn = (powers[0] == Power.STUBBORN) - (powers[1] == Power.STUBBORN)
        self.waits = [
            power in (Power.TWIN_STRIKE, Power.SHIFTING_GROUND) and not used
            for power, used in zip(powers, table.used, strict=True)
        ]
        """Whether a seat has an Ambush ready that no single placement uses up."""
        for cell, stack in table.land.items():
            self.put(stack[-1], cell)

    # ── placing ─────────────────────────────────────────────────────────────────────────────────

    def put(self, card: int, cell: int) -> Before:
        """Put a wolf down, on an empty cell or another wolf; returns what `take` needs."""
        top = self.top
        under = top[cell]
        top[cell] = card
        seat, row = card >> 4, ROW[cell]
        index = seat * SIDE + row
        self.sums[index] += VALUE[card]
        self.points[index] += POINTS[card]
        self.cards[index] += 1
        self.moons[seat] += MOONS[card]
        self.shown[seat] += 1
        self.visible[seat * WIDEST + VALUE[card]] += 1
        before = (under, self.upper, self.left, self.bottom, self.right, self.shape)
        if under:
            self.lose(under, row)
        else:
            self.cells.append(cell)
            column = COLUMN[cell]
            if row < self.upper:
                self.upper = row
            if row > self.bottom:
                self.bottom = row
            if column < self.left:
                self.left = column
            if column > self.right:
                self.right = column
            if not self.shape:
                if self.right - self.left == 3:
                    self.shape = 1
                elif self.bottom - self.upper == 3:
                    self.shape = 2
        return before

    def take(self, cell: int, before: Before) -> None:
        """Take back the wolf that was put down last."""
        card = self.top[cell]
        row = ROW[cell]
        under, self.upper, self.left, self.bottom, self.right, self.shape = before
        self.lose(card, row)
        self.top[cell] = under
        if under:
            seat = under >> 4
            index = seat * SIDE + row
            self.sums[index] += VALUE[under]
            self.points[index] += POINTS[under]
            self.cards[index] += 1
            self.moons[seat] += MOONS[under]
            self.shown[seat] += 1
            self.visible[seat * WIDEST + VALUE[under]] += 1
        else:
            self.cells.pop()

    def lose(self, card: int, row: int) -> None:
        """A wolf is no longer visible."""
        seat = card >> 4
        index = seat * SIDE + row
        self.sums[index] -= VALUE[card]
        self.points[index] -= POINTS[card]
        self.cards[index] -= 1
        self.moons[seat] -= MOONS[card]
        self.shown[seat] -= 1
        self.visible[seat * WIDEST + VALUE[card]] -= 1

    def move(self, cell: int, target: int) -> None:
        """Move a pile; what lies beneath is forgotten, as it never counts again."""
        card = self.top[cell]
        self.lose(card, ROW[cell])
        self.top[cell] = 0
        self.cells.remove(cell)
        rows, columns = [ROW[c] for c in self.cells], [COLUMN[c] for c in self.cells]
        self.upper, self.bottom = min(rows), max(rows)
        self.left, self.right = min(columns), max(columns)
        self.put(card, target)

    def copy(self) -> Field:
        """A field of its own: neither changes the other."""
        twin = object.__new__(Field)
        for name in Field.__slots__:
            value = getattr(self, name)
            setattr(twin, name, value[:] if isinstance(value, list) else value)
        twin.hands = [hand[:] for hand in self.hands]
        twin.decks = [deck[:] for deck in self.decks]
        return twin

    # ── where wolves may go ─────────────────────────────────────────────────────────────────────

    def free(self) -> list[int]:
        """Empty cells that a wolf may go to."""
        cells = self.cells
        if not cells:
            return [SIDE * SIDE // 2]
        upper, left, bottom, right = self.upper, self.left, self.bottom, self.right
        grows_wide = right - left + 1 < (3 if self.shape == 2 else 4)
        grows_high = bottom - upper + 1 < (3 if self.shape == 1 else 4)
        found = []
        seen = set(cells)
        for cell in cells:
            for near in (cell - SIDE, cell - 1, cell + 1, cell + SIDE):
                if near in seen:
                    continue
                seen.add(near)
                if not grows_wide and not left <= COLUMN[near] <= right:
                    continue
                if not grows_high and not upper <= ROW[near] <= bottom:
                    continue
                found.append(near)
        return found

    def coverable(self, seat: int) -> dict[int, list[tuple[int, bool]]]:
        """By value of a wolf: the opposing wolves that a seat may cover with it, and whether that
        takes a power."""
        other = 1 - seat
        if self.shown[other] < 2:
            return {}
        gap, guarded = self.gaps[seat], self.guarded[other]
        found: dict[int, list[tuple[int, bool]]] = {}
        top = self.top
        for cell in self.cells:
            card = top[cell]
            if card >> 4 == other:
                value = VALUE[card]
                if value == 1 and guarded:
                    continue
                found.setdefault(value + 1, []).append((cell, False))
                if gap >= 0:
                    found.setdefault(value + gap, []).append((cell, True))
        return found

    def prey(self, seat: int, placed: int = 0) -> list[int]:
        """Which wolves a hand could cover once a card has been placed, as indices of `visible`."""
        other = (1 - seat) * WIDEST - 1
        hand = self.hands[seat]
        if placed:
            hand = hand[:]
            hand.remove(placed)
        return [other + value for value in {VALUE[card] for card in hand}]

    # ── the end ─────────────────────────────────────────────────────────────────────────────────

    def full(self) -> bool:
        return len(self.cells) == FULL

    def lines(self) -> list[tuple[int, int, int]]:
        """By row: how far the first seat is ahead, and what each seat would win."""
        top, sums, points = self.top, self.sums, self.points
        upper, left, bottom, right = self.upper, self.left, self.bottom, self.right
        ahead = [sums[row] - sums[SIDE + row] for row in range(upper, bottom + 1)]
        for row in {upper, bottom}:
            for column in {left, right}:
                card = top[row * SIDE + column]
                if EXTRA[card]:
                    ahead[row - upper] += EXTRA[card] if card < 16 else -EXTRA[card]
        return [(by, points[row], points[SIDE + row]) for row, by in enumerate(ahead, start=upper)]

    def count(self) -> tuple[int, int, int, int]:
        """If the round ended now: the points of both seats, and their cards."""
        points, cards = [0, 0], [0, 0]
        stubborn = self.stubborn
        for row, (by, mine, theirs) in enumerate(self.lines(), start=self.upper):
            by = by or stubborn
            if by > 0:
                points[0] += mine
                cards[0] += self.cards[row]
            elif by < 0:
                points[1] += theirs
                cards[1] += self.cards[SIDE + row]
        by = self.moons[0] - self.moons[1] or stubborn
        if by:
            points[by < 0] += MOON_POINTS
        return points[0], points[1], cards[0], cards[1]

    def result(self) -> float:
        """If the round ended now: 1 if the first seat wins it, 0 if the other does, else a half."""
        one, two, cards, others = self.count()
        by = (one - two) or self.stubborn or (cards - others)
        return 1.0 if by > 0 else 0.0 if by < 0 else 0.5


def gap_of(power: int | None, used: bool) -> int:
    """The exact difference in value at which a seat's power lets it cover a wolf."""
    return NO_GAP if power is None or used else GAP.get(Power(power), NO_GAP)
