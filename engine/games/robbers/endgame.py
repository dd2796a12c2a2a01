"""The last tricks of an imagined deal, played by both teams as well as they can be."""

from __future__ import annotations

from engine.games.robbers.playout import NO_TRICK, WOLF_ROLE, Position, Trick, lay, margin

LOST, TIED, WON = 0, 1, 2
"""How a deal ends for the robber team."""


def solve(position: Position, card: int) -> int:
    """How a deal ends after a card if everybody sees all hands and plays for their own team."""
    end = Endgame(position)
    end.hands[position.turn].remove(card)
    return end.on(lay(position.trick, position.turn, card, end.icons), position.turn, LOST, WON)


class Endgame:
    """A search of everything that can still be played, cut off where it cannot matter."""

    def __init__(self, position: Position) -> None:
        self.seats, self.roles, self.factors = position.seats, position.roles, position.factors
        self.hands = [hand[:] for hand in position.hands]
        self.points, self.halved = position.points[:], position.halved[:]
        self.icons = position.icons

    def on(self, trick: Trick, seat: int, low: int, high: int) -> int:
        """Go on after a seat's card, given what either team already has for sure."""
        if trick.played < self.seats:
            return self.turn(trick, (seat + 1) % self.seats, low, high)
        taker = trick.taker if trick.wolf or trick.seer < 0 else trick.seer
        wolf = self.roles[taker] == WOLF_ROLE
        before = self.points[taker], self.halved[taker]
        self.points[taker] += trick.loot if wolf else trick.chests
        self.halved[taker] |= trick.knife if wolf else trick.wolf
        if self.hands[taker]:
            found = self.turn(NO_TRICK, taker, low, high)
        else:
            ahead = margin(self.roles, self.factors, self.points, self.halved)
            found = WON if ahead > 0 else LOST if ahead < 0 else TIED
        self.points[taker], self.halved[taker] = before
        return found

    def turn(self, trick: Trick, seat: int, low: int, high: int) -> int:
        """The best that a seat can do for its team."""
        hand = self.hands[seat]
        robber = not self.roles[seat]
        best = LOST if robber else WON
        for card in dict.fromkeys(hand):
            place = hand.index(card)
            del hand[place]
            found = self.on(lay(trick, seat, card, self.icons), seat, low, high)
            hand.insert(place, card)
            if robber:
                best = max(best, found)
                low = max(low, found)
            else:
                best = min(best, found)
                high = min(high, found)
            if low >= high:
                break
        return best
