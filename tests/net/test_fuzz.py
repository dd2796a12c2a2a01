"""Thirty thousand bad frames for the decoder, two thousand for a host; a campaign has more."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.extent import some
from tests.net.fuzz import fuzz, fuzz_host

PHASES = {"lobby": some(1, 2), "playing": some(1, 2), "over": 1}
"""By phase of a table: how many times four hundred frames. Playing to the end takes the longest."""

NAMES = {
    "accepted",
    "unfinished",
    "an empty frame",
    "a frame too long",
    "not msgpack",
    "nested too deeply",
    "a key twice",
    "an extension type",
    "no such message",
}


@pytest.mark.parametrize("seed", range(3))
def test_every_frame_is_accepted_or_refused_by_name(seed: int) -> None:
    assert set(fuzz(seed, 10_000)) == NAMES


@pytest.mark.parametrize(
    ("phase", "seed"),
    [(phase, seed) for phase, blocks in PHASES.items() for seed in range(blocks)],
)
async def test_a_refused_frame_changes_nothing_at_a_host(
    tmp_path: Path, phase: str, seed: int
) -> None:
    found = await fuzz_host(tmp_path, phase, seed, 400)
    accepted = sum(count for kind, count in found.items() if kind.startswith("accepted"))
    assert found["refused: malformed"] > 80
    assert accepted > 32
    assert sum(found.values()) - accepted - found["refused: malformed"] > 32
