"""Decisions weighed one after another, in a process of their own, while the screen goes on."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import BrokenExecutor
from typing import Any, TypeVar

from engine.core import Game, Seat, View
from engine.replay import Replay
from engine.review import Decision, Gift, Moment, cost, gift, weigh
from net.thinking import new_pool

log = logging.getLogger("moontui.review")

Found = TypeVar("Found")


Work = Callable[[Game[Any], View[Any], Moment], Found]


async def weighed(replay: Replay, seat: Seat, moments: Sequence[Moment]) -> AsyncIterator[Decision]:
    """Each moment of a seat, as soon as it is weighed; one that cannot be is left out. Raises
    `BrokenExecutor`."""
    async for _, _, found in reckoned(replay, weigh, [(seat, moment) for moment in moments]):
        yield found


async def given(
    replay: Replay, seat: Seat, moments: Sequence[tuple[Seat, Moment]]
) -> AsyncIterator[Gift]:
    """What each of these choices of others gave a seat, weighed from their own views. Raises
    `BrokenExecutor`."""
    async for giver, moment, lost in reckoned(replay, cost, moments):
        yield gift(replay, seat, giver, moment, lost)


async def reckoned(
    replay: Replay, work: Work[Found], moments: Sequence[tuple[Seat, Moment]]
) -> AsyncIterator[tuple[Seat, Moment, Found]]:
    """Each moment with what is worked out about it, as soon as it is."""
    loop, pool = asyncio.get_running_loop(), new_pool(patient=True)
    try:
        for seat, moment in moments:
            view = replay.view(moment.step, seat)
            try:
                found = await loop.run_in_executor(pool, work, replay.game, view, moment)
            except BrokenExecutor:
                raise
            except Exception:  # whatever the adviser trips over concerns one decision only
                log.exception("step %s could not be weighed", moment.step)
            else:
                yield seat, moment, found
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
