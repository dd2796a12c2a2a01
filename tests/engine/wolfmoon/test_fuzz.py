"""Five hundred random rounds keep every invariant; the campaign plays twenty thousand."""

from __future__ import annotations

import pytest

from tests.engine.wolfmoon.fuzz import play_round


@pytest.mark.parametrize("block", range(10))
def test_random_rounds_keep_the_rules(block: int) -> None:
    endings = {play_round(seed) for seed in range(block * 50, block * 50 + 50)}
    assert {"last", "high"} <= endings
