"""Claims: what can be said by day, link by link, and what each claim says about cards.

A statement is a chain of choices with one operand each: `was`, the Robber, this seat, that role.
The others hear nothing of it before the chain is complete.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core import BACK, Choice, Seat
from engine.games.onenight.deductions import Deduction, deductions
from engine.games.onenight.night import CENTER_PAIRS, CENTERS, NOTHING
from engine.games.onenight.roles import Role
from engine.games.onenight.state import CENTER, NONE, PAIR, Claim, Village

FACTS = ("was", "saw", "swapped", "robbed", "took", "copied", "woke", "now")
"""Kinds of claims about the speaker's own night."""
OPINIONS = ("think", "vouch", "will_vote", "because")
JUDGEMENTS = ("think", "will_vote")
"""Opinions that speak against somebody."""
GROUNDS = ("reason", "because")
"""Claims that say why."""
NEWER = ("circle", "both")
"""Opinions since the second version of the rules: no werewolf is here, everybody points left; these
two cannot both be what they say."""
PROMISES = ("will_vote", "circle")
"""Statements that announce a vote."""
ACCUSING = ("think", "will_vote", "reason")
"""What may say that somebody is a werewolf, first in its values."""
SURE = tuple(Choice("sure", degree) for degree in range(3))
"""Maybe, likely, sure."""
TOPICS = tuple(Choice("topic", topic) for topic in range(4))
ROLE, SAW, SUSPECT, WHY, ACCUSED, WOLF = range(6)
"""What a player may be asked: their role, what they saw or did, whom they suspect, and why; since
the second version of the rules also whether they are a werewolf now. Whoever is accused is asked
what they say to that."""
WOLF_NOW = Choice("topic", WOLF)

DETAIL: dict[int, str] = {
    Role.DOPPELGANGER: "copied",
    Role.WEREWOLF: "woke",
    Role.MINION: "woke",
    Role.MASON: "woke",
    Role.SEER: "saw",
    Role.ROBBER: "robbed",
    Role.TROUBLEMAKER: "swapped",
    Role.DRUNK: "took",
    Role.INSOMNIAC: "now",
}
"""By role: what a player of that role has to tell."""

UNSAID, DONE = Choice("unsaid"), Choice("done")
RECENT = 9
"""How many statements a player can point at."""

Draft = Sequence[tuple[str, int]]


def announced(live: Sequence[Claim], seats: int) -> dict[int, int]:
    """By seat that has announced its vote: for whom, as said last."""
    return {int(c.seat): promised(c, seats) for c in live if c.kind in PROMISES}


def promised(claim: Claim, seats: int) -> int:
    """Whom an announcement means: whoever calls for peace points left."""
    return claim.values[0] if claim.values else (claim.seat + 1) % seats


def follow(village: Village, seat: Seat, draft: Draft) -> tuple[Choice, ...]:
    """What may come next in a statement that has begun; nothing: it is complete."""
    kind, rest = draft[0][0], list(draft[1:])
    if kind != "was":
        return links(village, seat, kind, rest, None)
    if not rest:
        return roles_of(village)
    role = rest[0][1]
    if role not in DETAIL or rest[-1][0] == "unsaid":
        return ()
    offered = links(village, seat, DETAIL[role], rest[1:], role)
    return (*offered, UNSAID) if len(rest) == 1 else offered


def said_by(village: Village, seat: Seat, links: Sequence[Choice]) -> list[tuple[str, int]]:
    """What a seat would say by some more choices, the first of which may begin anew."""
    anew = links[0] == BACK
    return [*(() if anew else village.drafts[seat]), *links[anew:]]


def links(
    village: Village, seat: Seat, kind: str, said: list[tuple[str, int]], role: int | None
) -> tuple[Choice, ...]:
    """What may come next in one claim, of which this much has been said."""
    count = len(said)
    if count and said[0][0] == "nothing":
        return ()
    match kind, count:
        case ("saw", 0):
            return (*seats_of(village, seat), *places(role), NOTHING)
        case ("saw", 1) | ("robbed", 1) | ("copied", 1) | ("now", 0) | ("think", 1):
            return roles_of(village)
        case ("saw", 2) if said[0][0] == "pair":
            return roles_of(village)
        case ("robbed", 0) | ("swapped", 0):
            return (*seats_of(village, seat), NOTHING)
        case ("swapped" | "both", 1):
            return tuple(one for one in seats_of(village, seat) if one.value != said[0][1])
        case ("took", 0):
            return CENTERS
        case ("copied" | "think" | "vouch" | "will_vote" | "both" | "ask", 0):
            return seats_of(village, seat)
        case ("think", 2):
            return SURE
        case ("ask", 1):
            return (*TOPICS, WOLF_NOW) if village.version > 1 else TOPICS
        case ("woke", _):
            return company(village, seat, said, role)
        case ("take_back", 0):
            return tuple(Choice("claim", number) for number in own_numbers(village, seat))
        case ("because", 0 | 1):
            return reasons(village, seat, said)
    return ()


def places(role: int | None) -> tuple[Choice, ...]:
    """Where in the center a player may have looked: a Seer at two cards, a lone wolf at one."""
    return CENTER_PAIRS if role == Role.SEER else (*CENTERS, *CENTER_PAIRS)


def company(
    village: Village, seat: Seat, said: list[tuple[str, int]], role: int | None
) -> tuple[Choice, ...]:
    """With whom a player was awake; as many as the set allows."""
    if said and said[-1][0] in ("nothing", "done"):
        return ()
    most = (2 if role in (Role.MINION, None) else 1) + (Role.DOPPELGANGER in village.roles)
    if len(said) >= most:
        return ()
    named = [value for _, value in said]
    rest = tuple(one for one in seats_of(village, seat) if one.value not in named)
    return (*rest, DONE if said else NOTHING)


def reasons(village: Village, seat: Seat, said: list[tuple[str, int]]) -> tuple[Choice, ...]:
    """Statements to point at: the last ones that were about somebody's night."""
    if said and said[-1][0] == "done":
        return ()
    named = [value for _, value in said]
    if said and said[0][0] == "deduction":
        return ()
    offered = tuple(Choice("claim", n) for n in pointable(village) if n not in named)
    if said:
        return (*offered, DONE)
    return (*(Choice("deduction", found.code) for found in concluded(village)), *offered)


def concluded(village: Village) -> list[Deduction]:
    """What can be concluded aloud; under the first rules, one could only point at statements."""
    return deductions(village) if village.version > 1 else []


def accusations(village: Village, seat: Seat) -> list[Claim]:
    """Everything that was said against a seat, taken back or not."""
    return [claim for claim in village.claims if accused(claim) == seat]


def accused(claim: Claim) -> int:
    """Whom a claim calls a werewolf, or wants dead; nobody: NONE."""
    if claim.kind not in ACCUSING:
        return NONE
    blames = claim.kind != "think" or claim.values[1] == Role.WEREWOLF
    return claim.values[0] if blames else NONE


def pointable(village: Village) -> list[int]:
    numbers = dict.fromkeys(c.number for c in village.live_claims() if c.kind in FACTS)
    return list(numbers)[-RECENT:]


def own_numbers(village: Village, seat: Seat) -> list[int]:
    """A seat's own statements that it can take back: one of the last ones, once per game."""
    if any(claim.number in village.taken_back for claim in village.claims if claim.seat == seat):
        return []
    mine = [c.number for c in village.claims if c.seat == seat and c.kind in FACTS]
    return list(dict.fromkeys(mine))[-RECENT:]


def seats_of(village: Village, seat: Seat) -> tuple[Choice, ...]:
    return tuple(Choice("seat", other) for other in village.others(seat))


def roles_of(village: Village) -> tuple[Choice, ...]:
    return tuple(Choice("role", role) for role in sorted({*village.roles}))


def sayable(village: Village) -> tuple[str, ...]:
    """The kinds of facts that a player could have in this set."""
    known = {*village.roles}
    needs = {"swapped": Role.TROUBLEMAKER, "robbed": Role.ROBBER, "took": Role.DRUNK}
    needs |= {"copied": Role.DOPPELGANGER}
    return tuple(kind for kind in FACTS if kind not in needs or needs[kind] in known)


def values_of(said: Sequence[tuple[str, int]]) -> tuple[int, ...]:
    """The operands of a claim."""
    return tuple(value for verb, value in said if verb not in ("done", "nothing"))


def claims_in(village: Village, seat: Seat, draft: Draft, reply: bool = False) -> list[Claim]:
    """The claims of a complete statement."""
    number = village.said + 1
    kind, rest = draft[0][0], list(draft[1:])
    if kind == "because" and rest[0][0] == "deduction":
        found = next(one for one in concluded(village) if one.code == rest[0][1])
        return [Claim(number, seat, "reason", found.values(), reply)]
    if kind != "was":
        return [Claim(number, seat, kind, values_of(rest), reply)]
    role = rest[0][1]
    claims = [Claim(number, seat, "was", (role,), reply)]
    if len(rest) > 1 and rest[1][0] != "unsaid":
        claims.append(Claim(number, seat, DETAIL[role], values_of(rest[1:]), reply))
    return claims


def draft_of(claims: Sequence[Claim]) -> list[tuple[str, int]]:
    """The chain of choices that makes these claims, as a bot has them in mind."""
    first = claims[0]
    if first.kind != "was":
        return [(first.kind, 0), *spell(first, None)]
    role = first.values[0]
    said = [("was", 0), ("role", role)]
    if len(claims) > 1:
        return said + spell(claims[1], role)
    return [*said, ("unsaid", 0)] if role in DETAIL else said


def spell(claim: Claim, role: int | None) -> list[tuple[str, int]]:
    """The links of one claim after its first."""
    values = claim.values
    match claim.kind:
        case "was" | "now":
            return [("role", values[0])]
        case "saw" | "robbed" | "copied" | "think":
            if not values:
                return [("nothing", NONE)]
            links = [(verb_of(values[0]), values[0])]
            links += [("role", face) for face in values[1:]]
            if claim.kind == "think":
                links[-1] = ("sure", values[-1])
            return links
        case "took":
            return [("center", values[0])]
        case "swapped" | "woke":
            if not values:
                return [("nothing", NONE)]
            return [("seat", seat) for seat in values]
        case "because":
            return [("claim", number) for number in values]
        case "ask":
            return [("seat", values[0]), ("topic", values[1])]
        case "take_back":
            return [("claim", values[0])]
    return [("seat", seat) for seat in values]


def can_say(village: Village, seat: Seat, links: Draft) -> bool:
    """Whether a chain of links is a whole statement."""
    for count in range(1, len(links)):
        if Choice(*links[count]) not in follow(village, seat, links[:count]):
            return False
    rest = follow(village, seat, links)
    return not rest or DONE in rest


def verb_of(place: int) -> str:
    return "seat" if place < CENTER else "center" if place < PAIR else "pair"
