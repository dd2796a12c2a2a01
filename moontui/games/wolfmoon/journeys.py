"""Which card flies from where to where, as a player sees it on the table."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from engine.core import HIDDEN, Choice, Event
from engine.games.wolfmoon.events import (
    Give,
    Lay,
    Mix,
    Moon,
    Motion,
    Place,
    See,
    Show,
    Source,
    Swap,
    motions,
)


class Spot(NamedTuple):
    """Something on the screen: `pile`, `aside`, or a `moon` or `slot` by number, or somebody's hand
    (`seat`) or `display`."""

    what: str
    number: int = 0

    def targets(self) -> tuple[Hashable, ...]:
        """The targets that ink about it may have: the spot itself, or the choice it stands for."""
        match self.what:
            case "moon":
                return (("card", self.number),)
            case "slot":
                return ("slot", self.number), Choice("slot", self.number)
        return ("seat", self.number), Choice("aim", self.number)


class Journey(NamedTuple):
    """A card on its way; `HIDDEN` if the player does not see which."""

    card: int
    start: Spot
    end: Spot


def journey(event: Event, seats: int) -> Journey | None:
    """The journey of the card that an event moves, if there is one worth watching."""
    ways = [way for motion in motions(event, seats) if (way := journey_of(motion, seats))]
    return ways[0] if ways else None


def journey_of(motion: Motion, seats: int) -> Journey | None:
    def at(place: Place) -> Spot:
        return Spot("seat", place) if place < seats else Spot("slot", place - seats)

    match motion:
        case Lay(place, card, Source.PILE):
            return Journey(card, Spot("pile"), at(place))
        case Lay(place, card, Source.ASIDE):
            return Journey(card, Spot("aside"), at(place))
        case Lay(place, card, Source.DISPLAY, int(owner)):
            return Journey(card, Spot("display", owner), at(place))
        case Moon(card):
            return Journey(card, Spot("pile"), Spot("moon", card))
        case Show(place, card, True):
            return Journey(card, at(place), Spot("display", place))
        case Give(source, target, card):
            return Journey(card, at(source), at(target))
        case Swap(one, other):
            return Journey(HIDDEN, at(one), at(other))
        case Mix((hand, slot), _, (_, card), int()):
            return Journey(card, at(hand), at(slot))
        case See((place,), (card,), (int(viewer), *_)) if viewer != place:
            return Journey(card, at(place), at(viewer))
    return None
