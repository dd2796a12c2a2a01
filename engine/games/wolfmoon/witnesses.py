"""Who has seen whose card: what others may know, as far as one seat can tell."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core import HIDDEN, Event, Seat
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


class Witnesses:
    """Who has seen whose card, as far as one seat can tell."""

    def __init__(self, seats: int, me: Seat) -> None:
        self.seats = seats
        self.me = me
        self.knows = [[False] * seats for _ in range(seats)]
        """By player, then by rival."""
        self.own = self.drawn = -1
        """The seat's own card, and the one beside it."""

    def copy(self) -> Witnesses:
        """The same, to go on from."""
        twin = Witnesses(self.seats, self.me)
        twin.knows = [row[:] for row in self.knows]
        twin.own, twin.drawn = self.own, self.drawn
        return twin

    def hear(self, events: Sequence[Event]) -> None:
        for event in events:
            for motion in motions(event, self.seats):
                self.follow(motion)

    def follow(self, motion: Motion) -> None:
        match motion:  # what happens most often comes first
            case NewTurn() | MayShow():
                pass
            case Lay(place, card, source):
                self.lay(place, card, source)
            case Show(place, card, chosen):
                self.play(place, card) if chosen else self.forget(place)
            case See(places, cards, by):
                self.see(places, cards, by)
            case Swap(one, other):
                self.swap(one, other)
            case Give(source, target, card):
                self.move(source, target, card)
            case Mix():
                self.mix(motion)
            case NewRound() | Moon() | Narrow() | Tie() | Rank():
                pass

    def lay(self, seat: Place, card: int, source: Source) -> None:
        if source is Source.DECK:
            self.forget(seat)
            if seat == self.me:
                self.own = card
        elif card != HIDDEN:
            self.drawn = card

    def play(self, seat: Place, card: int) -> None:
        if self.drawn < 0:  # one of two cards that this seat has not seen
            return
        if seat != self.me:  # a Gravedigger: whoever plays the other card holds the one taken
            for row in self.knows:
                row[seat] = row[seat] or card != self.drawn
        elif card == self.own != self.drawn:
            self.forget(seat)
            self.own = self.drawn
        self.drawn = -1

    def see(
        self, places: tuple[Place, ...], cards: tuple[int, ...], by: tuple[Seat, ...] | None
    ) -> None:
        for place, card in zip(places, cards, strict=True):
            if place < self.seats:
                for seat in by or ():  # everybody sees cards only at the end of the round
                    if seat != place:
                        self.knows[seat][place] = True
                if by == (self.me,) == (place,):  # a card that has just arrived
                    self.own = card
            elif card != HIDDEN and len(places) == 1:  # one of the two to choose from
                self.drawn = card

    def swap(self, one: Place, other: Place) -> None:
        for row in self.knows:
            row[one], row[other] = row[other], row[one]
        self.knows[one][other] = self.knows[other][one] = True

    def move(self, source: Place, target: Place, card: int) -> None:
        for row in self.knows:
            row[target] = row[source]
        self.knows[source][target] = True
        if target == self.me:
            self.own = card

    def mix(self, motion: Mix) -> None:
        for place in motion.places:
            if place < self.seats:
                self.forget(place)
        if motion.chooser == self.me:
            kept, *given = motion.after
            if kept != HIDDEN:
                self.own = kept
            elif self.own in given:
                self.own = self.drawn

    def forget(self, seat: Place) -> None:
        """A card comes that nobody else has seen."""
        for row in self.knows:
            row[seat] = False
