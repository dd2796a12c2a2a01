"""What a host has freed goes back to the machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from net.memory import give_back


def resident() -> int:
    """Pages that this process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1])


@pytest.mark.skipif(not give_back(), reason="only GNU's C library can give memory back")
def test_what_closed_connections_held_goes_back_to_the_machine() -> None:
    before = resident()
    held = [bytes(1_000 + number % 7) for number in range(60_000)]
    last = bytes(1_003)  # above all of them: without help, what is below it stays taken
    most = resident()
    held.clear()
    give_back()
    assert len(last) == 1_003
    assert resident() - before < (most - before) / 4
