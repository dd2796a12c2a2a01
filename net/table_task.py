"""A table's task: the only one that may change the table, and the one that lets time pass there."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Callable
from math import ceil, inf
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import proxy

from engine.core import Advice, Seat, View
from engine.play import view
from net import messages as said
from net.chatter import Chatter
from net.journal import DiskTrouble, Journal
from net.messages import Message
from net.present import Peer
from net.refusal import Refusal
from net.table import Table
from net.thinking import TICK
from net.windows import Due, DueKind

if TYPE_CHECKING:
    from net.host import Host

log = logging.getLogger("moontui.host")

AHEAD = 0.02
"""Seconds before its moment at which a bot's answer is written down, so that neither the disk nor
the rules decide when people hear of it."""


class Work(NamedTuple):
    """Something to do to a table, and who asked for it."""

    do: Callable[[Table], None]
    peer: Peer | None
    about: str
    action: int | None
    settled: asyncio.Future[None]
    """Resolved once the work was done or refused."""
    moment: float | None = None
    """When people are to hear of it: a bot's answer, at a table of several people."""


class TableTask:
    """The only task that may change a table; all others send it work."""

    def __init__(self, host: Host, table: Table, journal: Journal) -> None:
        self.host = host
        self.table = table
        self.journal = journal
        self.queue: asyncio.Queue[Work] = asyncio.Queue()
        self.stopped = False
        self.busy = False
        """Whether something is being done to the table."""
        self.flows = asyncio.Event()
        """Not set while the table stands still, since it may be about to move."""
        self.flows.set()
        self.next: Work | None = None
        """What is done as soon as it goes on."""
        self.paused = False
        """Whether the disk has refused, and the table waits until there is room."""
        self.opened_by = ""
        """Who pays for it: a guest, or an address; empty: nobody."""
        self.last_guest = host.connections.now()
        """When anybody was last connected here."""
        self.last_player = -inf
        """When anybody was last here to play."""
        self.asked = host.connections.now()
        """When the open question was put."""
        self.opened = host.connections.now()
        """When the open window was opened."""
        self.advice: dict[tuple[int, Seat | None], asyncio.Task[Advice]] = {}
        """By turn and seat: what was thought about the open question."""
        self._row: said.Row | None = None
        self.chatter = Chatter(host, proxy(self))
        self.timers: dict[tuple[DueKind, Seat, int, int], asyncio.Task[None]] = {}
        running = asyncio.create_task(self.run(), name=f"table {table.opening.table}")
        self.running = [running]
        """Its own work; nothing once it has been stopped."""

    def send(
        self,
        work: Callable[[Table], None],
        peer: Peer | None = None,
        about: str = "",
        action: int | None = None,
        moment: float | None = None,
    ) -> asyncio.Future[None]:
        """Have something done to the table; refusals go to the peer. There is always room for what
        the host itself sends: otherwise a hang-up or a bot's answer would be lost for good."""
        settled: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        item = Work(work, peer, about, action, settled, moment)
        if self.stopped:
            self.refuse(item, "no_such_table")
        elif peer is not None and self.queue.qsize() >= self.host.limits.queue:
            self.refuse(item, "busy")
        else:
            self.queue.put_nowait(item)
            if self.paused:
                self.tell_newcomer(item, "disk")
        return settled

    def refuse(self, work: Work, why: str, detail: str = "") -> None:
        self.host.connections.refuse(work.peer, why, work.about, work.action, detail)
        if not work.settled.done():
            work.settled.set_result(None)

    def row(self) -> said.Row:
        """The table in a list of tables. A list is made of all of them, and most have not changed
        since the last one."""
        self._row = self._row or self.table.lasting.row()
        return self._row

    def is_idle(self) -> bool:
        """Whether nobody is here, and nothing is going on."""
        still = not self.flows.is_set()
        return not (self.busy or still or any(self.table.peers()) or self.queue.qsize())

    async def freeze(self) -> None:
        """Let the table stand still, once everything before is done and on the disk. Whoever wants
        something is heard when it goes on. Raises `Refusal` if it stands still already."""
        if not self.flows.is_set():
            raise Refusal("busy")
        await self.send(lambda _: self.flows.clear())

    def thaw(self) -> None:
        """Let it go on."""
        self.flows.set()

    def drain(self) -> list[Peer]:
        """Do nothing more, and say nothing; returns who was waiting for something."""
        self.stopped = True
        waiting = [self.next] if self.next is not None else []
        while not self.queue.empty():
            waiting.append(self.queue.get_nowait())
        for work in waiting:
            if not work.settled.done():
                work.settled.set_result(None)
        return [work.peer for work in waiting if work.peer is not None]

    async def run(self) -> None:
        while not self.stopped:
            await self.do_next()

    async def do_next(self) -> None:
        """Do one thing. While the table waits for the next, nothing is held of the one before, such
        as somebody's connection."""
        work = self.next = await self.queue.get()
        try:
            await self.flows.wait()
            self.busy, self.next = True, None
            await self.settle(work)
        except asyncio.CancelledError:
            self.refuse(work, "no_such_table")
            raise
        finally:
            self.busy = False
            if not work.settled.done():
                work.settled.set_result(None)

    async def settle(self, work: Work) -> None:
        """Do something to a copy of the table, which replaces it once the change is on disk."""
        draft = self.table.copy()
        draft.present.thought = self.host.connections.now() - self.asked
        draft.present.passed = (draft.lasting.opened, self.host.connections.now() - self.opened)
        try:
            work.do(draft)
            await self.make_durable(draft, work)
            if work.moment is not None:
                await self.hold_until(work.moment)
        except Refusal as refusal:
            self.refuse(work, refusal.why, refusal.detail)
            return
        except Exception:  # a bug in a game must not end the table: the old state stands
            log.exception("table %s failed at %s", self.table.opening.table, work.about)
            self.host.report(self.table, traceback.format_exc())
            self.refuse(work, "fault")
            return
        if draft.lasting.turn != self.table.lasting.turn:
            self.asked = self.host.connections.now()
        if draft.lasting.opened != self.table.lasting.opened:
            self.opened = self.host.connections.now()
        if any(self.table.peers()) or any(draft.peers()):
            self.last_guest = self.host.connections.now()
        if self.table.people_here() or draft.people_here():
            self.last_player = self.host.connections.now()
        before, self.table, self._row = self.table.lasting, draft, None
        self.note_game(before.phase, draft)
        try:
            self.host.deliver(draft)
            self.set_timers()
            self.chatter.follow()
        except Exception:  # what was done stands, even if somebody could not be told
            log.exception("table %s could not announce %s", draft.opening.table, work.about)
            self.host.report(draft, traceback.format_exc())

    def note_game(self, before: str, draft: Table) -> None:
        """Tell the log of games that begin and end."""
        phase, opening = draft.lasting.phase, draft.opening
        if phase == before or "playing" not in (phase, before):
            return
        names = ", ".join(chair.name for chair in draft.lasting.chairs)
        what = "begins" if phase == "playing" else "is over"
        log.info("%s %s at table %s: %s", opening.game, what, opening.table, names)

    async def make_durable(self, draft: Table, work: Work) -> None:
        """Write what must not be lost; a full disk pauses the table until there is room."""
        while draft.facts:
            try:
                await self.host.journals.commit(self.journal, draft.entries)
                break
            except DiskTrouble as trouble:
                log.error("table %s is paused: %s", draft.opening.table, trouble)
                if not self.paused:
                    self.announce(said.Notice("disk"))
                    self.tell_newcomer(work, "disk")
                self.paused = True
                await asyncio.sleep(self.host.limits.retry)
        if self.paused:
            self.paused = False
            self.announce(said.Notice("disk_again"))
            self.tell_newcomer(work, "disk_again")

    def tell_newcomer(self, work: Work, notice: str) -> None:
        """Tell somebody who is on the way to the table, and so not among those at it."""
        if work.peer is not None and work.peer not in self.table.peers():
            self.host.connections.send(work.peer, said.Notice(notice))

    def announce(self, message: Message) -> None:
        for peer in self.table.peers():
            self.host.connections.send(peer, message)

    # ── time ────────────────────────────────────────────────────────────────────────────────────

    def set_timers(self) -> None:
        """Start what is due now, and drop what no longer is."""
        wanted = {due.key: due for due in self.table.due()}
        for key in list(self.timers):
            if key not in wanted:
                self.timers.pop(key).cancel()
        for key, due in wanted.items():
            if key not in self.timers:
                self.timers[key] = asyncio.create_task(self.wait(due))

    async def wait(self, due: Due) -> None:
        """Let time pass; meanwhile a bot thinks, and answers exactly when its pause is over."""
        loop, clock = asyncio.get_running_loop(), self.host.connections.clock
        if due.kind != "bot":
            await clock.sleep(due.seconds)
            self.send(lambda draft: draft.lapse(due), about=due.kind)
            return
        moment = loop.time() + due.seconds
        lasting, solo = self.table.lasting, self.table.is_solo()
        shown = view(lasting.game, lasting.state, due.seat)
        level = lasting.chairs[due.seat].level or self.table.opening.level
        thinking = asyncio.ensure_future(
            self.host.bots.think(self.opened_by, self.table, level, shown, due)
        )
        try:
            await clock.sleep(due.seconds if solo else max(0.0, due.seconds - AHEAD))
            thought = await thinking
        finally:
            thinking.cancel()
        if not solo:  # then nobody may learn from it how long the bot thought
            moment = max(moment, thought.known)
            await clock.sleep(moment - loop.time() - AHEAD)
        self.send(
            lambda draft: draft.bot_answers(due, thought.choice),
            about=due.kind,
            moment=None if solo else moment,
        )

    async def hold_until(self, moment: float) -> None:
        """Wait with what is done already; if it took too long, until the next whole tick."""
        late = asyncio.get_running_loop().time() - moment
        await self.host.connections.clock.sleep(ceil(max(0.0, late) / TICK) * TICK - late)

    async def advise(self, turn: int, shown: View[Any]) -> Advice:
        """What somebody could do; each question is thought about once."""
        key = turn, shown.seat
        if key not in self.advice:
            thinking = self.host.bots.advise(self.opened_by, self.table, shown, turn)
            self.advice = {old: known for old, known in self.advice.items() if old[0] == turn}
            self.advice[key] = asyncio.ensure_future(thinking)
        return await asyncio.shield(self.advice[key])

    async def stop(self) -> None:
        """Do nothing more; whoever is still waiting for something is told."""
        self.stopped = True
        tasks: list[asyncio.Task[Any]] = [
            *self.running,
            *self.timers.values(),
            *self.advice.values(),
        ]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        while not self.queue.empty():
            self.refuse(self.queue.get_nowait(), "no_such_table")
        # These lead back here: a table would stay until the collector of garbage comes by.
        tasks.clear()
        self.running.clear()
        self.timers.clear()
        self.advice.clear()
