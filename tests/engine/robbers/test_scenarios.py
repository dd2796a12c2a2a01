"""Every scenario of Robbers, played on the real engine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.scenarios import failures, load

FILE = Path(__file__).parents[2] / "scenarios" / "robbers_scenarios.json"


@pytest.mark.parametrize("scenario", load(FILE), ids=lambda scenario: scenario["id"])
def test_scenario(scenario: dict[str, Any]) -> None:
    assert failures(scenario) == []


def test_a_wrong_expectation_is_told() -> None:
    trick = {"game": "robbers", "kind": "trick", "cards": ["C4", "R1", "C9"], "winner": 2}
    assert failures(trick) == ["expected winner 2, saw 1"]
