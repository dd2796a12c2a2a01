"""Belief: what a player thinks of the others, from what they saw and from everything claimed.

Claims are evidence, never proof: players on the village's side mostly tell the truth, the others
say what suits them. Each claim multiplies the weight of a world by how likely its speaker would be
to say it there, which is never 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import fsum
from random import Random
from typing import NamedTuple

from engine.games.onenight.roles import Extra, Role
from engine.games.onenight.state import CENTER, NONE, PAIR, PAIRS, Claim
from engine.games.onenight.worlds import Dream, Knowledge, Rumours, World

VILLAGE, WOLF, TANNER = range(3)
"""Sides, as players see their own."""


class Reading(NamedTuple):
    """How claims are read."""

    honest: float = 0.8
    """How often somebody on the village's side who makes such a claim tells the truth."""
    slip: float = 0.03
    """How often they say something else."""
    pose: float = 0.2
    """How often they pose as a Villager instead."""
    bluff: float = 0.9
    """How readily somebody with another aim makes such a claim, true or not."""
    weight: float = 0.75
    """How much all of it counts; less than 1, because liars choose what is believed."""
    hearsay: float = 0.0
    """How much opinions count. They rest on what was said before, and liars have them too."""


SUSPICIOUS = Reading()
LITERAL = Reading(0.95, 0.01, 0.04, 0.3, 1.0, 1.0)
"""Takes claims at face value, unless they cannot be true."""

BLUFFS = {Role.WEREWOLF: 0.03, Role.MINION: 0.03, Role.VILLAGER: 0.3, Role.TANNER: 0.04}
"""How often somebody with another aim claims to have been that; other roles are equally likely."""
BLUFF = 0.14


def side_of(role: int) -> int:
    """The side of a card."""
    return WOLF if role in (1, 2) else TANNER if role == 10 else VILLAGE


def own_side(world: World, seat: int) -> int:
    """Which side a player thinks they are on, by everything they have seen themselves."""
    dealt = world.dealt[seat]
    if dealt == 5 and world.deeds.get(5, (NONE, NONE))[0] != NONE:
        return side_of(world.dealt[world.early[world.deeds[5][0]]])
    if dealt == 8:
        return side_of(world.final(seat))
    if dealt == 0:
        if world.copied == 5:
            return side_of(world.dealt[world.early[seat]])
        return side_of(world.copied)
    return side_of(dealt)


def holds(claim: Claim, world: World) -> bool:
    """Whether a claim about the speaker's own night is true in a world."""
    seat, values, dealt = claim.seat, claim.values, world.dealt
    match claim.kind:
        case "was":
            return dealt[seat] == values[0]
        case "now":
            return world.final(seat) == values[0]
        case "saw":
            return sees(world, seat, values)
        case "woke":
            return woke(world, seat, sorted(values))
        case "copied":
            return (
                dealt[seat] == 0
                and world.deeds.get(0, (NONE,))[0] == values[0]
                and (dealt[values[0]] == values[1])
            )
    role = {"robbed": 5, "swapped": 6, "took": 7}[claim.kind]
    deed = world.deeds.get(role) if dealt[seat] == role else None
    if dealt[seat] == 0 and world.copied == role:
        deed = world.deeds.get(Extra.COPIED)
    if deed is None:
        return False
    if not values:
        return deed[0] == NONE
    if role == 6:
        return deed == (min(values), max(values))
    if deed[0] != values[0]:
        return False
    if role == 5:
        taken = world.early[seat] if dealt[seat] == 0 else world.early[values[0]]
        return dealt[taken] == values[1]
    return True


def sees(world: World, seat: int, values: Sequence[int]) -> bool:
    """Whether a player may have seen that: it does not matter where they looked, only what lay
    there."""
    role = world.dealt[seat]
    if role == 0:
        role = world.copied
    if not values:
        return role == Role.SEER
    if values[0] < CENTER:
        may = role == Role.SEER
    elif values[0] < PAIR:
        may = role == Role.SEER or world.pack() == [seat]
    else:
        may = role == Role.SEER
    return may and all(
        world.dealt[world.early[place]] == face for place, face in looks(world.seats, values)
    )


def looks(seats: int, values: Sequence[int]) -> list[tuple[int, int]]:
    """By place in the deal: the faces that a look shows."""
    place = values[0]
    if place < CENTER:
        return [(place, values[1])]
    if place < PAIR:
        return [(seats + place - CENTER, values[1])]
    one, two = PAIRS[place - PAIR]
    return [(seats + one, values[1]), (seats + two, values[2])]


def woke(world: World, seat: int, others: list[int]) -> bool:
    """Whether a player saw exactly these others, as a Werewolf, Mason or Minion."""
    role = world.dealt[seat]
    if role == 0:
        role = world.copied
    if role == 2:
        return world.pack() == others
    group = world.pack() if role == 1 else world.masons() if role == 3 else None
    return group is not None and [other for other in group if other != seat] == others


INFORMED = (Role.ROBBER, Role.INSOMNIAC, Role.DOPPELGANGER)


def likelihood(claim: Claim, world: World, side: int, reading: Reading) -> float:
    """How likely a player on that side is to say this in a world."""
    kind = claim.kind
    if kind == "was":
        role = claim.values[0]
        if side == VILLAGE:
            if world.dealt[claim.seat] == role:
                return reading.honest
            return reading.pose if role == 9 else reading.slip
        share = BLUFFS.get(Role(role), BLUFF) * reading.bluff
        return 0.2 if side == TANNER and role == 1 else share
    if kind in ("think", "vouch", "will_vote"):
        return opinion(claim, world, side) ** reading.hearsay if reading.hearsay else 1.0
    if kind == "because":
        return 1.0
    if kind == "now" and world.dealt[claim.seat] not in INFORMED:
        return 0.5
    made_up = spread(claim, world.seats)
    if side != VILLAGE:
        return reading.bluff * made_up
    if not holds(claim, world):
        return reading.slip * made_up
    # What a Seer looked at is not part of a world; what others did is.
    return reading.honest / (world.seats + 2) if kind == "saw" else reading.honest


def spread(claim: Claim, seats: int) -> float:
    """How likely a player who makes something up is to say exactly that."""
    values = claim.values
    match claim.kind:
        case "saw":
            accuses = bool(values) and values[0] < CENTER and values[1] == Role.WEREWOLF
            return 0.4 / (seats - 1) if accuses else 0.3 / (seats + 2)
        case "robbed":
            return 0.5 / (seats - 1)
        case "swapped":
            return 2 / ((seats - 1) * (seats - 2))
        case "took":
            return 1 / 3
        case "now":
            return 0.8
        case "copied":
            return 0.3 / (seats - 1)
    return 0.3


def opinion(claim: Claim, world: World, side: int) -> float:
    """How much an opinion about somebody speaks for a world: weak evidence, but some."""
    about = claim.values[0]
    is_wolf = world.dealt[world.late[about]] == 1
    blames = claim.kind == "will_vote" or (claim.kind == "think" and claim.values[1] == 1)
    if claim.kind == "think" and not blames:
        return 1.0
    if side == VILLAGE:
        return 1.25 if blames == is_wolf else 0.85
    if side == WOLF:
        return 0.6 if blames and world.dealt[about] == 1 else 1.1
    return 1.0


# ── clouds ──────────────────────────────────────────────────────────────────────────────────────


class Cloud:
    """Worlds with weights: a belief."""

    __slots__ = ("seats", "sides", "total", "weights", "worlds")

    def __init__(self, seats: int, worlds: list[World], weights: list[float]) -> None:
        self.seats = seats
        self.worlds = worlds
        self.weights = weights
        self.total = fsum(weights)
        self.sides = [[own_side(world, seat) for seat in range(seats)] for world in worlds]

    def heard(self, claims: Sequence[Claim], reading: Reading) -> Cloud:
        """The belief of somebody who hears these claims as well."""
        twin = object.__new__(Cloud)
        twin.seats, twin.worlds, twin.sides = self.seats, self.worlds, self.sides
        twin.weights = [
            weight * evidence(claims, world, sides, reading)
            for weight, world, sides in zip(self.weights, self.worlds, self.sides, strict=True)
        ]
        twin.total = fsum(twin.weights)
        return twin

    def suspicion(self) -> list[float]:
        """By seat: how likely it is a werewolf now."""
        odds = [0.0] * self.seats
        for weight, world in zip(self.weights, self.worlds, strict=True):
            for seat in world.wolves():
                odds[seat] += weight
        return [one / self.total if self.total else 0.0 for one in odds]

    def peace(self) -> float:
        """How likely nobody is a werewolf."""
        quiet = fsum(
            weight
            for weight, world in zip(self.weights, self.worlds, strict=True)
            if not world.wolves()
        )
        return quiet / self.total if self.total else 0.0

    def odds(self, seat: int) -> list[float]:
        """By role: how likely a seat's card counts as it now."""
        found = [0.0] * 12
        for weight, world in zip(self.weights, self.worlds, strict=True):
            found[world.counts_as(seat)] += weight
        return [one / self.total if self.total else 0.0 for one in found]


def evidence(
    claims: Sequence[Claim], world: World, sides: Sequence[int], reading: Reading
) -> float:
    product = 1.0
    for claim in claims:
        product *= likelihood(claim, world, sides[claim.seat], reading)
    return product if reading.weight == 1.0 else product**reading.weight


@lru_cache(maxsize=64)
def believe(
    known: Knowledge, claims: tuple[Claim, ...], size: int, reading: Reading = SUSPICIOUS
) -> Cloud:
    """The belief of a player, given what they know and have heard; it is the same every time."""
    rng = Random(f"{known} {[(c.number, c.seat, c.kind, c.values) for c in claims]}")
    dream = Dream(known, rng, rumours_of(claims, known))
    worlds: list[World] = []
    tries = size * 40
    while len(worlds) < size and tries:
        tries -= 1
        world = dream.draw()
        if world is not None:
            worlds.append(world)
    cloud = Cloud(known.seats, worlds, [world.weight for world in worlds])
    return cloud.heard(tuple(c for c in claims if c.seat != known.seat), reading)


def rumours_of(claims: Sequence[Claim], known: Knowledge) -> Rumours:
    """Where claims say cards were, and what they say was done."""
    roles: dict[int, int] = {}
    deeds: dict[tuple[int, int], tuple[int, int]] = {}
    for claim in claims:
        if claim.seat == known.seat:
            continue
        values = claim.values
        match claim.kind:
            case "was":
                roles[claim.seat] = values[0]
            case "saw" if values:
                for place, face in looks(known.seats, values):
                    roles.setdefault(place, face)
            case "robbed":
                if values:
                    roles.setdefault(values[0], values[1])
                deeds[claim.seat, 5] = (values[0] if values else NONE, NONE)
            case "swapped":
                pair = (min(values), max(values)) if values else (NONE, NONE)
                deeds[claim.seat, 6] = pair
            case "took":
                deeds[claim.seat, 7] = (values[0], NONE)
            case "copied":
                roles.setdefault(values[0], values[1])
                deeds[claim.seat, 0] = (values[0], NONE)
    return Rumours(roles, deeds)
