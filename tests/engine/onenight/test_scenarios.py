"""Every scenario of One Night, and the tables of its rulings, played on the real engine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.scenarios import failures, load

FOLDER = Path(__file__).parents[2] / "scenarios"
SCENARIOS = [
    *load(FOLDER / "onenight_scenarios.json"),
    *load(FOLDER / "onenight_tables.json"),
]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario["id"])
def test_scenario(scenario: dict[str, Any]) -> None:
    assert failures(scenario) == []


def test_a_wrong_expectation_is_told() -> None:
    vote = {"roles": ["werewolf", "seer", "villager"], "votes": [1, 0, 0]}
    wrong = {"game": "onenight", "kind": "vote", **vote, "dead": [1], "winners": [0]}
    assert failures(wrong) == ["dead: expected [1], saw [0]", "winners: expected [0], saw [1, 2]"]


def test_a_seer_may_not_look_at_a_player_and_at_the_center() -> None:
    night = {
        "game": "onenight",
        "kind": "night",
        "seats": ["seer", "robber", "villager"],
        "center": ["werewolf", "werewolf", "troublemaker"],
        "actions": {"seer": [1, "c0"], "robber": None},
        "told": {"0": [[1, "robber"], ["c0", "werewolf"]]},
        "faces": ["seer", "robber", "villager"],
        "counts_as": ["seer", "robber", "villager"],
        "center_after": ["werewolf", "werewolf", "troublemaker"],
    }
    assert failures(night) != []
