"""Staged elimination: the best plan wins, all face the same worlds, and none faces one twice."""

from __future__ import annotations

from collections.abc import Sequence

from engine.bots.stages import Stage, best_of

STAGES = (Stage(part=4, keep=2), Stage(part=2, keep=1), Stage(part=1, keep=1))
WORLDS = range(8)


def test_the_plan_that_does_best_is_found() -> None:
    assert best_of("abc", dict.fromkeys("abc", 0.0), WORLDS, STAGES, worth) == "c"


def worth(plan: str, worlds: Sequence[int]) -> float:
    return ord(plan) * len(worlds)


def test_a_head_start_decides_between_plans_that_are_as_good() -> None:
    liked = {"a": 0.0, "b": 0.1, "c": 0.0}
    assert best_of("abc", liked, WORLDS, STAGES, lambda plan, worlds: len(worlds)) == "b"


def test_a_plan_that_is_left_alone_is_tried_no_more() -> None:
    tried: list[tuple[str, int]] = []

    def note(plan: str, worlds: Sequence[int]) -> float:
        tried.extend((plan, world) for world in worlds)
        return worth(plan, worlds)

    best_of("abc", dict.fromkeys("abc", 0.0), WORLDS, STAGES, note)
    assert [world for plan, world in tried if plan == "a"] == [0, 1]
    assert [world for plan, world in tried if plan == "c"] == [0, 1, 2, 3]
    assert len(tried) == len(set(tried))


def test_the_only_plan_needs_no_trial() -> None:
    def never(plan: str, worlds: Sequence[int]) -> float:
        raise AssertionError(plan)

    assert best_of("a", {"a": 0.0}, WORLDS, STAGES, never) == "a"
