"""Staged elimination: all plans are weighed on some worlds, the better ones on more of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeVar

Plan = TypeVar("Plan")
World = TypeVar("World")


class Stage(NamedTuple):
    """One round of weighing."""

    part: int
    """It goes on until one world in this many has been looked at: 4 is a quarter, 1 is all."""
    keep: int
    """How many plans are left afterwards."""


def best_of(
    plans: Sequence[Plan],
    head_start: Mapping[Plan, float],
    worlds: Sequence[World],
    stages: Sequence[Stage],
    try_out: Callable[[Plan, Sequence[World]], float],
) -> Plan:
    """The plan that did best, counting each one's head start. All plans of a stage meet the same
    worlds, and no world is met twice."""
    left, totals, done = list(plans), dict(head_start), 0
    for part, keep in stages:
        if len(left) == 1:
            break
        upto = len(worlds) // part
        for plan in left:
            totals[plan] += try_out(plan, worlds[done:upto])
        left = sorted(left, key=totals.__getitem__, reverse=True)[:keep]
        done = upto
    return left[0]
