"""The ballot: how much speaks for each vote, whether it is cast, announced or advised."""

from __future__ import annotations

from collections.abc import Mapping

from engine.bots.chances import EDGE
from engine.core import Choice
from engine.games.onenight.claims import FACTS, PROMISES, accused, announced, promised
from engine.games.onenight.listeners import table_doubts
from engine.games.onenight.mind import Mind
from engine.games.onenight.reading import TANNER, VILLAGE, side_of

TIE = 1e-6
"""Enough to come before an equal."""
SLIGHT = 0.02
"""A doubt about one's own side that is none."""
WORD = 0.25
"""How much one's own word counts where nothing new has been said since."""
JOIN = 2.0
"""How much more a suspect draws a villager's vote if all others have announced theirs for it: one
vote alone kills nobody."""
SWAY = 2.5
"""How much more votes that have been announced count to werewolves than what listeners think:
hardly anybody breaks their word."""
LOYAL = 0.3
"""How much less a liar votes for whomever they have vouched for: that would be remembered."""
FAINT = 0.3
"""Below this, a suspicion may be kept to oneself."""
BAITED, LIKELY = 0.4, 0.6
"""How likely somebody must be the Tanner before that is said, and to call it likely."""
SAFE = 0.7
"""What share of the others must point elsewhere, or at somebody who wants it: more of them make no
difference, as one vote or two kill nobody."""
JOINED = 0.5
"""How much a table that points left together makes up for less belief that nobody is a werewolf."""


def ballot(mind: Mind) -> dict[Choice, float]:
    """By vote: how much speaks for it. The village votes for werewolves, or one vote each if there
    are probably none; others for whoever is suspected and not of their pack. Both count by how
    likely the seat is on that side by now, so that a doubt about it changes little at a time."""
    village, seat, rest = mind.village, mind.seat, mind.others()
    roles = mind.cloud.odds(seat)
    enemy = sum(share for role, share in enumerate(roles) if side_of(role) != VILLAGE)
    scores = {Choice("vote", other): 0.0 for other in rest}
    if enemy > SLIGHT:
        for other, worth in victims(mind).items():
            scores[Choice("vote", other)] += enemy * worth
    given = last_word(mind)
    if given is not None:
        scores[Choice("vote", given)] += WORD
    if enemy < 1 - SLIGHT:
        peace, next_one = mind.cloud.peace(), (seat + 1) % village.seats
        called = dict(word_of(mind))
        for other in rest:
            aim = mind.suspicion[other] * (1 + JOIN * called[other])
            aim += mind.depth.follow * called[other]
            aim = max(peace, aim) if other == next_one else aim
            scores[Choice("vote", other)] += (1 - enemy) * aim
        likeliest = max(mind.suspicion[other] for other in rest)
        if mind.side == VILLAGE and peace > likeliest * (1 - JOINED * calm_share(mind)):
            scores[Choice("vote", next_one)] = max(scores.values()) + TIE  # nobody dies
    return scores


def favorite(scores: Mapping[Choice, float]) -> Choice:
    """The vote for which most speaks."""
    return max(scores, key=lambda vote: (scores[vote], -vote.value))


def squeezed(score: float) -> float:
    """How much speaks for a vote, on the scale of a chance: what others announce makes it more."""
    return max(EDGE, score / (1 + score)) if score > 0 else EDGE


def tide(mind: Mind, best: int) -> float:
    """How well the votes run that others have announced, from 0 to 1: how many go where a villager
    would vote, or left if there is to be peace; how few go to one of the pack; how many to somebody
    who wants to die."""
    village, seat = mind.village, mind.seat
    announcements = announced(mind.live, village.seats).items()
    votes = {other: vote for other, vote in announcements if other != seat}
    if mind.side != VILLAGE:
        at = max([*votes.values()].count(wolf) for wolf in (seat, *mind.pack)) / len(mind.others())
        return min(1.0, (at if mind.side == TANNER else 1 - at) / SAFE)
    peace = mind.cloud.peace() > mind.suspicion[best]
    same = [vote == ((s + 1) % village.seats if peace else best) for s, vote in votes.items()]
    return sum(same) / len(mind.others())


def victims(mind: Mind) -> dict[int, float]:
    """By other seat: how good its death would be for somebody who is no villager. Werewolves join
    those who have announced their vote, but let the Tanner live, and lose if one of theirs dies;
    who wants to die lets others have as few votes as possible."""
    public, seats = table_doubts(mind), mind.village.seats
    votes = [target for seat, target in announced(mind.live, seats).items() if seat != mind.seat]
    fate = {o: public[o] + SWAY * votes.count(o) / seats for o in mind.others()}
    if mind.side == TANNER and mind.depth.foresight:
        return {other: 1 - worth for other, worth in fate.items()}
    tanners = mind.tanners() if mind.depth.foresight else [0.0] * seats
    good = {other: max(0.0, worth - tanners[other]) for other, worth in fate.items()}
    for friend in {claim.values[0] for claim in mind.mine if claim.kind == "vouch"}:
        good[friend] -= LOYAL
    return good | {wolf: -mind.suspicion[wolf] for wolf in mind.pack}


def bait(mind: Mind) -> int | None:
    """Who was accused and is rather the Tanner, whom nobody should vote for."""
    odds = mind.tanners()
    blamed = {accused(claim) for claim in mind.live} & {*mind.others()}
    likely = [seat for seat in blamed if odds[seat] > max(BAITED, mind.suspicion[seat])]
    return max(likely, key=lambda seat: (odds[seat], -seat), default=None)


def calm_share(mind: Mind) -> float:
    """What share of the table has said that all should point left, as far as trusted."""
    callers = {claim.seat for claim in mind.live if claim.kind == "circle"}
    trust = [1.0 if seat == mind.seat else 1 - mind.suspicion[seat] for seat in sorted(callers)]
    return sum(trust) / mind.village.seats


def word_given(mind: Mind) -> int | None:
    """Whom the seat has announced its vote for, whatever was told since."""
    return announced(mind.mine, mind.village.seats).get(mind.seat)


def last_word(mind: Mind) -> int | None:
    """Whom the seat has announced its vote for, if nobody has told anything new since."""
    said = next((claim for claim in reversed(mind.mine) if claim.kind in PROMISES), None)
    if mind.village.version == 1 or said is None:
        return None
    news = any(c.number > said.number and c.kind in FACTS for c in mind.live)
    return None if news else promised(said, mind.village.seats)


def word_of(mind: Mind) -> list[tuple[int, float]]:
    """By other seat: what share of the table has announced a vote for it, as far as trusted; one's
    own word counts most."""
    shares = dict.fromkeys(mind.others(), 0.0)
    for caller, target in announced(mind.live, mind.village.seats).items():
        trust = 1.0 if caller == mind.seat else 1 - mind.suspicion[caller]
        if target in shares:
            shares[target] += trust / mind.village.seats
    return list(shares.items())
