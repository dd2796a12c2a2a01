"""A host that is killed comes back with everything it had promised, and its guests find it."""

from __future__ import annotations

import asyncio
import re
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from net.messages import Create
from tests.net.tables import Player, check_accounts, on_disk, sit_down

PATIENCE = 120.0
ROOT = Path(__file__).parents[2]


class Machine:
    """A machine on which a host is started, killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.host: Process | None = None

    async def start(self) -> None:
        """Start the host where it was before, and wait until it says that it is open."""
        words = [
            "--lang",
            "en",
            "host",
            "--bind",
            "127.0.0.1",
            "--no-tls",
            "--port",
            str(self.port),
        ]
        command = [sys.executable, "-m", "moontui", *words, "--data", str(self.folder)]
        self.host = await asyncio.create_subprocess_exec(
            *command, cwd=ROOT, stdout=PIPE, stderr=DEVNULL
        )
        assert self.host.stdout is not None
        while line := (await self.host.stdout.readline()).decode():
            if found := re.search(r"port (\d+)\.", line):
                self.port = int(found[1])
                return
        raise AssertionError("the host did not open")

    async def kill(self) -> list[int]:
        """Kill the host in the middle of whatever it does; returns the processes it leaves."""
        assert self.host is not None
        orphans = children_of(self.host.pid)
        self.host.send_signal(signal.SIGKILL)
        await self.host.wait()
        return orphans


def children_of(process: int) -> list[int]:
    """The processes that a process has started."""
    listed = Path(f"/proc/{process}/task/{process}/children")
    return [int(number) for number in listed.read_text().split()] if listed.exists() else []


def killed_game(seed: int, kills: int) -> int:
    """A round whose host is killed again and again; returns how often, before it was over."""
    with TemporaryDirectory() as folder:
        try:
            return asyncio.run(asyncio.wait_for(play(Path(folder), seed, kills), PATIENCE))
        except Exception as broken:
            raise AssertionError(f"seed {seed}: {broken!r}") from broken


async def play(folder: Path, seed: int, kills: int) -> int:
    rng = Random(f"kill {seed}")
    machine = Machine(folder)
    await machine.start()
    try:
        wish = Create("wolfmoon", 3, {"length": "round"}, 1, level="random", pace=0)
        players = await sit_down(machine.port, ("Ana", "Bo"), wish, seed)
        games = [asyncio.create_task(player.play()) for player in players]
        killed = 0
        while killed < kills and await goes_on(players, rng.randint(1, 12)):
            for _ in range(rng.randrange(200)):
                await asyncio.sleep(0)  # anywhere between two messages
            await machine.kill()
            killed += 1
            await machine.start()
        await asyncio.gather(*games)
        assert players[0].client.seated is not None
        check_accounts(*on_disk(folder, players[0].client.seated.table), players)
    finally:
        await machine.kill()
    return killed


async def goes_on(players: list[Player], turns: int) -> bool:
    """Let a game go on for some turns; whether it is still on then."""
    player = players[0]
    until = (player.update.turn if player.update is not None else 0) + turns
    await player.until(
        lambda: (
            player.proof is not None or (player.update is not None and player.update.turn >= until)
        )
    )
    return player.proof is None


@pytest.mark.parametrize("seed", range(2))
def test_a_host_that_is_killed_has_lost_nothing_that_was_acknowledged(seed: int) -> None:
    assert killed_game(seed, kills=3) > 0
