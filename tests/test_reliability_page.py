"""What docs/reliability.md names as proof is there."""

from __future__ import annotations

import re
from pathlib import Path

from tests.campaign.parts import PARTS

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
PROMISES = re.findall(r"^\| \*\*(P\d)\*\* \|.*\|(.*)\|$", PAGE, flags=re.MULTILINE)


def test_there_are_eight_promises_and_all_but_the_last_are_proved() -> None:
    assert [name for name, _ in PROMISES] == [f"P{number}" for number in range(1, 9)]
    for name, proofs in PROMISES[:-1]:
        assert re.search(r"`tests/[\w/]+\.py`", proofs), name


def test_every_test_it_names_exists() -> None:
    missing = [
        file for file in re.findall(r"`(tests/[\w/.]+)`", PAGE) if not (ROOT / file).exists()
    ]
    assert not missing


def test_every_part_of_a_campaign_it_names_exists() -> None:
    for _, proofs in PROMISES:
        for parts in re.findall(r"Parts? ((?:`\w+`(?:, )?)+)", proofs):
            assert set(re.findall(r"`(\w+)`", parts)) <= PARTS.keys()
