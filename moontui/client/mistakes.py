"""A player's dearest mistakes in a match, as puzzles."""

from __future__ import annotations

import asyncio
from pathlib import Path

from engine.core import Seat
from engine.position import position_of
from engine.review import MOST_POINTS, moments, turning_points
from moontui.client.reckoning import weighed
from moontui.client.records import read_record, replay_of
from moontui.puzzles.puzzle import Puzzle, of_mistake, onward


async def mistakes_in(file: Path, seat: int) -> list[Puzzle]:
    """The choices of a match that cost a seat most, weighed in a process of their own. Raises
    `BadRecord` or `BrokenExecutor`."""
    replay = replay_of(await asyncio.to_thread(read_record, file))
    here, record = Seat(seat), replay.record
    if replay.game.advise is None:
        return []
    own = await asyncio.to_thread(lambda: list(moments(replay, here)))
    own = [moment for moment in own if moment.step >= record.taken]
    decisions = [decision async for decision in weighed(replay, here, own)]
    found = []
    for decision in turning_points(decisions)[:MOST_POINTS]:
        if len(onward(decision.ideas)) > 1:
            view = replay.view(decision.moment.step, here)
            position = position_of(replay.game, record.options, view)
            found.append(of_mistake(position, decision, file.name))
    return found
