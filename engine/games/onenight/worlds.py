"""Possible worlds: deals and deeds of the night that agree with what a seat has seen.

A world is drawn card by card and deed by deed, each as likely as the shuffle, players without a
plan and what was said make it. Where knowledge or a rumor decides a draw, the world's weight makes
up for it, so that weighted worlds represent everything that may have happened, each as likely as
the shuffle and players without a plan make it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from operator import mul
from random import Random
from typing import NamedTuple

from engine.core import Seat
from engine.games.onenight.roles import ACTS_AT_ONCE, Extra, Role
from engine.games.onenight.state import ASLEEP, CENTER, NONE, PAIR, PAIRS, Learnt

IDLE = 0.06
"""How often a player who may do something does not."""
ROLES = range(12)
ALMOST = 1 - 1e-12
"""What rounding leaves of everything."""

Deed = tuple[int, int]
"""One or two places, or NONE."""
STILL: Deed = (NONE, NONE)
EQUAL = (1.0,) * len(ROLES)


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a seat (None: somebody who slept all night) knows for certain."""

    seats: int
    roles: tuple[int, ...]
    seat: Seat | None = None
    dealt: int = NONE
    learnt: tuple[Learnt, ...] = ()
    slots: tuple[int, ...] = ()
    """The finished slots of the night."""


class Look(NamedTuple):
    """Somebody says that a card lay at a place."""

    seat: int
    role: int
    """What the speaker must have been dealt to know."""
    face: int
    ratio: float
    """How many times likelier that is to be said, by such a player, if it is true."""


class Told(NamedTuple):
    """What somebody who may have done something says."""

    deed: Deed | None
    """What they say they did; None: they say nothing of the kind."""
    face: int
    """The card that they say they got, or NONE."""
    likely: Sequence[tuple[float, float]]
    """By the card they really got: how likely all they say is if that is false, and if it is
    true."""


@dataclass(frozen=True, slots=True)
class Rumours:
    """What is said, as hints at where worlds worth considering lie; the better they are, the fewer
    worlds it takes."""

    cards: Mapping[int, Sequence[float]] = field(default_factory=dict)
    """By seat, then role: about how likely somebody who was dealt that says what the seat says."""
    looks: Mapping[int, Sequence[Look]] = field(default_factory=dict)
    """By place in the deal: what is said to have been there."""
    deeds: Mapping[tuple[int, int], Told] = field(default_factory=dict)
    """By seat and role: what it says, should it have been that."""


NO_RUMOURS = Rumours()


class World:
    """One way in which the night may have gone."""

    __slots__ = ("copied", "copier", "dealt", "deeds", "early", "late", "owner", "seats", "weight")

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.dealt: list[int] = [NONE] * (seats + 3)
        self.early: list[int] = []
        """By place: where in the deal the card lay that is there when the werewolves wake."""
        self.late: list[int] = []
        """The same at dawn."""
        self.copied = NONE
        self.copier = NONE
        """Who was dealt the Doppelgänger, if anybody."""
        self.owner: dict[int, int] = {}
        """By role that moves cards: who was dealt it, if anybody."""
        self.deeds: dict[int, Deed] = {}
        """By slot: what was done in it."""
        self.weight = 1.0

    def final(self, seat: int) -> int:
        """The face of a seat's card at dawn."""
        return self.dealt[self.late[seat]]

    def counts_as(self, seat: int) -> int:
        face = self.dealt[self.late[seat]]
        if face:
            return face
        return 9 if self.copied == NONE else self.copied

    def wolves(self) -> list[int]:
        """Who ends up as a werewolf."""
        return [seat for seat in range(self.seats) if self.counts_as(seat) == 1]

    def pack(self) -> list[int]:
        """Who woke as a werewolf."""
        found = [seat for seat in range(self.seats) if self.dealt[seat] == 1]
        if self.copied == 1:
            found.append(self.copier)
        return sorted(found)

    def masons(self) -> list[int]:
        found = [seat for seat in range(self.seats) if self.dealt[seat] == 3]
        if self.copied == 3:
            found.append(self.copier)
        return sorted(found)


class Dream:
    """Draws worlds for one seat."""

    def __init__(self, known: Knowledge, rng: Random, rumours: Rumours = NO_RUMOURS) -> None:
        self.known = known
        self.rng = rng
        self.rumours = rumours
        self.learnt = {line[0]: line for line in known.learnt if line[1] != ASLEEP}
        self.over = {*known.slots}
        self.full = [known.roles.count(role) for role in ROLES]
        self.left = self.full
        """By role: the cards whose places are not settled yet."""
        self.count = 0
        """How many these are."""
        speakers = {look.seat for looks in rumours.looks.values() for look in looks}
        self.order = sorted(range(known.seats), key=lambda seat: seat not in speakers)
        """Whose cards are drawn first: what speakers say about others depends on their own."""
        self.world = World(known.seats)

    def draw(self) -> World | None:
        """A world, or None if the draws did not fit together."""
        known = self.known
        world = self.world = World(known.seats)
        self.left = self.full[:]
        self.count = len(known.roles)
        world.early = list(range(known.seats + 3))
        if known.seat is not None:
            self.take(known.seat, known.dealt)
        fits = self.copy_somebody() and self.see()
        if not fits or not self.deal_players() or not self.deal_center():
            return None
        world.late = world.early[:]
        for role in (5, 6, 7):
            if role in self.over:
                self.move(role)
        return world if self.looks_back() else None

    # ── draws ───────────────────────────────────────────────────────────────────────────────────

    def put(self, place: int, role: int) -> bool:
        """Place a card where it is known to be; the weight is how likely that was."""
        dealt = self.world.dealt
        if dealt[place] != NONE:
            return dealt[place] == role
        if not self.left[role]:
            return False
        self.world.weight *= self.left[role] / self.count
        self.take(place, role)
        return True

    def take(self, place: int, role: int) -> None:
        self.world.dealt[place] = role
        self.left[role] -= 1
        self.count -= 1

    def turn_up(self, place: int, barred: Sequence[int] = ()) -> bool:
        """Draw the card of a place, but none of the barred ones."""
        world = self.world
        if world.dealt[place] != NONE:
            return True
        left = self.left
        said = self.rumours.cards.get(place)
        shares: list[float] = [*map(mul, left, said)] if said is not None else [*left]
        for look in self.rumours.looks.get(place, ()):
            if world.dealt[look.seat] == look.role:
                shares[look.face] *= look.ratio
        for role in barred:
            shares[role] = 0.0
        total = sum(shares)
        if not total:
            return False
        role = self.pick(shares)
        world.weight *= left[role] / self.count * total / shares[role]
        self.take(place, role)
        return True

    def pick(self, shares: Sequence[float]) -> int:
        """An index, as often as its share says."""
        sums = [*accumulate(shares)]
        return bisect_right(sums, self.rng.random() * sums[-1] * ALMOST)

    def copy_somebody(self) -> bool:
        """Where the Doppelgänger is, whom she copied, and what she did then."""
        world, known = self.world, self.known
        if 0 not in known.roles:
            return True
        if known.dealt == 0 and known.seat is not None:
            place: int = known.seat
        else:
            places = [p for p in range(known.seats + 3) if world.dealt[p] == NONE]
            said = [self.rumours.cards.get(p, EQUAL) for p in places]
            shares = [likely[0] / sum(likely) for likely in said]
            index = self.pick(shares)
            place = places[index]
            world.weight *= sum(shares) / shares[index] / len(places)
            self.take(place, 0)
        if place >= known.seats or 0 not in self.over:
            return True
        world.copier = place
        own = self.learnt.get(0) if place == known.seat else None
        others = [seat for seat in range(known.seats) if seat != place]
        if own is not None:
            if not self.put(own[1], own[2]):
                return False
            world.deeds[0] = (own[1], NONE)
        else:
            world.deeds[0] = self.choose(place, 0, [(seat, NONE) for seat in others])
            if not self.turn_up(world.deeds[0][0]):
                return False
        world.copied = world.dealt[world.deeds[0][0]]
        if Extra.COPIED in self.over and world.copied in ACTS_AT_ONCE:
            own = self.learnt.get(Extra.COPIED) if place == known.seat else None
            self.copied_deed(place, world.copied, own)
        return True

    def copied_deed(self, place: int, role: int, own: Learnt | None) -> None:
        world = self.world
        if own is not None:
            deed = deed_of(role, own)
        else:
            deed = self.choose(place, role, deeds_for(role, place, world.seats))
        world.deeds[Extra.COPIED] = deed
        exchange(world.early, world.seats, role, place, deed)

    def choose(self, seat: int, role: int, deeds: Sequence[Deed]) -> Deed:
        """What somebody did: all that it may have been is weighed by what is said of it."""
        idle = STILL in deeds
        likely = self.said_of(seat, role, deeds)
        if likely is None:
            return self.any_deed(deeds, idle)
        usual = (1 - IDLE if idle else 1.0) / (len(deeds) - idle)
        shares = [usual * share for share in likely]
        if idle:
            shares[-1] = IDLE * likely[-1]
        total = sum(shares)
        index = self.pick(shares)
        self.world.weight *= total / likely[index]
        return deeds[index]

    def said_of(self, seat: int, role: int, deeds: Sequence[Deed]) -> list[float] | None:
        """By deed: how likely its doer, and an Insomniac who saw what came of it, say what they
        say; None if neither says anything."""
        told, likely = self.rumours.deeds.get((seat, role)), None
        if told is not None and role == Role.ROBBER:
            likely = [self.robbed(told, deed) for deed in deeds]
        elif told is not None:
            false, true = told.likely[role]
            likely = [true if deed == told.deed else false for deed in deeds]
        if role == Role.TROUBLEMAKER and Role.TROUBLEMAKER in self.world.owner:
            likely = self.noticed(deeds, likely)
        return likely

    def robbed(self, told: Told, deed: Deed) -> float:
        """How likely a Robber says what they say who took that card."""
        if deed == STILL:
            return told.likely[Role.ROBBER][deed == told.deed]
        face = self.world.dealt[self.world.early[deed[0]]]
        if face == NONE:  # not drawn yet
            return told.likely[Role.ROBBER][deed == told.deed]
        return told.likely[face][deed == told.deed and face == told.face]

    def noticed(self, deeds: Sequence[Deed], likely: list[float] | None) -> list[float] | None:
        """The same, by what the Insomniac says who may have got another card by it."""
        world = self.world
        sleepless = next((s for s in range(world.seats) if world.dealt[s] == 8), NONE)
        told = self.rumours.deeds.get((sleepless, 8))
        if told is None:
            return likely
        found = []
        for index, (one, two) in enumerate(deeds):
            place = two if one == sleepless else one if two == sleepless else sleepless
            face = world.dealt[world.late[place]]
            share = told.likely[face][face == told.face]
            found.append(share if likely is None else share * likely[index])
        return found

    def any_deed(self, deeds: Sequence[Deed], idle: bool) -> Deed:
        rng = self.rng
        if idle:
            return STILL if rng.random() < IDLE else deeds[int(rng.random() * (len(deeds) - 1))]
        return deeds[int(rng.random() * len(deeds))]

    # ── knowledge ───────────────────────────────────────────────────────────────────────────────

    def see(self) -> bool:
        """Arrange everything as the seat saw it before cards moved on."""
        world, seats = self.world, self.known.seats
        looks: list[tuple[int, int]] = []
        for slot in (Extra.COPIED, Role.SEER, Role.ROBBER):
            line = self.learnt.get(slot)
            if line is None or line[1] == NONE:
                continue
            role = self.world.copied if slot == Extra.COPIED else slot
            if role == Role.SEER and line[1] >= PAIR:
                one, two = PAIRS[line[1] - PAIR]
                looks += [(seats + one, line[2]), (seats + two, line[3])]
            elif role == Role.SEER or (role == Role.ROBBER and slot == Role.ROBBER):
                looks.append((line[1], line[2]))
            elif role == Role.ROBBER and self.known.seat is not None:
                looks.append((self.known.seat, line[2]))  # it has already changed places
        for slot in (Role.WEREWOLF, Extra.LONE):
            line = self.learnt.get(slot)
            if line is not None and CENTER <= line[2] < PAIR:
                looks.append((seats + line[2] - CENTER, line[3]))
        return all(self.put(world.early[place], face) for place, face in looks)

    def groups(self) -> list[tuple[int, list[int]]]:
        """Who is known to have woken: a role, and all seats that were dealt or copied it."""
        found: list[tuple[int, list[int]]] = []
        me = self.known.seat
        for slot, role, with_me in (
            (int(Role.WEREWOLF), 1, True),
            (int(Role.MINION), 1, False),
            (int(Role.MASON), 3, True),
            (int(Extra.COPIED), 1, False),
        ):
            line = self.learnt.get(slot)
            if line is None or me is None:
                continue
            if slot == Extra.COPIED and self.world.copied != Role.MINION:
                continue
            seats = [place for place in line[1:] if place < CENTER]
            if slot == Role.WEREWOLF and line[1] == NONE:
                seats = []
            found.append((role, [*seats, me] if with_me else seats))
        return found

    def deal_players(self) -> bool:
        """Draw the cards of all players."""
        world, seats = self.world, self.known.seats
        barred: list[int] = []
        for role, group in self.groups():
            barred.append(role)
            copier = world.copier if world.copied == role else NONE
            if copier != NONE and copier not in group:
                return False
            for seat in group:
                if seat != copier and not self.put(seat, role):
                    return False
            if any(world.dealt[s] == role and s not in group for s in range(seats)):
                return False
        return all(self.turn_up(seat, barred) for seat in self.order)

    def deal_center(self) -> bool:
        return all(self.turn_up(place) for place in range(self.known.seats, self.known.seats + 3))

    # ── deeds ───────────────────────────────────────────────────────────────────────────────────

    def move(self, role: int) -> None:
        """Let the Robber, Troublemaker or Drunk act, if a player was dealt that role."""
        world, known = self.world, self.known
        if role not in known.roles:
            return
        owner = world.dealt.index(role)
        if owner >= known.seats:
            return
        world.owner[role] = owner
        if owner == known.seat:
            deed = deed_of(role, self.learnt[role])
        else:
            deed = self.choose(owner, role, deeds_for(role, owner, known.seats))
        world.deeds[role] = deed
        exchange(world.late, known.seats, role, owner, deed)

    def looks_back(self) -> bool:
        """Whether the seat's card is the one it saw at the end of the night."""
        for slot in (Role.INSOMNIAC, Extra.COPIED_INSOMNIAC):
            line = self.learnt.get(slot)
            if line is not None and self.known.seat is not None:
                return self.world.final(self.known.seat) == line[1]
        return True


def deed_of(role: int, line: Learnt) -> Deed:
    """What a seat did, judging by what it learned."""
    if role == Role.TROUBLEMAKER and line[1] != NONE:
        return min(line[1], line[2]), max(line[1], line[2])
    return line[1], NONE


DEEDS: dict[tuple[int, int, int], list[Deed]] = {}


def deeds_for(role: int, seat: int, seats: int) -> list[Deed]:
    """Everything a role may do; doing nothing, where allowed, comes last."""
    key = role, seat, seats
    if key not in DEEDS:
        others = [other for other in range(seats) if other != seat]
        if role == Role.DRUNK:
            DEEDS[key] = [(CENTER + number, NONE) for number in range(3)]
        elif role == Role.TROUBLEMAKER:
            DEEDS[key] = [(a, b) for a in others for b in others if a < b] + [STILL]
        elif role == Role.SEER:
            pairs = [(PAIR + number, NONE) for number in range(3)]
            DEEDS[key] = [*((other, NONE) for other in others), *pairs, STILL]
        else:
            DEEDS[key] = [*((other, NONE) for other in others), STILL]
    return DEEDS[key]


def exchange(places: list[int], seats: int, role: int, seat: int, deed: Deed) -> None:
    """Move cards as the deed moved them."""
    one, two = deed
    if one == NONE or role == Role.SEER:
        return
    if role == Role.DRUNK:
        one, two = seat, seats + one - CENTER
    elif role == Role.ROBBER:
        two = seat
    places[one], places[two] = places[two], places[one]
