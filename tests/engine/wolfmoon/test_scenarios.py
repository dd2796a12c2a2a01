"""Every scenario of the rules, played on the real engine, and the runner itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.scenarios import failures, load
from tests.scenarios.__main__ import main

FOLDER = Path(__file__).parents[2] / "scenarios"
FILE = FOLDER / "wolfmoon_scenarios.json"
SCENARIOS = load(FILE) + load(FOLDER / "wolfmoon_more.json")


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario["id"])
def test_scenario(scenario: dict[str, Any]) -> None:
    assert failures(scenario) == []


def fails(given: str, do: str, expect: str) -> str:
    (line,) = failures({"given": given, "do": do, "expect": expect})
    return line


TABLE = "P0 TR; P1 SE / AL; P2 NW; pile VI,GI,.."


def test_a_wrong_expectation_is_told() -> None:
    line = fails(TABLE, "A VI>P1=3", "P1 out; turn P1")
    assert line == "expected P1 out, saw P1 in"


def test_a_question_that_is_not_listed_fails_the_scenario() -> None:
    line = fails(TABLE, "A VI>P1=2", "turn P2")
    assert line == "expected turn P2, saw alchemist asked of P1"


def test_a_listed_question_that_is_not_asked_fails_the_scenario() -> None:
    line = fails(TABLE, "A VI>P1=3; P1 alch", "turn P1")
    assert line == "expected the question alchemist asked of P1, saw turn asked of P1"


def test_the_spy_window_is_passed_over_only_where_there_is_nothing_to_show() -> None:
    line = fails("P0 TR; P1 SP; P2 NW; pile VI,..", "A VI>P1=3", "turn P1")
    assert line == "expected turn P1, saw spy asked of P1"


def test_a_step_that_should_be_refused_and_is_not_fails_the_scenario() -> None:
    line = fails(TABLE, "!A VI>P1=3", "turn P0")
    assert line == "expected A VI>P1=3 to be refused, saw it done"


def test_an_illegal_step_fails_the_scenario() -> None:
    line = fails(TABLE, "A VI>P0=3", "turn P1")
    assert line.startswith("expected aim 0 to be on offer at the question aim, saw")


def test_what_cannot_be_read_is_told() -> None:
    assert fails(TABLE, "C VI>P1=3", "turn P1") == "cannot read C VI>P1=3"
    assert fails("P0 QQ; P1 SE; P2 NW", "A SE>P1", "turn P1") == "cannot read card QQ"


def test_the_command_prints_a_line_per_failure_and_the_count(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "some.json"
    file.write_text(
        '[{"id": "X-1", "given": "P0 TR; P1 SE; P2 NW; pile VI,..", "do": "A VI>P1=3",'
        ' "expect": "P1 out"}, {"id": "X-2", "given": "P0 TR; P1 SE; P2 NW; pile VI,..",'
        ' "do": "A VI>P1=2", "expect": "P1 out"}, {"id": "X-3", "game": "chess"}]'
    )
    assert main([str(file)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "X-1: expected P1 out, saw P1 in",
        "X-3: expected a game that is called chess, saw none",
        "1 passed, 2 failed",
    ]


def test_the_command_succeeds_when_all_scenarios_pass(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(FILE)]) == 0
    assert capsys.readouterr().out == "139 passed, 0 failed\n"


def test_a_scenario_that_cannot_be_played_does_not_stop_the_others() -> None:
    broken = {"id": "X-4", "given": "P0 TR; P2 NW", "do": "A SE>P1", "expect": "turn P1"}
    (line,) = failures(broken)
    assert line.startswith("expected a scenario that can be played, saw KeyError")
