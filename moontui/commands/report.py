"""`moontui doctor --report`: what helps to find a bug, in a file that can be shown to strangers.

It is built from what may be told, never by taking secrets out of something else: there is no line
in it for a name, an address or a path.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from engine.bots.dial import LEVELS
from engine.bots.strength import MATCH
from engine.games import GAMES
from moontui.client.settings import CHOICES, Settings
from moontui.commands.versions import versions
from moontui.plain.log_book import last_entries
from moontui.plain.out import complain, say
from moontui.words.catalogue import Catalogue
from net.security import private_file

PACKAGES = (
    "asyncssh",
    "cryptography",
    "msgpack",
    "msgspec",
    "platformdirs",
    "segno",
    "textual",
    "textual-serve",
    "wcwidth",
    "zeroconf",
)
TERMINAL = ("TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "LANG", "LC_ALL")
"""Variables that name a kind of terminal; their values are told if they look like such a name."""
WITHIN = ("TMUX", "STY", "SSH_CONNECTION", "WT_SESSION", "NO_COLOR", "MOONTUI_DATA")
"""Variables of which it is only told whether they are set."""
LISTED = CHOICES | {"game": (*GAMES,), "level": ("", MATCH, *LEVELS)}
"""Settings that are chosen from a list, and the list."""
FILES = ("records/*.moon", "tables/*.journal", "reports/*.txt", "*.damaged")
LOG_LINES = 100
PLAIN = re.compile(r"[\w.-]{1,30}", re.ASCII)
"""Names of terminals and languages: no blank, no slash, no foreign letter."""

Told = tuple[str, bool]
"""A finding of the doctor's in words for strangers, and whether it is fine."""


def write_report(path: Path, words: Catalogue, data: Path, findings: Iterable[Told]) -> int:
    """Write the report, to where it was wished for or into this folder; never over a file."""
    now = datetime.now(UTC)
    if path == Path():
        path = Path(f"moontui-report-{now:%Y%m%d-%H%M%S}.txt")
    text = "\n".join((*report(words, data, findings, now), ""))
    try:
        if path.exists():
            raise FileExistsError(17, "There is such a file already", str(path))
        private_file(path, text.encode())
    except OSError as error:
        complain(words.say("report", "not_written", file=path, why=error.strerror or error))
        return 2
    say("", words.say("report", "written", file=path))
    return 0


def report(words: Catalogue, data: Path, findings: Iterable[Told], now: datetime) -> Iterator[str]:
    """Its lines; the first say what is in it."""
    yield words.say("report", "title", when=f"{now:%Y-%m-%d %H:%M}")
    yield words.say("report", "holds")
    yield words.say("report", "lacks")
    marks = {fine: words.say("report", "fine" if fine else "wrong") for fine in (True, False)}
    parts: dict[str, Iterable[str]] = {
        "versions": of_the_program(),
        "system": of_the_system(),
        "terminal": of_the_terminal(),
        "settings": of_the_player(data),
        "files": (f"{pattern}: {len([*data.glob(pattern)])}" for pattern in FILES),
        "findings": (f"{marks[fine]}: {told}" for told, fine in findings),
        "log": last_entries(data, LOG_LINES),
    }
    for part, lines in parts.items():
        yield from ("", f"## {words.say('report', part)}", "")
        yield from [*lines] or [words.say("report", "empty")]


def of_the_program() -> Iterator[str]:
    """Every version that matters, and those of the packages that are there."""
    yield from (f"{name}: {one}" for name, one in versions().items())
    for package in PACKAGES:
        try:
            yield f"{package}: {version(package)}"
        except PackageNotFoundError:
            yield f"{package}: -"


def of_the_system() -> Iterator[str]:
    yield f"Python {platform.python_version()}, {platform.python_implementation()}"
    release = re.match(r"[\d.]*", platform.release())  # what comes after it may be a name
    yield f"{platform.system()} {release[0] if release else ''}, {platform.machine()}"
    yield f"sys.stdout: {getattr(sys.stdout, 'encoding', None) or '-'}"


def of_the_terminal() -> Iterator[str]:
    columns, rows = shutil.get_terminal_size()
    yield f"{columns}x{rows}"
    for name in TERMINAL:
        if value := os.environ.get(name):
            yield f"{name}: {value if PLAIN.fullmatch(value) else '…'}"
    yield from (f"{name}: …" for name in WITHIN if name in os.environ)


def of_the_player(data: Path) -> Iterator[str]:
    """What is chosen from lists, and how many keys are others than usual."""
    kept = Settings.load(data / "settings.json").plain()
    for name, values in LISTED.items():
        yield f"{name}: {kept[name] if kept[name] in values else '…'}"
    yield f"players: {kept['players']}"
    yield f"keymap: {len(kept['keymap'])}"
