"""A slow, plain check of what is concluded aloud: every deal that agrees with what its speaker says
and believes, one by one.

It shares nothing with the deductions but the claims. A conclusion is sound if it holds in all of
these deals, with the cards moved as players say they moved them, and if there is such a deal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from engine.games.onenight.claims import FACTS
from engine.games.onenight.deductions import Deduction, deduction_of
from engine.games.onenight.mind import truths
from engine.games.onenight.roles import Role
from engine.games.onenight.state import CENTER, NONE, PAIR, PAIRS, Claim, Village

Deal = dict[int, int]
"""By place, of those that matter: the card that was dealt there. The center begins at `CENTER`."""

INHERITED = ("heir", "loot")
"""Conclusions that somebody has the card of another who lied about it."""
HOLDERS = ("seen", "moved", "taken", "holds", "traded", "drawn", "owns")
"""Conclusions that somebody has the Werewolf now; of the statements they name, all are believed."""
REFUTED = {
    "double": 1,
    "liar": 1,
    "blind": 0,
    "center": 1,
    "mirage": 0,
    "mason": 1,
    "kept": 1,
    "gone": 0,
    "rival": 1,
    "phantom": 0,
}
"""Conclusions that somebody lied: which of the two statements cannot be true if the other is."""


def what_is_wrong(village: Village, said: Claim) -> str:
    """What is wrong with a conclusion that was just spoken; nothing, if it is sound."""
    found = deduction_of(said.values)
    live = [c for c in village.live_claims() if c.number < said.number and c.kind in FACTS]
    if found.kind in ("alone", "vague", "silent", "shifty", "crowd"):
        return about_talk(village, live, found)
    named = [[c for c in live if c.number == number] for number in found.numbers]
    if not all(named):
        return "it rests on nothing that was said"
    lie = REFUTED.get(found.kind)
    believed = [c for index, claims in enumerate(named) if index != lie for c in claims]
    if found.kind == "mason":  # who woke as what may be another statement
        believed += [c for c in live if c.seat == found.one and c.kind == "was"]
    refuted = [c for c in named[lie] if c.seat == found.target] if lie is not None else []
    if found.kind in INHERITED:
        refuted = [c for c in live if c.seat == found.three]
    story = told_by(live, said.seat) or truths(village, said.seat)
    worlds = list(deals(village, live, [*story, *believed], refuted))
    if not worlds:
        return "nobody who says that can believe it"
    if lie is not None or found.kind in INHERITED:
        possible = any(all(holds(c, deal, live) for c in refuted) for deal in worlds)
        if possible or not refuted:
            return "both may be true"
        owners = {owner(deal, live, found.target) for deal in worlds}
        return "" if lie is not None or owners == {found.three} else f"it may come from {owners}"
    if found.kind not in HOLDERS:
        return "nobody knows what that means"
    holders = {holder(deal, live, found.target) for deal in worlds}
    return "" if holders == {int(Role.WEREWOLF)} else f"the card may be {holders}"


def about_talk(village: Village, live: Sequence[Claim], found: Deduction) -> str:
    """The same for conclusions that are about what was said, and not about cards."""
    x, role = found.target, found.role
    mine = [claim for claim in live if claim.seat == x]
    roles = [claim.values[0] for claim in mine if claim.kind == "was"]
    match found.kind:
        case "alone":
            seen = [c for c in live if c.kind in ("saw", "robbed") and c.values[:2] == (x, role)]
            return "" if role in roles and not seen else "somebody confirms it, or nobody said it"
        case "vague":
            return "" if role in roles and len(mine) == len(roles) else "there was more"
        case "silent":
            spoken = {claim.seat for claim in live if claim.kind == "was"}
            return "" if spoken == {*village.everyone()} - {x} else "others are silent, too"
        case "crowd":
            named = {seat for seat in (x, found.one, found.two, found.three) if seat != NONE}
            same = {c.seat for c in live if c.kind == "was" and c.values[0] == role}
            enough = len(named) > village.roles.count(role)
            return "" if named <= same and enough else "there are cards enough for them"
    gone = [c for c in village.claims if c.number in village.taken_back and c.seat == x]
    return "" if role in [c.values[0] for c in gone if c.kind == "was"] else "that still counts"


def told_by(live: Sequence[Claim], seat: int) -> list[Claim]:
    """The last story that a seat has told: its role, and what it did as that."""
    mine = [claim for claim in live if claim.seat == seat]
    role = next((claim.values for claim in reversed(mine) if claim.kind == "was"), None)
    first = next((c.number for c in mine if c.kind == "was" and c.values == role), 0)
    return [claim for claim in mine if claim.number >= first]


def deals(
    village: Village, live: Sequence[Claim], said: Sequence[Claim], doubted: Sequence[Claim]
) -> Iterator[Deal]:
    """Every way in which the places that matter may have been dealt, if all that is said is true;
    what is doubted matters as well."""
    places = {place for claim in (*said, *doubted) for place in (claim.seat, *places_in(claim))}
    touched = {p for c in live if c.kind in MOVES for p in (c.seat, *places_in(c))} & places
    places |= {c.seat for c in live if c.kind in MOVES and touched & {c.seat, *places_in(c)}}
    ordered, copies = sorted(places), Counter(village.roles)
    pinned = {place: face for claim in said for place, face in faces(claim)}
    choices = [[pinned[p]] if p in pinned else sorted(copies) for p in ordered]
    for cards in product(*choices):
        deal = dict(zip(ordered, cards, strict=True))
        fits = all(count <= copies[role] for role, count in Counter(cards).items())
        if fits and all(holds(claim, deal, live) for claim in said):
            yield deal


MOVES = {"robbed": Role.ROBBER, "swapped": Role.TROUBLEMAKER, "took": Role.DRUNK}


def places_in(claim: Claim) -> tuple[int, ...]:
    """The seats and center cards that a claim names."""
    values = claim.values
    if claim.kind in ("swapped", "woke", "took"):
        return values
    if claim.kind not in ("saw", "robbed") or not values:
        return ()
    if values[0] < PAIR:
        return values[:1]
    return tuple(CENTER + one for one in PAIRS[values[0] - PAIR])


def faces(claim: Claim) -> list[tuple[int, int]]:
    """Which cards a claim says were dealt where."""
    if claim.kind == "was":
        return [(claim.seat, claim.values[0])]
    if claim.kind in ("saw", "robbed"):
        return [*zip(places_in(claim), claim.values[1:], strict=False)]
    return []


def holds(claim: Claim, deal: Deal, live: Sequence[Claim]) -> bool:
    """Whether a claim about the speaker's own night is true of a deal, with the cards moved as
    players say they moved them."""
    own = deal.get(claim.seat, NONE)
    if any(deal.get(place, face) != face for place, face in faces(claim)):
        return False
    if claim.kind == "now":
        still = claim.values[0] == Role.INSOMNIAC  # another card may come from who does not say so
        return own == Role.INSOMNIAC and (not still or holder(deal, live, claim.seat) == own)
    if claim.kind in MOVES:
        return own == MOVES[claim.kind]
    if claim.kind == "saw":
        single = bool(claim.values) and CENTER <= claim.values[0] < PAIR
        return own == (Role.WEREWOLF if single else Role.SEER)
    if claim.kind == "woke" and own == Role.MASON:
        others = {p for p, role in deal.items() if role == Role.MASON and p < CENTER} - {claim.seat}
        return others <= {*claim.values} and all(deal.get(p, 3) == 3 for p in claim.values)
    if claim.kind == "woke":
        return own in (Role.WEREWOLF, Role.MINION)
    return True


def holder(deal: Deal, live: Sequence[Claim], seat: int) -> int:
    """The card that lies before a seat at dawn; NONE: a card that does not matter."""
    return deal.get(owner(deal, live, seat), NONE)


def owner(deal: Deal, live: Sequence[Claim], seat: int) -> int:
    """Where the card was dealt that lies before a seat at dawn, if everybody who was dealt what
    they say they moved cards with has done what they say."""
    cards: dict[int, int] = {}
    for kind, role in MOVES.items():
        deed = next(
            (c for c in live if c.kind == kind and c.values and deal.get(c.seat) == role), None
        )
        if deed is None:
            continue
        one, two = deed.values[:2] if kind == "swapped" else (deed.seat, deed.values[0])
        cards[one], cards[two] = cards.get(two, two), cards.get(one, one)
    return cards.get(seat, seat)
