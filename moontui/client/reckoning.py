"""Decisions weighed one after another, in a process of their own, while the screen goes on."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import BrokenExecutor
from typing import Any, TypeVar

from engine.core import Game, Seat, View
from engine.replay import Replay
from engine.review import (
    Decision,
    Gift,
    Moment,
    Summary,
    cost,
    fair_share,
    gift,
    grouped,
    moments,
    others_moments,
    shares_won,
    summed,
    turning_points,
    weigh,
)
from moontui.client.night import RIVALS, Night, rival
from net.thinking import new_pool, spare_cores

log = logging.getLogger("moontui.review")

Found = TypeVar("Found")


Work = Callable[[Game[Any], View[Any], Moment], Found]


async def weighed(replay: Replay, seat: Seat, each: Sequence[Moment]) -> AsyncIterator[Decision]:
    """Each moment of a seat, as soon as it is weighed; one that cannot be is left out. Raises
    `BrokenExecutor`."""
    async for _, _, found in reckoned(replay, weigh, [(seat, moment) for moment in each]):
        yield found


async def costs(
    replay: Replay, each: Sequence[tuple[Seat, Moment]]
) -> AsyncIterator[tuple[Seat, Moment, float]]:
    """What each of these choices cost whoever made it, weighed from their own views. Raises
    `BrokenExecutor`."""
    async for found in reckoned(replay, cost, each):
        yield found


async def summed_up(
    replay: Replay, seat: Seat, told: Callable[[int, int], None]
) -> tuple[list[Decision], Summary | None]:
    """All choices of a seat as people think of them, and what was luck and what was choice; tells
    how many are weighed, and how many there are. Raises `BrokenExecutor`."""
    own, others = [*moments(replay, seat)], [*others_moments(replay, seat)]
    whole = len(own) + len(others)
    decisions: list[Decision] = []
    gifts: list[Gift] = []
    async for found in weighed(replay, seat, own):
        decisions.append(found)
        told(len(decisions), whole)
    async for giver, moment, lost in costs(replay, others):
        gifts.append(gift(replay, seat, giver, moment, lost))
        told(len(own) + len(gifts), whole)
    done = grouped(decisions)
    return done, summed(done, gifts, shares_won(replay, seat), fair_share(replay))


async def turning_point(replay: Replay, seat: Seat) -> Decision | None:
    """The choice that cost a seat most, as people think of choices; None: none cost anything worth
    telling, or this game's cannot be weighed. Raises `BrokenExecutor`."""
    if replay.game.advise is None:
        return None
    own = [moment for moment in moments(replay, seat) if moment.step >= replay.record.taken]
    decisions = [found async for found in weighed(replay, seat, own)]
    return next(iter(turning_points(grouped(decisions))), None)


async def rivals(night: Night) -> AsyncIterator[bool]:
    """Whether each of the bots that are tried in the player's seat wins. Raises
    `BrokenExecutor`."""
    loop, pool = asyncio.get_running_loop(), new_pool(spare_cores(), patient=True)
    try:
        tried = [loop.run_in_executor(pool, rival, night, number) for number in range(RIVALS)]
        for each in asyncio.as_completed(tried):
            yield await each
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


async def reckoned(
    replay: Replay, work: Work[Found], each: Sequence[tuple[Seat, Moment]]
) -> AsyncIterator[tuple[Seat, Moment, Found]]:
    """Each moment with what is worked out about it, as soon as it is."""
    loop, pool = asyncio.get_running_loop(), new_pool(patient=True)
    try:
        for seat, moment in each:
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
