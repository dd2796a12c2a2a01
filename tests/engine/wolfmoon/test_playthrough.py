"""A whole round reads as it was reviewed: what happens, and what every seat knows."""

from __future__ import annotations

from tests.engine.wolfmoon.playthrough import FILE, playthrough


def test_the_playthrough_reads_as_it_was_reviewed() -> None:
    assert playthrough() == FILE.read_text(encoding="utf-8")
