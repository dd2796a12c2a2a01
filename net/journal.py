"""Journals: what happened at each table, on disk before anybody is told of it.

A file begins with eight bytes (a name and the number of the format). Records follow: four bytes of
length, four of CRC-32 over length and payload, and the payload, one plain value in msgpack. The
first value is the header, a map. Four rules make a journal trustworthy:

1. What the writer puts down in one go is a stroke. It is acknowledged once flushed, not before.
2. The top bit of a length says "firm": all before this record was on disk when it was written. So
   a bad record is a tear in the last stroke, unless a firm one follows it: then it is damage.
3. A descriptor that failed is never flushed again. The journal is rewritten next to the old one
   and takes its name once it is on disk. New and recovered journals begin in the same way.
4. What the disk refused is cut off again, so that nothing turns up later that nobody was promised.
"""

from __future__ import annotations

import asyncio
import errno
import re
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from os import SEEK_END
from pathlib import Path
from typing import Any, NamedTuple, Self

from net.disk import Disk, Files
from net.journal_format import (
    HEAD,
    LONGEST_JOURNAL,
    LONGEST_STROKE,
    MAGIC,
    Damaged,
    NotWritten,
    pack,
    read,
)
from net.pen import UNFINISHED, Pen

__all__ = [
    "Damaged",
    "DiskTrouble",
    "Journal",
    "Journals",
    "NotWritten",
    "Recovered",
    "SetAside",
]

ENDING = ".journal"
ASIDE = "set-aside"
TABLE = re.compile(r"[a-z0-9]{4,16}")


class DiskTrouble(OSError):
    """The disk refused, and what was to be written is not in the journal; the text is for players.

    Its cause is the error itself, whose `errno` it keeps.
    """

    def __init__(self, error: OSError) -> None:
        super().__init__(SENTENCES.get(error.errno or 0, "The host's disk fails; nothing is lost."))
        self.errno = error.errno
        self.__cause__ = error


class Recovered(NamedTuple):
    """A table as its journal remembers it."""

    table: str
    header: Any
    entries: list[Any]
    torn: bool
    """Whether its end was cut off, because it was never acknowledged or was damaged."""


class SetAside(NamedTuple):
    """A file that could not be trusted."""

    name: str
    """Without characters that only a stranger's file would have in its name."""
    reason: str
    path: Path | None
    """Where it is now, with a report beside it; None: it could not be moved and is left alone."""


class Journals:
    """The journals of all tables of a host: a folder of their own, and the thread that writes.

    All methods are for one thread, that of the event loop. Only strokes go to the writer.
    """

    def __init__(self, folder: Path, files: Files | None = None) -> None:
        """Make the folder if it does not exist. Raises `DiskTrouble`."""
        self.folder = folder
        self.files = files or Disk()
        self.journals: dict[str, Journal] = {}
        self.due: dict[str, Journal] = {}
        """Journals with commits waiting for the writer's next pass."""
        self.writing = False
        self.closed = False
        self.writer = ThreadPoolExecutor(1, thread_name_prefix="journals")
        try:
            self.files.make_folder(folder)
        except OSError as error:
            raise DiskTrouble(error) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def create(self, table: str, header: Mapping[str, object]) -> Journal:
        """A journal for a new table; its file appears with the first commit.

        Raises `NotWritten` for a name that is taken or not a table id, and `DiskTrouble`.
        """
        path = self.path(table)
        try:
            taken = table in self.journals or self.files.holds(path)
        except OSError as error:
            raise DiskTrouble(error) from error
        if taken:
            raise NotWritten(f"Table {table} has a journal already.")
        journal = Journal(table, Pen(self.files, path, MAGIC))
        journal.append([dict(header)])
        self.journals[table] = journal
        return journal

    def resume(self, table: str) -> Journal:
        """The journal of a recovered table, to write more of it. Raises `NotWritten`."""
        if table not in self.journals:
            raise NotWritten(f"There is no journal of table {table}.")
        return self.journals[table]

    def let_go(self, table: str) -> None:
        """Leave a journal to the disk alone, until it is reopened. Raises `NotWritten` while a
        commit waits."""
        journal = self.resume(table)
        if journal.writing or journal.items:
            raise NotWritten(f"Table {table} is still being written down.")
        journal.pen.rest()
        del self.journals[table]

    async def reopen(self, table: str) -> Recovered:
        """Read a journal that was let go. Raises `Damaged`, `DiskTrouble` and `NotWritten`."""
        path = self.path(table)
        if table in self.journals:
            raise NotWritten(f"The journal of table {table} is open already.")
        try:
            pen, found = await asyncio.to_thread(self._read, path)
        except OSError as error:
            raise DiskTrouble(error) from error
        self.journals[table] = Journal(table, pen)
        return found

    async def commit(self, journal: Journal, entries: Sequence[object]) -> None:
        """Get entries, and all that was appended before them, onto the disk.

        Raises `DiskTrouble` when the disk refuses: these entries are then not in the journal and
        may be committed again. So do all commits of this journal waiting at that moment, since
        they may rest on what was refused. Raises `NotWritten` for entries that cannot be written.
        A caller canceled while waiting cannot know whether the entries were written.
        """
        if self.closed or self.journals.get(journal.table) is not journal:
            raise NotWritten(f"The journal of table {journal.table} is closed.")
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        journal.put(entries, done)
        self.due[journal.table] = journal
        if not self.writing:
            self.writing = True
            loop.call_soon(self._send, loop)  # after all commits of this turn of the loop
        await done

    def remove(self, table: str) -> None:
        """Delete the journal of a finished table. Raises `NotWritten` while a commit waits.

        After a power cut it may be back. Raises `DiskTrouble`.
        """
        path = self.path(table)
        journal = self.journals.get(table)
        if journal and (journal.writing or journal.waits):
            raise NotWritten(f"Table {table} is still being written down.")
        try:
            if journal:
                journal.pen.rest()
            with suppress(FileNotFoundError):
                self.files.remove(path)
        except OSError as error:
            raise DiskTrouble(error) from error
        self.journals.pop(table, None)

    def close(self) -> None:
        """Let the writer finish its pass, and end it; commits it has not begun are refused."""
        self.closed = True
        self.writer.shutdown()
        for journal in self.journals.values():
            journal.pen.rest()

    def recover(self) -> tuple[list[Recovered], list[SetAside]]:
        """Read every journal, when a host starts and before its first table.

        A torn end is cut off. A file that is damaged or not ours is moved to the folder
        `set-aside`, with a report, and the rest are still read. Raises `DiskTrouble` only when
        the folder itself cannot be read.
        """
        assert not self.journals, "recovered after a table was opened"
        try:
            sizes = self.files.look(self.folder)
        except OSError as error:
            raise DiskTrouble(error) from error
        recovered = []
        aside = []
        for name, size in sorted(sizes.items()):
            if name == ASIDE:
                continue
            try:
                if is_unfinished(name):
                    self.files.remove(self.folder / name)  # nobody was promised what is in it
                else:
                    recovered.append(self._recover(name, size))
            except Damaged as error:
                aside.append(self._set_aside(name, size, str(error)))
            except OSError as error:
                reason = f"It cannot be read: {error.strerror or error}."
                aside.append(self._set_aside(name, size, reason))
        return recovered, aside

    def path(self, table: str) -> Path:
        """Where a table's journal is. Raises `NotWritten` for anything but a table id."""
        if not TABLE.fullmatch(table):
            raise NotWritten(f"{table[:40]!a} is no table id, which is 4 to 16 of a-z and 0-9.")
        return self.folder / (table + ENDING)

    def _send(self, loop: asyncio.AbstractEventLoop) -> None:
        """Give the writer a stroke for each waiting journal."""
        strokes = [Stroke(journal, journal.take()) for journal in self.due.values()]
        self.due.clear()
        if self.closed:
            for stroke in strokes:
                stroke.journal.settle(stroke.items, NotWritten("The host closes its journals."))
            return
        passed = self.writer.submit(put_down, strokes)
        passed.add_done_callback(
            lambda passed: loop.call_soon_threadsafe(self._settle, loop, strokes, passed)
        )

    def _settle(
        self,
        loop: asyncio.AbstractEventLoop,
        strokes: Sequence[Stroke],
        passed: Future[None],
    ) -> None:
        """Tell those who waited for a pass, and begin the next one if anybody is waiting again."""
        bug = passed.exception()  # not the disk's fault: whoever waits must still hear of it
        for stroke in strokes:
            trouble = bug or (stroke.trouble and DiskTrouble(stroke.trouble))
            stroke.journal.settle(stroke.items, trouble)
            if stroke.journal.waits:
                self.due[stroke.journal.table] = stroke.journal
            else:
                self.due.pop(stroke.journal.table, None)
        self.writing = bool(self.due)
        if self.due:
            self._send(loop)

    def _recover(self, name: str, size: int | None) -> Recovered:
        """Read one journal and keep it for `resume`. Raises `Damaged` and `OSError`."""
        table = name.removesuffix(ENDING)
        if name == table or not TABLE.fullmatch(table) or size is None:
            raise Damaged("It is no journal.")
        pen, found = self._read(self.folder / name)
        self.journals[table] = Journal(table, pen)
        return found

    def _read(self, path: Path) -> tuple[Pen, Recovered]:
        """What a journal holds. Raises `Damaged` and `OSError`."""
        with self.files.read(path) as file:
            size = file.seek(0, SEEK_END)
            file.seek(0)
            good, values = read(file, size)
        # A host that was killed may have left data that is not on disk yet. A disk that refuses is
        # no reason to give up the table: its first commit rewrites all of it.
        with suppress(OSError):
            self.files.cut(path, len(good))
        torn = len(good) < size
        recovered = Recovered(path.name.removesuffix(ENDING), values[0], values[1:], torn)
        return Pen(self.files, path, good), recovered

    def set_aside(self, table: str, reason: str) -> SetAside:
        """Move away the journal of a table that was recovered but makes no sense."""
        journal = self.journals.pop(table)
        journal.pen.rest()
        name = self.path(table).name
        return self._set_aside(name, self.files.look(self.folder).get(name), reason)

    def _set_aside(self, name: str, size: int | None, reason: str) -> SetAside:
        """Move a file out of the way, with a report beside it, as far as the disk allows."""
        aside = self.folder / ASIDE
        safe = re.sub(r"[^A-Za-z0-9._-]", "_", name)[:100]
        try:
            self.files.make_folder(aside)
            there = self.files.look(aside)
            numbered = (f"{safe}.{n}" for n in count(1))
            new = next(n for n in numbered if n not in there and n + ".txt" not in there)
            self.files.rename(self.folder / name, aside / new)
        except OSError:
            return SetAside(safe, reason, None)
        what = "no plain file" if size is None else f"{size:,} bytes long"
        report = (
            f"This was {name!a}, {what}. When the host started it could not be trusted, so it was "
            f"set aside as it is, and the other tables play on. {reason}\n"
        )
        with suppress(OSError):
            file = self.files.create(aside / (new + ".txt"))
            try:
                file.write(report.encode())
            finally:
                file.close()
        return SetAside(safe, reason, aside / new)


class Item(NamedTuple):
    """Payloads that were handed in together."""

    payloads: list[bytes]
    done: asyncio.Future[None] | None
    """Who waits for them; None: they were only appended."""

    @property
    def size(self) -> int:
        return sum(HEAD.size + len(payload) for payload in self.payloads)


class Journal:
    """One table's journal, as the event loop sees it: what is still to be written."""

    __slots__ = ("items", "length", "pen", "table", "writing")

    def __init__(self, table: str, pen: Pen) -> None:
        self.table = table
        self.pen = pen
        self.items: list[Item] = []
        self.length = len(pen.kept)
        """The file's length, once all that was handed in is in it."""
        self.writing = False
        """Whether the writer is working on a stroke of it."""

    def append(self, entries: Sequence[object]) -> None:
        """Note entries, to be written with the next commit. Raises `NotWritten`."""
        self.put(entries, None)

    def put(self, entries: Sequence[object], done: asyncio.Future[None] | None) -> None:
        item = Item([pack(entry) for entry in entries], done)
        if item.size > LONGEST_STROKE:
            raise NotWritten(f"{item.size:,} bytes are too many for one commit.")
        if self.length + item.size > LONGEST_JOURNAL:
            raise NotWritten(f"The journal of table {self.table} is full.")
        self.length += item.size
        self.items.append(item)

    @property
    def waits(self) -> bool:
        """Whether a commit is waiting for the writer."""
        return any(item.done for item in self.items)

    def take(self) -> list[Item]:
        """The next stroke."""
        stroke: list[Item] = []
        room = LONGEST_STROKE
        while self.items and self.items[0].size <= room:
            room -= self.items[0].size
            stroke.append(self.items.pop(0))
        self.writing = True
        return stroke

    def settle(self, stroke: list[Item], trouble: BaseException | None) -> None:
        """Tell those who waited for a stroke; after trouble, also those who wait behind it."""
        self.writing = False
        told = stroke
        if trouble:
            told = stroke + self.items
            self.items = [item for item in told if item.done is None]  # nobody heard of it
            self.length -= sum(item.size for item in told if item.done)
        for item in told:
            if item.done is None or item.done.done():
                continue
            if trouble:
                item.done.set_exception(trouble)
            else:
                item.done.set_result(None)


@dataclass(slots=True, eq=False)
class Stroke:
    """What the writer puts down for one journal in one pass, and what went wrong."""

    journal: Journal
    items: list[Item]
    trouble: OSError | None = None


def put_down(strokes: Sequence[Stroke]) -> None:
    """One pass of the writer: write to every journal, then flush each; trouble stays in its own.

    In this order each flush leaves less to do for the next.
    """
    for stroke in strokes:
        payloads = [payload for item in stroke.items for payload in item.payloads]
        try:
            stroke.journal.pen.write(payloads)
        except OSError as error:
            stroke.trouble = error
            stroke.journal.pen.drop()
    for stroke in strokes:
        if stroke.trouble:
            continue
        try:
            stroke.journal.pen.flush()
        except OSError as error:
            stroke.trouble = error
            stroke.journal.pen.drop()


def is_unfinished(name: str) -> bool:
    """Whether a file is a journal that was being rewritten."""
    table = name.removesuffix(ENDING + UNFINISHED)
    return table != name and TABLE.fullmatch(table) is not None


SENTENCES = {
    errno.ENOSPC: "The host's disk is full; nothing is lost.",
    errno.EDQUOT: "The host's disk is full; nothing is lost.",
    errno.EROFS: "The host's disk can only be read; nothing is lost.",
}
