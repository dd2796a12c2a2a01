"""Windows: questions that are open for a time, to all who are asked at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from engine.core import Ask, Seat, Window
from engine.play import asks

if TYPE_CHECKING:
    from net.table import Table


class Due(NamedTuple):
    """What will happen if nobody does anything: after so many seconds, in this turn."""

    kind: str
    """`bot` a bot answers, `window` a window ends, `grace` a bot sits in for an absent player,
    `clock` a player's time is up, `warning` it soon will be."""
    seat: Seat
    turn: int
    seconds: float


def window_of(table: Table) -> Window | None:
    """The window that is open; None: the table waits for as long as it takes."""
    open_asks = asks(table.state) if table.phase == "playing" else ()
    return table.game.windows.get(open_asks[0].window) if open_asks else None


def length_of(table: Table, name: str) -> float | None:
    """How long a window is open at this table; None: it is none."""
    window = table.game.windows.get(name)
    if window is None:
        return None
    agreed = table.opening.options.get(name, "")
    return float(agreed) if agreed.isdecimal() else window.seconds


def left_of(table: Table, name: str) -> float | None:
    """For how long a window is still open, as far as the host has told."""
    length = length_of(table, name)
    if length is None:
        return None
    opened, seconds = table.passed
    return max(0.0, length - seconds) if opened == table.opened else length


def dues(table: Table, window: Window, open_asks: tuple[Ask, ...]) -> Iterator[Due]:
    """What happens in a window if nobody does anything. Its end is of the turn in which it was
    opened, and of no seat, so that it comes when it would have come, whatever happens meanwhile."""
    pause = table.pause() * window.pause
    bots = [ask.seat for ask in open_asks if table.bot_plays(ask.seat)]
    if window.held:  # who has one answer seems to think as well
        bots = [seat for seat in bots if seat not in table.held]
    elif bots:  # one after the other, and nobody twice before the others had their say
        last = table.moves[-1].seat if table.moves else -1
        bots = [min(bots, key=lambda seat: (seat - last - 1) % len(table.chairs))]
    for seat in bots:
        yield Due("bot", seat, table.turn, pause)
    if not window.held or table.people_asked():
        seconds = length_of(table, open_asks[0].window)
        assert seconds is not None
        yield Due("window", Seat(0), table.opened, seconds)
