"""Who has seen whose card: what others may know, as far as one seat can tell."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core import Event, Seat


class Witnesses:
    """Who has seen whose card, as far as one seat can tell."""

    def __init__(self, seats: int, me: Seat) -> None:
        self.me = me
        self.knows = [[False] * seats for _ in range(seats)]
        """By player, then by rival."""
        self.own = self.drawn = -1
        """The own card, and the one beside it."""

    def hear(self, events: Sequence[Event]) -> None:
        for event in events:
            kind, seat, other, cards = event.kind, event.seat, event.other, event.cards
            if seat is None:
                continue
            if kind in ("dealt", "redealt", "got", "watchman_kept"):
                if kind != "got":
                    self.forget(seat)
                if seat == self.me:
                    self.own = cards[0]
            elif kind in ("drew", "drew_aside", "peeked", "took"):
                if seat == self.me or kind == "took":
                    self.drawn = cards[0]
            elif kind == "looked" and other is not None:
                self.knows[seat][other] = True
            elif kind == "compared" and other is not None:
                self.knows[seat][other] = self.knows[other][seat] = True
            elif kind == "swapped" and other is not None:
                self.swap(seat, other)
            elif kind in ("returned", "forced", "placed", "spied"):
                self.forget(seat)
                if kind == "returned" and seat == self.me and cards[0] == self.own:
                    self.own = self.drawn
            elif kind == "handed" and other is not None:
                for row in self.knows:
                    row[other] = row[seat]
                self.knows[seat][other] = True
                if other == self.me:
                    self.own = cards[0]
            elif kind == "played":
                self.play(seat, cards[0])

    def forget(self, seat: Seat) -> None:
        """A card comes that nobody else has seen."""
        for row in self.knows:
            row[seat] = False

    def swap(self, one: Seat, other: Seat) -> None:
        for row in self.knows:
            row[one], row[other] = row[other], row[one]
        self.knows[one][other] = self.knows[other][one] = True

    def play(self, seat: Seat, card: int) -> None:
        if self.drawn < 0:  # one of two cards that this seat has not seen
            return
        if seat != self.me:  # a Gravedigger: whoever plays the other card holds the one taken
            for row in self.knows:
                row[seat] = row[seat] or card != self.drawn
        elif card == self.own != self.drawn:
            self.forget(seat)
            self.own = self.drawn
        self.drawn = -1
