"""Every version that matters when two programs, or a program and an old file, do not agree."""

from __future__ import annotations

import json
from importlib.metadata import version
from typing import Any

from engine import position, record
from engine.games import GAMES
from moontui.client import backup
from moontui.plain.out import say
from moontui.programs import lines
from net import invites, journal_format, messages


def versions() -> dict[str, Any]:
    """By what has one: the program, what is said on the wire, what lies on disks, and the rules."""
    return {
        "moontui": version("moontui"),
        "protocol": messages.VERSION,
        "journal": journal_format.FORMAT,
        "record": int(record.FORMAT.split()[-1]),
        "backup": int(backup.TITLE.split()[-1]),
        "invitation": invites.VERSION >> 4,
        "puzzle": position.VERSION,
        "program": lines.VERSION,
        "rules": {name: game.version for name, game in GAMES.items()},
    }


def print_versions(*, as_json: bool) -> int:
    """For people one line, for programs all of them."""
    found = versions()
    say(json.dumps(found) if as_json else f"moontui {found['moontui']}")
    return 0
