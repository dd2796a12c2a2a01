"""Belief: what a player thinks of the others, from what they saw and from everything claimed.

Claims are evidence, never proof: players on the village's side mostly tell the truth, the others
say what suits them. Each claim multiplies the weight of a world by how likely its speaker would be
to say it there, which is never 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import fsum
from operator import mul
from random import Random
from typing import NamedTuple

from engine.core import Seat
from engine.games.onenight.claims import DETAIL, FACTS
from engine.games.onenight.roles import Extra, Role
from engine.games.onenight.state import CENTER, NONE, PAIR, PAIRS, Claim, Village
from engine.games.onenight.worlds import IDLE, ROLES, Dream, Knowledge, Look, Rumours, Told, World

VILLAGE, WOLF, TANNER = range(3)
"""Sides, as players see their own."""


class Reading(NamedTuple):
    """How claims are read."""

    honest: float = 0.8
    """How often somebody on the village's side who makes such a claim tells the truth."""
    slip: float = 0.015
    """How often they say something else."""
    pose: float = 0.1
    """How often they pose as a Villager instead."""
    bluff: float = 0.9
    """How readily somebody with another aim makes such a claim, true or not."""
    hearsay: float = 0.0
    """How much opinions count. They rest on what was said before, and liars have them too."""
    memory: bool = True
    """Whether a role that somebody took back still counts as said."""
    crowd: float = 0.25
    """How much less readily a Werewolf or Minion claims a card that others have claimed already:
    other cards are free."""
    brazen: float = 2.0
    """How much more readily a Tanner does."""


SUSPICIOUS = Reading()
LITERAL = Reading(0.95, 0.01, 0.04, 0.3, hearsay=1.0, memory=False, crowd=1.0, brazen=1.0)
"""Takes claims at face value, unless they cannot be true."""

BLUFFS = {Role.WEREWOLF: 0.03, Role.MINION: 0.03, Role.VILLAGER: 0.1, Role.TANNER: 0.04}
"""How often somebody with another aim claims to have been that; other roles are equally likely."""
BLUFF = 0.14
BAIT = {Role.WEREWOLF: 0.1, Role.SEER: 0.35, Role.ROBBER: 0.25, Role.VILLAGER: 0.05}
"""The same for a Tanner, who likes to be doubted: few have so much to tell as these."""
ACCUSES, SOOTHES = 0.8, 0.15
"""How often somebody who makes up what a Seer saw has seen a Werewolf, and how often another card
or two of the center."""


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


PAIRS_MADE_UP = 8
"""How many pairs of center cards would fit a story that is made up."""
INFORMED = (Role.ROBBER, Role.INSOMNIAC, Role.DOPPELGANGER)


def likelihood(
    claim: Claim, world: World, side: int, reading: Reading, crowded: bool = False
) -> float:
    """How likely a player on that side is to say this in a world, perhaps although others have
    already claimed all such cards."""
    kind = claim.kind
    if kind in ("think", "vouch", "will_vote"):
        return opinion(claim, world, side) ** reading.hearsay if reading.hearsay else 1.0
    if kind not in FACTS:
        return 1.0
    share = shares_of(kind, claim.values, crowded, world.seats, reading)[world.dealt[claim.seat]]
    return share[side] if side != VILLAGE or holds(claim, world) else share[WRONG]


WRONG = 3
"""Where the shares of a claim are those of somebody on the village's side who is wrong."""


@lru_cache(maxsize=4096)
def shares_of(
    kind: str, values: tuple[int, ...], crowded: bool, seats: int, reading: Reading
) -> tuple[tuple[float, ...], ...]:
    """By dealt card, then by side: how likely somebody is to say this about the night."""
    claim = Claim(0, Seat(0), kind, values)

    def share(dealt: int, side: int, true: bool) -> float:
        found = account(claim, dealt, side, true, seats, reading)
        if not crowded or side == VILLAGE:
            return found
        return found * (reading.crowd if side == WOLF else reading.brazen)

    cases = ((VILLAGE, True), (WOLF, False), (TANNER, False), (VILLAGE, False))
    return tuple(tuple(share(dealt, *case) for case in cases) for dealt in ROLES)


def account(claim: Claim, dealt: int, side: int, true: bool, seats: int, reading: Reading) -> float:
    """How likely a player who was dealt that and is on that side is to say this about the night,
    true or not."""
    kind = claim.kind
    if kind == "was":
        role = claim.values[0]
        if side == VILLAGE:
            return reading.honest if true else reading.pose if role == 9 else reading.slip
        if side == TANNER:
            return BAIT.get(Role(role), BLUFF) * reading.bluff
        return BLUFFS.get(Role(role), BLUFF) * reading.bluff
    if kind == "now" and dealt not in INFORMED:
        return 0.5
    made_up = spread(claim, seats)
    if side != VILLAGE:
        return reading.bluff * made_up
    if not true:
        return reading.slip * made_up
    # What a Seer looked at is not part of a world; what others did is.
    return reading.honest / (seats + 2) if kind == "saw" else reading.honest


def spread(claim: Claim, seats: int) -> float:
    """How likely a player who makes something up is to say exactly that."""
    values = claim.values
    match claim.kind:
        case "saw":
            accuses = bool(values) and values[0] < CENTER and values[1] == Role.WEREWOLF
            if accuses:
                return ACCUSES / (seats - 1)
            return SOOTHES / (seats + 2) / (PAIRS_MADE_UP if len(values) > 2 else 1)
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
            share, side = shares[world.dealt[seat]], sides[index][seat]
            if side == VILLAGE and not holds(claim, world):
                side = WRONG
            found[index] *= share[side]
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
