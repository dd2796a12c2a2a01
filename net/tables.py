"""All tables of a host: opened, brought back, dormant and closed.

A table with somebody at it is a task in memory. One that everybody has gone from becomes dormant
after a moment: its journal is all there is of it, it holds no place, and it is back as soon as
somebody returns to it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.core import Seat
from engine.proof import secret_of
from engine.record import file_name, from_text, to_text
from net import facts
from net import messages as said
from net.between import checked
from net.costs import first_to_go
from net.journal import Damaged, DiskTrouble, Journal, NotWritten, Recovered
from net.lasting import Chair, Opening
from net.refusal import Refusal
from net.security import private_file
from net.table import Table
from net.table_task import TableTask
from net.text import TITLE_CELLS, clean

if TYPE_CHECKING:
    from net.host import Host

log = logging.getLogger("moontui.host")

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""For names of tables: nothing that could be misheard when read aloud."""
A_WHILE = 60.0
"""Seconds between two looks for tables that nobody is at."""


@dataclass(slots=True, eq=False)
class Dormant:
    """What is remembered of a table that is on the disk alone."""

    opening: Opening
    row: said.Row
    chairs: list[Chair]
    """Whose tokens bring it back."""
    opened_by: str
    last_guest: float
    resting: asyncio.Task[None]
    """Until its journal is closed."""
    waking: asyncio.Task[TableTask] | None = None

    @property
    def is_solo(self) -> bool:
        return sum(chair.kind == "person" for chair in self.chairs) < 2


class Tables(dict[str, TableTask]):
    """The tables that somebody is at, or was a moment ago, by their ids; and the dormant ones."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.dormant: dict[str, Dormant] = {}
        self._opening = 0
        """How many are being opened; they count already."""

    def rows(self) -> list[said.Row]:
        """All tables: first those with a seat for whoever comes, then those in play; among these,
        those that somebody is at."""
        rows = [
            *(task.row() for task in self.values()),
            *(dormant.row for dormant in self.dormant.values()),
        ]
        return sorted(rows, key=lambda row: (not row.has_room, row.phase != "playing"))

    def opening_of(self, table: str) -> Opening | None:
        """How a table was opened, dormant or not; None: there is none."""
        found = self.dormant.get(table) or (self[table].table if table in self else None)
        return None if found is None else found.opening

    def oldest_first(self) -> Iterator[said.Row]:
        """All tables, those that nobody has been at for longest first."""
        yield from (dormant.row for dormant in self.dormant.values())
        yield from (task.row() for task in self.values())

    def playing(self) -> int:
        """At how many tables a game is on and players are there, or were a moment ago."""
        return sum(
            task.table.lasting.phase == "playing" and self.has_players(task)
            for task in self.values()
        )

    def has_players(self, task: TableTask) -> bool:
        if task.table.people_here():
            return True
        return self.host.connections.now() - task.last_player < self.host.limits.deserted

    def lingering(self) -> bool:
        """Whether somebody is still looking at the result of a game."""
        tables = [task.table for task in self.values()]
        return any(table.lasting.phase == "over" and any(table.peers()) for table in tables)

    # ── opening ─────────────────────────────────────────────────────────────────────────────────

    async def open(self, wish: said.Create, name: str, payer: str = "", most: int = 0) -> str:
        """Open a table with its bots; returns its id. Whoever pays for it may have so many; the
        owner of the host pays for nothing. Raises `Refusal`."""
        if self.host.draining:
            raise Refusal("draining")
        if payer:
            self.make_room_for(payer, most)
        self.make_place()
        if not self.host.connections.costs.openings.allow(payer):
            raise Refusal("too_fast")
        self._opening += 1
        try:
            table = await self.set_up(wish, await self.opening_for(wish, name))
        finally:
            self._opening -= 1
        self[table].opened_by = payer
        return table

    def title_for(self, wish: said.Create, wished: str) -> str:
        """A title that no other table here has, if others can come: rows would read alike."""
        if wish.bots >= wish.seats - 1:
            return wished
        titles = {row.title for row in self.rows()}
        numbered = (cut_title(wished, f" {number}") for number in range(2, len(titles) + 2))
        return next(one for one in (wished, *numbered) if one not in titles)

    def make_room_for(self, payer: str, most: int) -> None:
        """Whoever has opened many tables loses one at which only bots are left, the one left
        longest first. Raises `Refusal`."""
        dormant = [one for one in self.dormant.values() if one.opened_by == payer]
        here = [task.table for task in self.values() if task.opened_by == payer]
        if len(dormant) + len(here) < most:
            return
        left = [one.opening.table for one in dormant if one.is_solo]
        left += [
            table.opening.table for table in here if table.is_solo() and not any(table.peers())
        ]
        if not left:
            raise Refusal("too_many_tables")
        self.close(left[0])

    def make_place(self) -> None:
        """Tables that nobody is at make place for a new one. Raises `Refusal`."""
        over = len(self) + self._opening - self.host.limits.tables
        if over < 0:
            return
        deserted = [task for task in self.values() if task.is_idle()]
        deserted.sort(key=lambda task: task.last_guest)
        if len(deserted) <= over:
            raise Refusal("too_many_tables")
        for task in deserted[: over + 1]:
            self.put_down(task)

    async def set_up(self, wish: said.Create, opening: Opening) -> str:
        table = self.laid(opening)
        table.do(facts.Secret(table.draw().hex()))
        given, self.host.given = self.host.given, None
        if given is not None:
            given.set_up(table)
        else:
            for number in range(max(1, wish.seats - wish.bots), wish.seats):
                table.seat_bot(Seat(number), opening.level)
        try:
            journal = self.host.journals.create(opening.table, opening.header())
            await self.host.journals.commit(journal, table.entries)
        except DiskTrouble as trouble:
            log.error("no table could be opened: %s", trouble)
            raise Refusal("disk") from trouble
        table.facts, table.entries = [], []
        self.adopt(table, journal)
        return opening.table

    def laid(self, opening: Opening) -> Table:
        """A table at which nothing has happened yet: a fixed deal is the same time after time."""
        fixed = secret_of(opening.deal)
        return Table.opened(opening, (lambda: fixed) if opening.deal else self.host.draw)

    async def opening_for(self, wish: said.Create, name: str) -> Opening:
        """How a table is to be opened, checked. Raises `Refusal`."""
        if wish.deal and (wish.bots != wish.seats - 1 or wish.watch != "none"):
            raise Refusal("fixed_deal")
        title = self.title_for(wish, clean(wish.title, TITLE_CELLS) or name)
        given = self.host.given
        return Opening(
            **checked(wish, given.record.version if given else None) | {"title": title},
            table="".join(secrets.choice(ALPHABET) for _ in range(8)),
            password=await self.host.admission.lock(wish.password) if wish.password else "",
        )

    def adopt(self, table: Table, journal: Journal) -> TableTask:
        """Look after a table from now on."""
        task = self[table.opening.table] = TableTask(self.host, table, journal)
        task.set_timers()
        self.host.changed()
        return task

    # ── coming back ─────────────────────────────────────────────────────────────────────────────

    def recover(self) -> None:
        """Let the facts of every journal happen again; a journal that fails is set aside."""
        journals = self.host.journals
        found, set_aside = journals.recover()
        for broken in set_aside:
            log.error("a table was set aside: %s", broken)
        for journal in found:
            try:
                table = self.brought_back(journal)
            except Exception as error:  # whatever is wrong with one table, the others play on
                log.error("table %s was set aside: %r", journal.table, error)
                journals.set_aside(
                    journal.table,
                    f"It cannot be played on ({error!r}): move it back and start the moontui that "
                    "wrote it, or delete it.",
                )
                continue
            if self.has_gone(table):
                self.forget(journal.table)
                continue
            self.adopt(table, journals.resume(journal.table))
            last = table.lasting.last
            if table.lasting.phase == "over" and last is not None:  # its record may not be kept yet
                self.host.keep(self.keep_record(journal.table, to_text(last)))
            if table.abandoned():
                self.close(journal.table)
        log.info("%d tables are back", len(self))

    def has_gone(self, table: Table) -> bool:
        """Whether a table has moved on since this journal was written, which should be gone."""
        found = self.host.successions.tables.get(table.opening.table)
        return found is not None and found.last.epoch > table.lasting.epoch

    def forget(self, table: str) -> None:
        """Delete the journal of a table that is elsewhere; if that fails, it is for next time."""
        try:
            self.host.journals.remove(table)
        except DiskTrouble as trouble:
            log.error("the journal of table %s was not deleted: %s", table, trouble)
            self.host.journals.let_go(table)

    def brought_back(self, journal: Recovered) -> Table:
        """The table of a journal. Raises `ValueError` for anything this moontui does not know."""
        table = self.laid(Opening.of(journal.header))
        for entry in journal.entries:
            table.recall(entry)
        return table

    async def find(self, table: str) -> TableTask | None:
        """A table by its id, brought back if it is dormant; None: there is none. Raises
        `Refusal`."""
        dormant = self.dormant.get(table)
        if dormant is None:
            return self.get(table)
        if dormant.waking is None:
            dormant.waking = self.host.keep(self.wake(dormant))
        return await asyncio.shield(dormant.waking)

    async def wake(self, dormant: Dormant) -> TableTask:
        """Read a journal and let its facts happen again. Raises `Refusal`."""
        name = dormant.opening.table
        try:
            await dormant.resting
            journal = await self.host.journals.reopen(name)
            if self.dormant.get(name) is not dormant:  # it was closed meanwhile
                self.host.journals.let_go(name)
                raise Refusal("no_such_table")
            table = self.brought_back(journal)
        except (OSError, Damaged, NotWritten, ValueError) as trouble:
            dormant.waking = None
            log.error("table %s does not come back: %r", name, trouble)
            raise Refusal("disk") from trouble
        del self.dormant[name]
        task = self.adopt(table, self.host.journals.resume(name))
        task.opened_by = dormant.opened_by
        return task

    # ── being left ──────────────────────────────────────────────────────────────────────────────

    async def look_after(self) -> None:
        """Put down tables that nobody is at, and close those left for a long time."""
        while True:
            await self.host.connections.clock.sleep(A_WHILE)
            self.look_around()

    def look_around(self) -> None:
        now, limits = self.host.connections.now(), self.host.limits
        for task in list(self.values()):
            if any(task.table.peers()):
                task.last_guest = now
            elif self.is_forsaken(task.table.lasting.phase, now - task.last_guest):
                self.close(task.table.opening.table)
            elif now - task.last_guest >= limits.deserted and task.is_idle():
                self.put_down(task)
        for dormant in list(self.dormant.values()):
            if self.is_forsaken(dormant.row.phase, now - dormant.last_guest):
                self.close(dormant.opening.table)

    def is_forsaken(self, phase: str, seconds: float) -> bool:
        """Whether a table has been left for so long that nobody will be back."""
        limits = self.host.limits
        return seconds > (limits.forsaken if phase == "playing" else limits.idle)

    def put_down(self, task: TableTask) -> None:
        """A table that nobody is at gives up its place; somebody who returns finds it again."""
        opening = task.table.opening
        del self[opening.table]
        task.stopped = True
        self.dormant[opening.table] = Dormant(
            opening,
            task.row(),
            task.table.lasting.chairs,
            task.opened_by,
            task.last_guest,
            self.host.keep(self.rest(task)),
        )
        waiting = list(self.dormant.values())
        finished = [one for one in waiting if one.row.phase == "over"]
        if len(finished) > self.host.limits.finished:
            self.forget_one(finished)
        elif len(waiting) > self.host.limits.dormant:
            self.forget_one(waiting)

    def forget_one(self, waiting: list[Dormant]) -> None:
        first = first_to_go(waiting, lambda one: one.opened_by or one.opening.table)
        self.close(first.opening.table)

    async def rest(self, task: TableTask) -> None:
        await task.stop()
        self.host.journals.let_go(task.journal.table)

    def close(self, table: str) -> None:
        """A table that everybody has left is cleared away."""
        log.info("table %s is closed", table)
        dormant = self.dormant.pop(table, None)
        if dormant is not None:
            self.host.keep(self.delete(table, dormant.resting))
        else:
            task = self.pop(table)
            task.stopped = True
            self.host.keep(self.delete(table, self.host.keep(self.end(task))))
        self.host.changed()

    async def end(self, task: TableTask) -> None:
        """Stop a table whose journal may still be being written."""
        await task.stop()
        await self.host.journals.commit(task.journal, [])

    async def delete(self, table: str, ended: asyncio.Task[None]) -> None:
        """Delete a table's journal; if that fails, the table is back after a restart."""
        try:
            await ended
            self.host.journals.remove(table)
        except (DiskTrouble, NotWritten) as trouble:
            log.error("the journal of table %s was not deleted: %s", table, trouble)

    async def keep_record(self, table: str, text: str) -> None:
        """Keep a finished match next to the tables; if that fails, nothing else does."""
        file = self.host.data / "records" / file_name(from_text(text))
        data = text.encode()
        try:
            await asyncio.get_running_loop().run_in_executor(None, private_file, file, data)
        except OSError as error:
            log.error("the record of table %s was not kept: %s", table, error)


def cut_title(title: str, end: str) -> str:
    """A title with an end, short enough for a table."""
    return clean(title, TITLE_CELLS - len(end)) + end
