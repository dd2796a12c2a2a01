"""Scenarios as data: a position, what is done, what must come of it.

`python -m tests.scenarios FILE.json ...` runs files of them against the real engine.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.scenarios import moonlight, onenight, robbers, wolfmoon

Scenario = dict[str, Any]

RUNNERS: dict[str, Callable[[Scenario], list[str]]] = {
    "wolfmoon": wolfmoon.failures,
    "robbers": robbers.failures,
    "moonlight": moonlight.failures,
    "onenight": onenight.failures,
}
"""By game: what a scenario got wrong, a line each."""


def load(path: Path) -> list[Scenario]:
    """The scenarios of a file."""
    scenarios: list[Scenario] = json.loads(path.read_text(encoding="utf-8"))
    return scenarios


def failures(scenario: Scenario) -> list[str]:
    """What went otherwise than the scenario expects; nothing: it passed."""
    game = scenario.get("game", "wolfmoon")
    if game not in RUNNERS:
        return [f"expected a game that is called {game}, saw none"]
    try:
        return RUNNERS[game](scenario)
    except Exception as error:  # one scenario that cannot be played must not stop the others
        return [f"expected a scenario that can be played, saw {type(error).__name__}: {error}"]
