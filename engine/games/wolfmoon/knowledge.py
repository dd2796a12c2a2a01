"""What one seat knows about the hidden cards: the sum of the events it was told, and nothing else.

A *place* is where a hidden card lies: a hand, a center slot, or the second card of the player who
has just drawn. For every place there is a set of kinds that may lie there ("not a 7", "the Seer").

When cards are mixed in secret (action B, Night Watchman, Drunkard), a fact about one card becomes a
fact about a *group* of places: these cards lie on those places, in an order we were not told. Facts
learned about a place afterwards narrow it down again. Groups that share a place merge, and where it
is unclear which of several cards was shown, what is left is any of the others: so the sets only
ever err on the wide side, and the truth is always among them.

Kinds are sets of bits, and so are places within a group.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from engine.core import HIDDEN, Event, Seat
from engine.games.wolfmoon.deck import COPIES, VALUE
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
from engine.games.wolfmoon.kinds import ABOVE, ANY, BELOW, OF_VALUE, TAME, Kinds, numbers_of


@dataclass(slots=True)
class Known:
    """What a seat (None: a spectator) knows about the hidden cards in one round."""

    seats: int
    seat: Seat | None
    may_be: list[Kinds] = field(default_factory=list)
    """By place: what the card there may be, by what was learned about that place. 0: no card."""
    group: list[int] = field(default_factory=list)
    """By place: the places its card is mixed up with, itself among them."""
    mixed: dict[int, list[Kinds]] = field(default_factory=dict)
    """By group of two or more places: what its cards may be, in no order."""
    ties: list[tuple[Place, Place]] = field(default_factory=list)
    """Two places with cards of the same value."""
    ranks: list[tuple[Place, Place]] = field(default_factory=list)
    """Two places of which the first has the lower value."""
    wolf_in_pile: bool = True
    """Whether the Werewolf may still be drawn: the first Moon has not been shown."""

    def __post_init__(self) -> None:
        if not self.may_be:
            places = self.seats + 4
            self.may_be = [0] * places
            self.group = [1 << place for place in range(places)]

    def copy(self) -> Known:
        """The same knowledge, to go on from."""
        return Known(
            self.seats,
            self.seat,
            self.may_be[:],
            self.group[:],
            {group: cards[:] for group, cards in self.mixed.items()},
            self.ties[:],
            self.ranks[:],
            self.wolf_in_pile,
        )

    def hear(self, events: Iterable[Event]) -> None:
        """Take in what the seat was told."""
        for event in events:
            for motion in motions(event, self.seats):
                self.follow(motion)

    def follow(self, motion: Motion) -> None:
        """Keep track of the cards."""
        match motion:  # what happens most often comes first
            case NewTurn() | MayShow():
                pass
            case Lay(place, card, source):
                self.lay(self.drawn if self.may_be[place] else place, card, source)
            case Show(place, card, chosen):
                self.play(place, card) if chosen else self.show(place, card)
            case See(places, cards):
                self.see(places, cards)
            case Narrow(places, kinds):
                for place in places:
                    self.narrow(place, kinds)
            case Mix(places, before, after):
                self.see(places, before)
                self.mix(places)
                self.see(places, after)
            case Swap(one, other):
                self.swap(one, other)
            case Give(source, target, card):
                self.swap(source, target)
                self.see((target,), (card,))
            case Tie(one, other):
                self.ties.append((one, other))
            case Rank(lower, higher):
                self.ranks.append((lower, higher))
            case Moon():
                self.wolf_in_pile = False
            case NewRound():
                for number in range(3):
                    self.may_be[self.center(number)] = TAME

    def center(self, number: int) -> Place:
        return self.seats + number

    @property
    def drawn(self) -> Place:
        return self.seats + 3

    def kinds(self, place: Place) -> Kinds:
        """What may lie there, everything considered."""
        alone = self.may_be[place]
        cards = self.mixed.get(self.group[place])
        if cards is None:
            return alone
        together = 0
        for card in cards:
            together |= card
        return alone & together

    def card(self, place: Place) -> int | None:
        """The card that lies there, if that is certain."""
        kinds = self.kinds(place)
        return kinds.bit_length() - 1 if kinds and not kinds & (kinds - 1) else None

    # ── what can happen to a hidden card ────────────────────────────────────────────────────────

    def lay(self, place: Place, card: int, source: Source) -> None:
        """A card comes to an empty place."""
        if card != HIDDEN:
            self.may_be[place] = 1 << card
        else:
            self.may_be[place] = ANY if source is Source.PILE and self.wolf_in_pile else TAME

    def see(self, places: Sequence[Place], cards: Sequence[int]) -> None:
        """The cards there are looked at; those that this seat was not shown are hidden."""
        for place, card in zip(places, cards, strict=True):
            if card != HIDDEN:
                self.learn(place, card)

    def narrow(self, place: Place, kinds: Kinds) -> None:
        """The card there is one of these."""
        self.may_be[place] &= kinds
        self._sort_out(self.group[place])

    def learn(self, place: Place, card: int) -> None:
        """The card there is seen, and stays."""
        if self.may_be[place] != 1 << card or place_is_mixed(self, place):
            self.show(place, card)
            self.may_be[place] = 1 << card

    def show(self, place: Place, card: int) -> None:
        """The card there is seen by all, and is no longer hidden."""
        for other, kinds in self.compared_with(place, card):
            self.narrow(other, kinds)
        self._forget_ranks(place)
        group = self.group[place]
        self.may_be[place] = 0
        if cards := self.mixed.pop(group, None):
            rest = group & ~(1 << place)
            self.group[place] = 1 << place
            self._gather(rest, without(cards, card))

    def swap(self, one: Place, other: Place) -> None:
        """Two cards change places, and everything known goes with them."""
        trade = {one: other, other: one}
        bits = 1 << one | 1 << other

        def traded(group: int) -> int:
            return group ^ bits if (group & bits).bit_count() == 1 else group

        self.may_be[one], self.may_be[other] = self.may_be[other], self.may_be[one]
        self.group[one], self.group[other] = self.group[other], self.group[one]
        self.group = [traded(group) for group in self.group]
        self.mixed = {traded(group): cards for group, cards in self.mixed.items()}
        self.ties = [(trade.get(a, a), trade.get(b, b)) for a, b in self.ties]
        self.ranks = [(trade.get(a, a), trade.get(b, b)) for a, b in self.ranks]

    def mix(self, places: Iterable[Place]) -> None:
        """The cards of these places are put back in an order we are not told."""
        places = list(places)
        if not self._differ(places):
            return
        together, bits, cards = 0, 0, list[Kinds]()
        for place in places:
            self._forget_ranks(place)
            together |= self.may_be[place]
            if not bits >> place & 1:
                group = self.group[place]
                bits |= group
                cards += self.mixed.pop(group, [self.may_be[place]])
        for place in places:
            self.may_be[place] = together
        self._gather(bits, cards)

    def play(self, seat: Place, card: int) -> None:
        """A seat plays a card: the only one it has, or one of the old and the drawn."""
        drawn = self.drawn
        if not self.may_be[drawn] or not self.kinds(drawn) >> card & 1:
            self.show(seat, card)
            self.swap(drawn, seat)
        elif not self.kinds(seat) >> card & 1:
            self.show(drawn, card)
        else:
            self.mix((seat, drawn))
            self.show(drawn, card)

    # ── working it out ──────────────────────────────────────────────────────────────────────────

    def _differ(self, places: list[Place]) -> bool:
        """Whether it matters in which order the cards of these places lie."""
        one = places[0]
        return bool(self.ties or self.ranks) or any(
            self.may_be[place] != self.may_be[one] or self.group[place] != 1 << place
            for place in places
        )

    def _gather(self, group: int, cards: list[Kinds]) -> None:
        """These cards lie on these places, in any order that fits."""
        for place in numbers_of(group):
            self.group[place] = group
        self.mixed[group] = cards
        self._sort_out(group)

    def _sort_out(self, group: int) -> None:
        """Take out of a group whatever can lie in only one way."""
        while (cards := self.mixed.get(group)) is not None:
            settled = self._settled(group, cards)
            if not settled:
                return
            del self.mixed[group]
            rest = list(cards)
            for place, card in settled.items():
                rest.remove(card)
                group &= ~(1 << place)
                self.group[place] = 1 << place
                self.may_be[place] &= card
            if group:
                for place in numbers_of(group):
                    self.group[place] = group
                self.mixed[group] = rest

    def _settled(self, group: int, cards: list[Kinds]) -> dict[Place, Kinds]:
        """Places of a group whose card is beyond doubt, as far as kinds of cards go."""
        places = numbers_of(group)
        sorts = set(cards)
        if len(sorts) == 1:
            return dict.fromkeys(places, cards[0])
        for place in places:
            fitting = [card for card in sorts if card & self.may_be[place]]
            if len(fitting) == 1:
                return {place: fitting[0]}
        for card in sorts:
            fit = [place for place in places if card & self.may_be[place]]
            if len(fit) == cards.count(card):
                return dict.fromkeys(fit, card)
        return {}

    def compared_with(self, place: Place, card: int) -> list[tuple[Place, Kinds]]:
        """What a card there says about the places it was compared with."""
        value = VALUE[card]
        told = [(b if a == place else a, OF_VALUE[value]) for a, b in self.ties if place in (a, b)]
        told += [(b, ABOVE[value]) for a, b in self.ranks if a == place]
        told += [(a, BELOW[value]) for a, b in self.ranks if b == place]
        return told

    def _forget_ranks(self, place: Place) -> None:
        if not self.ties and not self.ranks:
            return
        self.ties = [pair for pair in self.ties if place not in pair]
        self.ranks = [pair for pair in self.ranks if place not in pair]


def place_is_mixed(known: Known, place: Place) -> bool:
    """Whether the card of a place might lie elsewhere."""
    return known.group[place] != 1 << place


def without(cards: list[Kinds], card: int) -> list[Kinds]:
    """What is left of a group's cards when one was seen.

    It was one of those that fit; if these differ, each one left is one or the other of two.
    """
    bit = 1 << card
    rest = [kinds for kinds in cards if not kinds & bit]
    fitting = sorted((kinds for kinds in cards if kinds & bit), key=int.bit_count)
    if not fitting:  # only in an imagined world that another seat would not believe in
        return [ANY] * (len(cards) - 1)
    if fitting[0] == bit and COPIES[card] == 1:
        return rest + fitting[1:]
    return rest + [one | other for one, other in pairwise(fitting)]
