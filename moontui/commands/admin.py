"""`moontui admin`: look after a host that runs on this machine, one line at a time."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from pathlib import Path
from typing import Any

from moontui.words.catalogue import Catalogue
from net.doors.admin import admin_socket
from net.doors.unix import dial
from net.text import CHAT_CELLS, clean


def run_admin(wish: argparse.Namespace, words: Catalogue, data: Path) -> int:
    """Say something to the host that keeps its games in a folder, and print its answer."""
    if wish.words in ([], ["help"]) and not wish.json:  # needs no host
        print(words.say("admin", "commands"))
        return 0
    try:
        answer = asked(admin_socket(data), shlex.join(wish.words))
    except PermissionError:
        print(words.say("admin", "not_yours", folder=data), file=sys.stderr)
        return 1
    except (OSError, ValueError):
        print(words.say("admin", "nobody_home", folder=data), file=sys.stderr)
        return 1
    if wish.json:
        print(json.dumps(answer, ensure_ascii=False))
    elif "rows" in answer:
        print_rows(answer["rows"], words)
    else:
        key = str(answer.get("done") or answer.get("wrong"))
        print(words.say("admin", key, count=answer.get("count", 0)))
        if key == "no_such_command":
            print(words.say("admin", "commands"))
    return 2 if "wrong" in answer else 0


def asked(socket: Path, line: str) -> dict[str, Any]:
    """What a host answers to a line. Raises `OSError`, or `ValueError` if it makes no sense."""
    with dial(socket) as call:
        call.settimeout(10)
        call.sendall(line.encode() + b"\n")
        told = b""
        while data := call.recv(65536):
            told += data
    answer: dict[str, Any] = json.loads(told)
    return answer


def print_rows(rows: list[dict[str, Any]], words: Catalogue) -> None:
    """Columns under their headings, as wide as they need to be."""
    if not rows:
        print(words.say("admin", "nothing"))
        return
    names = list(rows[0])
    texts = [[clean(str(row[name]), CHAT_CELLS) or "-" for name in names] for row in rows]
    widths = [max(len(line[n]) for line in [names, *texts]) for n in range(len(names))]
    for line in [names, *texts]:
        cells = (text.ljust(width) for text, width in zip(line, widths, strict=True))
        print("  ".join(cells).rstrip())
