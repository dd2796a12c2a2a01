"""Decisions weighed one after another, in a process of their own, while the screen goes on."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import BrokenExecutor

from engine.core import Seat
from engine.replay import Replay
from engine.review import Decision, Moment, weigh
from net.thinking import new_pool

log = logging.getLogger("moontui.review")


async def weighed(replay: Replay, seat: Seat, moments: Sequence[Moment]) -> AsyncIterator[Decision]:
    """Each moment of a seat, as soon as it is weighed; one that cannot be is left out. Raises
    `BrokenExecutor`."""
    loop, pool = asyncio.get_running_loop(), new_pool(patient=True)
    try:
        for moment in moments:
            view = replay.view(moment.step, seat)
            try:
                found = await loop.run_in_executor(pool, weigh, replay.game, view, moment)
            except BrokenExecutor:
                raise
            except Exception:  # whatever the adviser trips over concerns one decision only
                log.exception("step %s could not be weighed", moment.step)
            else:
                yield found
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
