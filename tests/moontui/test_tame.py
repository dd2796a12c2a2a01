"""Whatever a host, a guest or a file says, what we print is tame, and what we read is checked."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from engine.core import Choice, Event, Seat
from engine.games import GAMES
from engine.proof import verify
from engine.record import BadRecord, from_text, to_text
from moontui.client.records import read_record
from moontui.client.session import Session
from moontui.commands.cli import main
from moontui.plain.client import player_line, show_tables
from moontui.words.catalogue import Catalogue
from moontui.words.teller import teller_for
from net import messages as said
from net.reading import load, read_small
from net.text import MARKS, tame
from net.wire import pack, unpack
from net.workers import Workers
from tests.engine.records import played
from tests.extent import some
from tests.moontui.app.test_injection import PAYLOADS
from tests.moontui.desk import desk
from tests.moontui.hostile_files import READERS, WORDS, hostile_files, no_hang
from tests.moontui.hostile_texts import (
    check_lines,
    on_command_line,
    on_host_log,
    on_kiosk,
    on_logs,
    on_plain,
)
from tests.moontui.scenes import Listener, moment, room_for
from tests.moontui.terminal import terminal

CLIPBOARD = "\x1b]52;c;ZXZpbA==\x07"


# ── lines ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "text", ["Ada's table, 3/4 | ~", "Grüße, Łukasz", "狼の夜", "Việt", "♜ ░█"]
)
def test_an_honest_line_is_printed_as_it_is(text: str) -> None:
    assert tame(text) == text


def test_what_could_act_on_a_terminal_is_shown_as_in_json() -> None:
    assert tame(CLIPBOARD) == "\\u001b]52;c;ZXZpbA==\\u0007"
    assert tame("a\nb\u2028\x9b\u202e") == "a\\u000ab\\u2028\\u009b\\u202e"
    assert json.loads(f'"{tame(chr(0xE0041))}"') == chr(0xE0041)


def test_no_text_stays_untame() -> None:
    for text in PAYLOADS:
        assert tame(text).isprintable(), ascii(text)
        assert tame(tame(text)) == tame(text)
    assert tame("e" + "\u0301" * 200).count("\u0301") == MARKS


# ── surfaces ────────────────────────────────────────────────────────────────────────────────────


async def test_the_line_game_prints_hostile_texts_tamely(tmp_path: Path) -> None:
    await on_plain(tmp_path, PAYLOADS[:: some(4, 1)])


async def test_a_kiosk_shows_hostile_texts_tamely(tmp_path: Path) -> None:
    await on_kiosk(tmp_path, PAYLOADS[:24])


async def test_the_command_line_prints_hostile_texts_tamely(tmp_path: Path) -> None:
    await on_command_line(tmp_path, PAYLOADS[:24])


def test_a_log_holds_three_hundred_hostile_texts_and_their_tracebacks_tamely() -> None:
    on_logs(PAYLOADS)


async def test_a_host_logs_tamely_what_strangers_send(tmp_path: Path) -> None:
    await on_host_log(tmp_path, PAYLOADS[:24])


def test_an_app_that_breaks_down_says_so_tamely(tmp_path: Path) -> None:
    script = (
        "from tests.moontui.rooms import *\n"
        "app = new_app(Path({!r}))\n"
        "def fail(): raise ValueError({!r})\n"
        "app.call_after_refresh(fail)\n"
        "app.run()"
    )
    code = script.format(str(tmp_path), f"the host says {CLIPBOARD}")
    with terminal("-c", code, data=tmp_path) as shown:
        shown.ended()
    assert b"the host says" in shown.bytes
    assert CLIPBOARD.encode() not in shown.bytes


# ── records ─────────────────────────────────────────────────────────────────────────────────────


def spoilt(**changes: object) -> str:
    """A good record with a header that says something else."""
    header, *moves = to_text(played()).splitlines()
    return "\n".join([json.dumps(json.loads(header) | changes), *moves])


@pytest.mark.parametrize("language", ["en", "de"])
def test_verify_says_what_a_record_proves_and_what_it_does_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    file, words = tmp_path / "good.moon", Catalogue(language)
    for shuffle, changes in (("sealed", {"voided": 3}), ("bare", {"seals": [], "voided": 3})):
        file.write_text(spoilt(**changes))
        assert main(["--lang", language, "verify", str(file)]) == 0
        proved, undone, limits = capsys.readouterr().out.splitlines()
        assert proved == words.say("proved", shuffle)
        assert ": 3;" in undone
        assert limits == words.say("proved", "limits")


def test_verify_says_what_it_cannot_do_in_one_tame_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "evil.moon"
    for game in (CLIPBOARD, "x\nThe shuffle was fixed by the host's commitment."):
        file.write_text(spoilt(game=game))
        assert main(["verify", str(file)]) == 1
        written = capsys.readouterr()
        assert (written.out, written.err.count("\n")) == ("", 1)
        check_lines(written.err)


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("version", float("inf")),
        ("version", float("nan")),
        ("version", True),
        ("version", "1"),
        ("seats", 10**7),
        ("seats", 0),
        ("seats", -1),
        ("names", "Ana"),
        ("names", ["Ana"] * 11),
        ("names", [["Ana"]]),
        ("names", ["x" * 2_000]),
        ("names", ["\ud800"]),
        ("options", []),
        ("options", {"length": 5}),
        ("seed", "00" * 1_000),
        ("seed", 5),
        ("nonces", {"0": "x"}),
    ],
)
def test_a_record_with_a_part_that_makes_no_sense_is_damaged(part: str, value: object) -> None:
    with pytest.raises(BadRecord, match="damaged"):
        from_text(spoilt(**{part: value}))


@pytest.mark.parametrize("move", ['[9999999, "draw", 0]', '[0, "draw", 1e9]', "[0]", '{"0": 1}'])
def test_a_record_with_a_move_that_makes_no_sense_is_damaged(move: str) -> None:
    with pytest.raises(BadRecord, match="damaged"):
        from_text(to_text(played()) + move)


def test_a_record_without_end_is_not_read_to_its_end() -> None:
    with pytest.raises(BadRecord, match="no match is this long"):
        from_text(to_text(played()) + '[0, "draw", 0]\n' * 100_000)


def test_a_record_nested_without_end_is_damaged() -> None:
    with pytest.raises(BadRecord):
        from_text("[" * 500_000)


@pytest.mark.parametrize("part", ["commitment", "end", "seed"])
def test_a_record_whose_proof_is_no_proof_gets_a_sentence(part: str) -> None:
    value = "ab" * 32 if part == "seed" else "é" * 64
    with pytest.raises(BadRecord):
        verify(GAMES, from_text(spoilt(**{part: value})))


# ── what a host leaves on the disk ──────────────────────────────────────────────────────────────


def listening(folder: Path) -> Session:
    return Session(Listener(), lambda game: Catalogue("en", game), folder)


def test_a_host_cannot_choose_where_a_record_is_kept(tmp_path: Path) -> None:
    session = listening(tmp_path)
    for game in ("../../x", "/tmp/x", "..", "a/b", "\x00", "x" * 999, CLIPBOARD):
        session.hear(said.Proof("", [], spoilt(game=game)))
    kept = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {path.parent for path in kept} == {tmp_path / "records"}
    assert all(path.name.startswith("match-") for path in kept)


def test_a_host_cannot_replace_the_record_of_another_match(tmp_path: Path) -> None:
    session, honest = listening(tmp_path), played()
    session.hear(said.Proof("", [], to_text(honest)))
    assert session.record is not None
    session.hear(said.Proof("", [], spoilt(names=["Eve"] * 4)))
    files = list((tmp_path / "records").iterdir())
    assert len(files) == 2
    assert sorted(read_record(file).names[0] for file in files) == ["Ana", "Eve"]
    verify(GAMES, honest)


def test_a_host_cannot_fill_the_disk_with_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("moontui.client.session.KEPT", 3)
    session = listening(tmp_path)
    for number in range(6):
        session.hear(said.Proof("", [], spoilt(names=[f"Eve {number}"] * 4)))
    assert len(list((tmp_path / "records").iterdir())) == 3


def test_what_is_kept_is_the_record_alone(tmp_path: Path) -> None:
    session = listening(tmp_path)
    session.hear(said.Proof("", [], spoilt(comment="x" * 50_000)))
    assert session.record is not None
    assert "comment" not in session.record.read_text()


# ── files ───────────────────────────────────────────────────────────────────────────────────────


def test_only_a_plain_file_is_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "zero").symlink_to("/dev/zero")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "big").touch()
    os.truncate(tmp_path / "big", 5_000_000_000)
    for name in ("pipe", "zero", "loop", "big", "missing", "."):
        with no_hang(), pytest.raises(OSError, match=r"\w"):
            read_small(tmp_path / name)


def test_a_plain_file_may_be_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "there").write_bytes(b"moon")
    (tmp_path / "here").symlink_to(tmp_path / "there")
    assert read_small(tmp_path / "here") == b"moon"


@pytest.mark.parametrize("word", WORDS, ids=lambda word: repr(word)[:20])
def test_a_file_that_makes_no_sense_is_set_aside_and_counts_as_missing(
    tmp_path: Path, word: object
) -> None:
    file = tmp_path / "notes.json"
    text = json.dumps(word)
    file.write_text(text)
    assert load(file, dict[str, bytes], {"a": b""}) in ({"a": b""}, {})
    assert (file if word == {} else tmp_path / "notes.json.damaged").read_text() == text


@pytest.mark.parametrize("seed", range(8))
def test_every_reader_refuses_a_hostile_file_or_makes_the_best_of_it(seed: int) -> None:
    assert hostile_files(seed) == len(READERS)


# ── ends ────────────────────────────────────────────────────────────────────────────────────────


def test_ctrl_c_leaves_the_processes_of_a_host_to_the_host() -> None:
    with ProcessPoolExecutor(1, Workers()) as pool:
        worker = pool.submit(os.getpid).result()
        os.kill(worker, signal.SIGINT)
        assert pool.submit(os.getpid).result() == worker


def test_ctrl_c_ends_a_host_with_a_sentence(tmp_path: Path) -> None:
    where = ("--port", "0", "--bind", "127.0.0.1", "--no-tls", "--no-socket")
    with terminal("-m", "moontui", "host", *where, data=tmp_path) as shown:
        shown.sees("Invitation")
        shown.press("\x03")
        assert shown.ended() == 0
    assert "The host is stopping" in shown.text
    assert b"Traceback" not in shown.bytes


async def test_the_log_of_a_service_does_not_hold_the_token_of_its_page(tmp_path: Path) -> None:
    where = ("--port", "0", "--bind", "127.0.0.1", "--no-tls", "--no-socket", "--web", "0")
    host = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "moontui", "host", "--data", str(tmp_path), *where),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env={**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)},
    )
    assert host.stdout is not None
    written = b""
    while b"web/link" not in written:
        line = await asyncio.wait_for(host.stdout.readline(), 30)
        assert line, written
        written += line
    host.send_signal(signal.SIGTERM)
    written += (await host.communicate())[0]
    token = (tmp_path / "web" / "token").read_bytes()
    assert token not in written
    assert token in (tmp_path / "web" / "link").read_bytes()
    assert (tmp_path / "web" / "link").stat().st_mode & 0o777 == 0o600


# ── what only a newer host knows ────────────────────────────────────────────────────────────────


def newer_room() -> said.Room:
    """A table in a phase, with a kind of player, that this version has never heard of."""
    players = [said.Player("person", "Ana"), said.Player("ghost", "Gil"), said.Player("free")]
    state = moment("turn", seats=3)
    return room_for(state, phase="eclipse", players=players, notebook="stars", watch="friends")


def test_a_frame_with_words_of_a_newer_host_is_understood() -> None:
    row = said.Row("table1", "Night", "wolfmoon", 3, 1, "eclipse", watch="friends")
    for message in (newer_room(), said.TableList([row])):
        assert unpack(pack(message)[4:], said.ANY_FROM_HOST) == message


async def test_the_lobby_shows_an_unknown_phase_and_kind_as_they_are(tmp_path: Path) -> None:
    async with desk(tmp_path) as here:
        session = Session(Listener(), here.app.words_for, tmp_path)
        session.hear(newer_room())
        here.app.session = session
        here.app.follow(session, newer_room())
        await here.pilot.pause()
        assert "eclipse" in here.text()
        assert "Gil" in here.text()
        assert "ghost" in here.text()


def test_the_line_game_shows_an_unknown_kind_and_phase_as_they_are() -> None:
    words, ghost = Catalogue("en"), newer_room().players[1]
    assert player_line(words, 1, ghost, keeps=False) == "b Gil ghost"
    lines: list[str] = []
    show_tables(words, lines.append, [said.Row("table1", "Night", "wolfmoon", 3, 1, "eclipse")])
    assert "eclipse" in lines[-1]


@pytest.mark.parametrize("game", GAMES)
def test_a_teller_shows_an_unknown_event_question_and_choice_as_they_are(game: str) -> None:
    teller = teller_for(game, Catalogue("en", game), ["Ana", "Bo", "Cy"], Seat(0))
    assert teller.event(Event("eclipse", Seat(0))) == "eclipse"
    assert teller.choice(Choice("eclipse", 0)).startswith("eclipse")
    assert teller.reason("eclipse") == "eclipse"
