"""Programs at tables of a real host in a process of its own: they sit and play like people."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from moontui.commands.bot import named
from net.folder_lock import lock
from net.messages import Row
from net.tokens import Tokens
from tests.moontui.programs.test_contestant import eventually, is_running
from tests.test_architecture import ROOT

SHELL = f"sh {ROOT / 'examples' / 'outside.sh'}"
PYTHON = f"{sys.executable} {ROOT / 'examples' / 'outside.py'}"
WAIT = 120
"""Seconds for everything that has an end."""


def moontui(folder: Path, *words: str) -> list[str]:
    return [sys.executable, "-m", "moontui", *words]


def world(folder: Path) -> dict[str, str]:
    """An environment in which nothing of this machine's is found."""
    return {**os.environ, "MOONTUI_DATA": str(folder), "MOONTUI_SOCKETS": str(folder), "LANG": "C"}


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Where a host listens, started as its owner would."""
    folder = tmp_path_factory.mktemp("host")
    words = moontui(folder, "host", "--bind", "127.0.0.1", "--port", "0", "--lang", "en")
    host = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=world(folder))
    try:
        assert host.stdout is not None
        told = re.search(r"port (\d+)\.", host.stdout.readline())
        assert told is not None
        yield int(told[1])
    finally:
        host.terminate()
        host.communicate(timeout=WAIT)


def bot(folder: Path, port: int, program: str, *words: str) -> tuple[int, list[str], str]:
    """Let a program play; returns the status, and what was printed where."""
    asked = moontui(folder, "bot", "127.0.0.1", "--port", str(port), "--exec", program, *words)
    found = subprocess.run(
        [*asked, "--lang", "en"],
        env=world(folder),
        capture_output=True,
        timeout=WAIT,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    return found.returncode, found.stdout.splitlines(), found.stderr


@pytest.mark.parametrize(
    ("game", "program"),
    [("wolfmoon", SHELL), ("robbers", PYTHON), ("moonlight", SHELL), ("onenight", PYTHON)],
    ids=["wolfmoon-shell", "robbers-python", "moonlight-shell", "onenight-python"],
)
def test_a_program_plays_at_a_table_without_a_refused_answer(
    tmp_path: Path, port: int, game: str, program: str
) -> None:
    own = ("--game", game, "--length", "round", "--level", "random", "--matches", "2")
    status, told, aside = bot(tmp_path, port, program, *own)
    assert (status, aside) == (0, "")
    assert told[0] == "The program is in seat a, and ready."
    assert re.fullmatch(  # a round that is tied is followed by another
        r"Matches: 2\. Rounds: [2-9]\. Answers: [1-9]\d*, refused: 0\. Failures: 0\.", told[-1]
    )


def failing(folder: Path, times: int) -> str:
    """A program that plays, once it has failed this many times."""
    script, tries = folder / "failing.sh", folder / "tries"
    tries.write_text("")
    script.write_text(
        f'echo x >> {tries}\nif [ "$(wc -l < {tries})" -le {times} ]; then\n'
        f"  echo 'no \x1b[31midea' >&2; exit 3\nfi\nexec {SHELL}\n"
    )
    return f"sh {script}"


ROUND = ("--game", "moonlight", "--length", "round", "--level", "random", "--matches", "1")
"""Of a game in which everybody is asked: nobody is out before."""


def test_a_program_that_fails_is_started_again_and_plays_on(tmp_path: Path, port: int) -> None:
    status, told, aside = bot(tmp_path, port, failing(tmp_path, 2), *ROUND)
    assert status == 0
    again = "The program ended and is started again. no \\u001b[31midea"
    assert told[1:3] == [again, again]
    assert aside == "failing| no \\u001b[31midea\n" * 2
    assert told[-1].endswith("refused: 0. Failures: 2.")


def test_one_that_keeps_failing_leaves_its_seat_and_can_come_back(
    tmp_path: Path, port: int
) -> None:
    status, told, _ = bot(tmp_path, port, failing(tmp_path, 3), *ROUND)
    assert status == 1
    assert told[-2] == (
        "The program failed 3 times in a row. Its seat is left: a bot fills in until it comes back."
    )
    (seat,) = (seat for file in tmp_path.rglob("tokens.json") for seat in Tokens(file).seats())
    assert not (tmp_path / "tokens.json").exists(), "its owner's seats are not its own"
    back = bot(tmp_path, port, failing(tmp_path, 0), "--table", seat.table, "--matches", "1")
    assert back[0] == 0
    assert back[1][-1].endswith("refused: 0. Failures: 0.")


def test_a_program_ends_when_moontui_is_told_to_end(tmp_path: Path, port: int) -> None:
    number = tmp_path / "number"
    program = f"sh -c 'echo $$ > {number}; sleep 600 & wait'"
    own = ("--game", "moonlight", "--level", "random", "--lang", "en")
    words = moontui(tmp_path, "bot", "127.0.0.1", "--port", str(port), "--exec", program, *own)
    playing = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=world(tmp_path))
    try:
        eventually(lambda: number.is_file() and bool(number.read_text()))
        playing.terminate()
        told, _ = playing.communicate(timeout=WAIT)
    finally:
        playing.kill()
    assert playing.returncode == 130
    assert told.splitlines()[-1].endswith("Failures: 0.")
    assert not is_running(int(number.read_text()))


def test_two_programs_of_one_name_do_not_take_each_others_seats(tmp_path: Path, port: int) -> None:
    folder = tmp_path / "programs" / sha256(b"Robin").hexdigest()[:16]
    folder.mkdir(parents=True)
    held = lock(folder)
    try:
        status, _, aside = bot(tmp_path, port, SHELL, *ROUND, "--name", "Robin")
    finally:
        os.close(held)
    assert status == 2
    assert aside == (
        "A program called Robin is already playing from here. Give this one another --name.\n"
    )


@pytest.mark.parametrize(
    ("wish", "table"), [("", "b234"), ("c234", "c234"), ("Dusk", "d234"), ("Noon", "")]
)
def test_a_program_goes_where_it_was_sent_or_to_a_free_seat(wish: str, table: str) -> None:
    rows = [
        Row("a234", "Dawn", "wolfmoon", 3, 3, "lobby"),
        Row("p234", "Night", "wolfmoon", 3, 1, "lobby", private=True),
        Row("b234", "Day", "wolfmoon", 3, 1, "lobby"),
        Row("c234", "Moon", "wolfmoon", 3, 1, "lobby"),
        Row("d234", "Dusk", "wolfmoon", 3, 3, "playing"),
    ]
    assert named(wish, rows) == table


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--exec", "no-such-program"), "There is no program no-such-program."),
        (("--exec", "sh -c 'open"), "This command has an open quote: sh -c 'open"),
    ],
)
def test_a_command_that_cannot_be_run_gets_a_sentence(
    tmp_path: Path, words: tuple[str, ...], says: str
) -> None:
    asked = moontui(tmp_path, "bot", "127.0.0.1", *words)
    found = subprocess.run(asked, env=world(tmp_path), capture_output=True, text=True)
    assert (found.returncode, found.stderr) == (2, f"{says}\n")


def test_where_no_seat_is_free_it_says_so(tmp_path: Path, port: int) -> None:
    status, told, _ = bot(tmp_path, port, SHELL, "--table", "nowhere")
    assert status == 1
    assert told == [
        "There is no table with a free seat. Open one with --game, or name one with --table."
    ]
