"""Windows: questions that are open for a time, to everybody asked at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

from engine.core import Ask, Seat, Window
from engine.play import asks

if TYPE_CHECKING:
    from net.table import Table


DueKind = Literal["bot", "window", "grace", "clock", "warning", "opening"]
"""A bot answers, a window ends, a bot stands in for an absent player, a player's time is up, or
soon will be, or seals have been left unopened for too long."""


class Due(NamedTuple):
    """What will happen if nobody does anything: after how many seconds, and in which turn."""

    kind: DueKind
    seat: Seat
    turn: int
    seconds: float
    rest: int = 0
    """For a warning: how many seconds will be left."""

    @property
    def key(self) -> tuple[DueKind, Seat, int, int]:
        """What identifies it, however long it will still take."""
        return self.kind, self.seat, self.turn, self.rest


def window_of(table: Table) -> Window | None:
    """The window that is open; None: the table waits for as long as it takes."""
    open_asks = asks(table.lasting.state) if table.lasting.phase == "playing" else ()
    return table.lasting.game.windows.get(open_asks[0].window) if open_asks else None


def length_of(table: Table, name: str) -> float | None:
    """How long a window is open at this table; None: it is not a window."""
    window = table.lasting.game.windows.get(name)
    if window is None:
        return None
    agreed = table.opening.options.get(name, "")
    return float(agreed) if agreed.isdecimal() else window.seconds


def left_of(table: Table, name: str) -> float | None:
    """How long a window will stay open, as far as the host has told."""
    length = length_of(table, name)
    if length is None:
        return None
    opened, seconds = table.present.passed
    return max(0.0, length - seconds) if opened == table.lasting.opened else length


def dues(table: Table, window: Window, open_asks: tuple[Ask, ...]) -> Iterator[Due]:
    """What happens in a window if nobody does anything. Its end is tied to the turn in which it was
    opened, and to no seat, so that it comes when it was going to, whatever happens meanwhile."""
    pause = table.pause() * window.pause
    bots = [ask.seat for ask in open_asks if table.bot_plays(ask.seat)]
    if window.held:  # even those with only one answer seem to think
        bots = [seat for seat in bots if seat not in table.lasting.held]
    elif bots:  # one after the other, and nobody twice before the others have had their say
        last = table.lasting.moves[-1].seat if table.lasting.moves else -1
        bots = [min(bots, key=lambda seat: (seat - last - 1) % len(table.lasting.chairs))]
    for seat in bots:
        yield Due("bot", seat, table.lasting.turn, pause)
    if not window.held or table.people_asked():
        seconds = length_of(table, open_asks[0].window)
        assert seconds is not None
        yield Due("window", Seat(0), table.lasting.opened, seconds)
