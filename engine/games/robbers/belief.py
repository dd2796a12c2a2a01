"""How likely each player is to have each role, given everything that one seat was told.

Roles follow from where the Werewolves and the Traitor are: played, in a hand, or undealt. There are
few ways to lay them. Each is weighed by how many deals agree with it and, for bots that read
others, by how well it explains what was played. Nobody has to follow suit, so only counting makes
anything certain, and nothing that can be true is ever held impossible.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, combinations_with_replacement
from math import exp, fsum, perm
from random import Random
from typing import NamedTuple

from engine.core import Event, Seat
from engine.games.robbers.deck import Card, Role, copies_for, deck_for, hand_size, role_of
from engine.games.robbers.habits import Habits, Play, leaning, plays_of
from engine.games.robbers.playout import HOUSE_ICONS, Icons

WEREWOLF, TRAITOR = int(Card.WEREWOLF), int(Card.TRAITOR)


class Laying(NamedTuple):
    """Where the unseen Werewolves and the Traitor may lie: a seat's number, or one more for the
    undealt card."""

    wolves: tuple[int, ...]
    traitor: tuple[int, ...]
    """Empty: it was seen."""
    roles: tuple[int, ...]


class World(NamedTuple):
    """A complete deal that may be the real one."""

    hands: list[list[int]]
    roles: tuple[int, ...]


class Belief:
    """What a seat (None: a spectator) may think of the roles in one deal."""

    def __init__(
        self,
        seats: int,
        seat: Seat | None,
        habits: Habits | None = None,
        icons: Icons = HOUSE_ICONS,
    ) -> None:
        self.seats, self.seat, self.habits, self.icons = seats, seat, habits, icons
        self.played: list[list[int]] = [[] for _ in range(seats)]
        self.own: list[int] = []
        """The seat's own hand."""
        self.evidence: list[Play] = []
        """What was played, as far as it can be read."""

    def hear(self, events: Sequence[Event]) -> None:
        """Take in everything told since the deal began."""
        for event in events:
            if event.kind == "dealt" and event.seat == self.seat:
                self.own = list(event.cards)
            elif event.kind == "played" and event.seat is not None:
                self.played[event.seat].append(event.cards[0])
                if event.seat == self.seat:
                    self.own.remove(event.cards[0])
        if self.habits is not None:
            self.evidence = list(plays_of(self.seats, events, self.seat, self.icons))

    def odds(self, without: int | None = None) -> list[list[float]]:
        """By seat: how likely it is a robber, a Werewolf, the Traitor.

        What one event (given by its number) reveals as a way of playing can be left out.
        """
        rows = [[0.0] * len(Role) for _ in range(self.seats)]
        layings, weights = self.weighed(without)
        total = fsum(weights)
        for laying, weight in zip(layings, weights, strict=True):
            for row, role in zip(rows, laying.roles, strict=True):
                row[role] += weight / total
        return rows

    def worlds(self, rng: Random, count: int) -> list[World]:
        """This many deals, each drawn as often as it is thought likely."""
        layings, weights = self.weighed()
        rest = [card for card in self.unseen() if card < TRAITOR]
        sizes = self.hidden()
        chosen = rng.choices(layings, cum_weights=list(accumulate(weights)), k=count)
        return [self.dealt(laying, rest, sizes, rng) for laying in chosen]

    def dealt(self, laying: Laying, rest: list[int], sizes: list[int], rng: Random) -> World:
        """A deal with the Werewolves and the Traitor laid like this, and the rest at random."""
        hands: list[list[int]] = [[] for _ in sizes]
        for place in laying.wolves:
            hands[place].append(WEREWOLF)
        for place in laying.traitor:
            hands[place].append(TRAITOR)
        cards = rest[:]
        rng.shuffle(cards)
        for hand, size in zip(hands, sizes, strict=True):
            while len(hand) < size:
                hand.append(cards.pop())
        del hands[self.seats :]
        if self.seat is not None:
            hands[self.seat] = self.own[:]
        return World(hands, laying.roles)

    # ── what it rests on ────────────────────────────────────────────────────────────────────────

    def unseen(self) -> list[int]:
        """The cards that are neither played nor in the seat's own hand, in order."""
        left = copies_for(self.seats)
        for cards in (*self.played, self.own):
            for card in cards:
                left[card] -= 1
        return [card for card, copies in enumerate(left) for _ in range(copies)]

    def hidden(self) -> list[int]:
        """By seat, then undealt: how many cards lie there out of sight."""
        size = hand_size(self.seats)
        sizes = [size - len(cards) for cards in self.played]
        if self.seat is not None:
            sizes[self.seat] = 0
        return [*sizes, len(deck_for(self.seats)) - size * self.seats]

    def layings(self) -> list[tuple[Laying, float]]:
        """Every way to lay the Werewolves and the Traitor, with the number of deals it stands
        for, up to a common factor."""
        unseen, sizes = self.unseen(), self.hidden()
        places = [place for place, size in enumerate(sizes) if size]
        wolves = unseen.count(WEREWOLF)
        dealt = [cards[:] for cards in self.played]
        if self.seat is not None:
            dealt[self.seat] += self.own
        known = [role_of(cards) for cards in dealt]
        found = []
        for dens in combinations_with_replacement(places, wolves):
            for traitor in [(place,) for place in places] if TRAITOR in unseen else [()]:
                lain = [0] * len(sizes)
                for place in (*dens, *traitor):
                    lain[place] += 1
                ways = 1.0
                for size, cards in zip(sizes, lain, strict=True):
                    ways *= perm(size, cards)
                if len(set(dens)) == 1 and wolves == 2:
                    ways /= 2  # two identical cards may be swapped without changing the deal
                if ways:
                    roles = laid(known, dens, traitor)
                    found.append((Laying(dens, traitor, roles), ways))
        return found

    def weighed(self, without: int | None = None) -> tuple[list[Laying], list[float]]:
        """Every laying, with its weight."""
        seen: dict[tuple[int, ...], float] = {}
        weights = []
        layings = self.layings()
        for laying, ways in layings:
            if laying.roles not in seen:
                seen[laying.roles] = self.explains(laying.roles, without)
            weights.append(ways * seen[laying.roles])
        return [laying for laying, _ in layings], weights

    def explains(self, roles: tuple[int, ...], without: int | None) -> float:
        """How well these roles explain what was played."""
        habits = self.habits
        if habits is None:
            return 1.0
        plays = (play for play in self.evidence if play.number != without)
        return exp(fsum(leaning(play, roles, habits) for play in plays))


def laid(known: Sequence[Role], dens: Sequence[int], traitor: Sequence[int]) -> tuple[int, ...]:
    """The roles that follow from such a laying."""
    roles = [int(role) for role in known]
    for place in traitor:
        if place < len(roles) and roles[place] == Role.ROBBER:
            roles[place] = int(Role.TRAITOR)
    for place in dens:
        if place < len(roles):
            roles[place] = int(Role.WEREWOLF)
    return tuple(roles)
