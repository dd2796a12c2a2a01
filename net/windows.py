"""Windows: questions that are open for a time, to everybody asked at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

from engine.core import Ask, Seat, Window
from engine.play import asks
from net.present import Hand
from net.refusal import Refusal

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
    """For a warning: how many seconds will be left. For a window: how often the keeper has turned
    its clock."""

    @property
    def key(self) -> tuple[DueKind, Seat, int, int]:
        """What identifies it, however long it will still take."""
        return self.kind, self.seat, self.turn, self.rest


MINUTE, MOST = 60.0, 3600.0
"""What the keeper adds to a clock at once, and in all."""
PATIENCE = 20.0
"""Seconds for which bots let somebody answer who was asked or accused."""
BRIEF = 3.0
"""Seconds for somebody who plays alone to see that there is nothing to do."""


def window_of(table: Table) -> Window | None:
    """The window that is open; None: the table waits for as long as it takes."""
    open_asks = asks(table.lasting.state) if table.lasting.phase == "playing" else ()
    return table.lasting.game.windows.get(open_asks[0].window) if open_asks else None


def length_of(table: Table, name: str) -> float | None:
    """How long a window is open at this table; None: it is not a window, or one that waits."""
    window = table.lasting.game.windows.get(name)
    if window is None:
        return None
    options = table.opening.options
    agreed = options.get(window.option or name, "")
    if agreed == "off":
        return None
    length = float(agreed) if agreed.isdecimal() else window.seconds
    if is_aloud(table):
        length += window.told
    if not window.held or not table.is_solo() or table.present.watchers:
        return length
    return None if has_choice(table, window) else min(length, BRIEF)


def courtesy(table: Table) -> float:
    """How much longer bots pause, so that people can read what was said last, and answer if they
    were asked or accused."""
    game, state = table.lasting.game, table.lasting.state
    if state is None or game.reading is None or game.owing is None:
        return 0.0
    asked = {*game.owing(state)} & {*table.people_here()}
    return game.reading(state) + (PATIENCE if asked else 0.0)


def is_aloud(table: Table) -> bool:
    """Whether people at the table sit in one room and talk aloud."""
    aloud = table.lasting.game.aloud
    return aloud is not None and aloud(table.opening.options)


def has_choice(table: Table, window: Window) -> bool:
    """Whether an answer of a person can do anything. Only who plays alone, with nobody watching,
    may notice: they are waited for, and a night they sleep through passes by itself."""
    state, people, matters = table.lasting.state, table.lasting.seats("person"), window.matters
    return any(
        len(ask.choices) > 1 if matters is None else matters(state, ask)
        for ask in asks(state)
        if ask.seat in people
    )


def left_of(table: Table, name: str) -> float | None:
    """How long a window will stay open, as far as the host has told."""
    length = length_of(table, name)
    if length is None:
        return None
    opened, seconds = table.present.passed
    if opened != table.lasting.opened:
        return length
    hand = hand_of(table)
    return max(0.0, length + hand.added + hand.lost - (hand.stopped or seconds))


def hand_of(table: Table) -> Hand:
    """What the keeper has done to the clock of the open window."""
    hand = table.present.hand
    return hand if hand.opened == table.lasting.opened else Hand(table.lasting.opened)


def turn_clock(table: Table, what: str) -> None:
    """The keeper stops the clock of the open window, lets it go on, adds to it, or ends it. Raises
    `Refusal`."""
    window = window_of(table)
    if window is None or not window.kept:
        raise Refusal("no_clock")
    opened, seconds = table.present.passed
    seconds = max(0.001, seconds) if opened == table.lasting.opened else 0.001
    hand = hand_of(table)
    match what:
        case "stop" if not hand.stopped:
            hand = hand._replace(stopped=seconds)
        case "go" if hand.stopped:
            hand = hand._replace(stopped=0.0, lost=hand.lost + seconds - hand.stopped)
        case "more":
            hand = hand._replace(added=min(MOST, hand.added + MINUTE))
        case "end":
            table.close_window()
            return
    table.present.hand = hand._replace(changes=hand.changes + 1)
    table.tell_all()


def answered_in(table: Table, name: str) -> int:
    """How many have answered in a window, where that gives nothing away: not who, and not what."""
    window = table.lasting.game.windows.get(name)
    return len(table.lasting.held) if window is not None and window.early else 0


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
    if bots and table.opening.deal:
        return  # a fixed deal waits for them: time must not decide what they do
    seconds, hand = length_of(table, open_asks[0].window), hand_of(table)
    if seconds is None or hand.stopped or not (table.people_asked() or not window.held):
        return
    if hand.changes:
        seconds = left_of(table, open_asks[0].window) or 0.0
    yield Due("window", Seat(0), table.lasting.opened, seconds, hand.changes)
