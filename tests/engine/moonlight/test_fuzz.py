"""Many random rounds of Moonlight, with every pair of powers; the campaign plays many more."""

from __future__ import annotations

import pytest

from tests.engine.moonlight.fuzz import PAIRS, play_round


@pytest.mark.parametrize("first", range(0, 2 * len(PAIRS), len(PAIRS)))
def test_no_land_leaves_its_shape_whatever_the_powers(first: int) -> None:
    endings = {play_round(seed) for seed in range(first, first + len(PAIRS))}
    assert "full" in endings
