"""`moontui admin`: look after a host that runs on this machine, one line at a time."""

from __future__ import annotations

import argparse
import json
import shlex
from errno import EAFNOSUPPORT
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from moontui.plain.out import complain, say
from moontui.plain.table import by_lines
from moontui.words.catalogue import Catalogue
from net.doors.admin import admin_socket
from net.doors.unix import dial
from net.text import CHAT_CELLS, clean

LONGEST = 16_000_000
"""The longest answer, in bytes; a full house takes a hundredth of that."""


def run_admin(wish: argparse.Namespace, words: Catalogue, data: Path) -> int:
    """Say something to the host that keeps its games in a folder, and print its answer."""
    if wish.words in ([], ["help"]) and not wish.json:  # needs no host
        by_lines(words.say("admin", "commands"), say)
        return 0
    try:
        answer = asked(admin_socket(data), shlex.join(wish.words))
    except (OSError, ValueError, RecursionError) as error:
        complain(unheard(error, words, data))
        return 1
    if wish.json:
        say(json.dumps(msgspec.to_builtins(answer), ensure_ascii=False))
    elif answer.rows is not UNSET:
        print_rows(answer.rows, words)
    else:
        key = answer.done or answer.wrong or ""
        say(words.heard("admin", key, count=answer.count or 0))
        if key == "no_such_command":
            by_lines(words.say("admin", "commands"), say)
    return 2 if answer.wrong else 0


def run_check(words: Catalogue, data: Path) -> int:
    """Whether the host that keeps its games in a folder answers, for whoever looks after it."""
    try:
        rows = asked(admin_socket(data), "tables").rows
    except (OSError, ValueError, RecursionError) as error:
        complain(unheard(error, words, data))
        return 1
    say(words.say("admin", "answers", folder=data, count=0 if rows is UNSET else len(rows)))
    return 0


def unheard(error: Exception, words: Catalogue, data: Path) -> str:
    """Why a host could not be asked, in a sentence."""
    if isinstance(error, OSError) and error.errno == EAFNOSUPPORT:
        return words.say("admin", "no_sockets")
    key = "not_yours" if isinstance(error, PermissionError) else "nobody_home"
    return words.say("admin", key, folder=data)


class Answer(msgspec.Struct):
    """What a host answers: a list of things, what was done, or what was wrong, as a message key."""

    rows: list[dict[str, str | int | float | bool | None]] | UnsetType = UNSET
    done: str | UnsetType = UNSET
    wrong: str | UnsetType = UNSET
    count: int | UnsetType = UNSET


def asked(socket: Path, line: str) -> Answer:
    """What a host answers to a line. Raises `OSError`, or `ValueError` if it makes no sense."""
    with dial(socket) as call:
        call.settimeout(10)
        call.sendall(line.encode("utf-8", "replace") + b"\n")
        told = b""
        while len(told) <= LONGEST and (data := call.recv(65536)):
            told += data
    return msgspec.json.decode(told, type=Answer)


def print_rows(rows: list[dict[str, Any]], words: Catalogue) -> None:
    """Columns under their headings, as wide as they need to be."""
    if not rows:
        say(words.say("admin", "nothing"))
        return
    names = list(rows[0])
    texts = [[clean(str(row.get(name, "")), CHAT_CELLS) or "-" for name in names] for row in rows]
    widths = [max(len(line[n]) for line in [names, *texts]) for n in range(len(names))]
    for line in [names, *texts]:
        cells = (text.ljust(width) for text, width in zip(line, widths, strict=True))
        say("  ".join(cells).rstrip())
