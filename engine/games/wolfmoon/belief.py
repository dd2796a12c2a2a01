"""What one seat may think of the hidden cards: how likely each card lies in each place.

The idea: a fact about a card travels with the card. Every hidden card that something is known of
is a *token*: a weight for each kind, the product of all facts and choices about that card. It lies
in a *place* (a hand, a center slot); all other hidden cards are the *rest*, of which nothing is
known but that the Werewolf, if it is among them, lies above the first Moon. The chance of a deal
is the product of the weights of its tokens, over all ways to lay the unseen cards out.

Almost every event keeps this form exactly. The few that do not, as nobody was told which of two
cards lies where, split it into *parts*. Too many parts are folded into one that is blurred: its
weights allow whatever any of them allowed, so the truth is never excluded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import permutations
from math import exp, factorial, log
from operator import mul
from random import Random
from typing import NamedTuple

from engine.core import Event, Seat
from engine.games.wolfmoon.deck import CHARACTERS, COPIES, VALUE, VALUES, Card, thirds
from engine.games.wolfmoon.habits import BLIND, Habits
from engine.games.wolfmoon.knowledge import places_of, seen

Token = tuple[float, ...]
"""By kind: how well it fits all that is known of one card."""
Place = int
"""Seats come first, then three center slots, then the card drawn and not yet played."""

WOLF = int(Card.WEREWOLF)
ANY: Token = tuple(1.0 for _ in CHARACTERS)
TAME: Token = tuple(float(card != WOLF) for card in CHARACTERS)
"""Whatever is dealt: never the Werewolf."""
SURE: tuple[Token, ...] = tuple(
    tuple(float(card == kind) for kind in CHARACTERS) for card in CHARACTERS
)
GUILTY = {Card.TAX_COLLECTOR: (0, 1), Card.INQUISITOR: (9, 10)}
DOOMED = (int(Card.MAYOR), WOLF)
MOST_PARTS = (16, 16, 16, 16, 12, 8, 4, 3, 2, 2, 2)
"""By number of uncertain tokens: so many parts are told apart, as each token doubles the work."""
MANY = 6
"""With so many tokens, parts are compared roughly."""
FEW_PARTS = 4
"""So many parts are told apart before cards are mixed."""
FEW_WAYS = 24
"""So many ways to lay tokens out are told apart; of more, some are blurred."""


class Part(NamedTuple):
    """One way in which the tokens may lie."""

    weight: float
    at: tuple[Token | None, ...]
    """By place: the token there; None: no card, or one of the rest."""


class Belief:
    """The thoughts of one seat in one round, event by event."""

    def __init__(self, seats: int, seat: Seat | None, habits: Habits = BLIND) -> None:
        self.seats = seats
        self.seat = seat
        self.habits = habits
        self.heard = 0
        self._deals: tuple[list[Part], list[int], Deals] | None = None
        """What was last asked, of which thoughts: an own choice seldom changes them."""
        self.start()

    def start(self) -> None:
        """A round begins: the others hold one card each, and nobody holds the Werewolf."""
        self.unseen = list(COPIES)
        self.mine: list[int] = []
        self.top = thirds(self.seats)[0]
        """Characters left above the first Moon."""
        hands = [TAME if seat != self.seat else None for seat in range(self.seats)]
        self.parts = [Part(1.0, (*hands, None, None, None, None))]
        self.compared: tuple[Seat, Seat, bool] | None = None
        """Who lost to whom, and whether the lower one loses, until the loser's card is shown."""
        self.silent: Seat | None = None
        """Who was missed and has not shown the Spy so far."""
        self.lifted: dict[Place, int] = {}
        """Center cards that this seat looks at, before it has chosen one."""

    def copy(self) -> Belief:
        """The same thoughts, to go on from."""
        twin = object.__new__(Belief)
        twin.seats, twin.seat, twin.habits, twin.heard = (
            self.seats,
            self.seat,
            self.habits,
            self.heard,
        )
        twin.unseen, twin.mine, twin.top = self.unseen[:], self.mine[:], self.top
        twin.parts, twin.compared, twin.silent = self.parts, self.compared, self.silent
        twin.lifted, twin._deals = self.lifted.copy(), self._deals
        return twin

    def hear(self, events: Iterable[Event]) -> None:
        """Take in what the seat was told."""
        for event in events:
            self.heard += 1
            if heard := HEARD.get(event.kind):
                heard(self, event)

    @property
    def drawn(self) -> Place:
        return self.seats + 3

    def slot(self, number: int) -> Place:
        return self.seats + number

    # ── what can happen to tokens ───────────────────────────────────────────────────────────────

    def put(self, place: Place, token: Token | None) -> None:
        """A card of which this is known comes to a place."""
        self.parts = [Part(weight, laid(at, place, token)) for weight, at in self.parts]

    def name_slot(self, number: int) -> Place:
        """From now on something is known of a center card."""
        place = self.slot(number)
        if self.parts[0].at[place] is None:
            self.put(place, TAME)
        return place

    def weigh(self, place: Place, factor: Callable[[int], float]) -> None:
        """Something is learnt of the card there: by kind, how well it fits."""
        factors = [factor(kind) for kind in CHARACTERS]
        done: dict[int, Token] = {}
        parts = []
        for weight, at in self.parts:
            token = at[place]
            if token is not None:
                if id(token) not in done:
                    done[id(token)] = scaled(token, factors)
                at = laid(at, place, done[id(token)])
            parts.append(Part(weight, at))
        self._take(parts)

    def see(self, place: Place, card: int) -> None:
        """The card there is seen by this seat, and stays."""
        self._take(
            Part(weight * at[place][card], laid(at, place, SURE[card]))  # type: ignore[index]
            for weight, at in self.parts
        )

    def show(self, place: Place, card: int) -> None:
        """The card there is hidden no more."""
        self._take(
            Part(weight * at[place][card], laid(at, place, None))  # type: ignore[index]
            for weight, at in self.parts
            if at[place] is not None
        )
        self.unseen[card] -= 1

    def hide(self, place: Place, card: int) -> None:
        """A card that this seat knows goes to a hidden place."""
        self.unseen[card] += 1
        self.put(place, SURE[card])

    def trade(self, one: Place, other: Place) -> None:
        """Two cards change places, with all that is known of them."""
        parts = []
        for weight, at in self.parts:
            places = list(at)
            places[one], places[other] = places[other], places[one]
            parts.append(Part(weight, tuple(places)))
        self.parts = parts

    def lay_out(self, places: Sequence[Place], holder: Place | None = None) -> None:
        """The cards of these places are laid out anew, in an order nobody told; who holds one of
        them chose it (`holder`), the others fell as they would."""
        parts: list[Part] = []
        few = FEW_WAYS // len(self.parts)
        for weight, at in self.parts:
            tokens = [at[place] for place in places]
            for share, order in ways(tokens, few):
                laid_out = list(at)
                for place, token in zip(places, order, strict=True):
                    laid_out[place] = token
                    if holder is not None and token is not None:
                        kept = place == holder
                        laid_out[place] = scaled(token, self.habits.kept(kept))
                parts.append(Part(weight * share, tuple(laid_out)))
        self._take(parts)

    def _take(self, parts: Iterable[Part]) -> None:
        """Go on with the parts that are still possible, the equal ones together."""
        together: dict[tuple[Token | None, ...], float] = {}
        for weight, at in parts:
            if weight > 0 and all(token is None or any(token) for token in at):
                together[at] = together.get(at, 0.0) + weight
        assert together, "the seat would have to think that this cannot be"
        most = max(together.values())
        self.parts = [Part(weight / most, at) for at, weight in together.items()]

    def fold(self, wanted: int = 99) -> None:
        """Fold the lightest parts into one, if there are too many. Between events only, when all
        cards are accounted for."""
        named = sum(token is not None and only_kind(token) is None for token in self.parts[0].at)
        most = min(wanted, MOST_PARTS[named])
        if len(self.parts) <= most:
            return
        measure = self.whole if named < MANY else self.rough
        weights = [part.weight * measure(part.at) for part in self.parts]
        order = sorted(range(len(weights)), key=weights.__getitem__, reverse=True)
        kept = [self.parts[number] for number in order[: most - 1] if weights[number] > 0]
        rest = [number for number in order[most - 1 :] if weights[number] > 0]
        if rest:
            blurred = blur([(weights[number], self.parts[number].at) for number in rest])
            ways_there = measure(blurred)
            if ways_there > 0:
                total = sum(weights[number] for number in rest)
                kept.append(Part(total / ways_there, blurred))
        self.parts = kept

    # ── questions ───────────────────────────────────────────────────────────────────────────────

    def whole(self, at: Sequence[Token | None]) -> float:
        """The weight of all ways to give each token a card."""
        return self.sums(at).whole

    def rough(self, at: Sequence[Token | None]) -> float:
        """The same, as if no token took another's card away: to compare parts with many tokens."""
        weight = 1.0
        for token in at:
            if token is not None:
                weight *= sum(map(mul, token, self.unseen))
        return weight

    def sums(self, at: Sequence[Token | None]) -> Sums:
        """All ways to give each token of a part one of the unseen cards."""
        return Sums(at, self.unseen, self.top)

    def deals(self) -> Deals:
        """What is asked of these thoughts as they are now."""
        if not self._deals or self._deals[0] is not self.parts or self._deals[1] != self.unseen:
            sums = [(part.weight, self.sums(part.at)) for part in self.parts]
            self._deals = (self.parts, self.unseen[:], Deals(self.seats, sums))
        return self._deals[2]

    def odds(self) -> list[list[float]]:
        """By place, then by kind: how likely the card there is of that kind."""
        return self.deals().odds()


class Sums:
    """The ways to give tokens their cards, counted by sets of tokens that have got one already.

    Tokens that can be one card only are served first: every other one costs twice the time.
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
        """Add this part's say, by what can come before and after each copy."""
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
                    together = sum([before[m] * after[n] for m, n in subsets[bit]])
                    odds[self.places[bit]][kind] += weight * chance * together
            after = with_copy(after, self.columns[kind], self.rests[number])

    def every(self, most: int) -> list[tuple[float, dict[Place, int]]] | None:
        """All ways to give tokens their kinds of cards, with their weights; None: there are more
        than so many."""
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
        wolf = min(self.rests, default=1.0)  # what it counts that the Werewolf is in the rest
        return [(weight * (wolf if left[WOLF] else 1.0), at) for weight, at, left in found]

    def deal(self, rng: Random) -> tuple[dict[Place, int], list[int]]:
        """Cards for the places of tokens, as likely as they are, and the rest of the cards."""
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


class Deals:
    """All deals that fit, with their weights."""

    def __init__(self, seats: int, parts: Sequence[tuple[float, Sums]]) -> None:
        self.seats = seats
        self.parts = [(weight, sums) for weight, sums in parts if sums.whole > 0]
        self.shares = [weight * sums.whole for weight, sums in self.parts]
        self.total = sum(self.shares)
        self._odds: list[list[float]] | None = None
        assert self.total > 0, "the seat would have to think that nothing can be"

    def odds(self) -> list[list[float]]:
        """By place, then by kind: how likely the card there is of that kind."""
        if self._odds is None:
            self._odds = [[0.0] * len(CHARACTERS) for _ in range(self.seats + 4)]
            for weight, sums in self.parts:
                sums.add_odds(weight / self.total, self._odds)
        return self._odds

    def every(self, most: int) -> list[tuple[float, dict[Place, int]]] | None:
        """All that may lie on the places of tokens, with its chance; None: there are more ways
        than so many."""
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
        """One deal, as likely as it is: cards by place, and the rest in random order."""
        sums = self.parts[0][1]
        if len(self.parts) > 1:
            sums = rng.choices(self.parts, self.shares)[0][1]
        found, over = sums.deal(rng)
        rng.shuffle(over)
        return found, over


def only_kind(token: Token) -> int | None:
    """The one kind that a token can be."""
    return token.index(max(token)) if token.count(0.0) == len(token) - 1 else None


def without_one(left: Sequence[int], kind: int) -> list[int]:
    """How many copies are left when one of them is given away."""
    return [count - (kind == other) for other, count in enumerate(left)]


def laid(
    at: tuple[Token | None, ...], place: Place, token: Token | None
) -> tuple[Token | None, ...]:
    return (*at[:place], token, *at[place + 1 :])


def scaled(token: Token, factors: Sequence[float]) -> Token:
    """Weights times factors, made comparable: only their ratios within a token matter to it."""
    return tuple([weight * factor for weight, factor in zip(token, factors, strict=True)])


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


def ways(tokens: Sequence[Token | None], few: int) -> list[tuple[float, tuple[Token | None, ...]]]:
    """The different orders of tokens, with their shares. Where there are too many, some stand for
    all in which every token comes to every place, and the rest is blurred."""
    count = factorial(len(tokens))
    if count <= FEW_WAYS:
        found: dict[tuple[Token | None, ...], float] = {}
        for order in permutations(tokens):
            found[order] = found.get(order, 0.0) + 1 / count
        if len(found) <= max(few, 2):
            return [(share, order) for order, share in found.items()]
    size = len(tokens)
    turned = [(1 / count, (*tokens[by:], *tokens[:by])) for by in range(size)]
    known = [token for token in tokens if token is not None]
    mean = mean_of([(1.0, token) for token in known])
    total = exp(sum(log(sum(token)) for token in known) / size) / sum(mean)
    blurred = tuple([chance * total for chance in mean])  # as heavy as those it stands for
    return [*turned, (1 - size / count, (blurred,) * size)]


def mean_of(tokens: Sequence[tuple[float, Token]]) -> Token:
    """The weighted mean of tokens, each counted as the chances that its weights stand for."""
    total = [0.0] * len(CHARACTERS)
    for weight, token in tokens:
        scale = weight / sum(token)
        for kind, chance in enumerate(token):
            total[kind] += chance * scale
    most = max(total)
    return tuple([chance / most for chance in total])


def blur(parts: Sequence[tuple[float, tuple[Token | None, ...]]]) -> tuple[Token | None, ...]:
    """One part that allows whatever these allow."""
    at: list[Token | None] = []
    for place in range(len(parts[0][1])):
        tokens = [(weight, at[place]) for weight, at in parts]
        known = [(weight, token) for weight, token in tokens if token is not None]
        at.append(mean_of(known) if known else None)
    return tuple(at)


# ── events ──────────────────────────────────────────────────────────────────────────────────────


def seat_of(seat: Seat | None) -> Seat:
    assert seat is not None
    return seat


def began(belief: Belief, event: Event) -> None:
    belief.start()


def dealt(belief: Belief, event: Event) -> None:
    if event.seat == belief.seat:
        gain(belief, event.cards[0])


def gain(belief: Belief, card: int) -> None:
    """A card that nobody has seen yet comes to the own hand."""
    belief.unseen[card] -= 1
    belief.mine.append(card)


def drew(belief: Belief, event: Event) -> None:
    fresh = ANY if belief.top and event.kind == "drew" else TAME
    if belief.top and event.kind == "drew":
        belief.top -= 1
    seat = seat_of(event.seat)
    if seat == belief.seat:
        gain(belief, event.cards[0])
    else:
        empty = belief.parts[0].at[seat] is None
        belief.put(seat if empty else belief.drawn, fresh)


def played(belief: Belief, event: Event) -> None:
    seat, card = seat_of(event.seat), event.cards[0]
    if seat == belief.seat:
        belief.mine.remove(card)
        return
    drawn = belief.drawn
    plays = belief.habits.plays(card)
    parts = []
    for weight, at in belief.parts:
        old, new = at[seat], at[drawn]
        assert old is not None
        if new is None:
            parts.append(Part(weight * old[card], laid(at, seat, None)))
            continue
        kept = [
            plays[kind] * (old[card] * new[kind] + new[card] * old[kind]) for kind in CHARACTERS
        ]
        most = max(kept)
        if most > 0:  # weights stay near 1, lest they run out of numbers
            token = tuple([chance / most for chance in kept])
            parts.append(Part(weight * most, laid(laid(at, seat, token), drawn, None)))
    belief._take(parts)
    belief.unseen[card] -= 1


def placed(belief: Belief, event: Event) -> None:
    seat, card = seat_of(event.seat), event.cards[0]
    if seat == belief.seat:
        belief.mine.remove(card)
    else:
        belief.show(seat, card)
    if belief.compared is not None and belief.compared[0] == seat:
        winner, lower_loses = belief.compared[1:]
        belief.compared = None
        if winner != belief.seat:
            value = VALUE[card]
            belief.weigh(
                winner,
                lambda kind: float((VALUE[kind] > value) if lower_loses else VALUE[kind] < value),
            )


def took(belief: Belief, event: Event) -> None:
    card = event.cards[0]
    if event.seat == belief.seat:
        belief.mine.append(card)
    else:
        belief.hide(belief.drawn, card)


def handed(belief: Belief, event: Event) -> None:
    giver, taker = seat_of(event.seat), seat_of(event.other)
    if giver == belief.seat:
        card = belief.mine.pop()
        belief.hide(taker, card)
    elif taker == belief.seat:
        belief.show(giver, event.cards[0])
        belief.mine.append(event.cards[0])
    else:
        belief.trade(giver, taker)


def guess_hit(belief: Belief, event: Event) -> None:
    learn_values(belief, event.other, [event.number])


def guess_missed(belief: Belief, event: Event) -> None:
    learn_values(belief, event.other, [value for value in VALUES if value != event.number])
    belief.silent = event.other


def turn(belief: Belief, event: Event) -> None:
    """A turn begins, so whoever was missed has let the Spy's time go by."""
    seat, belief.silent = belief.silent, None
    if seat in (None, belief.seat) or not belief.unseen[Card.SPY]:
        return
    silent = belief.habits.silent()
    if silent != 1.0 and belief.parts[0].at[seat_of(seat)] is not None:
        belief.weigh(seat_of(seat), lambda kind: silent if kind == Card.SPY else 1.0)


def spied(belief: Belief, event: Event) -> None:
    belief.silent = None
    placed(belief, event)


def caught(belief: Belief, event: Event) -> None:
    learn_values(belief, event.other, GUILTY[Card(event.cards[0])])


def cleared(belief: Belief, event: Event) -> None:
    guilty = GUILTY[Card(event.cards[0])]
    learn_values(belief, event.other, [value for value in VALUES if value not in guilty])


def learn_values(belief: Belief, seat: Seat | None, values: Sequence[int]) -> None:
    """The card in a hand has one of these values."""
    if seat != belief.seat:
        belief.weigh(seat_of(seat), lambda kind: float(VALUE[kind] in values))


def cornered(belief: Belief, event: Event) -> None:
    if event.seat != belief.seat:
        belief.weigh(seat_of(event.seat), lambda kind: float(kind not in DOOMED))


def looked(belief: Belief, event: Event) -> None:
    if seen(belief, event) and event.other != belief.seat:
        belief.see(seat_of(event.other), event.cards[0])


def compared(belief: Belief, event: Event) -> None:
    if seen(belief, event):
        for seat, card in zip((event.seat, event.other), event.cards, strict=True):
            if seat != belief.seat:
                belief.see(seat_of(seat), card)


def tied(belief: Belief, event: Event) -> None:
    one, other = seat_of(event.seat), seat_of(event.other)
    if belief.seat in (one, other):
        return
    parts = []
    for value in VALUES:
        same = [float(VALUE[kind] == value) for kind in CHARACTERS]
        for weight, at in belief.parts:
            first, second = at[one], at[other]
            assert first is not None
            assert second is not None
            both = laid(laid(at, one, scaled(first, same)), other, scaled(second, same))
            parts.append(Part(weight, both))
    belief._take(parts)
    belief.fold()


def lost(belief: Belief, event: Event) -> None:
    belief.compared = (
        seat_of(event.seat),
        seat_of(event.other),
        event.cards[0] == Card.BARKEEPER,
    )


def peeked(belief: Belief, event: Event) -> None:
    place = belief.name_slot(event.number)
    if event.seat == belief.seat:
        belief.show(place, event.cards[0])
        belief.mine.append(event.cards[0])
        belief.lifted = {place: event.cards[0]}


def returned(belief: Belief, event: Event) -> None:
    seat, place = seat_of(event.seat), belief.slot(event.number)
    if seat == belief.seat:
        belief.mine.remove(event.cards[0])
        belief.hide(place, event.cards[0])
        belief.lifted = {}
    else:
        belief.lay_out((seat, place), holder=seat)
        belief.fold()


def watched(belief: Belief, event: Event) -> None:
    places = [belief.name_slot(number) for number in range(3)]
    if event.seat == belief.seat:
        for place, card in zip(places, event.cards, strict=True):
            belief.show(place, card)
            belief.mine.append(card)
            belief.lifted[place] = card


def watchman_kept(belief: Belief, event: Event) -> None:
    seat = seat_of(event.seat)
    slots = [belief.slot(number) for number in range(3)]
    if seat == belief.seat:
        belief.mine.remove(event.cards[0])
        for place, card in zip(slots, belief.mine, strict=True):
            belief.hide(place, card)
        belief.mine, belief.lifted = [event.cards[0]], {}
        belief.lay_out(slots)
    else:
        belief.fold(FEW_PARTS)
        belief.lay_out((seat, *slots), holder=seat)
    belief.fold()


def drunkard(belief: Belief, event: Event) -> None:
    drinkers = places_of(event.number)
    belief.fold(FEW_PARTS)
    if event.seat == belief.seat:
        for drinker, card in zip(drinkers, event.cards, strict=True):
            if drinker != belief.seat:
                belief.see(drinker, card)
    if belief.seat in drinkers:
        assert belief.seat is not None
        belief.hide(belief.seat, belief.mine.pop())
    belief.lay_out(drinkers)
    if belief.seat not in drinkers:
        belief.fold()


def redealt(belief: Belief, event: Event) -> None:
    if event.seat == belief.seat:
        belief.show(seat_of(event.seat), event.cards[0])
        belief.mine.append(event.cards[0])
        belief.fold()


def swapped(belief: Belief, event: Event) -> None:
    one, other = seat_of(event.seat), seat_of(event.other)
    if belief.seat in (one, other):
        assert belief.seat is not None
        belief.hide(belief.seat, belief.mine.pop())
    belief.trade(one, other)


def got(belief: Belief, event: Event) -> None:
    if event.seat == belief.seat:
        belief.show(seat_of(event.seat), event.cards[0])
        belief.mine.append(event.cards[0])


def no_wolf(belief: Belief, event: Event) -> None:
    for seat in range(belief.seats):
        belief.weigh(seat, lambda kind: float(kind != WOLF))


HEARD: dict[str, Callable[[Belief, Event], None]] = {
    "round": began,
    "dealt": dealt,
    "drew": drew,
    "drew_aside": drew,
    "no_wolf": no_wolf,
    "played": played,
    "placed": placed,
    "forced": placed,
    "spied": spied,
    "turn": turn,
    "took": took,
    "handed": handed,
    "hit": guess_hit,
    "missed": guess_missed,
    "caught": caught,
    "cleared": cleared,
    "cornered": cornered,
    "looked": looked,
    "compared": compared,
    "tied": tied,
    "lost": lost,
    "peeked": peeked,
    "returned": returned,
    "watched": watched,
    "watchman_kept": watchman_kept,
    "drunkard": drunkard,
    "redealt": redealt,
    "swapped": swapped,
    "got": got,
}
"""What each kind of event says about hidden cards; all others say nothing."""
