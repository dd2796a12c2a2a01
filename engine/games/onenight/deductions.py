"""Deductions: what somebody could conclude from the claims of the day, each with its statements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from engine.games.onenight.roles import Role, is_wolf_side
from engine.games.onenight.state import CENTER, NONE, PAIR, PAIRS, Claim, Village

FIRST = ("seen", "moved", "taken", "holds", "traded", "double", "liar", "blind", "silent", "alone")
LATER = ("drawn", "center", "mirage", "mason", "shifty", "vague", "owns")
LATEST = ("heir", "loot", "kept", "gone")
LAST = ("crowd", "rival", "phantom")
KINDS = (*FIRST, *LATER, *LATEST, *LAST)
"""`seen` somebody saw the Werewolf there; `moved` and it was swapped on to another; `taken` and it
was robbed; `holds` a Robber says what card they took; `traded` a Werewolf as dealt was swapped with
another; `double` two claim the only card of a role; `liar` somebody saw another card there; `blind`
somebody says they saw what the owner denies; `silent` the only one who has not said what they were;
`alone` nobody confirms what they say; `drawn` a Drunk took the Werewolf that was seen in the
center; `center` somebody saw the only card of that role in the center, and `mirage` the other way
round; `mason` a Mason woke without them; `shifty` they took back what they said they were; `vague`
they do not say what they did as that; `owns` they say themselves that they were a Werewolf; `heir`
they were given the card of somebody who lied, and `loot` they robbed it; `kept` an Insomniac still
had the card that they say they moved, and `gone` the other way round; `crowd` more claim a role
than there are cards of it; `rival` somebody saw the only card of that role in front of another, and
`phantom` the other way round."""
MOST, MORE = 16, 8
"""More than this nobody chooses from: of the first kinds, and of each of the others."""
BELIEVED: dict[str, tuple[int, ...]] = {
    "double": (0,),
    "liar": (0,),
    "blind": (1,),
    "center": (0,),
    "mirage": (1,),
}
BELIEVED |= {"mason": (0,), "shifty": (), "vague": (), "alone": (), "kept": (0,), "gone": (1,)}
BELIEVED |= {"crowd": (), "rival": (0,), "phantom": (1,)}
"""By kind: which of its statements are taken for true, where that is not all of them."""


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

    def believed(self) -> tuple[int, ...]:
        """The statements that whoever says so takes for true."""
        numbers = self.numbers
        return tuple(numbers[index] for index in BELIEVED.get(self.kind, range(len(numbers))))

    @property
    def liar(self) -> int:
        """Who lies by it, though it does not say about which card; NONE: nobody."""
        return {"kept": self.target, "heir": self.three, "loot": self.three}.get(self.kind, NONE)

    def counted_on(self) -> list[int]:
        """Whose own words make it: who says so, or all others who claim the same card."""
        seats = (self.one, self.two, self.three) if self.kind == "crowd" else (self.one,)
        return [seat for seat in seats if seat != NONE]

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


def target_of(code: int) -> int:
    """Whom a conclusion is about, by the code it is chosen by."""
    return code // 10 % 10


def deductions(village: Village) -> list[Deduction]:
    """Everything that can be concluded from what still counts, the strongest first."""
    live, roles = village.live_claims(), village.roles
    twice, rivals = [*doubles(live, roles)], [*from_players(live, roles)]
    first = (*from_looks(live), *from_cards(live), *twice, *denied(live, roles))
    more = (*confessed(live), *from_center(live, roles), *masons(live), *evasive(live, village))
    slept = [*restless(live, roles)]
    latest = (*slept, *heirs_of(live, (*twice, *more, *slept, *rivals)))
    last = (*rivals, *crowds(live, roles))
    some = [distinct(found)[:MORE] for found in (more, latest, last)]
    return [*distinct((*first, *quiet(live, village)))[:MOST], *chain(*some)]


def distinct(found: Sequence[Deduction]) -> list[Deduction]:
    """Each that is chosen by another number."""
    kept: dict[int, Deduction] = {}
    for one in found:
        kept.setdefault(one.code, one)
    return list(kept.values())


def of_kind(live: Sequence[Claim], kind: str) -> list[Claim]:
    return [claim for claim in live if claim.kind == kind and claim.values]


def from_looks(live: Sequence[Claim]) -> Iterator[Deduction]:
    """Somebody saw a Werewolf; where the card is now depends on who says that they moved it: first
    a Robber, then a Troublemaker, then a Drunk."""
    for look in of_kind(live, "saw"):
        place = look.values[0]
        if place >= CENTER or look.values[1] != Role.WEREWOLF:
            continue
        robbers = [c for c in of_kind(live, "robbed") if c.values[0] == place]
        for robber in robbers:
            numbers = (look.number, robber.number)
            if not swaps(live, robber.seat) and not drank(live, robber.seat):
                yield Deduction("taken", robber.seat, look.seat, place, numbers=numbers)
        if robbers:
            continue
        for swap, other in swaps(live, place):
            numbers = (look.number, swap.number)
            if not drank(live, other):
                yield Deduction("moved", other, look.seat, swap.seat, place, numbers=numbers)
        if not swaps(live, place) and not drank(live, place):
            yield Deduction("seen", place, look.seat, numbers=(look.number,))


def from_cards(live: Sequence[Claim]) -> Iterator[Deduction]:
    """Somebody says that they took a Werewolf, or were dealt one."""
    for deed in of_kind(live, "robbed"):
        gone = swaps(live, deed.seat) or drank(live, deed.seat)
        if deed.values[1] == Role.WEREWOLF and not gone:
            yield Deduction("holds", deed.seat, deed.values[0], numbers=(deed.number,))
    for was in of_kind(live, "was"):
        robbed = any(c.values[0] == was.seat for c in of_kind(live, "robbed"))
        if was.values[0] == Role.WEREWOLF and not robbed:
            for swap, other in swaps(live, was.seat):
                numbers = (was.number, swap.number)
                if not drank(live, other):
                    yield Deduction("traded", other, was.seat, swap.seat, numbers=numbers)


def confessed(live: Sequence[Claim]) -> Iterator[Deduction]:
    """Somebody says that they were dealt a Werewolf, and nobody that they moved it."""
    for was in of_kind(live, "was"):
        robbed = any(c.values[0] == was.seat for c in of_kind(live, "robbed"))
        gone = robbed or swaps(live, was.seat) or drank(live, was.seat)
        if was.values[0] == Role.WEREWOLF and not gone:
            yield Deduction("owns", was.seat, numbers=(was.number,))


def swaps(live: Sequence[Claim], seat: int) -> list[tuple[Claim, int]]:
    """Who says that they swapped a seat's card, and with whose."""
    found = [claim for claim in of_kind(live, "swapped") if seat in claim.values]
    return [(c, next(one for one in c.values if one != seat)) for c in found]


def drank(live: Sequence[Claim], seat: int) -> bool:
    """Whether somebody says that they gave their card away for one of the center."""
    return any(claim.seat == seat for claim in of_kind(live, "took"))


def doubles(live: Sequence[Claim], roles: Sequence[int]) -> Iterator[Deduction]:
    """Two who claim a card of which there is only one."""
    said = of_kind(live, "was")
    for one in said:
        for two in said:
            if one.seat != two.seat and one.values == two.values and roles.count(one.values[0]) < 2:
                numbers = (two.number, one.number)
                role = one.values[0]
                yield Deduction("double", one.seat, two.seat, role=role, numbers=numbers)


def crowds(live: Sequence[Claim], roles: Sequence[int]) -> Iterator[Deduction]:
    """More who claim a role than there are cards of it, where there are several: as many others as
    there are cards go with each of them."""
    said = {claim.seat: claim for claim in of_kind(live, "was")}
    for seat, was in said.items():
        role = was.values[0]
        copies = roles.count(role)
        others = [c for c in said.values() if c.values == was.values and c.seat != seat][:copies]
        if 1 < copies == len(others):
            one, two, three = (*(int(other.seat) for other in others), NONE)[:3]
            numbers = (was.number, *(other.number for other in others))
            yield Deduction("crowd", seat, one, two, three, role=role, numbers=numbers)


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


def from_center(live: Sequence[Claim], roles: Sequence[int]) -> Iterator[Deduction]:
    """Somebody saw a card in the center: a Drunk may have taken it, and nobody was dealt it."""
    if Role.DOPPELGANGER in roles:
        return
    for look in of_kind(live, "saw"):
        for place, face in center_cards(look.values):
            for took in of_kind(live, "took"):
                if face == Role.WEREWOLF and took.values[0] == place:
                    numbers = (look.number, took.number)
                    yield Deduction("drawn", took.seat, look.seat, numbers=numbers)
            for was in of_kind(live, "was"):
                if was.values[0] == face and roles.count(face) == 1 and was.seat != look.seat:
                    numbers, (one, two) = (look.number, was.number), (was.seat, look.seat)
                    yield Deduction("center", one, two, role=face, numbers=numbers)
                    yield Deduction("mirage", two, one, role=face, numbers=numbers)


def from_players(live: Sequence[Claim], roles: Sequence[int]) -> Iterator[Deduction]:
    """Somebody saw the only card of a role in front of a player, and another claims it."""
    if Role.DOPPELGANGER in roles:
        return
    for look in (*of_kind(live, "saw"), *of_kind(live, "robbed")):
        place, face = look.values[:2]
        for was in of_kind(live, "was"):
            alike = was.values[0] == face and roles.count(face) == 1
            if place < CENTER and alike and was.seat not in (place, look.seat):
                numbers, (one, two) = (look.number, was.number), (int(was.seat), int(look.seat))
                yield Deduction("rival", one, two, three=place, role=face, numbers=numbers)
                yield Deduction("phantom", two, one, three=place, role=face, numbers=numbers)


def center_cards(values: Sequence[int]) -> list[tuple[int, int]]:
    """The places in the center that a look was at, and what lay there."""
    if values[0] < CENTER:
        return []
    if values[0] < PAIR:
        return [(values[0], values[1])]
    one, two = PAIRS[values[0] - PAIR]
    return [(CENTER + one, values[1]), (CENTER + two, values[2])]


def heirs_of(live: Sequence[Claim], lies: Sequence[Deduction]) -> Iterator[Deduction]:
    """Whose story cannot be true hides a card: whoever robbed it, or was given it, has it now."""
    for lie in lies:
        if lie.kind not in LIES:
            continue
        liar, (first, _) = lie.target, lie.numbers
        claimed = [claim.values[0] for claim in of_kind(live, "was") if claim.seat == liar]
        robbers = [claim for claim in of_kind(live, "robbed") if claim.values[0] == liar]
        found = [
            ("loot", int(deed.seat), deed)
            for deed in robbers
            if not swaps(live, deed.seat) and deed.values[1] not in claimed  # who confirms the lie
        ]
        if not robbers:
            found = [("heir", heir, swap) for swap, heir in swaps(live, liar)]
        for kind, seat, deed in found:
            if seat != lie.one and not drank(live, seat):
                numbers = (first, deed.number)
                yield Deduction(kind, seat, lie.one, deed.seat, liar, lie.role, numbers=numbers)


LIES = ("double", "center", "kept", "rival")
"""Conclusions that somebody has not told what they did or were."""


def restless(live: Sequence[Claim], roles: Sequence[int]) -> Iterator[Deduction]:
    """An Insomniac still had her card at dawn, and somebody says that they moved it: one of the two
    lies. Only a Robber and a Troublemaker together may have moved it back."""
    if Role.DOPPELGANGER in roles:
        return
    for now in of_kind(live, "now"):
        if now.values[0] != Role.INSOMNIAC:
            continue
        robbed = [claim for claim in of_kind(live, "robbed") if claim.values[0] == now.seat]
        swapped = [swap for swap, _ in swaps(live, now.seat)]
        if robbed and swapped:
            continue
        for deed in robbed + swapped:
            numbers = (now.number, deed.number)
            yield Deduction("kept", deed.seat, now.seat, numbers=numbers)
            yield Deduction("gone", now.seat, deed.seat, numbers=numbers)


def masons(live: Sequence[Claim]) -> Iterator[Deduction]:
    """A Mason sees the others, so who was not there is none."""
    said = {c.seat: c for c in of_kind(live, "was") if c.values[0] == Role.MASON}
    for woke in live:
        if woke.kind != "woke" or woke.seat not in said:
            continue
        for seat, was in said.items():
            if seat != woke.seat and seat not in woke.values:
                yield Deduction("mason", seat, woke.seat, numbers=(woke.number, was.number))


def evasive(live: Sequence[Claim], village: Village) -> Iterator[Deduction]:
    """Who has taken back what they said they were, or does not say what they did as that."""
    for was in of_kind(village.claims, "was"):
        role = was.values[0]
        same = any(c.seat == was.seat and c.values == was.values for c in of_kind(live, "was"))
        if was.number in village.taken_back and not same:
            yield Deduction("shifty", was.seat, role=role, numbers=(was.number,))
    for was in of_kind(live, "was"):
        kind = DETAILS.get(was.values[0])
        told = any(claim.seat == was.seat and claim.kind == kind for claim in live)
        if kind is not None and not told:
            yield Deduction("vague", was.seat, role=was.values[0], numbers=(was.number,))


DETAILS: dict[int, str] = {
    Role.SEER: "saw",
    Role.ROBBER: "robbed",
    Role.TROUBLEMAKER: "swapped",
    Role.DRUNK: "took",
    Role.INSOMNIAC: "now",
}
"""By role of the village: what everybody wants to hear of it."""

TELLING = {"seen": 1.0, "holds": 1.0, "moved": 0.95, "traded": 0.9, "taken": 0.8, "double": 0.8}
TELLING |= {"liar": 0.8, "blind": 0.6, "silent": 0.5, "alone": 0.2, "drawn": 0.95, "center": 0.8}
TELLING |= {"mirage": 0.7, "mason": 0.8, "shifty": 0.45, "vague": 0.4, "owns": 0.9, "heir": 0.75}
TELLING |= {"loot": 0.6, "kept": 0.85, "gone": 0.7, "crowd": 0.55, "rival": 0.78}
TELLING |= {"phantom": 0.65}
"""By kind of deduction: how much it says, if those who say it are believed."""
