"""Everything of a player's in one file: settings, matches, known hosts, seats and puzzles.

What comes back from such a file is checked like anything else from outside, and merged with what is
there already: nothing of this machine is lost. No name in it is ever used as a path. All files are
written beside the old ones first, and only then take their places.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta, Struct

from engine.record import LONGEST, BadRecord, file_name, from_text, to_text
from moontui.client.ledger import MATCHES, newest
from moontui.client.nights import NIGHTS, Nights, Played
from moontui.client.place import is_address
from moontui.client.recent import RECENT, Recent, RecentHosts
from moontui.client.records import GUEST, read_record
from moontui.client.settings import Settings, Short
from moontui.client.trust import HOSTS, File, KnownHosts, Met, seats_in
from moontui.puzzles import book
from net import tokens
from net.reading import NONSENSE, load, read_small
from net.security import flush, private_file

TITLE = b"moontui backup 1\n"
"""How the file begins."""
LARGEST, UNPACKED = 64 * 1024 * 1024, 256 * 1024 * 1024
"""The largest file that is read, and the most that may come out of it."""

Value = bool | int | Annotated[str, Meta(max_length=200)] | dict[Short, Short]


class BadBackup(ValueError):
    """A file that nothing can be restored from: a message key says why."""


class Match(Struct, frozen=True, array_like=True):
    """A saved match."""

    text: Annotated[str, Meta(max_length=LONGEST)]
    when: Annotated[int, Meta(ge=0, le=2**62)]
    """In nanoseconds."""
    is_guest: bool = False
    """Whether somebody else brought it."""


class Backup(Struct, forbid_unknown_fields=True, frozen=True):
    """What the file says."""

    settings: Annotated[dict[Short, Value], Meta(max_length=100)]
    matches: Annotated[list[Match], Meta(max_length=MATCHES)]
    hosts: Annotated[list[Met], Meta(max_length=HOSTS)]
    seats: Annotated[list[tokens.Seat], Meta(max_length=tokens.SEATS)]
    recent: Annotated[list[Recent], Meta(max_length=RECENT)]
    nights: Annotated[list[Played], Meta(max_length=NIGHTS)] = []
    puzzles: book.File = msgspec.field(default_factory=book.File)
    """Older backups have none."""


class Restored(NamedTuple):
    """What came back, apart from what was there already."""

    matches: int
    hosts: int
    seats: int
    settings: bool


class Draft(NamedTuple):
    """A file that is about to be written."""

    path: Path
    data: bytes
    when: int = 0
    """Its day, in nanoseconds; 0: today."""


# ── into a file ─────────────────────────────────────────────────────────────────────────────────


def gathered(data: Path) -> Backup:
    """Everything of a player's; damaged matches stay behind."""
    matches = []
    for name, _size, when in newest(data / "records"):
        with suppress(BadRecord):
            text = to_text(read_record(data / "records" / name))
            matches.append(Match(text, max(0, when), name.startswith(GUEST)))
    return Backup(
        Settings.load(data / "settings.json").plain(),
        matches,
        KnownHosts(data / "hosts.json").hosts(),
        seats_in(data, is_visitor=False).seats(),
        [*RecentHosts(data / "recent.json").list()],
        [one for one in Nights(data).all() if one.won is not None],
        book.Book(data).file,
    )


def pack(backup: Backup) -> bytes:
    return TITLE + zlib.compress(msgspec.msgpack.encode(backup))


def write(backup: Backup, path: Path) -> None:
    """Write everything into a file that only its owner can read; never over another one. Raises
    `OSError`."""
    if path.exists():
        raise FileExistsError(17, "There is such a file already", str(path))
    private_file(path, pack(backup))


# ── out of it ───────────────────────────────────────────────────────────────────────────────────


def read(path: Path) -> Backup:
    """What a file holds. Raises `BadBackup`, or `OSError`."""
    return unpack(read_small(path, LARGEST))


def unpack(data: bytes) -> Backup:
    """Raises `BadBackup`."""
    if not data.startswith(TITLE):
        raise BadBackup("strange")
    unzip = zlib.decompressobj()
    try:
        whole = unzip.decompress(data[len(TITLE) :], UNPACKED)
        if not unzip.eof or unzip.unused_data:
            raise BadBackup("too_large" if unzip.unconsumed_tail else "damaged")
        return msgspec.msgpack.decode(whole, type=Backup)
    except (zlib.error, *NONSENSE) as error:
        raise error if isinstance(error, BadBackup) else BadBackup("damaged") from error


def restore(data: Path, backup: Backup, take_settings: bool) -> Restored:
    """Merge what a file holds with what is here. Raises `BadBackup` or `OSError`, and then nothing
    has changed."""
    matches = new_matches(data / "records", backup.matches)
    known = KnownHosts(data / "hosts.json").read()
    hosts = new_hosts(known.hosts, backup.hosts)
    own = seats_in(data, is_visitor=False).seats()
    taken = {(seat.host, seat.table) for seat in own}
    seats = [seat for seat in backup.seats if (seat.host, seat.table) not in taken]
    drafts = [*matches]
    if hosts:
        merged = File(2, unclaimed(hosts, known.hosts)[-HOSTS:], known.first)
        drafts.append(Draft(data / "hosts.json", msgspec.json.encode(merged)))
    if seats:
        all_seats = tokens.File(2, [*seats, *own][-tokens.SEATS :])
        drafts.append(Draft(data / "tokens.json", msgspec.json.encode(all_seats)))
    if recent := new_recent(data / "recent.json", backup.recent):
        drafts.append(Draft(data / "recent.json", msgspec.json.encode(recent)))
    if nights := new_nights(data, backup.nights):
        drafts.append(Draft(data / "nights.json", msgspec.json.encode(nights)))
    here = book.Book(data).file
    if (puzzles := book.merged(here, backup.puzzles)) != here:
        drafts.append(Draft(data / "puzzles.json", msgspec.json.encode(puzzles)))
    if take_settings:
        settings = Settings(path=data / "settings.json")
        settings.take(dict(backup.settings))
        drafts.append(Draft(data / "settings.json", settings.text()))
    put_in_place(drafts)
    return Restored(len(matches), len(hosts), len(seats), take_settings)


def new_matches(folder: Path, matches: Iterable[Match]) -> list[Draft]:
    """The matches that are not here yet. Raises `BadBackup` if one of them is none."""
    drafts = {}
    for match in matches:
        try:
            record = from_text(match.text)
        except BadRecord as error:
            raise BadBackup("damaged") from error
        name = file_name(record)
        if not any((folder / there).exists() for there in (name, f"{GUEST}{name}")):
            path = folder / (f"{GUEST}{name}" if match.is_guest else name)
            drafts[name] = Draft(path, to_text(record).encode(), match.when)
    return [*drafts.values()]


def new_hosts(here: list[Met], there: list[Met]) -> list[Met]:
    """Hosts that are not known here, by their keys."""
    keys = {host.key for host in here}
    return [host for host in there if host.key and host.key not in keys]


def unclaimed(fresh: list[Met], here: list[Met]) -> list[Met]:
    """All hosts. Where one of this machine's was met, it stays the one that is expected there."""
    taken = {place for host in here for place in host.places}
    kept = [
        Met(host.key, host.name, [place for place in host.places if place not in taken])
        for host in fresh
    ]
    return [*kept, *here]


def new_recent(path: Path, there: list[Recent]) -> list[Recent]:
    """Where the player has been, here first; empty: there is nothing to add."""
    here = [*load(path, list[Recent], [])]
    known = {(host.address, host.port) for host in here}
    fresh = [
        host
        for host in there
        if (host.address, host.port) not in known and is_address(host.address, host.port)
    ]
    return [*here, *fresh][:RECENT] if fresh else []


def new_nights(data: Path, there: list[Played]) -> list[Played]:
    """All nights somebody came, those of this machine first; empty: there is nothing to add."""
    here = Nights(data).all()
    known = {(one.date, one.game, one.rules) for one in here}
    fresh = [one for one in there if (one.date, one.game, one.rules) not in known]
    whole = sorted([*here, *fresh], key=lambda one: (one.date, one.game, one.rules))
    return whole[-NIGHTS:] if fresh else []


def put_in_place(drafts: list[Draft]) -> None:
    """Write all files or none: beside their places first, where a full disk does no harm."""
    written: list[tuple[Path, Path]] = []
    replaced: list[tuple[Path, bytes | None]] = []
    try:
        for draft in drafts:
            written.append((written_beside(draft), draft.path))  # noqa: PERF401 (one may fail)
        for beside, path in written:
            replaced.append((path, path.read_bytes() if path.exists() else None))
            beside.replace(path)
    except OSError:
        for path, before in reversed(replaced):
            with suppress(OSError):
                path.unlink(missing_ok=True) if before is None else private_file(path, before)
        raise
    finally:
        for beside, _ in written:
            beside.unlink(missing_ok=True)
    for folder in {draft.path.parent for draft in drafts}:
        flush(folder)


def written_beside(draft: Draft) -> Path:
    """A draft on the disk, readable only by its owner, next to where it belongs."""
    draft.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = mkstemp(dir=draft.path.parent, prefix=f".{draft.path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(draft.data)
            file.flush()
            os.fsync(handle)
        if draft.when:
            os.utime(name, ns=(draft.when, draft.when))
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
    return Path(name)
