"""Deductions: what somebody could conclude from the claims of the day, each with its statements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.games.onenight.roles import Role, is_wolf_side
from engine.games.onenight.state import CENTER, NONE, Claim, Village

KINDS = ("seen", "moved", "taken", "holds", "traded", "double", "liar", "blind", "silent", "alone")
"""`seen` somebody saw the Werewolf there; `moved` and it was swapped on to another; `taken` and it
was robbed; `holds` a Robber says what card they took; `traded` a Werewolf as dealt was swapped with
another; `double` two claim the only card of a role; `liar` somebody saw another card there; `blind`
somebody says they saw what the owner denies; `silent` the only one who has not said what they were;
`alone` nobody confirms what they say."""
MOST = 16
"""More than this nobody chooses from."""


class Deduction(NamedTuple):
    """Why somebody is suspect."""

    kind: str
    target: int
    one: int = NONE
    """Who says so, or who is in the way."""
    two: int = NONE
    """Who else has a part in it."""
    three: int = NONE
    role: int = NONE
    other: int = NONE
    numbers: tuple[int, ...] = ()
    """The statements it rests on."""

    @property
    def code(self) -> int:
        """What it is chosen by: its kind, whom it is about, and who says so."""
        return KINDS.index(self.kind) * 100 + self.target * 10 + (self.one if self.one < 10 else 0)

    def values(self) -> tuple[int, ...]:
        """As the values of a claim: whom it is about comes first."""
        first, second = (*self.numbers, NONE, NONE)[:2]
        return (
            self.target,
            KINDS.index(self.kind),
            self.one,
            self.two,
            self.three,
            self.role,
            self.other,
            first,
            second,
        )


def deduction_of(values: Sequence[int]) -> Deduction:
    """The deduction that `values` made a claim of."""
    target, kind, one, two, three, role, other, *numbers = values
    known = tuple(number for number in numbers if number != NONE)
    return Deduction(KINDS[kind], target, one, two, three, role, other, known)


def deductions(village: Village) -> list[Deduction]:
    """Everything that can be concluded from what still counts, the strongest first."""
    live = village.live_claims()
    found: dict[int, Deduction] = {}
    for one in (
        *from_looks(live),
        *from_cards(live),
        *doubles(live, village.roles),
        *denied(live, village.roles),
        *quiet(live, village),
    ):
        found.setdefault(one.code, one)
    return list(found.values())[:MOST]


def of_kind(live: Sequence[Claim], kind: str) -> list[Claim]:
    return [claim for claim in live if claim.kind == kind and claim.values]


def from_looks(live: Sequence[Claim]) -> Iterator[Deduction]:
    """Somebody saw a Werewolf; where the card is now depends on who says that they moved it."""
    for look in of_kind(live, "saw"):
        place = look.values[0]
        if place >= CENTER or look.values[1] != Role.WEREWOLF:
            continue
        still = True
        for move in live:
            if move.kind == "swapped" and place in move.values:
                other = next(seat for seat in move.values if seat != place)
                numbers = (look.number, move.number)
                yield Deduction("moved", other, look.seat, move.seat, place, numbers=numbers)
                still = False
            elif move.kind == "robbed" and move.values[:1] == (place,):
                numbers = (look.number, move.number)
                yield Deduction("taken", move.seat, look.seat, place, numbers=numbers)
                still = False
        if still:
            yield Deduction("seen", place, look.seat, numbers=(look.number,))


def from_cards(live: Sequence[Claim]) -> Iterator[Deduction]:
    """Somebody says that they took a Werewolf, or were dealt one."""
    for deed in of_kind(live, "robbed"):
        if deed.values[1] == Role.WEREWOLF:
            yield Deduction("holds", deed.seat, deed.values[0], numbers=(deed.number,))
    for was in of_kind(live, "was"):
        if was.values[0] == Role.WEREWOLF:
            for move in of_kind(live, "swapped"):
                if was.seat in move.values:
                    other = next(seat for seat in move.values if seat != was.seat)
                    numbers = (was.number, move.number)
                    yield Deduction("traded", other, was.seat, move.seat, numbers=numbers)


def doubles(live: Sequence[Claim], roles: Sequence[int]) -> Iterator[Deduction]:
    """Two who claim a card of which there is only one."""
    said = of_kind(live, "was")
    for one in said:
        for two in said:
            if one.seat != two.seat and one.values == two.values and roles.count(one.values[0]) < 2:
                numbers = (two.number, one.number)
                role = one.values[0]
                yield Deduction("double", one.seat, two.seat, role=role, numbers=numbers)


def denied(live: Sequence[Claim], roles: Sequence[int]) -> Iterator[Deduction]:
    """Somebody saw a card, and its owner says it was another: one of the two lies."""
    if Role.DOPPELGANGER in roles:  # who may have moved it before
        return
    for look in (*of_kind(live, "saw"), *of_kind(live, "robbed")):
        place, face = look.values[:2]
        for was in of_kind(live, "was"):
            if was.seat == place and was.values[0] != face:
                numbers, own = (look.number, was.number), was.values[0]
                yield Deduction("liar", place, look.seat, role=face, other=own, numbers=numbers)
                yield Deduction("blind", look.seat, place, role=face, other=own, numbers=numbers)


def quiet(live: Sequence[Claim], village: Village) -> Iterator[Deduction]:
    """The only one who has not said what they were, and whoever nobody confirms."""
    said = {claim.seat: claim for claim in of_kind(live, "was")}
    silent = [seat for seat in village.everyone() if seat not in said]
    if len(silent) == 1:
        yield Deduction("silent", silent[0])
    backed = {
        (claim.values[0], claim.values[1])
        for claim in live
        if claim.kind in ("saw", "robbed")
        if len(claim.values) > 1
    }
    for seat, was in said.items():
        if (seat, was.values[0]) not in backed and not is_wolf_side(was.values[0]):
            yield Deduction("alone", seat, role=was.values[0], numbers=(was.number,))
