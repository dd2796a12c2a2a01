"""A failing line costs nobody anything: no answer is lost, and none is given twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest

from net import messages as said
from net.addresses import is_ours
from net.client import Client, Lost
from net.messages import Create, Message
from tests.extent import some
from tests.net.proxy import Faults, Proxy
from tests.net.tables import UNHURRIED, Player, check_accounts, on_disk, quickly, sit_down
from tests.net.visitors import House, Visitor, eventually, hosting

NAMES = ("Ana", "Bo", "Cy", "Di")


def lossy_game(seed: int) -> int:
    """A match over lines that break before and after frames in both directions, and stay dead for a
    while; returns how often they broke."""
    shut = Random(f"shut {seed}").choice((0.0, 5.0, 45.0))
    faults = Faults(cut=0.04, shut=shut)
    players, cuts = game(seed, faults)
    for player in players:
        assert not player.refused.keys() & player.done, f"seed {seed}: refused, and done as well"
    return cuts


def chaotic_game(seed: int) -> None:
    """A match over lines that deliver frames twice, out of order, late and once again."""
    game(seed, Faults(double=0.2, swap=0.2, replay=0.2, delay=0.5))


def game(seed: int, faults: Faults) -> tuple[list[Player], int]:
    with TemporaryDirectory() as folder:
        try:
            return quickly(play(Path(folder), seed, faults))
        except Exception as broken:
            raise AssertionError(f"seed {seed}: {broken!r}") from broken


async def play(folder: Path, seed: int, faults: Faults) -> tuple[list[Player], int]:
    """A match of two to four people and some bots, to its end, with everything checked."""
    rng = Random(f"game {seed}")
    names = NAMES[: rng.randint(2, 4)]
    seats = rng.randint(max(3, len(names)), 5)
    bots = seats - len(names)
    wish = Create("wolfmoon", seats, {"length": "round"}, bots=bots, level="random", pace=0)
    async with hosting(folder, **UNHURRIED) as house:
        proxy = Proxy(house.port, seed, faults)
        players = await sit_down(await proxy.start(), names, wish, seed)
        proxy.failing = True
        async with asyncio.TaskGroup() as evening:
            for player in players:
                evening.create_task(player.play())
        await proxy.stop()
        assert players[0].client.seated is not None
        table = players[0].client.seated.table
        check_accounts(*on_disk(folder, table), players)
    return players, proxy.cuts


@pytest.mark.parametrize("seed", range(some(3, 5)))
def test_lines_that_break_lose_nothing_and_double_nothing(seed: int) -> None:
    lossy_game(seed)


@pytest.mark.parametrize("seed", range(some(3, 5)))
def test_frames_that_come_twice_late_or_in_another_order_change_nothing(seed: int) -> None:
    chaotic_game(seed)


# ── black holes and silence ─────────────────────────────────────────────────────────────────────


class Line(NamedTuple):
    """Ana, connected to the host itself, and Bo at her table, whose line can be made to fail."""

    house: House
    ana: Visitor
    proxy: Proxy
    bo: Client
    heard: AsyncIterator[Message]
    """What Bo hears."""


@asynccontextmanager
async def behind_a_proxy(folder: Path, **limits: Any) -> AsyncIterator[Line]:
    async with hosting(folder, **limits) as house:
        (ana,) = await house.company("Ana")
        proxy = Proxy(house.port, "black hole", Faults())
        bo = Client("127.0.0.1", await proxy.start(), "Bo", tls=False)
        await bo.connect()
        bo.send(join(ana))
        heard = bo.messages()
        await next_of(heard, said.Seated)
        yield Line(house, ana, proxy, bo, heard)
        await bo.close()
        await proxy.stop()


async def half_a_minute(line: Line) -> None:
    """Time passes while only Ana is heard from."""
    for _ in range(4):
        line.house.clock.leap(line.house.host.limits.dead / 3)
        await line.ana.settled()


def join(visitor: Visitor) -> said.Join:
    assert visitor.seated is not None
    return said.Join(visitor.seated.table)


async def next_of(heard: AsyncIterator[Message], kind: type[Message]) -> Message:
    """The next message of a kind."""
    async with asyncio.timeout(20):
        async for message in heard:
            if isinstance(message, kind):
                return message
    raise AssertionError("the host hung up")


async def test_a_player_in_a_black_hole_is_soon_known_to_be_away(tmp_path: Path) -> None:
    async with behind_a_proxy(tmp_path) as line:
        line.proxy.swallows = True
        await half_a_minute(line)
        assert line.ana.room is not None
        assert [player.away for player in line.ana.room.players] == [False, True, False]


async def test_a_player_in_a_black_hole_notices_and_comes_back(tmp_path: Path) -> None:
    async with behind_a_proxy(tmp_path, ping=0.06) as line:
        line.bo.silence = 0.3
        line.proxy.swallows = True
        await next_of(line.heard, Lost)
        line.proxy.swallows = False
        assert await next_of(line.heard, said.Seated) == line.bo.seated


async def test_a_player_whose_machine_has_another_address_comes_back_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with behind_a_proxy(tmp_path) as line:
        monkeypatch.setattr("net.client.GLANCE", 0.01)
        with monkeypatch.context() as moved:
            moved.setattr("net.client.is_ours", lambda end: False)
            await next_of(line.heard, Lost)
        assert await next_of(line.heard, said.Seated) == line.bo.seated


def test_a_machine_knows_which_addresses_it_has() -> None:
    assert is_ours(("127.0.0.1", 4000))
    assert is_ours("")  # a line within this machine
    assert not is_ours(("192.0.2.1", 4000))
    assert not is_ours(("2001:db8::1", 4000, 0, 0))


async def test_a_player_given_up_as_silent_comes_back(tmp_path: Path) -> None:
    async with behind_a_proxy(tmp_path) as line:
        await half_a_minute(line)  # Bo's machine sleeps
        assert await next_of(line.heard, said.Bye) == said.Bye("silent")
        assert await next_of(line.heard, said.Seated) == line.bo.seated


async def test_a_host_that_never_says_welcome_is_given_up(tmp_path: Path) -> None:
    proxy = Proxy(0, "silent", Faults())
    proxy.swallows = True
    async with hosting(tmp_path) as house:
        proxy.host = house.port
        port = await proxy.start()
        client = Client("127.0.0.1", port, "Bo", tls=False)
        knocking = asyncio.create_task(client.connect())
        await eventually(lambda: bool(proxy.pumps))
        house.clock.leap(10)
        with pytest.raises(TimeoutError):
            await knocking
        await proxy.stop()


async def test_a_player_knows_how_long_a_host_takes_to_answer(tmp_path: Path) -> None:
    async with hosting(tmp_path) as house:
        client = Client("127.0.0.1", house.port, "Bo", tls=False)
        assert client.round_trip == 0
        await client.connect()
        assert client.round_trip > 0
        await client.close()
