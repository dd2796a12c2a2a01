"""Every card's way through the night: who moved which cards when, and what lay where afterwards."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.onenight.roles import Extra, Role
from engine.games.onenight.state import ASLEEP, CENTER, NONE, Learnt, Village

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


class Deed(NamedTuple):
    """What somebody did or saw at night, and how many moves there had been then."""

    actor: int
    line: Learnt
    moves: int


def deeds_of(village: Village) -> list[Deed]:
    """Everything that was done and seen at night, in order; all cards must be open."""
    moves, found = moves_of(village), list[Deed]()
    for slot in village.slots():
        for actor in village.everyone():
            for line in village.learnt[actor]:
                if line[0] == slot and line[1] != ASLEEP:
                    done = sum(1 for move in moves if is_over(village, move, slot, int(actor)))
                    found.append(Deed(int(actor), line, done))
    return found


def is_over(village: Village, move: Move, slot: int, actor: int) -> bool:
    """Whether a move has been made when somebody has done what they do in a slot."""
    order = village.slots()
    return (order.index(move.slot), move.actor) <= (order.index(slot), actor)


def places_of(village: Village) -> list[int]:
    """All places where cards lie: the seats, then the center."""
    return [*map(int, village.everyone()), *(CENTER + number for number in range(3))]
