"""Games whose host, a process of its own, is killed again and again."""

from __future__ import annotations

import asyncio
import re
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from pathlib import Path
from random import Random, SystemRandom
from socket import socket
from tempfile import TemporaryDirectory

from net.messages import Create
from tests.net.tables import Player, check_accounts, on_disk, quickly, sit_down

PATIENCE = 120.0
ROOT = Path(__file__).parents[2]
HOST = "-m moontui --lang en host --no-tls --bind 127.0.0.1 --data {folder} --port {port}"
QUICK_HOST = "-m tests.net.quick_host {folder} {port}"
PORTS = range(20_000, 30_000)
"""Ports that no system hands out, so that nobody takes a host's port while it is down."""


class Machine:
    """A machine on which a host is started, killed and started again."""

    def __init__(self, folder: Path, command: str) -> None:
        self.folder = folder
        self.command = command
        self.port = free_port()
        self.host: Process | None = None

    async def open(self) -> None:
        """Start the host, and wait until it says that it is up."""
        await self.start()
        assert self.host is not None
        assert self.host.stdout is not None
        while line := (await self.host.stdout.readline()).decode():
            if re.search(rf"port {self.port}\b", line):
                return
        raise AssertionError("the host did not open")

    async def start(self) -> None:
        """Start the host where it was before."""
        words = [word.format(folder=self.folder, port=self.port) for word in self.command.split()]
        self.host = await asyncio.create_subprocess_exec(
            sys.executable, *words, cwd=ROOT, stdout=PIPE, stderr=DEVNULL
        )

    async def kill(self) -> None:
        """Kill the host in the middle of whatever it does, and wait until nothing of it is left."""
        assert self.host is not None
        assert self.host.stdout is not None
        with suppress(ProcessLookupError):
            self.host.kill()
        await self.host.stdout.read()  # ends when nobody can write to it anymore
        await self.host.wait()


def free_port() -> int:
    """A port on which nobody listens."""
    while True:
        port = SystemRandom().choice(PORTS)
        with socket() as line, suppress(OSError):
            line.bind(("127.0.0.1", port))
            return port


def killed_game(seed: int, kills: int) -> tuple[int, int]:
    """A round whose host is killed again and again; returns how often that happened before the end,
    and how many actions it acknowledged, all of which are kept."""
    with TemporaryDirectory() as folder:
        try:
            return quickly(play(Path(folder), seed, kills))
        except Exception as broken:
            raise AssertionError(f"seed {seed}: {broken!r}") from broken


async def play(folder: Path, seed: int, kills: int) -> tuple[int, int]:
    rng = Random(f"kill {seed}")
    machine = Machine(folder, QUICK_HOST)
    await machine.open()
    killed = 0
    try:
        names = ("Ana", "Bo", "Cy")[: rng.choice((2, 3, 3, 3))]  # a bot has to be started too
        wish = Create(
            "wolfmoon", 3, {"length": "round"}, bots=3 - len(names), level="random", pace=0
        )
        players = await sit_down(machine.port, names, wish, seed)
        async with asyncio.TaskGroup() as evening:
            for player in players:
                evening.create_task(player.play())
            while killed < kills and await goes_on(players[0], rng.randint(1, 5)):
                for _ in range(rng.randrange(200)):
                    await asyncio.sleep(0)  # anywhere between two messages
                await machine.kill()
                killed += 1
                await machine.start()
        assert players[0].client.seated is not None
        check_accounts(*on_disk(folder, players[0].client.seated.table), players)
    finally:
        await machine.kill()
    return killed, sum(len(player.done) for player in players)


async def goes_on(player: Player, turns: int) -> bool:
    """Let a game go on for some turns; whether it is still on then."""
    until = (player.update.turn if player.update is not None else 0) + turns

    def is_there() -> bool:
        return player.update is not None and player.update.turn >= until

    await player.until(lambda: player.proof is not None or is_there())
    return player.proof is None
