"""The ballot: how much speaks for each vote, whether it is cast, announced or advised."""

from __future__ import annotations

from engine.core import Choice
from engine.games.onenight.belief import VILLAGE, side_of
from engine.games.onenight.claims import FACTS
from engine.games.onenight.mind import Mind

TIE = 1e-6
"""Enough to come before an equal."""
SLIGHT = 0.02
"""A doubt about one's own side that is none."""
WORD = 0.25
"""How much one's own word counts where nothing new has been said since."""
JOINED = 0.5
"""How much a table that points left together makes up for less belief that nobody is a werewolf."""


def ballot(mind: Mind) -> dict[Choice, float]:
    """By vote: how much speaks for it. The village votes for werewolves, or one vote each if there
    are probably none; others for whoever is suspected and not of their pack. Both count by how
    likely the seat is on that side by now, so that a doubt about it changes little at a time."""
    village, seat, rest = mind.village, mind.seat, mind.others()
    roles = mind.cloud.odds(seat)
    enemy = sum(share for role, share in enumerate(roles) if side_of(role) != VILLAGE)
    scores = {Choice("vote", other): mind.depth.follow * share for other, share in word_of(mind)}
    if enemy > SLIGHT:
        public = mind.public().suspicion()
        for other in rest:
            if other not in mind.pack:
                scores[Choice("vote", other)] += enemy * public[other]
    given = last_word(mind)
    if given is not None:
        scores[Choice("vote", given)] += WORD
    if enemy < 1 - SLIGHT:
        peace, next_one = mind.cloud.peace(), (seat + 1) % village.seats
        for other in rest:
            aim = max(peace, mind.suspicion[other]) if other == next_one else mind.suspicion[other]
            scores[Choice("vote", other)] += (1 - enemy) * aim
        likeliest = max(mind.suspicion[other] for other in rest)
        if mind.side == VILLAGE and peace > likeliest * (1 - JOINED * calm_share(mind)):
            scores[Choice("vote", next_one)] = max(scores.values()) + TIE  # nobody dies
    return scores


def calm_share(mind: Mind) -> float:
    """What share of the table has said that all should point left, as far as trusted."""
    callers = {claim.seat for claim in mind.live if claim.kind == "circle"}
    trust = [1.0 if seat == mind.seat else 1 - mind.suspicion[seat] for seat in sorted(callers)]
    return sum(trust) / mind.village.seats


def last_word(mind: Mind) -> int | None:
    """Whom the seat has announced its vote for, if nobody has told anything new since."""
    said = mind.said("will_vote")
    if mind.village.version == 1 or said is None:
        return None
    news = any(c.number > said.number and c.kind in FACTS for c in mind.live)
    return None if news else said.values[0]


def word_of(mind: Mind) -> list[tuple[int, float]]:
    """By other seat: what share of the table has announced a vote for it, as far as trusted; one's
    own word counts most."""
    calls = {claim.seat: claim.values[0] for claim in mind.live if claim.kind == "will_vote"}
    shares = dict.fromkeys(mind.others(), 0.0)
    for caller, target in calls.items():
        trust = 1.0 if caller == mind.seat else 1 - mind.suspicion[caller]
        if target in shares:
            shares[target] += trust / mind.village.seats
    return list(shares.items())
