"""What one seat may think of the hidden cards: how likely each card is to lie in each place.

The idea: a fact about a card travels with the card. Every hidden card that anything is known about
is a *token*: a weight for each kind, the product of all facts and choices about that card. It lies
in a *place* (a hand, a center slot); all other hidden cards are the *rest*, of which nothing is
known except that the Werewolf, if it is among them, lies above the first Moon. The chance of a deal
is the product of the weights of its tokens, over all ways to lay out the unseen cards.

Almost every motion keeps this form exactly. The few that do not, because nobody was told which of
two cards lies where, split it into *parts*. Too many parts are folded into one that is blurred: its
weights allow whatever any of them allowed, so the truth is never excluded.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fsum
from operator import mul
from typing import NamedTuple

from engine.core import HIDDEN, Event, Seat
from engine.games.wolfmoon.blur import blur, ways
from engine.games.wolfmoon.counting import At, Deals, Sums, Token, only_kind
from engine.games.wolfmoon.deck import CHARACTERS, COPIES, VALUE, VALUES, Card, thirds
from engine.games.wolfmoon.events import (
    Give,
    Lay,
    MayShow,
    Mix,
    Moon,
    Motion,
    Narrow,
    NewRound,
    NewTurn,
    Place,
    Rank,
    See,
    Show,
    Source,
    Swap,
    Tie,
    motions,
)
from engine.games.wolfmoon.habits import BLIND, Habits
from engine.games.wolfmoon.kinds import ABOVE, BELOW, OF_VALUE, Kinds

WOLF = int(Card.WEREWOLF)
ANY: Token = tuple(1.0 for _ in CHARACTERS)
TAME: Token = tuple(float(card != WOLF) for card in CHARACTERS)
"""Whatever may be dealt: never the Werewolf."""
SURE: tuple[Token, ...] = tuple(
    tuple(float(card == kind) for kind in CHARACTERS) for card in CHARACTERS
)
MOST_PARTS = (16, 16, 16, 16, 12, 8, 4, 3, 2, 2, 2)
"""By number of uncertain tokens: how many parts are told apart, as each token doubles the work."""
MANY = 6
"""From this many tokens on, parts are compared roughly."""
FEW_PARTS = 4
"""How many parts are told apart before cards are mixed."""


class Part(NamedTuple):
    """One way in which the tokens may lie."""

    weight: float
    at: At


class Belief:
    """The thoughts of one seat in one round, event by event."""

    def __init__(self, seats: int, seat: Seat | None, habits: Habits = BLIND) -> None:
        self.seats = seats
        self.seat = seat
        self.habits = habits
        self.heard = 0
        self._deals: tuple[list[Part], list[int], Deals] | None = None
        """The last deals worked out, with what they rest on: a seat's own choice seldom changes
        that."""
        self.start()

    def start(self) -> None:
        """A round begins: nothing is known about any card."""
        self.unseen = list(COPIES)
        self.mine: list[int] = []
        self.top = thirds(self.seats)[0]
        """Characters left above the first Moon."""
        self.parts = [Part(1.0, (None,) * (self.seats + 4))]
        self.ranked: Rank | None = None
        """Whose card has the lower value, until one of them is shown."""
        self.invited: MayShow | None = None
        """Who could have shown a card, and has not done so yet."""
        self.lifted: dict[Place, int] = {}
        """Center cards that this seat is looking at, before it has chosen one."""
        self.astray = False
        """Whether the seat's card was mixed with others, and the new one has not been seen."""

    def copy(self) -> Belief:
        """The same thoughts, to go on from."""
        twin = object.__new__(Belief)
        twin.seats, twin.seat, twin.habits = self.seats, self.seat, self.habits
        twin.heard, twin._deals = self.heard, self._deals
        twin.unseen, twin.mine, twin.top = self.unseen[:], self.mine[:], self.top
        twin.parts, twin.ranked, twin.invited = self.parts, self.ranked, self.invited
        twin.lifted, twin.astray = self.lifted.copy(), self.astray
        return twin

    def hear(self, events: Iterable[Event]) -> None:
        """Take in what the seat was told."""
        for event in events:
            self.heard += 1
            for motion in motions(event, self.seats):
                self.follow(motion)

    def follow(self, motion: Motion) -> None:
        """Keep track of the cards."""
        match motion:  # what happens most often comes first
            case NewTurn():
                self.note_silence()
            case Lay(place, card, source):
                self.lay(place, card, source)
            case Show(place, card):
                self.lay_open(place, card)
            case See(places, cards):
                self.look(places, cards)
            case Narrow(places, kinds):
                for place in places:
                    self.narrow(place, kinds)
            case Mix():
                self.mix(motion)
            case Swap(one, other):
                self.swap(one, other)
            case Give(source, target, card):
                self.move(source, target, card)
            case Tie(one, other):
                self.tie(one, other)
            case Rank():
                self.ranked = motion
            case MayShow():
                self.invited = motion
            case NewRound():
                self.start()
            case Moon():
                pass

    @property
    def drawn(self) -> Place:
        return self.seats + 3

    # ── motions ─────────────────────────────────────────────────────────────────────────────────

    def lay(self, place: Place, card: int, source: Source) -> None:
        """A card comes to a hand."""
        fresh = TAME
        if source is Source.PILE and self.top:
            self.top -= 1
            fresh = ANY
        if place == self.seat:
            if source is not Source.DISPLAY:
                self.unseen[card] -= 1
            self.mine.append(card)
            return
        there = place if self.parts[0].at[place] is None else self.drawn
        if card == HIDDEN:
            self.put(there, fresh)
        else:
            self.hide(there, card)

    def lay_open(self, place: Place, card: int) -> None:
        """A card of a hand is shown, and says something about one that it was compared with."""
        if place == self.seat:
            self.mine.remove(card)
        elif self.parts[0].at[self.drawn] is None:
            self.show(place, card)
        else:
            self.play(place, card)
        if self.ranked is not None and place in self.ranked:
            lower, higher = self.ranked
            self.ranked = None
            if place == lower:
                self.narrow(higher, ABOVE[VALUE[card]])
            else:
                self.narrow(lower, BELOW[VALUE[card]])

    def play(self, seat: Place, card: int) -> None:
        """One of two cards is played, so the other one was kept."""
        drawn, plays = self.drawn, self.habits.plays(card)
        parts = []
        for weight, at in self.parts:
            old, new = at[seat], at[drawn]
            assert old is not None
            assert new is not None
            kept = [
                plays[kind] * (old[card] * new[kind] + new[card] * old[kind]) for kind in CHARACTERS
            ]
            most = max(kept)
            if most > 0:  # keeps weights near 1, so that they do not underflow
                token = tuple([chance / most for chance in kept])
                parts.append(Part(weight * most, laid(laid(at, seat, token), drawn, None)))
        self._take(parts)
        self.unseen[card] -= 1

    def look(self, places: Sequence[Place], cards: Sequence[int]) -> None:
        """Cards are looked at; those that this seat was not shown are hidden."""
        for place, card in zip(places, cards, strict=True):
            if self.seats <= place < self.drawn:
                self.look_into_center(place, card)
            elif place == self.seat:
                if self.parts[0].at[place] is not None:
                    self.pick_up(place, card)
            elif card != HIDDEN:
                self.see(place, card)

    def look_into_center(self, place: Place, card: int) -> None:
        """From now on something is known about a center card, which the seat's hand may take."""
        if self.parts[0].at[place] is None:
            self.put(place, TAME)
        if card != HIDDEN:
            self.pick_up(place, card)
            self.lifted[place] = card

    def pick_up(self, place: Place, card: int) -> None:
        """A hidden card comes to the seat's own hand."""
        self.show(place, card)
        self.mine.append(card)
        if self.astray:
            self.astray = False
            self.fold()

    def narrow(self, place: Place, kinds: Kinds) -> None:
        """The card there is one of these."""
        if place != self.seat:
            self.weigh(place, [float(kinds >> kind & 1) for kind in CHARACTERS])

    def mix(self, motion: Mix) -> None:
        """Cards are laid out again, and some of them are seen before or after."""
        places = motion.places
        if motion.chooser is not None and motion.chooser == self.seat:
            self.choose(places, motion.after)
            return
        if motion.chooser is None or len(places) > 2:
            self.fold(FEW_PARTS)
        for place, card in zip(places, motion.before, strict=True):
            if place != self.seat and card != HIDDEN:
                self.see(place, card)
        if self.seat in places:
            assert self.seat is not None
            self.hide(self.seat, self.mine.pop())
            self.astray = True
        self.lay_out(places, motion.chooser)
        if not self.astray:
            self.fold()

    def choose(self, places: Sequence[Place], after: Sequence[int]) -> None:
        """This seat keeps one of the cards it holds, and lays the others down again."""
        for card in after:
            if card != HIDDEN:
                self.mine.remove(card)
        held, self.mine, self.lifted = self.mine, [], {}
        for place, card in zip(places, after, strict=True):
            if card == HIDDEN:
                card = held.pop(0)
            if place == self.seat:
                self.mine = [card]
            else:
                self.hide(place, card)
        open_places = [place for place, card in zip(places, after, strict=True) if card == HIDDEN]
        if len(open_places) > 1:
            self.lay_out(open_places)
            self.fold()

    def swap(self, one: Place, other: Place) -> None:
        """Two hands change places; the seat's own card, if among them, becomes a hidden one."""
        if self.seat in (one, other):
            assert self.seat is not None
            self.hide(self.seat, self.mine.pop())
        self.trade(one, other)

    def move(self, source: Place, target: Place, card: int) -> None:
        """A card goes to another hand."""
        if source == self.seat:
            self.hide(target, self.mine.pop())
        elif target == self.seat:
            self.show(source, card)
            self.mine.append(card)
        else:
            self.trade(source, target)

    def tie(self, one: Place, other: Place) -> None:
        """Two cards have the same value, whatever it is."""
        if self.seat in (one, other):
            return
        parts = []
        for value in VALUES:
            same = [float(OF_VALUE[value] >> kind & 1) for kind in CHARACTERS]
            for weight, at in self.parts:
                this, that = at[one], at[other]
                assert this is not None
                assert that is not None
                both = laid(laid(at, one, scaled(this, same)), other, scaled(that, same))
                parts.append(Part(weight, both))
        self._take(parts)
        self.fold()

    def note_silence(self) -> None:
        """Everybody who could have shown a card has let the chance go by."""
        invited, self.invited = self.invited, None
        if invited is None or invited.place == self.seat or not self.unseen[invited.card]:
            return
        silent = self.habits.silent()
        if silent != 1.0 and self.parts[0].at[invited.place] is not None:
            likely = [silent if kind == invited.card else 1.0 for kind in CHARACTERS]
            self.weigh(invited.place, likely)

    # ── what can happen to tokens ───────────────────────────────────────────────────────────────

    def put(self, place: Place, token: Token | None) -> None:
        """A card about which this is known comes to a place."""
        self.parts = [Part(weight, laid(at, place, token)) for weight, at in self.parts]

    def weigh(self, place: Place, factors: Sequence[float]) -> None:
        """Something is learned about the card there: by kind, how well it fits."""
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
        """This seat sees the card there, which stays."""
        self._take(
            Part(weight * at[place][card], laid(at, place, SURE[card]))  # type: ignore[index]
            for weight, at in self.parts
        )

    def show(self, place: Place, card: int) -> None:
        """The card there is no longer hidden."""
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
        """Two cards change places, with everything known about them."""
        parts = []
        for weight, at in self.parts:
            places = list(at)
            places[one], places[other] = places[other], places[one]
            parts.append(Part(weight, tuple(places)))
        self.parts = parts

    def lay_out(self, places: Sequence[Place], holder: Place | None = None) -> None:
        """The cards of these places are laid out again, in an order nobody was told; the `holder`
        chose theirs, the others fell by chance."""
        parts: list[Part] = []
        for weight, at in self.parts:
            tokens = [at[place] for place in places]
            for share, order in ways(tokens, len(self.parts)):
                laid_out = list(at)
                for place, token in zip(places, order, strict=True):
                    laid_out[place] = token
                    if holder is not None and token is not None:
                        kept = place == holder
                        laid_out[place] = scaled(token, self.habits.kept(kept))
                parts.append(Part(weight * share, tuple(laid_out)))
        self._take(parts)

    def _take(self, parts: Iterable[Part]) -> None:
        """Go on with the parts that are still possible, merging equal ones."""
        together: dict[At, float] = {}
        for weight, at in parts:
            if weight > 0 and all(token is None or any(token) for token in at):
                together[at] = together.get(at, 0.0) + weight
        assert together, "the seat would have to think that this cannot be"
        most = max(together.values())
        self.parts = [Part(weight / most, at) for at, weight in together.items()]

    def fold(self, wanted: int = 99) -> None:
        """Fold the lightest parts into one, if there are too many. Only between events, when all
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
                total = fsum(weights[number] for number in rest)
                kept.append(Part(total / ways_there, blurred))
        self.parts = kept

    # ── questions ───────────────────────────────────────────────────────────────────────────────

    def whole(self, at: Sequence[Token | None]) -> float:
        """The weight of all ways to give each token a card."""
        return self.sums(at).whole

    def rough(self, at: Sequence[Token | None]) -> float:
        """The same, as if tokens did not compete for cards: to compare parts with many tokens."""
        weight = 1.0
        for token in at:
            if token is not None:
                weight *= fsum(map(mul, token, self.unseen))
        return weight

    def sums(self, at: Sequence[Token | None]) -> Sums:
        """All ways to give each token of a part one of the unseen cards."""
        return Sums(at, self.unseen, self.top)

    def deals(self) -> Deals:
        """The deals that these thoughts allow at the moment."""
        if not self._deals or self._deals[0] is not self.parts or self._deals[1] != self.unseen:
            sums = [(part.weight, self.sums(part.at)) for part in self.parts]
            self._deals = (self.parts, self.unseen[:], Deals(self.seats, sums))
        return self._deals[2]

    def odds(self) -> list[list[float]]:
        """By place, then by kind: how likely the card there is to be of that kind."""
        return self.deals().odds()


def laid(at: At, place: Place, token: Token | None) -> At:
    return (*at[:place], token, *at[place + 1 :])


def scaled(token: Token, factors: Sequence[float]) -> Token:
    """Weights times factors, normalized: only their ratios within a token matter."""
    return tuple([weight * factor for weight, factor in zip(token, factors, strict=True)])
