"""What a card tells of who played it: people play for their team.

A play is likely under some roles if it would have been worth more for that team than most cards
that might have been played instead. It is never impossible: some do not see it, and some mislead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp
from typing import NamedTuple

from engine.core import Event, Seat
from engine.games.robbers.deck import Card, Role, copies_for
from engine.games.robbers.playout import NO_TRICK, Trick, appraise, lay

WOLF = int(Role.WEREWOLF)


class Habits(NamedTuple):
    """How the plays of others are read."""

    heat: float
    """By how many points one card must be better than another to be played 2.7 times as often."""
    slip: float
    """How often anything goes."""


READ = Habits(heat=4.0, slip=0.3)


class Play(NamedTuple):
    """A card somebody played, and what lay on the table before."""

    number: int
    """Of the event."""
    seat: int
    card: int
    trick: Trick
    piles: tuple[Trick, ...]
    """What each seat had taken, summed up."""
    others: tuple[int, ...]
    """What might have been played as well."""


def plays_of(seats: int, events: Sequence[Event], me: Seat | None) -> Iterator[Play]:
    """The plays of others that do not show a role by themselves."""
    left = copies_for(seats)
    piles, trick = (NO_TRICK,) * seats, NO_TRICK
    for number, event in enumerate(events):
        if event.kind == "dealt" and event.seat == me:
            for card in event.cards:
                left[card] -= 1
        elif event.kind == "took" and event.seat is not None:
            mine = piles[event.seat]
            taken = NO_TRICK._replace(
                wolf=mine.wolf | trick.wolf,
                knife=mine.knife | trick.knife,
                chests=mine.chests + trick.chests,
                loot=mine.loot + trick.loot,
            )
            piles = (*piles[: event.seat], taken, *piles[event.seat + 1 :])
            trick = NO_TRICK
        elif event.kind == "played" and event.seat is not None:
            card = event.cards[0]
            if event.seat != me:
                if card < Card.TRAITOR:
                    others = tuple(kind for kind in range(Card.TRAITOR) if left[kind])
                    yield Play(number, event.seat, card, trick, piles, others)
                left[card] -= 1
            trick = lay(trick, event.seat, card)


def likelihood(play: Play, roles: Sequence[int], habits: Habits) -> float:
    """How much likelier a play is under these roles than if any card had been played."""
    seats = len(roles)
    wolves = sum(role != 0 for role in roles)
    factors = [seats - wolves if role else wolves for role in roles]
    points = [
        pile.loot if role == WOLF else pile.chests
        for role, pile in zip(roles, play.piles, strict=True)
    ]
    halved = [
        pile.knife if role == WOLF else pile.wolf
        for role, pile in zip(roles, play.piles, strict=True)
    ]
    values = appraise(play.others, play.seat, play.trick, roles, factors, points, halved)
    most = max(values)
    shares = [exp((value - most) / habits.heat) for value in values]
    share = shares[play.others.index(play.card)] * len(shares) / sum(shares)
    return habits.slip + (1 - habits.slip) * share
