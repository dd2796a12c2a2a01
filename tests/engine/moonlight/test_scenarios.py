"""Every scenario of Moonlight's rules, and that the runner notices what is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.scenarios import failures, load

SCENARIOS = load(Path(__file__).parents[2] / "scenarios" / "moonlight_scenarios.json")


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario["id"])
def test_scenario(scenario: dict[str, Any]) -> None:
    assert failures(scenario) == []


def test_a_wrong_expectation_is_told() -> None:
    scenario = {
        "game": "moonlight",
        "kind": "score",
        "cells": [[0, 0, "A", "5"], [1, 0, "B", "1"]],
        "powers": {},
        "points": [2, 0],
        "cards_taken": [1, 0],
        "round": "B",
    }
    assert failures(scenario) == ["expected points [2, 0], saw [1, 0]", "expected round B, saw A"]
