"""Twenty thousand bad frames for the decoder, fifteen hundred for a host; a campaign has more."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.net.fuzz import PHASES, fuzz, fuzz_host

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


@pytest.mark.parametrize("seed", range(4))
def test_every_frame_is_accepted_or_refused_by_name(seed: int) -> None:
    assert set(fuzz(seed, 5_000)) == NAMES


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("seed", range(2))
async def test_a_refused_frame_changes_nothing_at_a_host(
    tmp_path: Path, phase: str, seed: int
) -> None:
    found = await fuzz_host(tmp_path, phase, seed, 250)
    accepted = sum(count for kind, count in found.items() if kind.startswith("accepted"))
    assert found["refused: malformed"] > 50
    assert accepted > 20
    assert sum(found.values()) - accepted - found["refused: malformed"] > 20
