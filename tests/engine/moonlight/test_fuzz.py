"""Many random rounds of Moonlight, with every pair of powers; the campaign plays many more."""

from __future__ import annotations

from tests.engine.moonlight.fuzz import PAIRS, play_round


def test_no_land_leaves_its_shape_whatever_the_powers() -> None:
    endings = {play_round(seed) for seed in range(len(PAIRS))}
    assert "full" in endings
