"""Quick play-outs of an imagined table: players follow plain habits and what they may know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from engine.core import Auto, Choice, Seat, Step
from engine.games.wolfmoon.cards import (
    AIM,
    GUESS,
    KEEP,
    NO,
    PASS,
    PLAY,
    TAKE,
    YES,
    Aim,
    AlchemistMaySave,
    Guess,
    GuessAgain,
    KeepOneOfFour,
    PickPartner,
    PlayCard,
    ServantMayLeave,
    SpyMayAnswer,
    TakeFromDisplay,
    loot,
    pair,
    targets,
)
from engine.games.wolfmoon.deck import COPIES, VALUE, VALUES, Card
from engine.games.wolfmoon.fitted import LIKED
from engine.games.wolfmoon.rules import (
    CENTER,
    DRAW,
    SLOTS,
    ChooseAction,
    ChooseSlot,
    KeepOneOfTwo,
)
from engine.games.wolfmoon.state import Table

SHOW = Choice("show")
VAMPIRE, SPY = int(Card.VAMPIRE), int(Card.SPY)
FRANKENSTEIN = int(Card.FRANKENSTEIN)

Tips = Sequence[Sequence[tuple[float, Sequence[int]]]]
"""By player, then by rival: how sure this player is of the likeliest value, and the values,
likeliest first. No values: what counting says, or the actual card for a player who is quite sure.
Tips hold as long as the rival holds the card they began with."""


class Crowd:
    """The players of one imagined table."""

    def __init__(self, table: Table, rng: Random, tips: Tips) -> None:
        self.rng = rng
        self.tips = tips
        self.held = [hand[0] if hand else -1 for hand in table.hands]
        """What everybody held at the beginning."""

    def play(self, table: Table, stop: Seat, times: int = 1) -> None:
        """Play on until the others have had their turns this many times and this seat is next."""
        todo = table.todo
        others = False
        while not table.ending:
            step: Any = todo[-1]
            kind = type(step)
            if kind is ChooseAction:
                if step.seat != stop:
                    others = True
                elif others:
                    times -= 1
                    others = False
                    if not times:
                        return
            if table.out[stop]:
                return
            choice = ANSWERS[kind](self, table, step)
            todo.pop()
            step.chosen(table, choice)
            while todo and isinstance(step := todo[-1], Auto):
                if table.ending:
                    return
                todo.pop()
                step.run(table)

    def rest(self, table: Table) -> None:
        """Play on until somebody's turn begins."""
        todo = table.todo
        while not table.ending:
            step: Any = todo[-1]
            if type(step) is ChooseAction:
                return
            choice = ANSWERS[type(step)](self, table, step)
            todo.pop()
            step.chosen(table, choice)
            while todo and isinstance(step := todo[-1], Auto):
                if table.ending:
                    return
                todo.pop()
                step.run(table)

    # ── what players do ─────────────────────────────────────────────────────────────────────────

    def turn(self, table: Table, step: Any) -> Choice:
        if not table.pile and not table.aside:
            return CENTER
        poor = VALUE[table.hands[step.seat][0]] < 4 and len(table.pile) <= table.seats
        return CENTER if poor and self.rng.random() < 0.5 else DRAW

    def slot(self, table: Table, step: Any) -> Choice:
        return SLOTS[int(self.rng.random() * 3)]

    def keep_of_two(self, table: Table, step: Any) -> Choice:
        own, other = table.hands[step.seat][0], table.center[step.slot]
        return KEEP[better(table, step.seat, own, other)]

    def keep_of_four(self, table: Table, step: Any) -> Choice:
        best = table.hands[step.seat][0]
        for card in table.center:
            best = better(table, step.seat, best, card)
        return KEEP[best]

    def card(self, table: Table, step: Any) -> Choice:
        one, other = table.hands[step.seat]
        if VAMPIRE in (one, other) and strong(table, step.seat) >= 2:
            return PLAY[VAMPIRE]
        kept = better(table, step.seat, one, other)
        return PLAY[one if kept == other else other]

    def aim(self, table: Table, step: Any) -> Choice:
        seat: Seat = step.seat
        aims = targets(table, seat, step.card)
        held = table.hands[seat][0]
        match step.card:
            case Card.ASSASSIN | Card.VILLAGER:
                best = max(aims, key=lambda other: self.surety(table, seat, other))
                if self.surety(table, seat, best) > 0.2:
                    return AIM[best]
            case Card.BARKEEPER:
                if VALUE[held] < 5:
                    return PASS
            case Card.GIRL:
                if VALUE[held] > 1:
                    return PASS
            case Card.BOUNTY_HUNTER:
                if not table.rivals(seat):
                    return PASS
                aims = table.rivals(seat) if VALUE[held] > 2 or table.others_only else [seat]
            case Card.PICKPOCKET:
                if VALUE[held] <= 4 and seat in aims:
                    return AIM[seat]
                aims = [other for other in aims if other != seat]
            case Card.GRAVEDIGGER:
                richest = max(aims, key=lambda other: best_loot(table, seat, other))
                return AIM[richest]
        return AIM[aims[int(self.rng.random() * len(aims))]]

    def surety(self, table: Table, seat: Seat, other: Seat) -> float:
        """How sure a player is of a rival's value."""
        same = table.hands[other][0] == self.held[other]
        return self.tips[seat][other][0] if same else 0.1

    def partner(self, table: Table, step: Any) -> Choice:
        others = [other for other in pair(table, step.seat) if other != step.first]
        if step.first != step.seat and len(others) > 1 and step.seat in others:
            others.remove(step.seat)
        return AIM[others[int(self.rng.random() * len(others))]]

    def take(self, table: Table, step: Any) -> Choice:
        cards = loot(table, step.seat, step.target)
        return TAKE[max(cards, key=lambda card: liking(table, step.seat, card))]

    def guess(self, table: Table, step: Any) -> Choice:
        return GUESS[self.named(table, step.seat, step.target, -1)]

    def guess_again(self, table: Table, step: Any) -> Choice:
        return GUESS[self.named(table, step.seat, step.target, step.wrong)]

    def named(self, table: Table, seat: Seat, target: Seat, wrong: int) -> int:
        """The value a player names: what they know, else what counting says."""
        held = self.held[target]
        if table.hands[target][0] == held:
            surety, values = self.tips[seat][target]
            if surety == 1.0 and not values:
                return VALUE[held]
            for value in values:
                if value != wrong:
                    return value
        left = COPIES_OF.copy()
        for display in table.displays:
            for card in display:
                left[VALUE[card]] -= 1
        for card in table.gone:
            left[VALUE[card]] -= 1
        left[VALUE[table.hands[seat][0]]] -= 1
        if wrong >= 0:
            left[wrong] = -1
        most = max(left)
        likely = [value for value in VALUES if left[value] == most]
        return likely[int(self.rng.random() * len(likely))]

    def servant(self, table: Table, step: Any) -> Choice:
        return NO if table.safe[step.seat] else YES

    def alchemist(self, table: Table, step: Any) -> Choice:
        return YES

    def spy(self, table: Table, step: Any) -> Choice:
        return SHOW if SPY in table.hands[step.seat] else PASS


COPIES_OF = [
    sum(copies for kind, copies in enumerate(COPIES) if VALUE[kind] == value) for value in VALUES
]


def strong(table: Table, seat: Seat) -> int:
    """How many cards in a display count for the Vampire."""
    return sum(VALUE[card] >= 7 for card in table.displays[seat])


def liking(table: Table, seat: Seat, card: int) -> float:
    """How much a player likes to keep a card."""
    if card == FRANKENSTEIN:
        values = [VALUE[played] for played in table.displays[seat]]
        return min(values) + max(values) - 5.0 if values else 0.0
    return LIKED[card]


def best_loot(table: Table, seat: Seat, target: Seat) -> float:
    """How much a player would like to keep the best card of a display."""
    return max(liking(table, seat, card) for card in loot(table, seat, target))


def better(table: Table, seat: Seat, one: int, other: int) -> int:
    """Which of two cards a player keeps."""
    return one if liking(table, seat, one) >= liking(table, seat, other) else other


ANSWERS: dict[type[Step], Callable[[Crowd, Table, Any], Choice]] = {
    ChooseAction: Crowd.turn,
    ChooseSlot: Crowd.slot,
    KeepOneOfTwo: Crowd.keep_of_two,
    KeepOneOfFour: Crowd.keep_of_four,
    PlayCard: Crowd.card,
    Aim: Crowd.aim,
    PickPartner: Crowd.partner,
    TakeFromDisplay: Crowd.take,
    Guess: Crowd.guess,
    GuessAgain: Crowd.guess_again,
    ServantMayLeave: Crowd.servant,
    AlchemistMaySave: Crowd.alchemist,
    SpyMayAnswer: Crowd.spy,
}
