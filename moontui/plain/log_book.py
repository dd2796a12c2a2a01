"""What went wrong lately on this machine, kept in the data folder for a report on a bug.

Nothing in it could name a person, a place or a card, since it is not what was printed with secrets
taken out. It is made of words of our own code, numbers, kinds of errors, and lines of code.
"""

from __future__ import annotations

import errno
import logging
import os
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import gmtime, strftime

from moontui.plain.out import note
from net.reading import read_small
from net.text import tame

NAME, BEFORE = "log.txt", "log.old.txt"
ROOM = 64 * 1024
"""How long the book may get before it becomes the one from before."""
PER_MINUTE = 5
"""How often the same is written down: a stranger must not be able to fill the book."""
FRAMES = 12
"""How much is told of the way to an error, from its end."""
OURS = ("engine", "net", "moontui")
"""Whose words are told; others put into theirs what they please."""
PARTS = Path(__file__).parents[2]


class LogBook(logging.Handler):
    """Writes warnings and errors into a file that only its owner can read."""

    def __init__(self, folder: Path) -> None:
        super().__init__(logging.WARNING)
        self.folder = folder
        self.minute, self.times = 0, dict[str, int]()
        """How often each thing was written in this minute."""

    def emit(self, record: logging.LogRecord) -> None:
        minute = int(record.created // 60)
        if minute != self.minute:
            self.minute, self.times = minute, {}
        what = f"{record.name}: {record.msg if is_ours(record) else ''}"
        self.times[what] = self.times.get(what, 0) + 1
        if self.times[what] <= PER_MINUTE:
            with suppress(OSError):  # a full disk is told of elsewhere
                write(self.folder, entry(record))


@contextmanager
def keeping_book(folder: Path) -> Iterator[None]:
    """Meanwhile, what goes wrong in this process is also written down there."""
    root, book = logging.getLogger(), LogBook(folder)
    root.addHandler(book)
    try:
        yield
    except Exception as error:
        note(error)
        raise
    finally:
        root.removeHandler(book)


def entry(record: logging.LogRecord) -> str:
    """A record as it is kept: one line, and one more for the error it is about."""
    when = strftime("%Y-%m-%d %H:%M:%S", gmtime(record.created))
    told = f"{when} {record.levelname} {record.name}: {message(record)}\n"
    error = record.exc_info[1] if record.exc_info else None
    return told + (f"  | {way_to(error)}\n" if error is not None else "")


def message(record: logging.LogRecord) -> str:
    """What our code says, with nothing filled in but numbers and kinds of errors."""
    if not is_ours(record):
        return "…"
    values = record.args if isinstance(record.args, tuple) else ()
    try:
        return tame(str(record.msg) % tuple(map(harmless, values)) if values else str(record.msg))
    except (TypeError, ValueError):
        return tame(str(record.msg))


def is_ours(record: logging.LogRecord) -> bool:
    return record.name.partition(".")[0] in OURS


def harmless(value: object) -> object:
    """A value of a message as far as it says nothing about anybody."""
    if isinstance(value, BaseException):
        return kind_of(value)
    return value if isinstance(value, int | float) else "…"


def kind_of(error: BaseException) -> str:
    """What an error is, without its words: those may quote anything."""
    number = error.errno if isinstance(error, OSError) else None
    return " ".join((type(error).__name__, errno.errorcode.get(number or 0, ""))).strip()


def way_to(error: BaseException) -> str:
    """Where an error comes from, the last call first, and what it comes of."""
    calls = [
        f"{place(frame.f_code.co_filename)}:{line} {frame.f_code.co_name}"
        for frame, line in traceback.walk_tb(error.__traceback__)
    ]
    told = " < ".join((kind_of(error), *reversed(calls[-FRAMES:])))
    cause = error.__cause__ or error.__context__
    return tame(f"{told} << {kind_of(cause)}" if cause is not None else told)


def place(file: str) -> str:
    """A file of code by its name in its package; the folders above may name a person."""
    path = Path(file)
    if path.is_relative_to(PARTS) and path.relative_to(PARTS).parts[0] in OURS:
        return path.relative_to(PARTS).as_posix()
    return "/".join(path.parts[-2:]) if "site-packages" in path.parts else path.name


def write(folder: Path, text: str) -> None:
    """Raises `OSError`."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    book = folder / NAME
    with suppress(FileNotFoundError):
        if book.stat().st_size + len(text) > ROOM:
            book.replace(folder / BEFORE)
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
    careful = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    handle = os.open(book, flags | careful, 0o600)
    with os.fdopen(handle, "ab") as file:
        file.write(text.encode())


def last_entries(folder: Path, lines: int) -> list[str]:
    """The end of the book, tame whatever has become of the file."""
    found: list[str] = []
    for name in (BEFORE, NAME):
        with suppress(OSError):
            found += read_small(folder / name, 2 * ROOM).decode(errors="replace").splitlines()
    return [tame(line)[:1000] for line in found[-lines:]]
