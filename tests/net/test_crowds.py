"""A crowd at the door, or of slow readers, costs the people at a table nothing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.net.crowds import crowd, everybody_gets_in, slow_readers

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux has more than one loopback address"
)


async def test_more_lines_than_a_host_has_room_for_disturb_nobody_and_leave_nothing(
    tmp_path: Path,
) -> None:
    found = await crowd(tmp_path, seed=0, lines=200, room=80)
    assert found["of them open"] < 200


async def test_a_host_with_room_for_all_answers_all(tmp_path: Path) -> None:
    assert await everybody_gets_in(tmp_path, 150) == 150


async def test_slow_readers_fall_behind_alone_and_catch_up(tmp_path: Path) -> None:
    found = await slow_readers(tmp_path, seed=0, readers=8, answers=60)
    assert found["times behind"] > 0
