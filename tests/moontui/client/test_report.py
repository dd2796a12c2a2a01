"""A report on a bug tells what helps and nothing about anybody; so does the log it ends with."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from moontui.client.settings import Settings
from moontui.commands.cli import COMMANDS, main
from moontui.commands.doctor import finding
from moontui.commands.report import report, write_report
from moontui.plain.log_book import NAME, PER_MINUTE, ROOM, LogBook, keeping_book, last_entries
from moontui.plain.out import trace
from moontui.words.catalogue import LANGUAGES, Catalogue
from net.reading import load

WORDS = Catalogue("en")
SECRETS = ("Zebulon", "198.51.100.77", "fd00::77", "MOON-2B000", "c0ffee", "zebu-home")
"""A name, addresses, an invitation, a token and a folder."""


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Path]:
    """A folder in which a log is kept while the test runs."""
    with keeping_book(tmp_path / "zebu-home"):
        yield tmp_path / "zebu-home"


def full_of_secrets(book: Path) -> None:
    """Whatever can be told of somebody goes into settings, files and the log."""
    settings = Settings(name="Zebulon", path=book / "settings.json")
    settings.keymap = {"Zebulon": "Zebulon"}
    settings.level = settings.game = settings.theme = "Zebulon"
    settings.save()
    (book / "recent.json").write_text("MOON-2B000 is no JSON")
    load(book / "recent.json", list[int], [])  # warns with the path
    log = logging.getLogger("moontui.connections")
    log.warning("%s sent %s: %s", *SECRETS[1:4])
    log.error("table %s is paused: %s", "c0ffee", OSError(28, "Zebulon's disk is full"))
    logging.getLogger("asyncio").error("fd00::77 hung up on Zebulon")
    try:
        raise ValueError("Zebulon cannot be c0ffee")
    except ValueError as error:
        trace(error)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_place_or_token_gets_into_a_report(
    book: Path, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM_PROGRAM", "the terminal of Zebulon")
    full_of_secrets(book)
    words = Catalogue(language)
    seen = [
        finding(words, "data", folder=book),
        finding(words, "there", host="Zebulon", place="198.51.100.77:26666", tables=7),
        finding(words, "addresses", list="198.51.100.77, fd00::77"),
    ]
    told = [(one.told, one.fine) for one in seen]
    text = "\n".join(report(words, book, told, datetime.now(UTC)))
    assert not [secret for secret in SECRETS if secret in text]
    assert words.say("report", "holds") in text
    assert ": 7." in text  # a number tells nothing about anybody


def test_a_log_keeps_our_words_numbers_kinds_of_errors_and_lines_of_code(book: Path) -> None:
    full_of_secrets(book)
    kept = [line.partition(" ")[2].partition(" ")[2] for line in last_entries(book, 9)]
    assert kept[0] == "WARNING moontui.files: … makes no sense and is set aside: …"
    assert kept[1] == "WARNING moontui.connections: … sent …: …"
    assert kept[2] == "ERROR moontui.connections: table … is paused: OSError ENOSPC"
    assert kept[3] == "ERROR asyncio: …"
    assert kept[4] == "CRITICAL moontui: an error that nobody caught"
    assert last_entries(book, 1)[0].startswith("  | ValueError < test_report.py:")


def test_the_same_trouble_again_and_again_does_not_fill_the_log(book: Path) -> None:
    again = logging.makeLogRecord({"name": "net.gate", "msg": "no", "levelno": logging.ERROR})
    other = logging.makeLogRecord({**vars(again), "msg": "something else"})
    later = logging.makeLogRecord({**vars(again), "created": again.created + 60})
    keeper = LogBook(book)
    for record in (*[again] * 100, other, later):
        keeper.handle(record)
    assert len(last_entries(book, 1000)) == PER_MINUTE + 2


def test_a_long_log_makes_room_and_its_end_stays(book: Path) -> None:
    book.mkdir()
    (book / NAME).write_text("x" * 99 + "\n" + "old\n" * (ROOM // 4))
    logging.getLogger("moontui").error("new")
    assert (book / NAME).stat().st_size < 100
    assert [line[-3:] for line in last_entries(book, 2)] == ["old", "new"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has other rights on files")
def test_only_its_owner_can_read_a_report_and_the_log(book: Path) -> None:
    logging.getLogger("moontui").error("new")
    assert write_report(book / "report.txt", WORDS, book, []) == 0
    assert [(book / name).stat().st_mode & 0o777 for name in (NAME, "report.txt")] == [0o600] * 2


def test_a_report_is_never_written_over_another_file(
    book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book.mkdir()
    (book / "mine.txt").write_text("mine")
    assert write_report(book / "mine.txt", WORDS, book, []) == 2
    assert (book / "mine.txt").read_text() == "mine"
    assert "There is such a file already" in capsys.readouterr().err


def test_what_ends_a_command_is_in_the_log_and_a_wish_that_makes_no_sense_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(wish: object, words: object) -> int:
        raise RuntimeError("Zebulon")

    def refuses(wish: object, words: object) -> int:
        raise ValueError("There is no such night.")

    monkeypatch.setenv("MOONTUI_DATA", str(tmp_path))
    monkeypatch.setitem(COMMANDS, "tables", refuses)
    assert main(["tables"]) == 2
    assert not (tmp_path / NAME).exists()
    monkeypatch.setitem(COMMANDS, "tables", fails)
    with pytest.raises(RuntimeError):
        main(["tables"])
    assert last_entries(tmp_path, 1)[0].startswith("  | RuntimeError < test_report.py:")
