"""Contradictions: which claims cannot all be true, and why; and what follows from true claims."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.games.onenight.claims import DETAIL
from engine.games.onenight.reading import looks
from engine.games.onenight.roles import Role
from engine.games.onenight.state import Claim, Village


class Clash(NamedTuple):
    """Statements that cannot all be true."""

    numbers: tuple[int, ...]
    reason: str
    """A message key: `copies` the set has fewer of that role, `card` one card cannot be two,
    `masons` Masons see each other, `deeds` nobody does that twice."""
    role: int
    place: int = -1
    """Where in the deal the card that cannot be two lies."""


class Pin(NamedTuple):
    """What a claim says about the deal: a card in a place."""

    number: int
    seat: int
    place: int
    role: int


KNOWS = {
    "saw": (Role.DOPPELGANGER, Role.WEREWOLF, Role.SEER),
    "woke": (Role.DOPPELGANGER, Role.WEREWOLF, Role.MINION, Role.MASON),
}
"""By claim: who can have such a night to tell of."""
PARTNERS = {Role.MASON: Role.MASON, Role.WEREWOLF: Role.WEREWOLF, Role.MINION: Role.WEREWOLF}
"""By role: what those were whom its owner sees at night."""
OWNERS = {kind: role for role, kind in DETAIL.items() if kind in ("robbed", "swapped", "took")}


def pins(village: Village) -> Iterator[Pin]:
    """Everything the claims say about the deal. With a Doppelgänger in the set, a card may have
    moved before somebody saw it, so only what was dealt counts."""
    sure, live = Role.DOPPELGANGER not in village.roles, village.live_claims()
    woken = {
        claim.seat: PARTNERS[Role(claim.values[0])]
        for claim in live
        if claim.kind == "was" and claim.values[0] in PARTNERS
    }
    for claim in live:
        values = claim.values
        number, seat = claim.number, int(claim.seat)
        if claim.kind == "was":
            yield Pin(number, seat, seat, values[0])
        elif claim.kind == "copied":
            yield Pin(number, seat, seat, int(Role.DOPPELGANGER))
            yield Pin(number, seat, values[0], values[1])
        elif sure and claim.kind in OWNERS:
            yield Pin(number, seat, seat, OWNERS[claim.kind])
        if sure and claim.kind == "robbed" and values:
            yield Pin(number, seat, values[0], values[1])
        if sure and claim.kind == "saw" and values:
            for place, face in looks(village.seats, values):
                yield Pin(number, seat, place, face)
        if sure and claim.kind == "woke" and claim.seat in woken:
            for partner in values:
                yield Pin(number, seat, partner, int(woken[claim.seat]))


def cannot_both_be(one: Pin, two: Pin, roles: Sequence[int]) -> bool:
    """Whether two cards would be in one place, or the only card of a role in two."""
    if one.place == two.place:
        return one.role != two.role
    return one.role == two.role and roles.count(one.role) == 1


def clashes(village: Village) -> list[Clash]:
    """All contradictions between live claims, each once."""
    found: dict[tuple[int, ...], Clash] = {}
    said = list(pins(village))
    more = (*masons(village), *own_words(village))
    for clash in (*one_card(said), *too_many(said, village.roles), *more):
        found.setdefault(tuple(sorted({*clash.numbers})), clash)
    return [clash._replace(numbers=numbers) for numbers, clash in sorted(found.items())]


def one_card(said: Sequence[Pin]) -> Iterator[Clash]:
    """Two claims that give one place two different cards."""
    for index, one in enumerate(said):
        for two in said[index + 1 :]:
            if one.place == two.place and one.role != two.role and one.number != two.number:
                yield Clash((one.number, two.number), "card", one.role, one.place)


def too_many(said: Sequence[Pin], roles: Sequence[int]) -> Iterator[Clash]:
    """More places with a card than the set has copies of it."""
    copies = Counter(roles)
    for role in sorted({pin.role for pin in said}):
        first: dict[int, int] = {}
        for pin in said:
            if pin.role == role:
                first.setdefault(pin.place, pin.number)
        numbers = {*first.values()}
        if len(first) > copies[role] and len(numbers) > 1:
            if copies[role] == 1:
                ordered = sorted(numbers)
                for index, one in enumerate(ordered):
                    for two in ordered[index + 1 :]:
                        yield Clash((one, two), "copies", role)
            else:
                yield Clash(tuple(numbers), "copies", role)


def masons(village: Village) -> Iterator[Clash]:
    """Two players who are Masons see each other, and each must have said so."""
    live = village.live_claims()
    said = {c.seat: c for c in live if c.kind == "was" and c.values[0] == Role.MASON}
    for claim in live:
        if claim.kind != "woke" or claim.seat not in said:
            continue
        for other, theirs in said.items():
            if other != claim.seat and other not in claim.values:
                yield Clash((claim.number, theirs.number), "masons", int(Role.MASON))


def own_words(village: Village) -> Iterator[Clash]:
    """Somebody tells of a night that nobody had who was what they say they were."""
    live = village.live_claims()
    for claim in live:
        own = [was for was in live if was.seat == claim.seat and was.kind == "was"]
        knows = KNOWS.get(claim.kind, ())
        if knows and not any(was.values[0] in knows for was in own):
            for was in own:
                if was.number != claim.number:
                    place = int(was.seat)
                    yield Clash((was.number, claim.number), "card", was.values[0], place)


def marks(village: Village) -> dict[int, set[int]]:
    """By seat: the seats whose claims contradict its own."""
    speaker = {claim.number: int(claim.seat) for claim in village.claims}
    found: dict[int, set[int]] = {seat: set() for seat in village.everyone()}
    for clash in clashes(village):
        seats = {speaker[number] for number in clash.numbers}
        for seat in seats:
            found[seat] |= seats - {seat}
    return found


class Effect(NamedTuple):
    """What a claim means for cards, if it is true."""

    number: int
    seat: int
    kind: str
    """`robbed` a seat now has the Robber, `swapped` two hold each other's card, `took` a seat holds
    a center card."""
    places: tuple[int, ...]


def effects(village: Village) -> list[Effect]:
    """Which cards have moved, if the claims are true."""
    return [
        Effect(claim.number, int(claim.seat), claim.kind, claim.values)
        for claim in village.live_claims()
        if claim.kind in ("robbed", "swapped", "took") and claim.values
    ]


def latest(claims: Sequence[Claim], seat: int, kind: str) -> Claim | None:
    """The last live claim of a kind that a seat made."""
    return next((c for c in reversed(claims) if c.seat == seat and c.kind == kind), None)
