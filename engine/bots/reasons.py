"""Reasons of all games: which two ideas are compared, and which differences are worth a word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.core import Choice, Idea, Reason

AS_GOOD = 0.02
"""Choices whose chances differ by less are as good as each other."""
MOST = 3
"""Nobody reads more than this."""
FEW = 2
"""With fewer, there is room for what is good to know without making a difference."""
TELLING = 0.005
"""A difference that matters less to the chance to win is not worth a word."""

EXPLAINED = ("hit", "denies", "feeds")
"""Reasons that are a chance about somebody, which an event (`told`) may have changed."""

Weighed = tuple[float, Reason]
"""A reason, and how much it adds to the chance to win; below 0 it speaks against the best idea."""


def rival_of(ideas: Sequence[Idea], chosen: Choice | None) -> Idea:
    """What the best idea is compared with: the choice that was asked about, else the best of those
    that are not as good, else the next best."""
    others = distinct(ideas) or ideas[1:]
    asked = (idea for idea in ideas[1:] if idea.choices[0] == chosen)
    worse = (idea for idea in others if ideas[0].chance - idea.chance >= AS_GOOD)
    return next(asked, next(worse, others[0]))


def distinct(ideas: Sequence[Idea]) -> Sequence[Idea]:
    """Ideas that are not the best one in another order."""
    best = sorted(ideas[0].choices)
    return [idea for idea in ideas[1:] if sorted(idea.choices) != best]


def ranked(found: Iterable[Weighed]) -> tuple[Reason, ...]:
    """The reasons that matter most, what is good to know where there are few, and what speaks
    against the best idea, if anything does. Where nothing speaks for it, that is enough; else what
    is the same either way."""
    order = sorted(found, key=lambda each: -each[0])
    pros = [reason for weight, reason in order if weight >= TELLING]
    spare = [reason for weight, reason in order if 0 < weight < TELLING]
    cons = [reason._replace(against=True) for weight, reason in order[::-1] if weight <= -TELLING]
    pros += spare[: max(0, FEW - len(pros))]
    if not pros:
        return tuple(cons + [reason for weight, reason in order if weight == 0])[:1]
    return (*explained(pros[: MOST - len(cons[:1])]), *cons[:1])


def explained(reasons: Sequence[Reason]) -> Iterator[Reason]:
    """The same in the same order, but what made a chance what it is comes right behind it: nobody
    could tell what it is about anywhere else."""
    told = [reason for reason in reasons if reason.kind == "told"]
    for reason in reasons:
        if reason.kind != "told":
            yield reason
        if reason.kind in EXPLAINED:
            yield from (one for one in told if one.seat == reason.seat)
