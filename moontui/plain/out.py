"""Everything that is printed outside the app: lines, questions, logs and tracebacks, all tame.

No other module prints. Whatever a host, a guest or a file has put into a line can neither act on
the terminal nor pass for a line of its own.
"""

from __future__ import annotations

import getpass
import logging
import re
import sys
import threading
import traceback
from collections.abc import Iterable, Sequence
from shutil import get_terminal_size
from typing import TextIO

from net.text import tame, width

POOR = ("dumb", "unknown")
"""Terminals that would show the app as a jumble of characters."""
INDENT = "    "
ASIDE = "  | "
"""Begins every line that carries on with a message, so that none can pass for another message."""


def say(*lines: str) -> None:
    """Print lines, each argument one of them."""
    put(sys.stdout, lines)


def explain(sentences: str) -> None:
    """Print sentences, on a terminal broken between words rather than wherever it ends."""
    terminal = sys.stdout.isatty()
    say(*(folded(sentences, get_terminal_size().columns) if terminal else [sentences]))


def complain(*lines: str) -> None:
    """The same, where what went wrong is told."""
    put(sys.stderr, lines)


def put(stream: TextIO, lines: Iterable[str], end: str = "\n") -> None:
    text = "".join(tame(line) + end for line in lines)
    encoding = getattr(stream, "encoding", None) or "utf-8"  # while the app runs, it has none
    stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
    stream.flush()


def progress(line: str, last: bool) -> None:
    """Print a line over the one before, on a terminal."""
    sys.stderr.write("\r")
    put(sys.stderr, [line], end="\n" if last else "")


def on_white(rows: Sequence[str]) -> None:
    """Print a picture dark on light, whatever the terminal's colors are."""
    for row in rows:
        sys.stdout.write(f"  \x1b[30;107m{tame(row)}\x1b[0m\n")
    sys.stdout.flush()


def ask(question: str) -> str:
    """A line typed in answer. Raises `EOFError`."""
    return input(tame(question))


def ask_secretly(question: str) -> str:
    """The same, and what is typed is not shown."""
    return getpass.getpass(tame(question))


# ── what nobody meant to print ──────────────────────────────────────────────────────────────────


class Log(logging.Handler):
    """Prints what is logged, with the time if it is a host's log."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            complain(*self.format(record).split("\n"))
        except OSError:
            pass  # there is nobody left to tell
        except Exception:
            self.handleError(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  # logging's name
        complain(f"{record.name}: a line of the log could not be written.")


class Aside(logging.Formatter):
    """A record as one line, and all that follows it set off from other records."""

    def format(self, record: logging.LogRecord) -> str:
        return super().format(record).replace("\n", f"\n{ASIDE}")


def watch_over(level: int = logging.WARNING, form: str = "%(message)s") -> None:
    """From now on, whatever is logged or goes wrong in this process is printed tamely."""
    root, log = logging.getLogger(), Log()
    log.setFormatter(Aside(form, "%Y-%m-%d %H:%M:%S"))
    root.handlers = [old for old in root.handlers if not isinstance(old, Log)] + [log]
    root.setLevel(level)
    logging.captureWarnings(True)
    sys.excepthook = lambda _, error, __: trace(error)
    threading.excepthook = lambda failed: trace(failed.exc_value)
    sys.unraisablehook = lambda failed: trace(failed.exc_value)


def trace(error: BaseException | None) -> None:
    """Print how it came to an error that nobody caught."""
    if error is not None and not isinstance(error, SystemExit):
        first, *rest = "".join(traceback.format_exception(error)).rstrip("\n").split("\n")
        complain(first, *(f"{ASIDE}{line}" for line in rest))
        note(error)


def note(error: BaseException) -> None:
    """Have an error that nobody caught written down, without printing it."""
    about = type(error), error, error.__traceback__
    words = "an error that nobody caught"
    record = logging.LogRecord("moontui", logging.CRITICAL, "", 0, words, (), about)
    for handler in logging.getLogger().handlers:
        if not isinstance(handler, Log):
            handler.handle(record)


def folded(line: str, cells: int) -> list[str]:
    """A line on rows of a terminal, all but the first of them further in."""
    rows, room = [""], max(20, cells - 1)
    for word in re.findall(r"\s*\S+", line):
        if rows[-1].strip() and width(rows[-1]) + width(word) > room:
            rows.append(INDENT + word.lstrip())
        else:
            rows[-1] += word
        while width(rows[-1]) > room:  # a word too long for any row
            fits = next(n for n in range(len(rows[-1]), 0, -1) if width(rows[-1][:n]) <= room)
            rows[-1:] = [rows[-1][:fits], INDENT + rows[-1][fits:]]
    return rows
