"""Listeners: what the others at a table make of what is said, each knowing their own night."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from engine.core import Seat
from engine.games.onenight.belief import Cloud
from engine.games.onenight.claims import FACTS
from engine.games.onenight.mind import Mind
from engine.games.onenight.reading import SUSPICIOUS, TRUSTING, Reading, holds
from engine.games.onenight.state import Claim

Ears = list[tuple[int, list[int]]]
"""By listener: in which worlds of a cloud all is true that they have told of their own night."""


def ears(mind: Mind, cloud: Cloud) -> Ears:
    """The listeners to somebody who lies, without partners. Most of them tell the truth, and then
    they know which worlds are none; who has told nothing yet may think of all."""
    found: Ears = []
    for other in mind.others():
        if other in mind.pack:
            continue
        told = [claim for claim in mind.live if claim.seat == other and claim.kind in FACTS]
        possible = [
            number
            for number, world in enumerate(cloud.worlds)
            if all(holds(claim, world) for claim in told)
        ]
        found.append((other, possible or [*range(len(cloud.worlds))]))
    return found


def doubts(cloud: Cloud, ears: Ears) -> list[float]:
    """By seat: how much listeners suspect it on average, each the others only."""
    sums = [0.0] * cloud.seats
    for listener, possible in ears:
        odds, total = [0.0] * cloud.seats, 0.0
        for number in possible:
            weight = cloud.weights[number]
            total += weight
            for seat in cloud.packs[number]:
                odds[seat] += weight
        for seat, share in enumerate(odds):
            if seat != listener and total:
                sums[seat] += share / total
    return [
        one / max(1, sum(listener != seat for listener, _ in ears)) for seat, one in enumerate(sums)
    ]


AUDIENCE = ((TRUSTING, 2 / 3), (SUSPICIOUS, 1 / 3))
"""How people take what they hear, and what share of them does: few go into a story."""


class Room:
    """Those who listen to somebody who lies, as that one imagines them: some expect lies, others
    take people at their word."""

    def __init__(self, mind: Mind, without: Seat | None = None) -> None:
        self.parts: list[tuple[Reading, float, Cloud, Ears]] = []
        for reading, share in AUDIENCE:
            cloud = mind.public(without, reading=reading)
            self.parts.append((reading, share, cloud, ears(mind, cloud)))

    def doubts(self, said: Sequence[Claim] = ()) -> list[float]:
        """By seat: how much it is suspected on average, perhaps after something more was said."""
        found = [
            [share * doubt for doubt in doubts(cloud.heard(said, reading), table)]
            for reading, share, cloud, table in self.parts
        ]
        return [fsum(column) for column in zip(*found, strict=True)]


def table_doubts(mind: Mind) -> list[float]:
    """By seat: how much the table suspects it now."""
    return Room(mind).doubts() if mind.depth.foresight else mind.public().suspicion()
