"""Ready sentences: a few whole statements that fit the moment, by what a seat may know.

Nothing but the seat's view decides them, so they give nothing away. They are offers to a person:
true where the seat has no reason to lie, and a story that holds where it has.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from engine.core import Choice, View
from engine.games.onenight.ballot import ballot
from engine.games.onenight.claims import (
    ACCUSED,
    DETAIL,
    FACTS,
    ROLE,
    SAW,
    SUSPECT,
    WHY,
    WOLF,
    can_say,
    claims_in,
    concluded,
    draft_of,
)
from engine.games.onenight.contradictions import clashes
from engine.games.onenight.deductions import TELLING
from engine.games.onenight.lies import details_of
from engine.games.onenight.mind import Depth, Mind
from engine.games.onenight.reading import TANNER, VILLAGE
from engine.games.onenight.reading import WOLF as WOLVES
from engine.games.onenight.roles import Role
from engine.games.onenight.state import CENTER, Claim, Village

MOST, COVER = 4, 3
"""How many sentences are offered, and how many roles that somebody could hide behind."""
DEPTH = Depth(worlds=100)
"""How long is thought about who is suspect: no key should wait for it."""
PEACE = 0.5
"""How likely there is no werewolf, from when on it is worth saying."""
TRUSTED = 0.1
"""How likely somebody is a werewolf at most whom one would vouch for."""
LIKELY = 0.8
"""How likely somebody is a werewolf whom one would accuse before anything was said."""
COVERS = (
    Role.VILLAGER,
    Role.INSOMNIAC,
    Role.DRUNK,
    Role.HUNTER,
    Role.TROUBLEMAKER,
    Role.SEER,
    Role.ROBBER,
)
"""What somebody says who would rather not say the truth, the plainest first."""

Links = tuple[Choice, ...]


def ready(view: View[Village]) -> list[Links]:
    """Up to four statements, each as the choices that say it, the most fitting first."""
    village, ask = view.state, view.ask
    if ask is None or not ask.prompt.startswith("talk_") or village.drafts[ask.seat]:
        return []
    mind = Mind(village, ask.seat, DEPTH)
    found: list[Links] = []
    now = moment(view)
    again = now == ("answer", ROLE)
    for draft in Thoughts(mind).on(*now):
        links = tuple(Choice(*link) for link in draft)
        if links[0] in ask.choices and links not in found and is_new(mind, draft, again):
            found.append(links)
        if len(found) == MOST:
            break
    return found


def moment(view: View[Village]) -> tuple[str, int]:
    """What is being said now, and about what if somebody has asked."""
    ask = view.ask
    assert ask is not None
    phase = ask.prompt.removeprefix("talk_")
    if phase != "free":
        return phase, ask.number
    asker, topic = view.state.pending[ask.seat]
    return ("answer", topic) if asker < view.state.seats else ("free", 0)


def is_new(mind: Mind, draft: Sequence[tuple[str, int]], again: bool = False) -> bool:
    """Whether a statement can be made as it is, and the seat has not made it before, unless it is
    asked what it was once more."""
    if not can_say(mind.village, mind.seat, draft):
        return False
    if draft[0][0] in ("ask", "take_back") or (again and draft[0][0] == "was"):
        return True
    said = {(claim.kind, claim.values) for claim in mind.mine}
    claims = claims_in(mind.village, mind.seat, draft)
    return any((claim.kind, claim.values) not in said for claim in claims)


class Thoughts:
    """What a seat could say, subject by subject."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.village = mind.village
        votes, honest = ballot(mind), mind.side == VILLAGE
        self.friends = () if honest else tuple(mind.pack)
        """Whom the seat would rather not speak against."""
        self.suspects = sorted(
            [seat for seat in mind.others() if seat not in self.friends] or mind.others(),
            key=lambda seat: (-mind.suspicion[seat] * honest, -votes[Choice("vote", seat)]),
        )
        """Everybody else, from the most suspect on: to a villager who likely is a werewolf, to
        others who had better die. These differ where a villager's own card may have changed sides,
        but nobody should be told to accuse somebody whose card they have seen."""

    def on(self, phase: str, topic: int) -> Iterator[list[tuple[str, int]]]:
        """Statements that fit a moment, the best first."""
        if phase == "answer":
            yield from self.answers(topic)
            return
        if phase == "question":
            yield from self.questions()
            return
        if self.mind.said("was") is None:
            yield from self.own_night()
        elif phase == "last":
            yield from self.votes()
        yield from self.on_others()

    def answers(self, topic: int) -> Iterator[list[tuple[str, int]]]:
        if topic in (ROLE, ACCUSED):
            yield from islice(self.own_night(topic == ROLE), MOST if topic == ROLE else 2)
        if topic == SAW:
            yield from self.details()
        if topic == ACCUSED:
            yield [("deny", 0)]
        if topic in (SUSPECT, WHY, ACCUSED):
            yield from self.reasons(2)
            yield from self.opinions()
            yield from self.votes()

    def on_others(self) -> Iterator[list[tuple[str, int]]]:
        """One of each kind first: four of a kind are no choice."""
        kinds = [
            [*self.reasons(2)],
            [*self.doubts()],
            [*self.questions()],
            [*self.opinions()],
            [*self.calm()],
            [*self.trust()],
        ]
        while any(kinds):
            for kind in kinds:
                if kind:
                    yield kind.pop(0)

    # ── about oneself ───────────────────────────────────────────────────────────────────────────

    def own_night(self, confess: bool = True) -> Iterator[list[tuple[str, int]]]:
        """What the seat was and did: the truth, or a story of somebody who has to hide it, who may
        still want to confess."""
        honest = self.mind.side == VILLAGE and self.mind.known.dealt not in UNTOLD
        told = self.mind.said("was")
        if not honest and told is not None:
            yield draft_of([told])  # who changes a story is doubted
        elif not honest:
            yield from self.covers()
        if not honest and not confess:
            return
        was, *rest = self.mind.truths
        detail = next((one for one in rest if one.kind == DETAIL.get(was.values[0])), None)
        yield draft_of([was, detail] if detail is not None else [was])
        if honest and detail is not None:
            yield draft_of([was])
        if honest:
            yield from self.covers()

    def covers(self) -> Iterator[list[tuple[str, int]]]:
        """Harmless roles of which a card is not spoken for yet; others bluff to hear more."""
        said = [self.mind.role_of(other) for other in self.mind.others()]
        roles = self.village.roles
        spare = [role for role in COVERS if roles.count(role) > said.count(role)]
        if self.mind.side == TANNER:  # who would like to be contradicted
            spare = sorted({*COVERS} & {*roles}, key=lambda role: -said.count(role))
        free = [role for role in spare if role != self.mind.known.dealt]
        safe = {face for one in self.mind.truths if one.kind == "saw" for face in in_center(one)}
        for role in sorted(free, key=lambda role: role not in safe)[:COVER]:
            was = Claim(0, self.mind.seat, "was", (int(role),))
            yield draft_of([was, *islice(self.made_up(role), 1)])

    def made_up(self, role: int) -> Iterator[Claim]:
        """What somebody could have seen or done in a role that they were not."""
        return (Claim(0, self.mind.seat, *detail) for detail in details_of(self.mind, role))

    def details(self) -> Iterator[list[tuple[str, int]]]:
        """What the seat saw or did, without its role: what goes with the story it has told, and the
        truth unless that would give it away."""
        mind = self.mind
        told = mind.said("was")
        story = told is not None and mind.is_false(told)
        if story and told is not None:
            yield from (draft_of([one]) for one in islice(self.made_up(told.values[0]), COVER))
        for truth in mind.truths[1:]:
            if truth.kind in FACTS and (not story or mind.side == VILLAGE):
                yield draft_of([truth])

    # ── about others ────────────────────────────────────────────────────────────────────────────

    def reasons(self, most: int) -> Iterator[list[tuple[str, int]]]:
        """The strongest conclusions about whoever is suspect, one for each."""
        told: set[int] = set()
        rank = {seat: place for place, seat in enumerate(self.suspects)}
        found = [one for one in concluded(self.village) if one.target in rank]
        found = [one for one in found if one.kind not in DENIED or not self.has_seen(one.target)]
        for one in sorted(found, key=lambda one: (rank[one.target], -TELLING[one.kind])):
            if one.target not in told and len(told) < most:
                told.add(one.target)
                yield [("because", 0), ("deduction", one.code)]

    def has_seen(self, seat: int) -> bool:
        """Whether the player knows that somebody was dealt what they say."""
        looks = [c.values[:2] for c in self.mind.truths if c.kind in ("saw", "robbed") and c.values]
        return (seat, self.mind.role_of(seat)) in looks

    def doubts(self) -> Iterator[list[tuple[str, int]]]:
        """Two others who contradict each other, the latest first."""
        speaker = {claim.number: int(claim.seat) for claim in self.village.claims}
        for clash in reversed(clashes(self.village)):
            seats = sorted({speaker[number] for number in clash.numbers} - {int(self.mind.seat)})
            if len(seats) == 2:
                yield [("both", 0), *(("seat", seat) for seat in seats)]

    def questions(self) -> Iterator[list[tuple[str, int]]]:
        """Whoever has not said what they were, or did as that, then whoever is suspect."""
        silent = [seat for seat in self.suspects if self.mind.role_of(seat) is None]
        for seat in silent[:1]:
            yield [("ask", 0), ("seat", seat), ("topic", ROLE)]
        for seat in [seat for seat in self.suspects if self.is_vague(seat)][:1]:
            yield [("ask", 0), ("seat", seat), ("topic", SAW)]
        if self.village.version > 1 and self.village.claims:
            yield [("ask", 0), ("seat", self.suspects[0]), ("topic", WOLF)]
        for seat, topic in zip(self.suspects, (SUSPECT, SAW), strict=False):
            yield [("ask", 0), ("seat", seat), ("topic", topic)]

    def is_vague(self, seat: int) -> bool:
        """Whether somebody claims a role that does something, and has not said what."""
        kind = DETAIL.get(self.mind.role_of(seat) or 0)
        told = {claim.kind for claim in self.mind.live if claim.seat == seat}
        return kind is not None and kind not in told

    def opinions(self) -> Iterator[list[tuple[str, int]]]:
        """Who is a werewolf, once there is something to go by."""
        known = max(self.mind.suspicion[seat] for seat in self.mind.others()) > LIKELY
        for seat in self.suspects[:2] if self.village.claims or known else ():
            yield [("think", 0), ("seat", seat), ("role", int(Role.WEREWOLF)), ("sure", 1)]

    def votes(self) -> Iterator[list[tuple[str, int]]]:
        yield [("will_vote", 0), ("seat", self.suspects[0])]

    def calm(self) -> Iterator[list[tuple[str, int]]]:
        """No werewolf here: everybody points left. Werewolves like to hear it, once it is said."""
        mind = self.mind
        called = any(claim.kind == "circle" for claim in mind.live)
        if mind.cloud.peace() > PEACE if mind.side == VILLAGE else mind.side == WOLVES and called:
            yield [("circle", 0)]

    def trust(self) -> Iterator[list[tuple[str, int]]]:
        """Whoever the seat is sure of, if anybody is accused at all; a partner comes first."""
        for partner in self.friends[:1] if self.village.claims else ():
            yield [("vouch", 0), ("seat", partner)]
        others = [seat for seat in self.suspects if self.mind.suspicion[seat] < TRUSTED]
        if others and self.village.claims:
            yield [("vouch", 0), ("seat", others[-1])]


def in_center(claim: Claim) -> tuple[int, ...]:
    """The cards that somebody saw in the center, which nobody else can have been dealt."""
    return claim.values[1:] if claim.values and claim.values[0] >= CENTER else ()


DENIED = ("alone", "double", "liar", "center", "mason", "crowd", "rival")
"""Conclusions that somebody was not dealt what they say."""
UNTOLD = (Role.WEREWOLF, Role.MINION, Role.TANNER)
"""Roles that nobody likes to admit."""
