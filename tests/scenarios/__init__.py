"""Scenarios as data: a position, what is done, and what must come of it.

`python -m tests.scenarios FILE.json ...` runs files of them against the real engine. Each game has
a module of its name here, whose `failures` says what went wrong in a scenario.
"""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

from engine.games import GAMES

Scenario = dict[str, Any]


def load(path: Path) -> list[Scenario]:
    """The scenarios of a file."""
    scenarios: list[Scenario] = json.loads(path.read_text(encoding="utf-8"))
    return scenarios


def failures(scenario: Scenario) -> list[str]:
    """What went differently from what the scenario expects; nothing: it passed."""
    game = scenario.get("game", "wolfmoon")
    if game not in GAMES:
        return [f"expected a game that is called {game}, saw none"]
    try:
        wrong: list[str] = import_module(f"{__name__}.{game}").failures(scenario)
        return wrong
    except Exception as error:  # a scenario that cannot be played must not stop the others
        return [f"expected a scenario that can be played, saw {type(error).__name__}: {error}"]
