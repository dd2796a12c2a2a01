"""A mind at the table: what a seat saw, what it has said, which side it is on, whom it suspects."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from engine.core import Seat
from engine.games.onenight.belief import Cloud, believe, heard_by
from engine.games.onenight.claims import DETAIL, FACTS
from engine.games.onenight.reading import SUSPICIOUS, TANNER, VILLAGE, WOLF, Reading, own_side
from engine.games.onenight.roles import Extra, Role
from engine.games.onenight.state import ASLEEP, CENTER, NONE, PAIR, Claim, Learnt, Village
from engine.games.onenight.views import knowledge
from engine.games.onenight.worlds import Knowledge


class Depth(NamedTuple):
    """How deeply a bot thinks."""

    worlds: int
    """How many worlds are imagined; 0: none."""
    reading: Reading = SUSPICIOUS
    foresight: bool = False
    """Whether lies are chosen by what listeners would make of them."""
    plain: bool = False
    """Whether lies are short: a harmless role, whoever else has claimed it, and nothing about the
    night."""
    follow: float = 0.4
    """How much a vote announced by trusted players counts: together they decide."""


class Mind:
    """What one seat has in mind when it is asked something by day."""

    def __init__(self, village: Village, seat: Seat, depth: Depth) -> None:
        self.village = village
        self.seat = seat
        self.depth = depth
        self.live = tuple(village.live_claims())
        self.heard = heard_by(village, depth.reading)
        self.known: Knowledge = knowledge(village, seat)
        self.truths = truths(village, seat)
        self.mine = [claim for claim in self.live if claim.seat == seat]
        self.size = depth.worlds * max(5, village.seats) // 5
        theirs = tuple(c for c in self.heard if c.seat != seat or c.kind == "was")
        self.cloud: Cloud = believe(self.known, theirs, self.size, depth.reading)
        self.suspicion = self.cloud.suspicion()
        self.side = self.find_side()
        self.turned = self.side != self.own  # by what others say that they did to its card
        self.pack = self.find_pack()
        # The same thoughts for every link of a statement: nothing but the view decides them.
        key = (
            seat,
            self.known.dealt,
            self.known.learnt,
            village.said,
            village.round,
            village.order,
            len(village.todo),
        )
        self.temper = Random(f"{key}")

    def find_side(self) -> int:
        """The seat's side: by what it saw, unless its card has very likely changed since."""
        chance = self.suspicion[self.seat]
        if self.own == VILLAGE and chance > 0.6:
            return WOLF
        if self.own == WOLF and chance < 0.2 and self.known.dealt == Role.WEREWOLF:
            return VILLAGE
        return self.own

    @property
    def own(self) -> int:
        """The seat's side by what it saw itself, whatever others say that they did to its card."""
        return own_side(self.cloud.worlds[0], self.seat) if self.cloud.worlds else VILLAGE

    def find_pack(self) -> list[int]:
        """The werewolves this seat knows of, besides itself."""
        found: list[int] = []
        for line in self.known.learnt:
            wolfish = line[0] in (Role.WEREWOLF, Role.MINION) and line[1] != ASLEEP
            if line[0] == Extra.COPIED and self.village.copied == Role.MINION:
                wolfish = line[1] != ASLEEP
            if wolfish:
                found += [place for place in line[1:3] if place < CENTER]
                if line[0] != Role.WEREWOLF and line[3] < CENTER:
                    found.append(line[3])
        return found

    def public(
        self,
        without: Seat | None = None,
        said: tuple[Claim, ...] = (),
        reading: Reading | None = None,
    ) -> Cloud:
        """What somebody would think who has only listened, and not at all to one player, or who
        hears something more, or who reads claims in another way."""
        reading = reading or self.depth.reading
        everything = (
            self.heard if reading == self.depth.reading else heard_by(self.village, reading)
        )
        bystander = Knowledge(self.village.seats, self.village.roles, slots=self.known.slots)
        heard = tuple(claim for claim in everything if claim.seat != without)
        return believe(bystander, (*heard, *said), self.size, reading)

    def others(self) -> list[int]:
        return [int(other) for other in self.village.others(self.seat)]

    def said(self, kind: str) -> Claim | None:
        """The seat's own last live claim of a kind."""
        return next((claim for claim in reversed(self.mine) if claim.kind == kind), None)

    def tanners(self) -> list[float]:
        """By seat: how likely it is the Tanner now."""
        if Role.TANNER not in self.village.roles:
            return [0.0] * self.village.seats
        return [self.cloud.odds(seat)[Role.TANNER] for seat in range(self.village.seats)]

    def role_of(self, seat: int) -> int | None:
        """What a seat says it was."""
        return next(
            (c.values[0] for c in reversed(self.live) if c.seat == seat and c.kind == "was"), None
        )

    def withdrawn(self) -> set[int]:
        """The roles that the seat has claimed and taken back."""
        gone, seat = self.village.taken_back, self.seat
        return {
            claim.values[0]
            for claim in self.village.claims
            if claim.seat == seat and claim.kind == "was" and claim.number in gone
        }

    def untold(self) -> list[Claim]:
        """Truths of its own that the seat has not told."""
        told = {(claim.kind, claim.values) for claim in self.mine}
        return [truth for truth in self.truths if (truth.kind, truth.values) not in told]

    def is_false(self, claim: Claim) -> bool:
        """Whether the seat's own claim is not what it saw."""
        return claim.kind in FACTS and (claim.kind, claim.values) not in {
            (truth.kind, truth.values) for truth in self.truths
        }

    def suspect(self, among: Sequence[int] | None = None) -> int:
        """Whom the seat suspects most."""
        rest = list(among) if among is not None else self.others()
        return max(rest, key=lambda seat: (self.suspicion[seat], -seat))


def truths(village: Village, seat: Seat) -> list[Claim]:
    """Everything that a seat can truthfully tell about its night, the dealt card first."""
    dealt = village.dealt[seat]
    found: list[tuple[str, tuple[int, ...]]] = [("was", (dealt,))]
    for line in village.learnt[seat]:
        if line[1] != ASLEEP:
            found += told_by(village, line)
    return [Claim(0, seat, kind, values) for kind, values in found]


def told_by(village: Village, line: Learnt) -> list[tuple[str, tuple[int, ...]]]:
    """What one line of the night says, as claims."""
    slot, one, two, three = line
    role = village.copied if slot == Extra.COPIED else slot
    if slot == Role.DOPPELGANGER:
        return [("copied", (one, two))]
    if slot == Extra.COPIED_INSOMNIAC:
        return [("now", (one,))]
    if role == Extra.LONE:
        return [("saw", (two, three))] if two != NONE else []
    if role == Role.WEREWOLF and one == NONE and two != NONE:
        return [("woke", ()), ("saw", (two, three))]
    kind = DETAIL.get(role)
    if kind is None or (slot == Extra.COPIED and role in (1, 3, 8)):
        return []
    if kind == "woke":
        return [("woke", tuple(sorted(place for place in line[1:] if place < CENTER)))]
    if one == NONE:
        return [(kind, ())]
    if kind == "saw":
        return [("saw", (one, two, three) if one >= PAIR else (one, two))]
    values = {"robbed": (one, two), "swapped": (one, two)}.get(kind, (one,))
    return [(kind, values)]


__all__ = ["TANNER", "VILLAGE", "WOLF", "Depth", "Mind", "truths"]
