"""A line that fails costs nobody anything: no answer is lost, and none is given twice."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from net.messages import Create
from tests.net.proxy import Faults, Proxy
from tests.net.tables import UNHURRIED, Player, check_accounts, on_disk, quickly, sit_down
from tests.net.visitors import hosting

NAMES = ("Ana", "Bo", "Cy", "Di")


def lossy_game(seed: int) -> int:
    """A match over lines that break before and after frames of both directions, and stay dead for
    a while; returns how often they broke."""
    shut = Random(f"shut {seed}").choice((0.0, 0.0, 5.0, 45.0))
    faults = Faults(cut=0.04, shut=shut)
    players, cuts = game(seed, faults)
    for player in players:
        assert not player.refused.keys() & player.done, f"seed {seed}: refused, and done as well"
    return cuts


def chaotic_game(seed: int) -> None:
    """A match over lines that bring frames twice, in another order, late and once more."""
    game(seed, Faults(double=0.2, swap=0.2, replay=0.2, delay=0.5))


def game(seed: int, faults: Faults) -> tuple[list[Player], int]:
    with TemporaryDirectory() as folder:
        try:
            return quickly(play(Path(folder), seed, faults))
        except Exception as broken:
            raise AssertionError(f"seed {seed}: {broken!r}") from broken


async def play(folder: Path, seed: int, faults: Faults) -> tuple[list[Player], int]:
    """A match of two to four people and some bots, to its end, with all checks on it."""
    rng = Random(f"game {seed}")
    names = NAMES[: rng.randint(2, 4)]
    seats = rng.randint(max(3, len(names)), 5)
    bots = seats - len(names)
    wish = Create("wolfmoon", seats, {"length": "round"}, bots, level="random", pace=0)
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


@pytest.mark.parametrize("seed", range(15))
def test_lines_that_break_lose_nothing_and_double_nothing(seed: int) -> None:
    lossy_game(seed)


@pytest.mark.parametrize("seed", range(15))
def test_frames_that_come_twice_late_or_in_another_order_change_nothing(seed: int) -> None:
    chaotic_game(seed)
