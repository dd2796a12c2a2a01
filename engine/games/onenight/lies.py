"""Lies that hold together: what a player with another aim may claim, and which claim is best.

A story is judged by what listeners would think of its teller, one step ahead.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import nlargest
from itertools import combinations
from math import fsum
from statistics import fmean

from engine.games.onenight.claims import DETAIL, FACTS
from engine.games.onenight.listeners import Room
from engine.games.onenight.mind import Mind
from engine.games.onenight.reading import TANNER, looks
from engine.games.onenight.roles import Role
from engine.games.onenight.state import CENTER, PAIR, PAIRS, SEATS, Claim

Story = list[Claim]

WOLVISH = (Role.WEREWOLF, Role.MINION)
UNTOLD = (*WOLVISH, Role.TANNER, Role.DOPPELGANGER)
"""Roles that nobody would make up."""
FEW, LOOKS = 5, 2
"""How many players somebody thinks of who makes up a story about them, and how many looks at the
center."""
NOISE = 0.05
"""How much chance decides between stories."""
RISK = 2.5
"""How bad it is for a werewolf if somebody comes forward who knows better."""
GAMBLE = 0.5
"""How bad it is to own up to having been a werewolf, or to make a partner do so: whoever does not
believe in the swap knows then."""


def cover(mind: Mind, role: int | None = None, bold: float = 0.5) -> Story:
    """The story to tell; given a role, the one that goes with what was already said. Bold tellers
    like to accuse."""
    stories = [story for story in stories_of(mind) if role is None or story[0].values[0] == role]
    if not stories:
        return [Claim(0, mind.seat, "was", (spare(mind) if role is None else role,))]
    if mind.depth.plain:
        roles = sorted({*mind.village.roles} - {*UNTOLD}) if role is None else [role]
        return [Claim(0, mind.seat, "was", (mind.temper.choice(roles),))]  # whoever else says so
    if not mind.depth.foresight:
        some = mind.temper.choice(sorted({story[0].values for story in stories}))
        return mind.temper.choice([story for story in stories if story[0].values == some])
    room, noise = Room(mind), mind.temper

    def liked(story: Story) -> float:
        accuses = any(c.kind == "saw" and Role.WEREWOLF in c.values[1:] for c in story)
        worthy = worth(mind, room, story) - RISK * refuted(mind, story)
        return worthy + accuses * 0.1 * bold + NOISE * noise.random()

    return max(stories, key=liked)


def refuted(mind: Mind, story: Story) -> float:
    """How likely others know better than a werewolf's story, and will say so: they hold the card it
    claims or says it saw, which they hardly do if it was seen in the center or if all others have
    told of other cards."""
    if mind.known.dealt == Role.MINION or mind.side == TANNER:
        return 0.0  # who would not mind
    cloud, seats, roles = mind.cloud, mind.others(), mind.village.roles
    places = [pin for claim in story for pin in seen_by(mind, claim)]
    players = [(place, face) for place, face in places if place <= len(seats)]
    faces = [story[0].values[0], *(face for place, face in places if place > len(seats))]
    taken = fsum(
        weight
        for weight, world in zip(cloud.weights, cloud.worlds, strict=True)
        if any(world.dealt[place] != face for place, face in players)
        or any(sum(world.dealt[o] == f for o in seats) >= roles.count(f) for f in faces)
    )
    return taken / cloud.total if cloud.total else 0.0


def seen_by(mind: Mind, claim: Claim) -> list[tuple[int, int]]:
    """The cards that somebody says they saw: those of the center, and those of players who have not
    said themselves what they were; what listeners make of others, they know already."""
    if claim.kind not in ("saw", "robbed") or not claim.values:
        return []
    places = looks(mind.village.seats, claim.values)
    return [(place, face) for place, face in places if mind.role_of(place) is None]


def likes_doubt(mind: Mind) -> bool:
    """Whether somebody does not mind being doubted, and may claim what others have claimed: a
    Tanner, or a Minion who draws eyes away from werewolves."""
    return mind.side == TANNER or (mind.known.dealt == Role.MINION and bool(mind.pack))


def spare(mind: Mind) -> int:
    """The role to claim where every card of the set is spoken for: that with the fewest too many
    claims, a harmless one if there is any."""
    roles, withdrawn = mind.village.roles, mind.withdrawn()
    claimed = [mind.role_of(other) for other in mind.others()]

    def doubt(role: int) -> tuple[bool, bool, bool, int, bool]:
        excess = claimed.count(role) - roles.count(role)
        harmless = role not in UNTOLD
        plain = role == Role.VILLAGER
        return role == Role.WEREWOLF, not harmless, role in withdrawn, excess, not plain

    return min(roles, key=doubt)


def worth(mind: Mind, room: Room, story: Story) -> float:
    """How good a story is for its teller, by what listeners would then think, and by what they
    would think of a partner who plays along."""
    said = [*story, *(confession(wolf) for wolf in swapped_away(mind, story))]
    odds, seat = room.doubts(said), mind.seat
    rest = max(odds[other] for other in mind.others())
    if mind.side == TANNER:
        return -abs(odds[seat] - rest)  # who overdoes it is seen through
    if mind.known.dealt == Role.MINION and mind.pack:
        doubted = rest - abs(rest - odds[seat])  # as much as anybody, and not more
        return 0.5 * doubted - fsum(odds[wolf] for wolf in mind.pack)
    confessions = sum(claim.kind == "was" and claim.values[0] == Role.WEREWOLF for claim in said)
    rivals = [odds[other] for other in mind.others() if other not in mind.pack] or [0.0]
    pack = 0.7 * fsum(odds[wolf] for wolf in mind.pack)
    hidden = fmean(nlargest(max(1, len(mind.others()) - 2), rivals))  # behind nearly everybody
    return hidden - odds[seat] - pack - GAMBLE * confessions


def confession(seat: int) -> Claim:
    """What somebody says who is glad that the card is gone."""
    return Claim(0, SEATS[seat], "was", (int(Role.WEREWOLF),))


def swapped_away(mind: Mind, story: Story) -> list[int]:
    """The partners whose cards a made-up Troublemaker says have been given to others: they can then
    own up to what they were, as long as they have not changed their story before."""
    claims, gone = mind.village.claims, mind.village.taken_back
    changed = {claim.seat for claim in claims if claim.number in gone}
    moved = {seat for claim in story if claim.kind == "swapped" for seat in claim.values}
    return [wolf for wolf in mind.pack if wolf in moved and wolf not in changed]


def is_said_to_be_gone(mind: Mind) -> bool:
    """Whether somebody says that the seat's card was swapped with another's."""
    return any(c.kind == "swapped" and mind.seat in c.values for c in mind.live)


def gain_of_another_story(mind: Mind) -> float:
    """How much better the best story would be than the one that was told."""
    told = [claim for claim in mind.mine if claim.kind in FACTS]
    room = Room(mind, without=mind.seat)
    others = [story for story in stories_of(mind) if story[0].values != told[0].values]
    remembered = told[:1] if mind.depth.reading.memory else []  # what was taken back was said
    best = max((worth(mind, room, remembered + story) for story in others), default=-2.0)
    return best - worth(mind, room, told)


def stories_of(mind: Mind) -> Iterator[Story]:
    """Stories that fit what the seat has seen: none claims a card known to lie elsewhere."""
    village, seat = mind.village, mind.seat
    claimed = [mind.role_of(other) for other in mind.others()]
    withdrawn = mind.withdrawn()
    if mind.known.dealt == Role.WEREWOLF and is_said_to_be_gone(mind):
        yield [confession(seat)]
    for role in sorted({*village.roles}):
        if role in UNTOLD:
            continue
        if role in withdrawn:  # nobody would believe it a second time
            continue
        if claimed.count(role) >= village.roles.count(role) and not likes_doubt(mind):
            continue
        was = Claim(0, seat, "was", (role,))
        details = list(details_of(mind, role))
        if not details and role != Role.MASON:  # where nobody may play along
            yield [was]
        for kind, values in details:
            yield [was, Claim(0, seat, kind, values)]


def details_of(mind: Mind, role: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """What a player could have done or seen in that role; a few details that others can believe."""
    temper = mind.temper
    others = [other for other in mind.others() if other not in mind.pack]
    temper.shuffle(others)
    match role:
        case Role.SEER:
            yield from (look for _ in range(LOOKS) for look in seen_center(mind))
            yield from (("saw", found) for found in harmless(mind, role, others[:FEW]))
            yield from (("saw", found) for found in alibis(mind))
            yield from (("saw", (other, int(Role.WEREWOLF))) for other in others[:FEW])
        case Role.ROBBER:
            yield from (("robbed", found) for found in harmless(mind, role, others[:FEW]))
            yield from (("robbed", found) for found in alibis(mind))
        case Role.TROUBLEMAKER:
            everyone = mind.others()
            temper.shuffle(everyone)
            pairs = [(min(pair), max(pair)) for pair in combinations(everyone[:FEW], 2)]
            yield from (("swapped", pair) for pair in temper.sample(pairs, min(FEW, len(pairs))))
            partner = next(iter(mind.pack), None) if mind.known.dealt in WOLVISH else None
            if partner is not None:
                yield from (("swapped", tuple(sorted((partner, o)))) for o in others[:FEW])
        case Role.DRUNK:
            yield "took", (CENTER + temper.randrange(3),)
        case Role.INSOMNIAC:
            yield "now", (int(Role.INSOMNIAC),)
        case Role.MASON:
            along = [one for one in mind.pack if mind.role_of(one) in (None, Role.MASON)]
            yield from (("woke", (partner,)) for partner in along)


def seen_center(mind: Mind) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Two center cards, including the one a lone wolf has seen, if any."""
    temper = mind.temper
    seen = [truth.values for truth in mind.truths if truth.kind == "saw" and truth.values]
    own = next((values for values in seen if CENTER <= values[0] < PAIR), None)
    pair = temper.choice([p for p in range(3) if own is None or own[0] - CENTER in PAIRS[p]])
    free = [role for role in mind.village.roles if role != Role.SEER]
    for other in mind.others():
        said = mind.role_of(other)
        if said in free:
            free.remove(said)
    faces = []
    for number in PAIRS[pair]:
        known = own is not None and own[0] == CENTER + number
        face = own[1] if known and own is not None else temper.choice(free or mind.village.roles)
        if face in free:
            free.remove(face)
        faces.append(face)
    yield "saw", (PAIR + pair, *faces)


def harmless(mind: Mind, role: int, others: list[int]) -> Iterator[tuple[int, int]]:
    """Cards that somebody in a role may say they found before others: what those say they were, but
    not the card of that role itself, and nothing of the wolves, which would be an accusation or,
    once taken, a confession."""
    cards = [*mind.village.roles]
    cards.remove(role)
    cards = [card for card in cards if card not in WOLVISH]
    for other in others:
        said = mind.role_of(other)
        if said in cards:
            yield other, said
        elif cards:
            quiet = [card for card in cards if card != Role.SEER]  # a Seer would speak up
            yield other, mind.temper.choice(quiet or cards)


def alibis(mind: Mind) -> Iterator[tuple[int, int]]:
    """Partners with the harmless cards that they say they were."""
    for partner in mind.pack:
        said = mind.role_of(partner)
        if said is not None and said not in WOLVISH:
            yield partner, said


def detail_for(mind: Mind, role: int) -> Claim | None:
    """A made-up detail for a role that the seat has already claimed."""
    if role not in DETAIL:
        return None
    story = cover(mind, role)
    if len(story) > 1 or mind.depth.plain:
        return story[1] if len(story) > 1 else None
    made_up = next(details_of(mind, role), None)  # somebody else claims that card, too
    return Claim(0, mind.seat, *made_up) if made_up is not None else None
