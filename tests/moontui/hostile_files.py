"""Files that somebody else wrote, or nobody: each goes through everything that reads one.

A seed makes one such file of every kind. A reader may refuse it with a sentence or make the best of
it; it may not raise anything else, hang, or read without end.
"""

from __future__ import annotations

import asyncio
import io
import json
import logging
import os
import signal
import sys
import threading
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from engine.games import GAMES
from engine.position import BadPosition, opened
from engine.record import BadRecord
from moontui.client import backup
from moontui.client.deals import Deals
from moontui.client.ledger import Ledger
from moontui.client.nights import Nights, Played
from moontui.client.place import NoPlace, Place, parse
from moontui.client.recent import RecentHosts
from moontui.client.records import names_of, players_of, read_record, replay_of
from moontui.client.settings import Settings
from moontui.client.trust import KnownHosts
from moontui.commands.cli import main
from moontui.puzzles.book import Book as PuzzleBook
from moontui.puzzles.puzzle import shipped
from net.doors.ssh import host_key
from net.doors.web import LEAST, kept_token
from net.guests import Bans, Book
from net.host import Host
from net.invites import BadInvite, Invite
from net.journal_format import MAGIC, frame, pack, read
from net.journal_format import NotWritten as Unwritable
from net.security import BadKey, load_or_make
from net.tokens import Tokens
from tests.engine.records import played
from tests.moontui.desk import keep
from tests.moontui.scenes import Listener

OLD = Path(__file__).parents[1] / "net" / "old"
LONGEST_WAIT = 20
"""Seconds after which a reader hangs."""

DEEP = "[" * 100_000
WORDS: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    7,
    10**7,
    2**63,
    10**400,
    1.5,
    -0.0,
    1e308,
    float("inf"),
    float("nan"),
    "",
    "x" * 100_000,
    "../../x",
    "/etc/passwd",
    "9" * 5_000,
    "\x00",
    "\ud800",
    "\x1b]52;c;ZXZpbA==\x07",
    "\nThe shuffle was fixed",
    "é" * 2_000,
    "00" * 32,
    "wolfmoon",
    "²",
    [],
    [[]],
    ["x"] * 10_000,
    [1, "play", 2],
    {},
    {"format": 1},
    {"": {"": {}}},
)
"""What may stand where something else belongs."""


def spoilt(value: Any, rng: Random) -> Any:
    """A value with one part of it replaced, left out, repeated or renamed."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        match rng.randrange(8):
            case 0:
                return {name: part for name, part in value.items() if name != key}
            case 1:
                return {**value, str(rng.choice(WORDS))[:99]: rng.choice(WORDS)}
            case _:
                return {**value, key: spoilt(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.8:
        at = rng.randrange(len(value))
        match rng.randrange(8):
            case 0:
                return value[:at]
            case 1:
                return value + value[at:]
            case _:
                return [*value[:at], spoilt(value[at], rng), *value[at + 1 :]]
    return rng.choice(WORDS)


def scrambled(data: bytes, rng: Random) -> bytes:
    """Bytes of which some are others, or missing, or too many, or not bytes of text at all."""
    at = rng.randrange(len(data) + 1)
    match rng.randrange(8):
        case 0:
            return data[:at]
        case 1:
            return data[:at] + rng.randbytes(rng.randrange(1, 40)) + data[at:]
        case 2:
            return b"".join(bytes([byte ^ (rng.random() < 0.02)]) for byte in data)
        case 3:
            return data.replace(b"1", str(rng.choice(("Infinity", "1e999", 10**300))).encode())
        case 4:
            return data[:at] + DEEP.encode() + data[at:]
        case 5:
            return data + data[at:] * 3
        case 6:
            return data.decode("utf-8", "replace").encode("utf-16")
        case _:
            return rng.randbytes(rng.randrange(2_000))


def bad_json(good: list[Any], rng: Random) -> bytes:
    """Lines of JSON, one of them spoilt or all of them scrambled."""
    at = rng.randrange(len(good)) if rng.random() < 0.4 else 0
    lines = [spoilt(line, rng) if n == at else line for n, line in enumerate(good)]
    data = "".join(json.dumps(line) + "\n" for line in lines).encode()
    return scrambled(data, rng) if rng.random() < 0.3 else data


def bad_journal(rng: Random) -> bytes:
    """A journal of long ago with an entry spoilt, its checksum right; or scrambled."""
    good = rng.choice(sorted(OLD.glob("*.journal"))).read_bytes()
    if rng.random() < 0.3:
        return scrambled(good, rng)
    _, values = read(io.BytesIO(good), len(good))
    at = rng.randrange(len(values)) if rng.random() < 0.7 else 0
    values[at] = spoilt(values[at], rng)
    try:
        return MAGIC + frame([pack(value) for value in values], firm=True)
    except (Unwritable, UnicodeEncodeError):
        return MAGIC + frame([pack([])], firm=True)


# ── whatever else a path may lead to ────────────────────────────────────────────────────────────


def odd_file(path: Path, rng: Random) -> None:
    """Not a file at all, or one that does not end."""
    match rng.randrange(6):
        case 0:
            os.mkfifo(path)
        case 1:
            path.symlink_to("/dev/zero")
        case 2:
            path.mkdir()
        case 3:
            path.symlink_to(path)
        case 4:
            path.touch()
            os.truncate(path, 5_000_000_000)
        case _:
            path.symlink_to("/dev/full")


def put(path: Path, data: bytes, rng: Random) -> None:
    """A hostile file: mostly a plain one with hostile content."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if rng.random() < 0.1:
        odd_file(path, rng)
    else:
        path.write_bytes(data)


@contextmanager
def no_hang() -> Iterator[None]:
    """Whoever takes too long is interrupted."""

    def ring(*_: object) -> None:
        raise AssertionError("it hangs")

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(LONGEST_WAIT)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def as_before() -> Iterator[None]:
    """Whatever a command does about logs and tracebacks in this process is undone."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    hooks = sys.excepthook, sys.unraisablehook, threading.excepthook
    try:
        yield
    finally:
        root.handlers, root.level = handlers, level
        sys.excepthook, sys.unraisablehook, threading.excepthook = hooks
        logging.captureWarnings(False)


# ── the readers ─────────────────────────────────────────────────────────────────────────────────


def verify(folder: Path, rng: Random) -> None:
    """`moontui verify`: tame lines, and just one if there is no proof, whatever the file says."""
    file = folder / "x.moon"
    good = rng.choice(sorted(OLD.glob("*.moon"))).read_text(encoding="utf-8")
    put(file, bad_json([json.loads(line) for line in good.splitlines()], rng), rng)
    written = io.StringIO()
    with redirect_stdout(written), redirect_stderr(written), as_before():
        status = main(["verify", str(file)])
    text = written.getvalue()
    assert status in (0, 1, 2)
    assert status == 0 or text.count("\n") == 1, ascii(text)
    assert all(line.isprintable() for line in text.split("\n")), ascii(text)


def replay(folder: Path, rng: Random) -> None:
    """The list of records, and a replay of each that can begin, to its last step."""
    verify(folder / "records", rng)  # which leaves its file there
    for kept in Ledger(folder).all():
        try:
            record = read_record(folder / "records" / kept.file)
            assert len(names_of(record)) == len(players_of(record)) == record.seats
            story = replay_of(record)
        except BadRecord:
            continue
        story.state(story.last)


def ledger(folder: Path, rng: Random) -> None:
    """A ledger of matches: whatever it says, the matches are listed as they are."""
    keep(folder, played())
    (one,) = Ledger(folder).all()
    good = msgspec.json.decode((folder / "ledger.json").read_bytes())
    (folder / "ledger.json").unlink()
    put(folder / "ledger.json", bad_json([good], rng), rng)
    (listed,) = Ledger(folder).all()
    assert listed.file == one.file


def saved(folder: Path, rng: Random) -> None:
    """A file with everything of a player's: all of it comes back, or nothing."""
    keep(folder, played())
    good = backup.pack(backup.gathered(folder))
    plain = msgspec.to_builtins(backup.gathered(folder))
    packed = backup.TITLE + zlib.compress(msgspec.msgpack.encode(tidy(spoilt(plain, rng))))
    put(folder / "file", rng.choice([packed, scrambled(good, rng)]), rng)
    new = folder / "new"
    try:
        backup.restore(new, backup.read(folder / "file"), True)
    except (backup.BadBackup, OSError):
        assert not new.exists() or not any(file.is_file() for file in new.rglob("*"))
        return
    assert {file.parent for file in new.rglob("*") if file.is_file()} <= {new, new / "records"}


def tidy(value: Any) -> Any:
    """A value without numbers and signs that msgpack cannot hold."""
    if isinstance(value, dict):
        return {str(tidy(key)): tidy(part) for key, part in value.items()}
    if isinstance(value, list):
        return [tidy(part) for part in value]
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    return 0 if isinstance(value, int) and abs(value) >= 2**63 else value


def settings(folder: Path, rng: Random) -> None:
    """What the player has set, as far as it makes sense."""
    good = {"name": "Ana", "theme": "moon", "players": 4, "keymap": {"help": "f1"}, "bell": True}
    good |= {"played": {"wolfmoon": "4 easy match"}, "options": {"wolfmoon.start": "1"}}
    put(folder / "settings.json", bad_json([good], rng), rng)
    kept = Settings.load(folder / "settings.json")
    assert kept.name.isprintable()
    for game in GAMES.values():
        kept.choose(game)
        kept.house_rules(game)
    kept.save()


def notes(folder: Path, rng: Random) -> None:
    """Hosts where the player has been, deals that were seen, names that are held, bans."""
    good: list[Any] = [{"address": "192.0.2.7", "port": 4000, "name": "Rowan"}]
    put(folder / "recent.json", bad_json([good], rng), rng)
    recent = RecentHosts(folder / "recent.json")
    recent.add("192.0.2.8", 1, "Base")
    assert "192.0.2.8" in [host.address for host in recent.list()]
    put(folder / "deals.json", bad_json([{"key/table": {"commitment": "00" * 32}}], rng), rng)
    Deals(folder / "deals.json", Listener()).all()
    put(folder / "names.json", bad_json([{"key": "Ana", "other": "Bo"}], rng), rng)
    assert Book(folder / "names.json").claim("new", "Zoe")
    put(folder / "bans.json", bad_json([["192.0.2.66"]], rng), rng)
    Bans(folder / "bans.json").add("192.0.2.67")
    assert Bans(folder / "bans.json").includes("192.0.2.67")


def trust(folder: Path, rng: Random) -> None:
    """Seats to come back to, and hosts that were met: what is learnt anew counts."""
    seat = {"host": "ab" * 32, "table": "wolfmid1", "token": "00" * 16}
    put(folder / "tokens.json", bad_json([{"version": 2, "seats": [seat]}], rng), rng)
    tokens = Tokens(folder / "tokens.json")
    with suppress(IsADirectoryError):
        tokens.keep("cd" * 32, "moonmid1", "11" * 16)
        assert tokens.at("cd" * 32).get("moonmid1") == "11" * 16
    met = {"key": "ab" * 16, "name": "Rowan", "places": ["192.0.2.7:4000"]}
    put(folder / "hosts.json", bad_json([{"version": 2, "hosts": [met]}], rng), rng)
    place, known = Place("192.0.2.8", 4000), KnownHosts(folder / "hosts.json")
    known.remember(place, bytes(16), "Base")
    assert known.key_at(place) == bytes(16)


def nights_and_puzzles(folder: Path, rng: Random) -> None:
    """Nights that were played, puzzles and how they went, and a position that somebody pasted."""
    night = {"date": "2026-11-17", "game": "wolfmoon", "rules": 1, "begun": "2026-11-17"}
    put(folder / "nights.json", bad_json([[night | {"won": True, "fields": "2210"}]], rng), rng)
    nights = Nights(folder)
    nights.put(Played("2026-11-18", "moonlight", 1, "2026-11-18", won=False))
    assert all(one.night is None or one.night.game in GAMES for one in nights.all())
    shipped_one = msgspec.to_builtins(shipped()[0])
    solved = {"version": 1, "own": [shipped_one], "progress": {}, "looked": ["wolfmoon-1.moon"]}
    put(folder / "puzzles.json", bad_json([solved], rng), rng)
    PuzzleBook(folder).today(20_000)
    code = scrambled(shipped()[0].code.encode(), rng).decode(errors="replace")
    with suppress(BadPosition):
        opened(GAMES, code)


def keys(folder: Path, rng: Random) -> None:
    """A host's certificate, its SSH key and the token of its page: a damaged one is refused, or
    replaced where nobody relies on it."""
    for name, read_key, refusal in (
        ("identity/certificate.pem", lambda: load_or_make(folder), BadKey),
        ("ssh/host_key", lambda: host_key(folder / "ssh" / "host_key"), ValueError),
        ("web/token", lambda: kept_token(folder / "web" / "token"), OSError),
    ):
        put(folder / name, scrambled(b"-----BEGIN " + rng.randbytes(40).hex().encode(), rng), rng)
        with suppress(refusal):
            found = read_key()
            assert not isinstance(found, str) or len(found) >= LEAST, name


def invitation(folder: Path, rng: Random) -> None:
    """Whatever is pasted where a host is asked for."""
    good = Invite("192.0.2.7", 4000, bytes(16), private=False).encode().encode()
    text = scrambled(good, rng).decode("utf-8", "surrogateescape")
    for pasted in (text, f"MOON-{text}", f"[::1]:{text}", f"moontui join {text}"):
        with suppress(BadInvite, NoPlace):
            assert str(parse(pasted)).isprintable()


def journals(folder: Path, rng: Random) -> None:
    """A host that finds a hostile journal starts, and an honest table beside it plays on; so does
    one that finds nonsense about tables that came or went."""
    (folder / "tables").mkdir()
    honest = OLD / "wolfmid1.journal"
    (folder / "tables" / honest.name).write_bytes(honest.read_bytes())
    put(folder / "tables" / "evil1234.journal", bad_journal(rng), rng)
    word = {"table": "evil1234", "epoch": 1, "successor": "ab" * 16, "digest": "cd" * 32}
    word |= {"certificate": "00", "signature": "00"}
    put(folder / "moved" / "evil1234.json", bad_json([{"chain": [word]}], rng), rng)
    staged = {"table": "evil1234", "epoch": 1, "digest": "cd" * 32, "seat": 0, "old": "ab" * 16}
    staged |= {"address": "127.0.0.1", "port": 1}
    aside = bad_json([staged], rng) + b"\n" + bad_journal(rng)
    put(folder / "arriving" / "evil1234.arriving", aside, rng)

    async def start() -> None:
        host = Host("Moon", folder, pool=ThreadPoolExecutor(1))
        host.successions.read()
        host.tables.recover()
        host.arrivals.recover()
        assert "wolfmid1" in host.tables
        for task in host.tables.values():
            task.table.lasting.row()
            task.table.room()
        await host.stop()

    asyncio.run(start())


READERS: dict[str, Callable[[Path, Random], None]] = {
    "verify": verify,
    "replay": replay,
    "ledger": ledger,
    "saved": saved,
    "settings": settings,
    "notes": notes,
    "trust": trust,
    "nights and puzzles": nights_and_puzzles,
    "keys": keys,
    "invitation": invitation,
    "journals": journals,
}


def hostile_files(seed: int) -> int:
    """One hostile file for every reader; returns how many there were."""
    for name, reader in READERS.items():
        with TemporaryDirectory() as folder, no_hang():
            try:
                reader(Path(folder), Random(f"{name} {seed}"))
            except Exception as broken:
                raise AssertionError(f"seed {seed}, {name}: {broken!r}") from broken
    return len(READERS)
