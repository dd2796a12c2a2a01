"""A hostile host costs its guests little."""

from __future__ import annotations

import tracemalloc

import pytest

from net import messages as said
from net.wire import TELLING, Malformed, unpack

MEGABYTE = 1 << 20


def test_a_frame_of_nothing_but_promises_takes_little_memory() -> None:
    promise = b"\xdc" + TELLING.array.to_bytes(2, "big")  # an array for which room is made
    tracemalloc.start()
    try:
        with pytest.raises(Malformed):
            unpack(promise * 20_000, said.ANY_FROM_HOST)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 10 * MEGABYTE


@pytest.mark.parametrize("key", [b"\x90", b"\x80", b"\x91\x01"], ids=["list", "map", "full list"])
def test_what_cannot_be_a_key_is_refused(key: bytes) -> None:
    with pytest.raises(Malformed):
        unpack(b"\x81" + key + b"\x01", said.ANY_FROM_HOST)
