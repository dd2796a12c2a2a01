"""Who says what at a table with real cards, and which of it cannot all be true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple


class Clash(NamedTuple):
    """More players say to be something than there are cards of it."""

    role: int
    players: tuple[int, ...]
    copies: int


class Claims:
    """What everybody at the table says to have been dealt, as far as somebody has noted it."""

    def __init__(self, roles: Sequence[int], players: int) -> None:
        self.roles = tuple(roles)
        self.players = players
        self.said: dict[int, int] = {}
        """By player, counted from 0: a role."""
        self.chosen = 0

    def choose(self, player: int) -> None:
        if 0 <= player < self.players:
            self.chosen = player

    def turn(self, step: int) -> None:
        """Another role for the chosen player; between the last and the first there is none."""
        known = [-1, *sorted(set(self.roles))]
        here = known.index(self.said.get(self.chosen, -1))
        role = known[(here + step) % len(known)]
        self.said.pop(self.chosen, None)
        if role >= 0:
            self.said[self.chosen] = role

    def clashes(self) -> list[Clash]:
        copies = Counter(self.roles)
        found = []
        for role in sorted(set(self.said.values())):
            players = tuple(sorted(one for one, said in self.said.items() if said == role))
            if len(players) > copies[role]:
                found.append(Clash(role, players, copies[role]))
        return found
