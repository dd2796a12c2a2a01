"""Bots at work: in processes of their own, from what their seat may know and nothing else."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import sys
from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import redirect_stderr, suppress
from hashlib import sha256
from math import ceil
from multiprocessing import parent_process
from random import Random
from threading import Thread
from typing import Any, NamedTuple

from engine.bots.personas import seated
from engine.core import Advice, Choice, Seat, View
from engine.fixed import answers_of, chance
from engine.games import GAMES
from engine.proof import seed_of
from net.table import Table
from net.windows import Due
from net.workers import Workers

log = logging.getLogger("moontui.host")

WORKERS = 16
"""How many processes think, at most; each takes as much memory as a visitor."""
FEW = 2
TICK = 0.5
"""Seconds within which a bot of any level has nearly always made up its mind, also on a machine
that has much else to do."""


def new_pool(workers: int = 1, patient: bool = False) -> Executor:
    """Where bots think: separate processes, so that nobody waits for them; the host itself goes
    first. Patient ones let everybody go first: no turn depends on what they compute."""
    with redirect_stderr(sys.__stderr__):  # an app that has taken it over has none to pass on
        nice = 10 if patient else 5
        return ProcessPoolExecutor(workers, Workers(), follow_the_host, (nice,))


def spare_cores() -> int:
    """How many processes may think at once on this machine. A host goes before them wherever it
    has something to do, so only where there are many cores one is left free for it."""
    if hasattr(os, "sched_getaffinity"):
        cores = len(os.sched_getaffinity(0))
    else:
        cores = os.cpu_count() or 1
    return min(WORKERS, cores if cores <= FEW else cores - 1)


def follow_the_host(nice: int) -> None:
    """End when the host does, even if it was killed: nobody else would end this process."""
    host = parent_process()
    assert host is not None
    if hasattr(os, "nice"):
        os.nice(nice)

    def follow() -> None:
        host.join()
        os._exit(0)

    Thread(target=follow, daemon=True).start()


class Rota:
    """Whose turn it is to think: whoever opened tables, one after another, and the tables of each
    likewise. So nobody waits for more than one thought of everybody else, however many there are;
    and how long a thought took changes nothing."""

    def __init__(self) -> None:
        self.owners: dict[str, dict[str, deque[asyncio.Future[None]]]] = {}

    def __bool__(self) -> bool:
        return bool(self.owners)

    def add(self, owner: str, table: str, turn: asyncio.Future[None]) -> None:
        self.owners.setdefault(owner, {}).setdefault(table, deque()).append(turn)

    def next(self) -> asyncio.Future[None]:
        """Take the next turn; who had it goes to the end, if there is more to think about."""
        owner, tables = next(iter(self.owners.items()))
        table, turns = next(iter(tables.items()))
        del self.owners[owner], tables[table]
        turn = turns.popleft()
        if turns:
            tables[table] = turns
        if tables:
            self.owners[owner] = tables
        return turn


class Thought(NamedTuple):
    """What a bot chose, and when it began and ended thinking."""

    choice: Choice
    began: float
    ended: float

    @property
    def known(self) -> float:
        """When the answer may be shown: on a whole tick after the thinking began, so that the time
        does not tell how long it took."""
        return self.began + TICK * max(1, ceil((self.ended - self.began) / TICK))


class Bots:
    """All bots of a host."""

    def __init__(self, pool: Executor | None = None) -> None:
        self.free = spare_cores() if pool is None else 1
        """How many more could think now."""
        self.pool = pool or new_pool(spare_cores())
        self.rota = Rota()
        self.secret = secrets.token_bytes(32)
        """What their random choices are made from."""

    async def advise(self, owner: str, table: Table, shown: View[Any], turn: int) -> Advice:
        """Think about a person's question in the pool; the same question gets the same answer."""
        seed = self.chance(table, shown.seat, f"advice {turn}")
        await self.turn(owner, table)
        advice: Advice = await self.run(advise, table.lasting.game.id, shown, seed)
        return advice

    async def think(
        self, owner: str, table: Table, level: str, shown: View[Any], due: Due
    ) -> Thought:
        """Let a bot think in the pool, from what its seat may know."""
        seed = self.chance(table, due.seat, str(due.turn))
        persona = table.lasting.chairs[due.seat].persona
        await self.turn(owner, table)
        began = asyncio.get_running_loop().time()
        try:
            choice = await self.run(think, table.lasting.game.id, level, persona, shown, seed)
        except Exception:  # whatever a bot trips over, its table must not wait forever
            log.exception("a bot at table %s was at a loss", table.opening.table)
            assert shown.ask is not None
            choice = Random(seed).choice(shown.ask.choices)
        return Thought(choice, began, asyncio.get_running_loop().time())

    def chance(self, table: Table, seat: Seat | None, key: str) -> str:
        """What random numbers are made from: of a fixed deal, by the deal and by what the seat has
        answered; otherwise nobody can foresee them."""
        lasting = table.lasting
        if table.opening.deal and seat is not None:
            deal = seed_of(lasting.secret, lasting.nonces)
            return chance(deal, seat, answers_of(lasting.moves, seat))
        return sha256(self.secret + f"{table.opening.table} {seat} {key}".encode()).hexdigest()

    async def turn(self, owner: str, table: Table) -> None:
        """Wait until there is somebody free to think."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        name = table.opening.table
        self.rota.add(owner or name, name, turn)
        self._go_on()
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it had been given just now
                self._release()
            raise

    async def run(self, work: Callable[..., Any], *args: Any) -> Any:
        """Have the pool do something, in a turn that was waited for."""
        loop = asyncio.get_running_loop()
        try:
            working = self.pool.submit(work, *args)
        except BrokenExecutor:
            self.pool = new_pool(spare_cores())
            working = self.pool.submit(work, *args)

        def done(_: Future[Any]) -> None:
            with suppress(RuntimeError):  # the host has stopped
                loop.call_soon_threadsafe(self._release)

        # It is free again when it really is, even if nobody waits for the answer anymore.
        working.add_done_callback(done)
        return await asyncio.wrap_future(working)

    def _release(self) -> None:
        self.free += 1
        self._go_on()

    def _go_on(self) -> None:
        while self.free and self.rota:
            turn = self.rota.next()
            if not turn.done():
                self.free -= 1
                turn.set_result(None)


def advise(game: str, shown: View[Any], seed: str) -> Advice:
    """Somebody's advice, in the pool."""
    adviser = GAMES[game].advise
    assert adviser is not None
    return adviser(shown, Random(seed), None)


def think(game: str, level: str, persona: str, shown: View[Any], seed: str) -> Choice:
    """A bot's choice, in the pool."""
    return seated(GAMES[game], level, Random(seed), persona).choose(shown)
