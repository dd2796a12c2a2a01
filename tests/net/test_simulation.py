"""Whole evenings with everything going wrong: no promise is broken, and seeds can be replayed."""

from __future__ import annotations

import pytest

from tests.extent import some
from tests.net.simulation import history


@pytest.mark.parametrize("block", range(some(3, 5)))
def test_no_evening_breaks_a_promise(block: int) -> None:
    for seed in range(block * 4, block * 4 + 4):
        history(seed)


def test_the_same_seed_tells_the_same_evening() -> None:
    assert history(7) == history(7)
