"""Bots at work: in a process of their own, from what their seat may know and nothing else."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import sys
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import redirect_stderr
from dataclasses import dataclass, field
from hashlib import sha256
from multiprocessing import parent_process
from random import Random
from threading import Thread
from typing import Any

from engine.bots.personas import seated
from engine.core import Advice, Choice, View
from engine.games import GAMES
from net.table import Table
from net.windows import Due
from net.workers import Workers

log = logging.getLogger("moontui.host")


def new_pool(patient: bool = False) -> Executor:
    """Where bots think: a separate process, so that nobody waits for them. A patient one lets
    others go first: no turn depends on what it computes."""
    with redirect_stderr(sys.__stderr__):  # an app that has taken it over has none to pass on
        return ProcessPoolExecutor(1, Workers(), follow_the_host, (patient,))


def follow_the_host(patient: bool) -> None:
    """End when the host does, even if it was killed: nobody else would end this process."""
    host = parent_process()
    assert host is not None
    if patient and hasattr(os, "nice"):
        os.nice(10)

    def follow() -> None:
        host.join()
        os._exit(0)

    Thread(target=follow, daemon=True).start()


@dataclass(slots=True)
class Bots:
    """All bots of a host."""

    pool: Executor = field(default_factory=new_pool)
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    """What their random choices are made from."""

    async def advise(self, table: Table, shown: View[Any], turn: int) -> Advice:
        """Think about a person's question in the pool; the same question gets the same answer."""
        key = f"advice {table.opening.table} {shown.seat} {turn}".encode()
        seed = sha256(self.secret + key).hexdigest()
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.pool, advise, table.lasting.game.id, shown, seed)

    async def think(self, table: Table, level: str, shown: View[Any], due: Due) -> Choice:
        """Let a bot think in the pool, from what its seat may know."""
        key = f"{table.opening.table} {due.seat} {due.turn}".encode()
        seed = sha256(self.secret + key).hexdigest()
        loop = asyncio.get_running_loop()
        try:
            persona = table.lasting.chairs[due.seat].persona
            return await loop.run_in_executor(
                self.pool, think, table.lasting.game.id, level, persona, shown, seed
            )
        except Exception as error:  # whatever a bot trips over, its table must not wait forever
            log.exception("a bot at table %s was at a loss", table.opening.table)
            if isinstance(error, BrokenExecutor):
                self.pool = new_pool()
            assert shown.ask is not None
            return Random(seed).choice(shown.ask.choices)


def advise(game: str, shown: View[Any], seed: str) -> Advice:
    """Somebody's advice, in the pool."""
    adviser = GAMES[game].advise
    assert adviser is not None
    return adviser(shown, Random(seed), None)


def think(game: str, level: str, persona: str, shown: View[Any], seed: str) -> Choice:
    """A bot's choice, in the pool."""
    return seated(GAMES[game], level, Random(seed), persona).choose(shown)
