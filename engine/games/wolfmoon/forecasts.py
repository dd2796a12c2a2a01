"""Forecasts: what bots think of the hands they cannot see, held against those hands."""

from __future__ import annotations

from collections.abc import Iterator

from engine.bots.levels import Thinker
from engine.core import Bot, Forecast, View
from engine.games.wolfmoon.belief_cache import thoughts
from engine.games.wolfmoon.search import Effort
from engine.games.wolfmoon.state import Table


def forecasts(bot: Bot[Table], view: View[Table], table: Table) -> Iterator[Forecast]:
    """What a bot thinks of every other hand, unless its own card is on the move just now."""
    if view.seat is None or not isinstance(bot, Thinker) or not isinstance(bot.effort, Effort):
        return
    if len(table.hands[view.seat]) != 1:
        return
    mind = thoughts(table.seats, view.seat, view.state.events or [], bot.effort.habits).belief
    if mind.lifted:
        return
    odds = mind.odds()
    for seat in table.remaining():
        if seat != view.seat and len(table.hands[seat]) == 1:
            yield Forecast(odds[seat], table.hands[seat][0])
