"""Everything of a player's in one file: it comes back whole, merged, or not at all."""

from __future__ import annotations

import os
import zlib
from pathlib import Path

import msgspec
import pytest

from engine.record import file_name
from moontui.client import backup
from moontui.client.backup import TITLE, BadBackup, Match
from moontui.client.place import Place
from moontui.client.recent import RecentHosts
from moontui.client.settings import Settings
from moontui.client.trust import KnownHosts, seats_in
from moontui.commands.cli import main
from moontui.puzzles.book import Book, File
from moontui.puzzles.puzzle import shipped
from tests.engine.records import played
from tests.moontui.desk import keep

RECORD = played()
KEY, OTHER = bytes(range(16)), bytes(range(16, 32))
HERE = Place("192.0.2.7", 47777)


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A folder with something of everything."""
    folder = tmp_path / "old"
    os.utime(keep_in(folder), (1_600_000_000, 1_600_000_000))
    Settings(name="Ana", language="de", path=folder / "settings.json").save()
    KnownHosts(folder / "hosts.json").remember(HERE, KEY, "Den")
    seats_in(folder, is_visitor=False).keep(KEY.hex(), "abcdef", "t" * 32)
    RecentHosts(folder / "recent.json").add("192.0.2.7", 47777, "Den")
    book = Book(folder)
    book.answered(shipped()[0], True, 739_000)
    book.save()
    return folder


def keep_in(folder: Path) -> Path:
    folder.mkdir()
    return keep(folder, RECORD)


def files(folder: Path) -> dict[str, bytes]:
    found = [file for file in folder.rglob("*") if file.is_file()]
    return {str(file.relative_to(folder)): file.read_bytes() for file in found}


def test_everything_comes_to_an_empty_machine(old: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    done = backup.restore(new, backup.unpack(backup.pack(backup.gathered(old))), True)
    assert done == (1, 1, 1, True)
    record = new / "records" / file_name(RECORD)
    assert record.stat().st_mtime == 1_600_000_000
    assert Settings.load(new / "settings.json").language == "de"
    assert KnownHosts(new / "hosts.json").key_at(HERE) == KEY
    assert seats_in(new, is_visitor=False).at(KEY.hex()) == {"abcdef": "t" * 32}
    assert [host.name for host in RecentHosts(new / "recent.json").list()] == ["Den"]
    assert Book(new).file == Book(old).file != File()


def test_only_the_owner_can_read_any_of_it(old: Path, tmp_path: Path) -> None:
    backup.write(backup.gathered(old), tmp_path / "file")
    backup.restore(tmp_path / "new", backup.read(tmp_path / "file"), True)
    written = [tmp_path / "file", *(tmp_path / "new").rglob("*.*")]
    assert {file.stat().st_mode & 0o777 for file in written} == {0o600}


def test_restoring_twice_adds_nothing(old: Path, tmp_path: Path) -> None:
    whole = backup.gathered(old)
    backup.restore(tmp_path / "new", whole, False)
    before = files(tmp_path / "new")
    assert backup.restore(tmp_path / "new", whole, False) == (0, 0, 0, False)
    assert files(tmp_path / "new") == before


def test_a_host_of_this_machine_stays_the_one_that_is_expected(old: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    KnownHosts(new / "hosts.json").remember(HERE, OTHER, "Lair")
    backup.restore(new, backup.gathered(old), False)
    known = KnownHosts(new / "hosts.json")
    assert known.key_at(HERE) == OTHER
    assert known.has(KEY)


def test_a_seat_of_this_machine_is_not_replaced(old: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    seats_in(new, is_visitor=False).keep(KEY.hex(), "abcdef", "n" * 32)
    assert backup.restore(new, backup.gathered(old), False).seats == 0
    assert seats_in(new, is_visitor=False).at(KEY.hex()) == {"abcdef": "n" * 32}


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "strange"),
        (b"PK\x03\x04", "strange"),
        (TITLE, "damaged"),
        (TITLE + zlib.compress(b"\x93\x01"), "damaged"),
        (TITLE + zlib.compress(msgspec.msgpack.encode({"settings": {}})), "damaged"),
        (TITLE + zlib.compress(b"\x91" * 5_000), "damaged"),
        (TITLE + zlib.compress(b"\x80")[:-1], "damaged"),
    ],
)
def test_a_file_that_is_no_backup_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(BadBackup, match=why):
        backup.unpack(data)


def test_a_small_file_that_would_fill_the_memory_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(backup, "UNPACKED", 10_000)
    with pytest.raises(BadBackup, match="too_large"):
        backup.unpack(TITLE + zlib.compress(bytes(1_000_000)))


def test_one_bad_match_and_nothing_is_restored(old: Path, tmp_path: Path) -> None:
    whole = backup.gathered(old)
    bad = msgspec.structs.replace(whole, matches=[*whole.matches, Match("../../x", 0)])
    with pytest.raises(BadBackup):
        backup.restore(tmp_path / "new", bad, True)
    assert not (tmp_path / "new").exists()


def test_when_a_file_cannot_take_its_place_all_is_as_before(old: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    Settings(name="Bo", path=new / "settings.json").save()
    (new / "tokens.json").mkdir()
    before = files(new)
    with pytest.raises(OSError, match="directory"):
        backup.restore(new, backup.gathered(old), True)
    assert files(new) == before


def test_the_command_line_goes_both_ways(
    old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "mine.backup")
    monkeypatch.setenv("MOONTUI_DATA", str(old))
    assert main(["--lang", "en", "backup", file]) == 0
    assert "whoever has the file can take your seats" in capsys.readouterr().out
    assert main(["--lang", "en", "backup", file]) == 2, "never over another file"
    monkeypatch.setenv("MOONTUI_DATA", str(tmp_path / "new"))
    assert main(["--lang", "en", "restore", file]) == 0
    assert "1 matches, 1 known hosts, 1 seats" in capsys.readouterr().out
    (tmp_path / "mine.backup").write_bytes(b"nonsense")
    assert main(["--lang", "en", "restore", file]) == 1
    assert capsys.readouterr().err.count("\n") == 1
