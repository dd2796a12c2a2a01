"""A part of a campaign: something to try with many seeds, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

UNCAUGHT = "uncaught exceptions"
LEAKS = "leaks"
LOST = "acknowledged actions lost"
OWNERS = "races with more than one owner"
RULES = "rules and laws broken"
ORPHANS = "processes left behind"
LOOKS = "screens that look different"
HARM = "harm done by strangers, or costs that others paid"
UNTAMED = "hostile files or texts that got through"
CHOSEN = "deals that somebody chose"
MOVED = "tables with two hosts, or that lost an action or a seat as they moved"
ZEROS = (UNCAUGHT, LEAKS, LOST, OWNERS, RULES, ORPHANS, LOOKS, HARM, UNTAMED, CHOSEN, MOVED)
"""What has to be zero."""


class Part(NamedTuple):
    """Something to try with many seeds."""

    one: Callable[[int], Counter[str]]
    """Try it with one seed; returns what was counted, and raises `AssertionError` if it broke."""
    seeds: int
    """How many of them a campaign takes."""
    zero: str
    """What a failure would mean."""
    alone: bool = False
    """Whether nothing else may run meanwhile, since it measures time or memory."""


class Broken(NamedTuple):
    """What went wrong with a seed, and which of the zeros it is counted under."""

    zero: str
    seed: int
    what: str


class Row(NamedTuple):
    """What came of a part: a line of the table."""

    name: str
    seeds: int
    counts: Counter[str]
    broken: list[Broken]
    seconds: float
    """Of one core."""

    @property
    def told(self) -> str:
        return ", ".join(f"{number:,} {kind}" for kind, number in self.counts.items())

    def __str__(self) -> str:
        return f"| {self.name} | {self.told} | {len(self.broken)} | {self.seconds:,.0f} |"


HEAD = "| part | tried | broken | core-seconds |\n|---|---|---:|---:|"


def attempt(part: Part, seed: int) -> tuple[Counter[str], Broken | None]:
    """Try something with a seed: what was counted, and what broke."""
    try:
        return part.one(seed), None
    except Exception as broken:  # whatever goes wrong is a finding
        cause: BaseException = broken
        while (deeper := cause.__cause__) is not None:
            cause = deeper
        zero = part.zero if isinstance(cause, AssertionError) else UNCAUGHT
        return Counter(), Broken(zero, seed, f"{broken!r}"[:300])


def table(rows: list[Row]) -> str:
    """All rows, and below them what has to be zero."""
    zeros = Counter(broken.zero for row in rows for broken in row.broken)
    lines = [HEAD, *map(str, rows), "", "| must be zero | |", "|---|---:|"]
    return "\n".join([*lines, *(f"| {zero} | {zeros[zero]} |" for zero in ZEROS)])
