"""A killed host comes back with everything it had promised, and its guests find it again."""

from __future__ import annotations

import asyncio
from itertools import count
from pathlib import Path

from net.messages import Create
from tests.net.kills import HOST, PATIENCE, Machine, goes_on, killed_game
from tests.net.tables import sit_down

KILLS = 8
IN_ONE_GAME = 4


def test_a_host_that_is_killed_has_lost_nothing_that_was_acknowledged() -> None:
    killed = 0
    for seed in count():
        killed += killed_game(seed, min(IN_ONE_GAME, KILLS - killed))[0]
        if killed == KILLS:
            return


async def test_of_a_host_that_is_killed_nothing_stays_behind(tmp_path: Path) -> None:
    machine = Machine(tmp_path, HOST)
    await machine.open()
    wish = Create("wolfmoon", 3, {"length": "round"}, bots=2, level="random", pace=0)
    (player,) = await sit_down(machine.port, ["Ana"], wish, 0)
    evening = asyncio.create_task(player.play())
    try:
        await goes_on(player, 10)  # a bot has thought, in a process of its own
    finally:
        evening.cancel()
        async with asyncio.timeout(PATIENCE):
            await machine.kill()
