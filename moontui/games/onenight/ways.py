"""Every card's way through the night: who moved which cards when, and what lay where afterwards."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.onenight.roles import Extra, Role
from engine.games.onenight.state import ASLEEP, CENTER, NONE, Village

MOVERS = (Role.ROBBER, Role.TROUBLEMAKER, Role.DRUNK)
"""Roles that move cards."""


class Move(NamedTuple):
    """Two cards that changed places."""

    slot: int
    actor: int
    role: int
    """As whom the actor did it: a Doppelgänger does what she copied."""
    places: tuple[int, int]
    after: tuple[int, ...]
    """By seat, then center: the cards as they lay then."""

    def touches(self, place: int) -> bool:
        return place in self.places


def moves_of(village: Village) -> list[Move]:
    """All moves of a night, in the order they happened; all cards must be open."""
    cards = list(village.dealt)
    found: list[Move] = []
    for slot in village.slots():
        role = village.copied if slot == Extra.COPIED else slot
        if role not in MOVERS:
            continue
        for actor in village.everyone():
            for number, one, two, _ in village.learnt[actor]:
                if number != slot or one in (ASLEEP, NONE):
                    continue
                places = (one, two) if role == Role.TROUBLEMAKER else (int(actor), one)
                a, b = (village.index(place) for place in places)
                cards[a], cards[b] = cards[b], cards[a]
                found.append(Move(slot, int(actor), int(role), places, tuple(cards)))
    return found


def places_of(village: Village) -> list[int]:
    """All places where cards lie: the seats, then the center."""
    return [*map(int, village.everyone()), *(CENTER + number for number in range(3))]
