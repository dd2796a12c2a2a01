"""Every version that matters when two programs, or a program and an old file, do not agree."""

from __future__ import annotations

import json
from importlib.metadata import version
from typing import Any

from moontui.plain.out import say


def versions() -> dict[str, Any]:
    """By what has one: the program, what is said on the wire, what lies on disks, and the rules."""
    from engine import position, record  # slow to import, and most people want one line
    from engine.games import GAMES
    from moontui.client import backup
    from moontui.programs import lines
    from net import invites, journal_format, messages

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
    say(json.dumps(versions()) if as_json else f"moontui {version('moontui')}")
    return 0
