"""`moontui backup` and `moontui restore`: everything of a player's goes to another machine."""

from __future__ import annotations

import argparse
import sys
from datetime import date
from pathlib import Path

from moontui.client import backup
from moontui.plain.out import ask, complain, say
from moontui.words.catalogue import Catalogue


def run_backup(wish: argparse.Namespace, words: Catalogue, data: Path) -> int:
    """Put everything into a file, and say what is secret about it."""
    path = wish.file or Path(f"moontui-{date.today():%Y-%m-%d}.backup")
    try:
        whole = backup.gathered(data)
        backup.write(whole, path)
    except OSError as error:
        complain(words.say("backup", "not_written", file=path, why=error.strerror or error))
        return 2
    counts = {
        "matches": len(whole.matches),
        "hosts": len(whole.hosts),
        "seats": len(whole.seats),
    }
    say(words.say("backup", "written", file=path, **counts), words.say("backup", "secret"))
    return 0


def run_restore(wish: argparse.Namespace, words: Catalogue, data: Path) -> int:
    """Bring back what is in a file, next to what is here already."""
    try:
        whole = backup.read(wish.file)
        wanted = wants_settings(wish.settings, words, data)
        done = backup.restore(data, whole, wanted)
    except backup.BadBackup as bad:
        complain(words.say("backup", str(bad), file=wish.file))
        return 1
    except OSError as error:
        why = error.strerror or error
        complain(words.say("backup", "not_restored", file=wish.file, why=why))
        return 2
    say(words.say("backup", "restored", matches=done.matches, hosts=done.hosts, seats=done.seats))
    say(words.say("backup", "settings_taken" if done.settings else "settings_kept"))
    return 0


def wants_settings(wish: str, words: Catalogue, data: Path) -> bool:
    """Whether the settings in the file replace those of this machine; if there are any, somebody
    who can answer is asked."""
    if wish or not (data / "settings.json").exists():
        return wish != "keep"
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    try:
        answer = ask(words.say("backup", "which_settings"))
    except EOFError:
        return False
    return answer.strip().lower() in words.say("backup", "yes").split()
