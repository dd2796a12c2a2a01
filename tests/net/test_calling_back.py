"""A host calls back whoever asks, at their own address, and tells whether it reached them."""

from __future__ import annotations

from pathlib import Path

import pytest

from moontui.client.checkup import showing
from net import calling_back
from net import messages as said
from net.guests import Guest
from tests.net.visitors import House, Visitor, hosting

NONCE, OTHER = "a" * 32, "b" * 32


async def asked(visitor: Visitor, port: int) -> bool:
    visitor.say(said.CallBack(port, NONCE))
    return (await visitor.until(said.CalledBack)).reached


async def test_only_who_shows_the_nonce_was_reached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hosting(tmp_path) as house:
        bo = await house.guest("Bo")
        async with showing(NONCE, 0) as port:
            assert await asked(bo, port)
        monkeypatch.setattr(calling_back, "PATIENCE", 0.05)
        assert not await asked(bo, port)
        async with showing(OTHER, 0) as port:
            assert not await asked(bo, port)


async def test_nobody_is_called_often_nor_behind_a_door(tmp_path: Path) -> None:
    async with hosting(tmp_path, callbacks=(1, 60.0)) as house:
        bo = await house.guest("Bo")
        async with showing(NONCE, 0) as port:
            assert await asked(bo, port)
            assert await why_not(bo, port) == "too_fast"
            by_ssh(house, bo)
            assert await why_not(bo, port) == "no_call_back"


def by_ssh(house: House, visitor: Visitor) -> None:
    house.line(visitor).guest = Guest("ssh", "a key", "127.0.0.1")


async def why_not(visitor: Visitor, port: int) -> str:
    visitor.say(said.CallBack(port, NONCE))
    return (await visitor.until(said.Refused)).why
