"""Names of tables and nonces are exactly what they should be, to the last character."""

from __future__ import annotations

import msgspec
import pytest

from net import messages as said
from net.wire import Malformed, pack, unpack


@pytest.mark.parametrize(
    "message",
    [said.Join("ab12\n"), said.Open("0" * 32 + "\n"), said.Ready(seal="0" * 64 + "\n")],
    ids=["table", "nonce", "seal"],
)
def test_a_line_end_is_no_part_of_a_name(message: msgspec.Struct) -> None:
    with pytest.raises(Malformed):
        unpack(pack(message)[4:], said.ANY_FROM_CLIENT)
