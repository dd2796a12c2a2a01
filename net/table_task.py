"""A table's task: the only one that may change the table, and the one that lets time pass there."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from engine.core import Seat
from engine.play import view
from net import messages as said
from net.journal import DiskTrouble, Journal
from net.messages import Message
from net.present import Peer
from net.requests import Refusal
from net.table import Table
from net.windows import Due, DueKind

if TYPE_CHECKING:
    from net.host import Host

log = logging.getLogger("moontui.host")


class Work(NamedTuple):
    """Something to do to a table, and who asked for it."""

    do: Callable[[Table], None]
    peer: Peer | None
    about: str
    action: int | None
    settled: asyncio.Future[None]
    """Resolved once the work was done or refused."""


class TableTask:
    """The only task that may change a table; all others send it work."""

    def __init__(self, host: Host, table: Table, journal: Journal) -> None:
        self.host = host
        self.table = table
        self.journal = journal
        self.queue: asyncio.Queue[Work] = asyncio.Queue()
        self.stopped = False
        self.paused = False
        """Whether the disk has refused, and the table waits until there is room."""
        self.opened_by = ""
        """The guest who opened it, if a door knows them."""
        self.last_guest = host.connections.now()
        """When anybody was last connected here."""
        self.asked = host.connections.now()
        """When the open question was put."""
        self.opened = host.connections.now()
        """When the open window was opened."""
        self.timers: dict[tuple[DueKind, Seat, int, int], asyncio.Task[None]] = {}
        self.task = asyncio.create_task(self.run(), name=f"table {table.opening.table}")

    def send(
        self,
        work: Callable[[Table], None],
        peer: Peer | None = None,
        about: str = "",
        action: int | None = None,
    ) -> asyncio.Future[None]:
        """Have something done to the table; refusals go to the peer. There is always room for what
        the host itself sends: otherwise a hang-up or a bot's answer would be lost for good."""
        settled: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        item = Work(work, peer, about, action, settled)
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

    async def run(self) -> None:
        while not self.stopped:
            work = await self.queue.get()
            try:
                await self.settle(work)
            except asyncio.CancelledError:
                self.refuse(work, "no_such_table")
                raise
            finally:
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
        self.table = draft
        try:
            self.host.deliver(draft)
            self.set_timers()
        except Exception:  # what was done stands, even if somebody could not be told
            log.exception("table %s could not announce %s", draft.opening.table, work.about)
            self.host.report(draft, traceback.format_exc())

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
        if due.kind != "bot":
            await self.host.connections.clock.sleep(due.seconds)
            self.send(lambda draft: draft.lapse(due), about=due.kind)
            return
        lasting = self.table.lasting
        shown = view(lasting.game, lasting.state, due.seat)
        chair = lasting.chairs[due.seat]
        level = chair.level or self.table.opening.level
        thought = asyncio.ensure_future(self.host.bots.think(self.table, level, shown, due))
        try:
            await self.host.connections.clock.sleep(due.seconds)
            choice = await thought
        finally:
            thought.cancel()
        self.send(lambda draft: draft.bot_answers(due, choice), about=due.kind)

    async def stop(self) -> None:
        """Do nothing more; whoever is still waiting for something is told."""
        self.stopped = True
        tasks = [self.task, *self.timers.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        while not self.queue.empty():
            self.refuse(self.queue.get_nowait(), "no_such_table")
