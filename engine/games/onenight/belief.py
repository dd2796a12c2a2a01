"""Belief: what a player thinks of the others, from what they saw and from everything claimed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import fsum
from operator import mul
from random import Random

from engine.games.onenight.claims import DETAIL, FACTS
from engine.games.onenight.reading import (
    INFORMED,
    SUSPICIOUS,
    UNTRUE,
    VILLAGE,
    WOLF,
    Reading,
    account,
    holds,
    likelihood,
    looks,
    own_side,
    shares_of,
    side_of,
    spread,
)
from engine.games.onenight.roles import Role
from engine.games.onenight.state import NONE, Claim, Village
from engine.games.onenight.worlds import IDLE, ROLES, Dream, Knowledge, Look, Rumours, Told, World

# ── clouds ──────────────────────────────────────────────────────────────────────────────────────


class Cloud:
    """Worlds with weights: a belief."""

    __slots__ = ("packs", "roles", "said", "seats", "sides", "total", "weights", "worlds")

    def __init__(
        self,
        seats: int,
        worlds: list[World],
        weights: list[float],
        roles: Sequence[int] = (),
        said: Sequence[Claim] = (),
    ) -> None:
        self.seats = seats
        self.roles = roles
        self.said = tuple(said)
        """What was heard before, of a role; the order matters."""
        self.worlds = worlds
        self.weights = weights
        self.total = fsum(weights)
        self.sides = [[own_side(world, seat) for seat in range(seats)] for world in worlds]
        self.packs = [world.wolves() for world in worlds]

    def heard(self, claims: Sequence[Claim], reading: Reading) -> Cloud:
        """The belief of somebody who hears these claims as well."""
        claims = new_to(self.said, [c for c in claims if reading.hearsay or c.kind in FACTS])
        twin = object.__new__(Cloud)
        twin.seats, twin.worlds = self.seats, self.worlds
        twin.sides, twin.packs = self.sides, self.packs
        twin.roles, twin.said = self.roles, (*self.said, *claims)
        full = crowded(twin.said, self.roles)[len(self.said) :]
        heard = list(zip(claims, full, strict=True))
        told = evidence(heard, self.worlds, self.sides, reading)
        twin.weights = [*map(mul, self.weights, told)]
        twin.total = fsum(twin.weights)
        return twin

    def suspicion(self) -> list[float]:
        """By seat: how likely it is a werewolf now."""
        odds = [0.0] * self.seats
        for weight, pack in zip(self.weights, self.packs, strict=True):
            for seat in pack:
                odds[seat] += weight
        return [one / self.total if self.total else 0.0 for one in odds]

    def peace(self) -> float:
        """How likely nobody is a werewolf."""
        quiet = fsum(
            weight for weight, pack in zip(self.weights, self.packs, strict=True) if not pack
        )
        return quiet / self.total if self.total else 0.0

    def odds(self, seat: int) -> list[float]:
        """By role: how likely a seat's card counts as it now."""
        found = [0.0] * 12
        for weight, world in zip(self.weights, self.worlds, strict=True):
            found[world.counts_as(seat)] += weight
        return [one / self.total if self.total else 0.0 for one in found]


def evidence(
    heard: Sequence[tuple[Claim, bool]],
    worlds: Sequence[World],
    sides: Sequence[Sequence[int]],
    reading: Reading,
) -> list[float]:
    """By world: how likely all that was heard would be said there."""
    found = [1.0] * len(worlds)
    for claim, full in heard:
        seat, kind = claim.seat, claim.kind
        if kind not in FACTS:
            for index, world in enumerate(worlds):
                found[index] *= likelihood(claim, world, sides[index][seat], reading)
            continue
        shares = shares_of(kind, claim.values, full, len(sides[0]), reading) if worlds else ()
        for index, world in enumerate(worlds):
            side = sides[index][seat] if holds(claim, world) else sides[index][seat] + UNTRUE
            found[index] *= shares[world.dealt[seat]][side]
    return found


def crowded(claims: Sequence[Claim], roles: Sequence[int]) -> list[bool]:
    """By claim: whether it is of a role all cards of which others had claimed before."""
    owners: dict[int, set[int]] = {}
    found = []
    for claim in claims:
        if claim.kind != "was":
            found.append(False)
            continue
        taken = owners.setdefault(claim.values[0], set())
        found.append(0 < roles.count(claim.values[0]) <= len(taken - {claim.seat}))
        taken.add(claim.seat)
    return found


@lru_cache(maxsize=64)
def believe(
    known: Knowledge, claims: tuple[Claim, ...], size: int, reading: Reading = SUSPICIOUS
) -> Cloud:
    """The belief of a player, given what they know and have heard; it is the same every time."""
    rng = Random(f"{known} {[(c.number, c.seat, c.kind, c.values) for c in claims]}")
    dream = Dream(known, rng, rumours_of(claims, known, reading))
    worlds: list[World] = []
    tries = size * 40
    while len(worlds) < size and tries:
        tries -= 1
        world = dream.draw()
        if world is not None:
            worlds.append(world)
    full = crowded(claims, known.roles)
    heard = [pair for pair in zip(claims, full, strict=True) if pair[0].seat != known.seat]
    cloud = Cloud(known.seats, worlds, [], known.roles, claims)
    told = evidence(heard, worlds, cloud.sides, reading)
    cloud.weights = [world.weight * share for world, share in zip(worlds, told, strict=True)]
    cloud.total = fsum(cloud.weights)
    return cloud


def heard_by(village: Village, reading: Reading) -> tuple[Claim, ...]:
    """What counts as said to somebody who reads claims like that: opinions only if they count for
    anything, so that a belief stays as it is while nobody tells of a night. What somebody says
    again, perhaps because they were asked, is no new evidence."""
    gone, kept = village.taken_back, ("was",) if reading.memory else ()
    said = (c for c in village.claims if c.number not in gone or c.kind in kept)
    return tuple(new_to((), [c for c in said if reading.hearsay or c.kind in FACTS]))


def new_to(heard: Sequence[Claim], claims: Sequence[Claim]) -> list[Claim]:
    """Those claims that nobody who has heard all this has heard before."""
    known = {(claim.seat, claim.kind, claim.values) for claim in heard}
    found: dict[tuple[int, str, tuple[int, ...]], Claim] = {}
    for claim in claims:
        found.setdefault((claim.seat, claim.kind, claim.values), claim)
    return [claim for key, claim in found.items() if key not in known]


# ── rumors ──────────────────────────────────────────────────────────────────────────────────────


def rumours_of(claims: Sequence[Claim], known: Knowledge, reading: Reading) -> Rumours:
    """What others say about the night, as hints at the worlds in which they would say it."""
    by_seat: dict[int, list[Claim]] = {}
    for claim in claims:
        if claim.seat != known.seat and claim.kind in FACTS:
            by_seat.setdefault(claim.seat, []).append(claim)
    cards: dict[int, list[float]] = {}
    seen: dict[int, list[Look]] = {}
    deeds: dict[tuple[int, int], Told] = {}
    for seat, said in by_seat.items():
        listener = Listener(said, known, reading)
        cards[seat] = [listener.readiness(role) for role in ROLES]
        for kind, role in TELLS.items():
            deed = next((claim for claim in said if claim.kind == kind), None)
            if role in known.roles and (deed is not None or role in INFORMED):
                deeds[seat, role] = listener.told(deed, role)
        for claim in said:
            for place, face, role, ratio in listener.looks(claim):
                seen.setdefault(place, []).append(Look(seat, role, face, ratio))
    return Rumours(cards, seen, deeds)


class Listener:
    """Makes hints of what one player says about the night."""

    def __init__(self, said: Sequence[Claim], known: Knowledge, reading: Reading) -> None:
        self.said, self.seats, self.reading = said, known.seats, reading
        self.wolves = sum(side_of(role) == WOLF for role in known.roles) / len(known.roles)

    def readiness(self, role: int) -> float:
        """About how likely somebody who was dealt a role is to say all this."""
        side = side_of(role)
        turned = TURNED.get(role, 0.0) * self.wolves
        share = (1 - turned) * self.all_of_it(role, side)
        return share + turned * self.all_of_it(role, WOLF)

    def all_of_it(self, role: int, side: int) -> float:
        product = 1.0
        for claim in self.said:
            chance = self.how_often_true(claim, role)
            true, false = (
                account(claim, role, side, so, self.seats, self.reading) for so in (True, False)
            )
            product *= chance * true + (1 - chance) * false
        return product

    def how_often_true(self, claim: Claim, role: int) -> float:
        """How often what a player of a role says would be true by chance, more or less."""
        kind = claim.kind
        if kind == "was":
            return float(claim.values[0] == role)
        if DETAIL.get(role) != kind:
            return 0.0
        if kind in ("saw", "woke", "now"):
            return 0.5
        return spread(claim, self.seats) if claim.values else IDLE

    def told(self, deed: Claim | None, role: int) -> Told:
        """What is said about a deed of that role, or in spite of one."""
        values = deed.values if deed is not None else ()
        face, did = NONE, None
        if deed is not None and role == Role.INSOMNIAC:
            face = values[0]
        elif deed is not None:
            did = (values[0] if values else NONE, NONE)
            if role == Role.TROUBLEMAKER and values:
                did = min(values), max(values)
            elif role == Role.ROBBER and values:
                face = values[1]
        shares = [
            (self.likely(deed, role, t, False), self.likely(deed, role, t, True)) for t in ROLES
        ]
        return Told(did, face, shares)

    def likely(self, deed: Claim | None, role: int, got: int, true: bool) -> float:
        """How likely somebody who was dealt a role and got that card says all this."""
        side = side_of(got) if role in (Role.ROBBER, Role.INSOMNIAC) else VILLAGE
        product = 1.0
        for claim in self.said:
            so = true if claim is deed else claim.kind == "was" and claim.values[0] == role
            product *= account(claim, role, side, so, self.seats, self.reading)
        return product

    def looks(self, claim: Claim) -> Iterator[tuple[int, int, int, float]]:
        """Places, faces, the role that would know, and how much likelier this is said if true."""
        if claim.kind not in ("saw", "robbed") or not claim.values:
            return
        role = Role.SEER if claim.kind == "saw" else Role.ROBBER
        side = side_of(claim.values[1]) if role == Role.ROBBER else VILLAGE
        true = account(claim, role, side, True, self.seats, self.reading)
        false = account(claim, role, VILLAGE, False, self.seats, self.reading)
        if role == Role.ROBBER:  # who may have taken another card
            true = (true + (self.seats - 2) * false) / (self.seats - 1)
        for place, face in looks(self.seats, claim.values):
            yield place, face, role, true / false


TELLS = {"copied": 0, "robbed": 5, "swapped": 6, "took": 7, "now": 8}
"""Claims about what somebody did, or what became of them, and as which role."""
TURNED = {0: 1.0, 5: 0.9, 8: 0.25}
"""By role that knows of its new side: how often it has got another card."""
