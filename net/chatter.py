"""Chatter: what is said at a table besides the game, by people and by bots, in one way.

Bots speak up about what everybody saw or heard (`engine/bots/talk.py`). What they say is refused
where a person's words would be, costs their seat what it would cost a person's, and can be muted.
Claims that people and bots make about themselves are noted for as long as the round lasts.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import TYPE_CHECKING

from engine.bots.talk import Company, Remark, doubt, remark
from engine.core import Event, Seat
from net import messages as said
from net.windows import window_of

if TYPE_CHECKING:
    from net.host import Host
    from net.table_task import TableTask

BREATH = 0.4, 0.8
"""How many seconds a bot takes to find words, at least, and how many more at most."""


class Chatter:
    """The talk at one table."""

    def __init__(self, host: Host, task: TableTask) -> None:
        self.host, self.task = host, task
        state = task.table.lasting.state
        self.public: list[Event] = [] if state is None else told_to_all(state.events)
        """The match so far, as a watcher hears of it; bots have nothing to say to what happened
        before the host had started."""
        self.phase = task.table.lasting.phase
        self.claimed: dict[Seat, str] = {}
        """By seat: what was last said there of the game's phrases, in this round."""

    def why_not(self, may_talk: Callable[[], bool]) -> str:
        """Why something may not be said now: a message key; empty: it may."""
        window = window_of(self.task.table)
        if window is not None and window.quiet:
            return "quiet"
        return "" if may_talk() else "too_much_talk"

    def tell(self, spoken: said.Said) -> None:
        """Pass on what somebody says; bots may have something to say to it."""
        self.task.announce(spoken)
        lasting = self.task.table.lasting
        if spoken.seat is None or spoken.phrase not in lasting.game.phrases:
            return
        speaker = Seat(spoken.seat)
        self.claimed[speaker] = spoken.phrase
        if lasting.phase == "playing":
            self.later(doubt(self.company(), speaker))

    def follow(self) -> None:
        """Listen to what has happened at the table since the last time."""
        lasting = self.task.table.lasting
        begins = lasting.phase == "playing" and self.phase != "playing"
        self.phase = lasting.phase
        if begins:
            self.public = []
        first = len(self.public)
        new = [] if lasting.state is None else told_to_all(lasting.state.events[first:])
        self.public += new
        if any(event.kind == "round" for event in new):
            self.claimed = {}
        if new and self.task.table.opening.chatter != "off":
            self.later(remark(self.company(), first))

    def company(self) -> Company:
        """All that bots go by when they talk."""
        lasting, mood = self.task.table.lasting, self.task.table.opening.chatter
        personas = [chair.persona for chair in lasting.chairs]
        return Company(
            lasting.game,
            personas,
            self.public,
            lasting.evening,
            self.claimed,
            mood,
            self.chance,
        )

    def chance(self, occasion: str) -> float:
        """A number that anybody could work out."""
        table = self.task.table
        text = f"{table.opening.table} {table.lasting.turn} {occasion}"
        return int.from_bytes(sha256(text.encode()).digest()[:4], "big") / 2**32

    def later(self, wish: Remark | None) -> None:
        """Have a bot say something, after a breath that depends on table and turn alone."""
        if wish is not None:
            least, more = BREATH
            breath = (least + more * self.chance("breath")) * self.task.table.opening.pace / 100
            self.host.keep(self.speak(wish, breath))

    async def speak(self, wish: Remark, breath: float) -> None:
        """Say it, if it may still be said."""
        await self.host.connections.clock.sleep(breath)
        table, seat = self.task.table, wish.seat
        chair, costs = table.lasting.chairs[seat], self.host.connections.costs
        gone = self.task.stopped or not chair.persona
        if gone or self.why_not(lambda: costs.chat.allow(f"{table.opening.table} {seat}")):
            return
        self.tell(said.Said(chair.name, seat, phrase=wish.phrase, other=wish.other))


def told_to_all(events: list[Event]) -> list[Event]:
    """Events as a watcher is told of them."""
    return [event.told_to(None) for event in events]
