"""Games whose host, a process of its own, is killed again and again."""

from __future__ import annotations

import asyncio
import re
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from net.messages import Create
from tests.net.tables import Player, check_accounts, on_disk, sit_down

PATIENCE = 120.0
PAUSE = 0.05
ROOT = Path(__file__).parents[2]


class Machine:
    """A machine on which a host is started, killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.host: Process | None = None

    async def open(self) -> None:
        """Start the host, and wait until it says where it is."""
        await self.start()
        assert self.host is not None
        assert self.host.stdout is not None
        while line := (await self.host.stdout.readline()).decode():
            if found := re.search(r"port (\d+)\.", line):
                self.port = int(found[1])
                return
        raise AssertionError("the host did not open")

    async def start(self) -> None:
        """Start the host where it was before."""
        words = f"--lang en host --no-tls --bind 127.0.0.1 --port {self.port} --data".split()
        command = [sys.executable, "-m", "moontui", *words, str(self.folder)]
        self.host = await asyncio.create_subprocess_exec(
            *command, cwd=ROOT, stdout=PIPE, stderr=DEVNULL
        )

    async def kill(self) -> None:
        """Kill the host in the middle of whatever it does, and wait until nothing of it is left."""
        assert self.host is not None
        assert self.host.stdout is not None
        with suppress(ProcessLookupError):
            self.host.kill()
        await self.host.stdout.read()  # ends when nobody can write to it any more
        await self.host.wait()


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
    await machine.open()
    killed = 0
    try:
        wish = Create("wolfmoon", 3, {"length": "round"}, 1, level="random", pace=0)
        players = await sit_down(machine.port, ("Ana", "Bo"), wish, seed)
        async with asyncio.TaskGroup() as evening:
            for player in players:
                player.pause = PAUSE
                evening.create_task(player.play())
            while killed < kills and await goes_on(players[0], rng.randint(1, 10)):
                for _ in range(rng.randrange(200)):
                    await asyncio.sleep(0)  # anywhere between two messages
                await machine.kill()
                killed += 1
                await machine.start()
        assert players[0].client.seated is not None
        check_accounts(*on_disk(folder, players[0].client.seated.table), players)
    finally:
        await machine.kill()
    return killed


async def goes_on(player: Player, turns: int) -> bool:
    """Let a game go on for some turns; whether it is still on then."""
    until = (player.update.turn if player.update is not None else 0) + turns

    def is_there() -> bool:
        return player.update is not None and player.update.turn >= until

    await player.until(lambda: player.proof is not None or is_there())
    return player.proof is None
