"""Reasons: what makes somebody suspect, and what a vote or a statement would do to suspicion.

About a vote, with the figures of the best and of the other one:

`claim`: a statement (`number`) by a player (`seat`) without which the best target would be less
    suspect: how likely it is a werewolf with and without it; `cards` is that target.
`clash`: statements of the target that cannot be true together with others (`number`: which of
    `clashes`).
`calls`: how many players have said that they will vote for each of the two.
`public`: how likely listeners think each of the two is a werewolf, for somebody who wants a victim.
`pack`: the other one is a werewolf whom the seat knows.
`tanner`: how likely each is the Tanner, whose death the village does not survive.
`peace`: how likely nobody is a werewolf.

About both: `turned`, if others have very likely changed the side of the one who asks: how likely it
    is a werewolf now.

About a statement: `own` and `theirs` say how likely listeners would think the speaker, or somebody
else, a werewolf after it (`best`) and before it (`other`); `truth` that it is true, and the speaker
a villager. Something is taken back because it was not true (`correct`), or for another `story`
(`cards`: the role) that listeners rather believe. A liar blames somebody whom listeners suspect
(`bait`: that player, and the liar), or the liar even more, but nobody else more than this one
(`scapegoat`), or this one was accused before (`steady`); a Tanner blames whom they suspect least
(`lure`). Peace is called for because nobody is likelier to be a werewolf (`calm`: how likely there
is none, and how likely the main suspect is one), or because listeners think so (`lull`). Who needs
a story may `listen` first. Nothing is said because suspicion is too `faint` (how likely the main
suspect is a werewolf), or because there was `enough`, and nothing asked because all have
`answered`.
Why to ask somebody: they have not said what they were (`silent`), what they did as that (`vague`;
`cards`), whom they suspect (`undecided`), or why (`groundless`); or what they were is contradicted
(`disputed`). How likely somebody is a werewolf is `suspect` for the speaker's main suspect,
`doubted` for others.

By night, `asleep` says that no answer counts, `look` how likely one player's card, or one of two in
the center, is a werewolf, and `prior` how likely each of the others is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb, fsum

from engine.bots.reasons import TELLING, Weighed
from engine.core import Choice, Reason, Seat
from engine.games.onenight.ballot import FAINT
from engine.games.onenight.belief import Cloud, crowded, new_to
from engine.games.onenight.claims import (
    DETAIL,
    FACTS,
    GROUNDS,
    JUDGEMENTS,
    OPINIONS,
    ROLE,
    SAW,
    SUSPECT,
    WHY,
    accused,
    announced,
    claims_in,
    follow,
    said_by,
)
from engine.games.onenight.contradictions import clashes, marks
from engine.games.onenight.day import Speak
from engine.games.onenight.deductions import target_of
from engine.games.onenight.lies import stories_of, worth
from engine.games.onenight.listeners import Room, table_doubts
from engine.games.onenight.mind import Mind
from engine.games.onenight.night import awake
from engine.games.onenight.reading import TANNER, VILLAGE, Reading, likelihood
from engine.games.onenight.roles import Role
from engine.games.onenight.state import SEATS, Claim

SLIGHT = 0.02
CLEAR = 0.05
"""The same for figures that are drawn less exactly."""
EVEN = 0.15
"""By how much the odds of players may differ, as they are drawn, who cannot be told apart."""
USEFUL = 0.001
"""The weight of what is good to know without making a difference."""


def on_a_vote(mind: Mind, odds: Sequence[float], best: Choice, other: Choice) -> Iterator[Weighed]:
    """What tells two votes apart; `odds` are what they were weighed by."""
    one, two = Seat(best.value), Seat(other.value)
    if best.verb != "vote" or other.verb != "vote":
        return
    village = mind.village
    peace = mind.cloud.peace()
    yield from turned(mind)
    if mind.side == VILLAGE and peace > odds[one]:
        yield peace, Reason("peace", best=peace)
    elif mind.side == VILLAGE:
        yield from statements(mind, one)
        yield from clashing(mind, one, two)
        yield from tanner(mind, one, two)
    else:
        yield 0.5, Reason("public", one, (two,), odds[one], odds[two])
        if two in mind.pack:
            yield 0.6, Reason("pack", two)
    calls = [*announced(mind.live, village.seats).values()]
    counts = [calls.count(seat) for seat in (one, two)]
    if counts[0] != counts[1]:
        share = (counts[0] - counts[1]) / village.seats
        yield share * 0.2, Reason("calls", one, (two,), counts[0], counts[1])


def turned(mind: Mind) -> Iterator[Weighed]:
    """What makes sense of all the rest to whoever still thinks of the card they were dealt."""
    if mind.turned:
        yield 2.0, Reason("turned", None, (), mind.suspicion[mind.seat])


def statements(mind: Mind, target: Seat) -> Iterator[Weighed]:
    """The statement of somebody else that did most to make a player suspect."""
    now, found = mind.suspicion[target], []
    for number in dict.fromkeys(claim.number for claim in mind.live if claim.seat != mind.seat):
        said = [claim for claim in mind.live if claim.number == number]
        without = unheard(mind.cloud, said, mind.depth.reading).suspicion()[target]
        found.append((now - without, said[0].seat, without, number))
    gap, seat, without, number = max(found, default=(0.0, None, 0.0, 0))
    if gap > CLEAR:
        yield gap, Reason("claim", seat, (target,), now, without, number)


def unheard(cloud: Cloud, said: Sequence[Claim], reading: Reading) -> Cloud:
    """A belief as it would be if something had not been said, on the same worlds."""
    full = dict(zip(cloud.said, crowded(cloud.said, cloud.roles), strict=True))
    weights = []
    for weight, world, sides in zip(cloud.weights, cloud.worlds, cloud.sides, strict=True):
        for claim in said:
            late = full.get(claim, False)
            weight /= likelihood(claim, world, sides[claim.seat], reading, late)
        weights.append(weight)
    return Cloud(cloud.seats, cloud.worlds, weights, cloud.roles, cloud.said)


def clashing(mind: Mind, one: Seat, two: Seat) -> Iterator[Weighed]:
    """Contradictions that the first is part of, and the second is not."""
    speaker = {claim.number: claim.seat for claim in mind.village.claims}
    for index, clash in enumerate(clashes(mind.village)):
        seats = {speaker[number] for number in clash.numbers}
        if one in seats and two not in seats:
            yield TELLING, Reason("clash", one, number=index)
            return


def tanner(mind: Mind, one: Seat, two: Seat) -> Iterator[Weighed]:
    """Whoever kills the Tanner loses."""
    if Role.TANNER in mind.village.roles:
        best, other = (mind.cloud.odds(seat)[Role.TANNER] for seat in (one, two))
        if abs(best - other) > SLIGHT:
            yield (other - best) / 2, Reason("tanner", one, (two,), best, other)


# ── statements ──────────────────────────────────────────────────────────────────────────────────


def on_a_statement(mind: Mind, links: Sequence[Choice]) -> Iterator[Weighed]:
    """What speaks for saying something."""
    village, seat = mind.village, mind.seat
    draft = said_by(village, seat, links)
    kind = draft[0][0] if draft else "pass"
    if kind not in ("ask", "pass"):
        yield from turned(mind)
    if kind == "ask":
        yield from on_a_question(mind, draft)
    elif kind == "take_back":
        yield from on_taking_back(mind)
    elif kind in FACTS and not follow(village, seat, draft):
        yield from heard(mind, claims_in(village, seat, draft))
    elif kind == "circle":
        yield from on_peace(mind)
    elif kind == "pass":
        yield from on_silence(mind)
    elif mind.live:
        named = [SEATS[value] for verb, value in draft if verb == "seat"]
        named += [SEATS[target_of(value)] for verb, value in draft if verb == "deduction"]
        yield from on_somebody(mind, kind, named[0] if kind in OPINIONS and named else None)


def on_somebody(mind: Mind, kind: str, named: Seat | None) -> Iterator[Weighed]:
    """What speaks for an opinion about a player; nobody named: the main suspect."""
    about = Seat(mind.suspect()) if named is None else named
    if kind != "vouch" and mind.side != VILLAGE:
        yield from blaming(mind, about)
        return
    yield 1.0, suspected(mind, about)
    if kind != "vouch":
        yield from statements(mind, about)
    elif about in mind.pack:
        yield 0.5, Reason("pack", about)


def blaming(mind: Mind, target: Seat) -> Iterator[Weighed]:
    """What listeners make of it if somebody who is no villager blames a player."""
    doubts = mind.public().suspicion()
    if mind.side == TANNER:
        if doubts[target] <= min(doubts[other] for other in mind.others()) + CLEAR:
            yield 1.0, Reason("lure", target, (), doubts[target])
        return
    behind = doubts[target] < doubts[mind.seat] - CLEAR
    yield -1.0 if behind else 1.0, suspected(mind, target)
    rest = [doubts[other] for other in mind.others() if other not in mind.pack]
    if behind and target not in mind.pack and doubts[target] >= max(rest) - SLIGHT:
        yield 1.0, Reason("scapegoat", target)
    elif any(accused(claim) == target for claim in mind.mine):
        yield 1.0, Reason("steady", target)


def on_silence(mind: Mind) -> Iterator[Weighed]:
    """Why to say nothing: others should open first, nobody is suspect enough, or all was said."""
    suspect, step = Seat(mind.suspect()), mind.village.todo[-1]
    if isinstance(step, Speak) and step.phase == "question":
        if not any(owes(mind, other) for other in mind.others()):
            yield 1.0, Reason("answered")
        return
    if mind.said("was") is None:
        if mind.side != VILLAGE:
            yield 1.0, Reason("listen")
    elif mind.side == VILLAGE and mind.suspicion[suspect] < FAINT:
        yield 1.0, Reason("faint", suspect, (), mind.suspicion[suspect])
    else:
        yield 1.0, Reason("enough")


def on_peace(mind: Mind) -> Iterator[Weighed]:
    """Why to say that nobody is a werewolf: it is likelier than that any one is, or others think
    so."""
    if mind.side == VILLAGE:
        suspect = Seat(mind.suspect())
        yield 1.0, Reason("calm", suspect, (), mind.cloud.peace(), mind.suspicion[suspect])
    else:
        yield 1.0, Reason("lull", None, (), mind.public().peace())


def heard(mind: Mind, said: Sequence[Claim]) -> Iterator[Weighed]:
    """What listeners would think after a statement: of its speaker, and of somebody it is about."""
    fresh = new_to(mind.heard, said)
    after = mind.public(said=tuple(fresh))
    now, then = unheard(after, fresh, mind.depth.reading).suspicion(), after.suspicion()
    me, gaps = mind.seat, [abs(one - two) for one, two in zip(now, then, strict=True)]
    if mind.side == VILLAGE and not any(mind.is_false(claim) for claim in said):
        yield TELLING, Reason("truth")
    own, better = Reason("own", None, (), then[me], now[me]), now[me] - then[me]
    better = -better if mind.side == TANNER else better
    yield better if gaps[me] > SLIGHT else USEFUL, own
    other = max(concerned(mind, said), key=gaps.__getitem__, default=me)
    if other != me and gaps[other] > CLEAR:
        yield gaps[other], Reason("theirs", other, (), then[other], now[other])


def concerned(mind: Mind, said: Sequence[Claim]) -> list[Seat]:
    """Whom a statement is about: those it names, and those who claim the same role."""
    roles = {claim.values[0] for claim in said if claim.kind == "was"}
    named = {
        place
        for claim in said
        if claim.kind != "was"
        for place in (claim.values if claim.kind in ("swapped", "woke") else claim.values[:1])
    }
    return [SEATS[o] for o in mind.others() if o in named or mind.role_of(o) in roles]


def on_taking_back(mind: Mind) -> Iterator[Weighed]:
    """Why to take something back: it was not true, or another story would be believed rather."""
    if mind.side == VILLAGE:
        yield 1.0, Reason("correct")
        return
    room, told = Room(mind, without=mind.seat), mind.said("was")
    stories = [s for s in stories_of(mind) if told is None or s[0].values != told.values]
    if stories:
        best = max(stories, key=lambda story: worth(mind, room, story))
        then, now = room.doubts(best)[mind.seat], table_doubts(mind)[mind.seat]
        yield 1.0, Reason("story", None, best[0].values[:1], then, now)


def on_a_question(mind: Mind, draft: Sequence[tuple[str, int]]) -> Iterator[Weighed]:
    """Why to ask somebody."""
    about = dict(draft)
    if "seat" not in about:
        return
    seat, topic = SEATS[about["seat"]], about.get("topic")
    said = {claim.kind for claim in mind.live if claim.seat == seat}
    role = mind.role_of(seat)
    if topic in (ROLE, SAW) and (owed := owes(mind, seat)):
        yield 1.0, owed
    elif topic == ROLE and role is not None and marks(mind.village)[seat]:
        yield 1.0, Reason("disputed", seat)
    elif topic == SUSPECT and not said & {*JUDGEMENTS, *GROUNDS}:
        yield 1.0, Reason("undecided", seat)
    elif topic == WHY and not said & {*GROUNDS}:
        yield 1.0, Reason("groundless", seat)
    if mind.live and mind.side == VILLAGE:
        yield 0.5, suspected(mind, seat)


def owes(mind: Mind, seat: int) -> Reason | None:
    """What a player has not told yet: what they were, or what they did as that."""
    role = mind.role_of(seat)
    if role is None:
        return Reason("silent", SEATS[seat])
    said = {claim.kind for claim in mind.live if claim.seat == seat}
    owed = DETAIL.get(role)
    return None if owed is None or owed in said else Reason("vague", SEATS[seat], (role,))


def suspected(mind: Mind, seat: Seat) -> Reason:
    """How likely somebody is a werewolf: to the speaker or, if that one is no villager, to those
    who listen."""
    if mind.side != VILLAGE:
        public = mind.public().suspicion()
        return Reason("bait", seat, (), public[seat], public[mind.seat])
    kind = "suspect" if seat == mind.suspect() else "doubted"
    return Reason(kind, seat, (), mind.suspicion[seat])


# ── night ───────────────────────────────────────────────────────────────────────────────────────


def by_night(mind: Mind, slot: int) -> tuple[Reason, ...]:
    """What can be known by night: that the seat sleeps, what a look may find, or how likely each of
    the others is a werewolf, if they cannot be told apart."""
    village, seat = mind.village, mind.seat
    if seat not in awake(village, slot):
        return (Reason("asleep"),)
    if slot == Role.SEER:
        wolves, unknown = village.roles.count(Role.WEREWOLF), len(village.roles) - 1
        none = comb(unknown - wolves, 2) / comb(unknown, 2)
        return (Reason("look", None, (), wolves / unknown, 1 - none),)
    odds = [mind.suspicion[other] for other in mind.others()]
    if max(odds) - min(odds) > EVEN or max(odds) < EVEN:
        return ()
    return (Reason("prior", best=fsum(odds) / len(odds)),)
