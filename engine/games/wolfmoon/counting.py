"""Counts the ways to lay out unseen cards on tokens, for chances and for random deals."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from random import Random

from engine.games.wolfmoon.deck import CHARACTERS, Card
from engine.games.wolfmoon.events import Place

Token = tuple[float, ...]
"""By kind: how well it fits everything known about one card."""
At = tuple[Token | None, ...]
"""By place: the token there; None: no card, or one about which nothing is known."""

WOLF = int(Card.WEREWOLF)


class Deals:
    """All deals that fit, with their weights."""

    def __init__(self, seats: int, parts: Sequence[tuple[float, Sums]]) -> None:
        self.seats = seats
        self.parts = [(weight, sums) for weight, sums in parts if sums.whole > 0]
        self.shares = [weight * sums.whole for weight, sums in self.parts]
        self.total = fsum(self.shares)
        self._odds: list[list[float]] | None = None
        assert self.total > 0, "the seat would have to think that nothing can be"

    def odds(self) -> list[list[float]]:
        """By place, then by kind: how likely the card there is to be of that kind."""
        if self._odds is None:
            self._odds = [[0.0] * len(CHARACTERS) for _ in range(self.seats + 4)]
            for weight, sums in self.parts:
                sums.add_odds(weight / self.total, self._odds)
        return self._odds

    def every(self, most: int) -> list[tuple[float, dict[Place, int]]] | None:
        """Every way cards may lie on the places of tokens, with its chance; None: there are more
        than `most` ways."""
        together: dict[tuple[tuple[Place, int], ...], float] = {}
        for weight, sums in self.parts:
            ways_there = sums.every(most)
            if ways_there is None:
                return None
            for share, at in ways_there:
                key = tuple(sorted(at.items()))
                together[key] = together.get(key, 0.0) + weight * share / self.total
        if len(together) > most:
            return None
        return [(chance, dict(key)) for key, chance in together.items() if chance > 0]

    def deal(self, rng: Random) -> tuple[dict[Place, int], list[int]]:
        """A deal drawn by its chance: cards by place, and the rest in random order."""
        sums = self.parts[0][1]
        if len(self.parts) > 1:
            sums = rng.choices(self.parts, self.shares)[0][1]
        found, over = sums.deal(rng)
        rng.shuffle(over)
        return found, over


class Sums:
    """The ways to give tokens their cards, counted by sets of tokens that already have one.

    Tokens that can be only one card are served first: every other one doubles the time.
    """

    def __init__(self, at: Sequence[Token | None], unseen: Sequence[int], top: int) -> None:
        self.sure: dict[Place, int] = {}
        self.places: list[Place] = []
        self.tokens: list[Token] = []
        left = list(unseen)
        scale = 1.0
        for place, token in enumerate(at):
            if token is None:
                continue
            kind = only_kind(token)
            if kind is None:
                self.places.append(place)
                self.tokens.append(token)
            else:
                self.sure[place] = kind
                scale *= token[kind] * left[kind]  # as many ways as there are copies
                left[kind] -= 1
        self.left = left
        self.copies = [kind for kind in CHARACTERS for _ in range(left[kind])]
        rest = len(self.copies) - len(self.tokens)
        wolf = top / rest if rest > 0 else 0.0
        self.rests = [wolf if kind == WOLF else 1.0 for kind in self.copies]
        self.columns = {kind: [token[kind] for token in self.tokens] for kind in set(self.copies)}
        start = [0.0] * (1 << len(self.tokens))
        start[0] = scale
        self.layers = [start]
        """By number of copies given away, then by set of tokens."""
        for kind, rest_weight in zip(self.copies, self.rests, strict=True):
            self.layers.append(with_copy(self.layers[-1], self.columns[kind], rest_weight))
        self.whole = max(0.0, self.layers[-1][-1]) if rest >= 0 and scale > 0 else 0.0

    def add_odds(self, weight: float, odds: list[list[float]]) -> None:
        """Add what this part contributes, by what can come before and after each copy."""
        size = 1 << len(self.tokens)
        after = [0.0] * size
        after[0] = 1.0
        for place, kind in self.sure.items():
            odds[place][kind] += weight * self.whole
        subsets = SUBSETS[len(self.tokens)]
        for number in range(len(self.copies) - 1, -1, -1):
            kind = self.copies[number]
            before = self.layers[number]
            for bit, chance in enumerate(self.columns[kind]):
                if chance:
                    together = fsum([before[m] * after[n] for m, n in subsets[bit]])
                    odds[self.places[bit]][kind] += weight * chance * together
            after = with_copy(after, self.columns[kind], self.rests[number])

    def every(self, most: int) -> list[tuple[float, dict[Place, int]]] | None:
        """All ways to give tokens their kinds of cards, with their weights; None: there are more
        than `most`."""
        found = [(self.layers[0][0], self.sure, self.left)]
        for place, token in zip(self.places, self.tokens, strict=True):
            found = [
                (weight * token[kind] * left[kind], {**at, place: kind}, without_one(left, kind))
                for weight, at, left in found
                for kind in CHARACTERS
                if token[kind] and left[kind]
            ]
            if len(found) > most:
                return None
        wolf = min(self.rests, default=1.0)  # the weight of the Werewolf being in the rest
        return [(weight * (wolf if left[WOLF] else 1.0), at) for weight, at, left in found]

    def deal(self, rng: Random) -> tuple[dict[Place, int], list[int]]:
        """Cards for the places of tokens, drawn by their chances, and the rest of the cards."""
        found = self.sure.copy()
        over: list[int] = []
        left = (1 << len(self.tokens)) - 1
        for number in range(len(self.copies) - 1, -1, -1):
            kind = self.copies[number]
            if not left:
                over.append(kind)
                continue
            layer = self.layers[number]
            roll = rng.random() * self.layers[number + 1][left]
            for bit, chance in enumerate(self.columns[kind]):
                if left >> bit & 1:
                    roll -= chance * layer[left & ~(1 << bit)]
                    if roll < 0:
                        found[self.places[bit]] = kind
                        left &= ~(1 << bit)
                        break
            else:
                over.append(kind)
        assert not left, "a place stayed empty"
        return found, over


def only_kind(token: Token) -> int | None:
    """The one kind that a token can be."""
    return token.index(max(token)) if token.count(0.0) == len(token) - 1 else None


def without_one(left: Sequence[int], kind: int) -> list[int]:
    """How many copies are left when one is given away."""
    return [count - (kind == other) for other, count in enumerate(left)]


def with_copy(found: list[float], column: Sequence[float], rest: float) -> list[float]:
    """Give one more copy away: to the rest, or to a token that has no card yet."""
    more = found[:] if rest == 1.0 else [rest * ways_there for ways_there in found]
    for bit, chance in enumerate(column):
        if chance:
            step = 1 << bit
            for m in WITHOUT[len(column)][bit]:
                more[m + step] += chance * found[m]
    return more


def splits(size: int) -> list[list[tuple[int, int]]]:
    """By token that gets a card: which of the others had one before, and which get theirs after."""
    found = []
    for bit in range(size):
        others = (1 << size) - 1 - (1 << bit)
        found.append([(m, others ^ m) for m in range(others + 1) if m & others == m])
    return found


SUBSETS = [splits(size) for size in range(10)]
"""By number of tokens."""
WITHOUT = [
    [[m for m in range(1 << size) if not m >> bit & 1] for bit in range(size)] for size in range(10)
]
"""By number of tokens, then by token: the sets that it is not in."""
