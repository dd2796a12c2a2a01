"""Programs in the arena: whatever one does wrong costs it that answer, and nobody else anything."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from engine.arena import BATCH, Batch, Contest, batches
from engine.games import GAMES, length_for, seats_for
from moontui.programs.contestant import GIVEN_UP, Invited
from moontui.programs.process import Command, NoProgram, little
from tests.extent import some
from tests.test_architecture import OURS, ROOT, imports

SHELL = f"sh {ROOT / 'examples' / 'outside.sh'}"
PYTHON = f"{sys.executable} {ROOT / 'examples' / 'outside.py'}"
WAIT = 20.0
"""Seconds for an answer that will come; a busy machine is no fault."""


def contest(command: str, game: str = "wolfmoon", seconds: float = WAIT) -> Contest:
    """The program at a table of random bots."""
    played = GAMES[game]
    bots = ("outside", *["random"] * (seats_for(played) - 1))
    invited = Invited(Command.of(command), seconds)
    return Contest(played, bots, 3, length_for(played, "round"), guests={"outside": invited})


def play(command: str, deals: int = 1, seconds: float = WAIT) -> Batch:
    (batch,) = batches(contest(command, seconds=seconds), deals)
    return batch


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("command", [SHELL, PYTHON], ids=["shell", "python"])
def test_the_examples_play_every_game_without_a_fault(game: str, command: str) -> None:
    (batch,) = batches(contest(command, game), some(1, 2))
    assert batch.faults[0]["answers"] > 0
    assert set(batch.faults[0]) == {"answers"}
    assert not batch.endless


def test_the_example_in_python_needs_the_standard_library_only() -> None:
    modules = {module.split(".")[0] for module in imports(ROOT / "examples" / "outside.py")}
    assert modules <= set(sys.stdlib_module_names)
    assert not modules & OURS


def test_one_process_and_two_find_the_same_figures() -> None:
    deals, wolves = BATCH + 2, contest(SHELL, "moonlight")
    alone = [(batch.shares, batch.faults) for batch in batches(wolves, deals)]
    with ProcessPoolExecutor(2) as pool:
        found = batches(wolves, deals, pool)
        assert [(batch.shares, batch.faults) for batch in found] == alone


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("sh -c 'read line; exit 3'", "ended"),
        ("sh -c 'exit 3'", "ended"),
        ("sh -c 'while read line; do echo 99; done'", "wrong"),
        ("yes", "wrong"),
        ("sh -c 'while read line; do head -c 9000 /dev/zero; done'", "ended"),
    ],
    ids=["ends", "does not even listen", "answers wrong", "babbles", "knows no end of a line"],
)
def test_what_is_no_answer_is_counted_and_replaced(command: str, kind: str) -> None:
    batch = play(command)
    answers = batch.faults[0]["answers"]
    assert batch.faults[0][kind] == min(GIVEN_UP, answers)
    assert sum(batch.faults[0].values()) == 2 * answers
    assert sum(batch.shares[0]) == pytest.approx(1)


@pytest.mark.parametrize(
    "command", ["sleep 600", "sh -c 'while read line; do :; done'"], ids=["deaf", "silent"]
)
def test_who_says_nothing_is_late(command: str) -> None:
    batch = play(command, seconds=0.05)
    assert batch.faults[0]["late"] == GIVEN_UP


def test_a_program_that_fails_is_asked_again_and_told_everything(tmp_path: Path) -> None:
    script, log = tmp_path / "forgetful.py", tmp_path / "log"
    script.write_text(
        "import json, sys\n"
        f"log = open({str(log)!r}, 'a')\n"
        "asked = 0\n"
        "for line in sys.stdin:\n"
        "    heard = json.loads(line)\n"
        "    if heard['t'] == 'question':\n"
        "        asked += 1\n"
        "        if asked == 3: sys.exit(1)\n"
        "        log.write(f'{asked} {heard[\"events\"][0][0]}\\n')\n"
        "        print(0, flush=True)\n",
        encoding="utf-8",
    )
    batch = play(f"{sys.executable} {script}")
    assert batch.faults[0]["ended"] >= 2
    begun = [line for line in log.read_text().splitlines() if line.startswith("1 ")]
    assert set(begun) == {"1 round"}
    assert len(begun) >= batch.faults[0]["ended"]


def test_the_others_play_as_if_a_dead_program_were_a_random_bot() -> None:
    dead = play("false", deals=3)
    again = play("sh -c 'read line; exit 3'", deals=3)
    assert dead.shares == again.shares


def test_nothing_of_a_command_is_done_by_a_shell(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    play(f"echo 0; touch {mark}")
    play(f"echo $(touch {mark}) | touch {mark}")
    assert not mark.exists()


@pytest.mark.parametrize("command", ["", "'open", "no-such-program-here x"])
def test_a_command_that_cannot_be_run_is_refused_with_a_sentence(command: str) -> None:
    with pytest.raises(NoProgram, match=r"\w+ .*[.?']"):
        Command.of(command)


def test_a_program_is_given_no_secrets() -> None:
    ours = {"PATH": "/bin", "LC_ALL": "de", "MOONTUI_DATA": "/x", "AWS_SECRET_ACCESS_KEY": "x"}
    assert little(ours) == {"PATH": "/bin", "LC_ALL": "de"}


def test_a_program_has_only_the_three_files_that_it_needs(tmp_path: Path) -> None:
    log = tmp_path / "log"
    play(f"{sys.executable} -c \"import os; open('{log}', 'w').write(str(os.listdir('/dev/fd')))\"")
    numbers = [int(name) for name in log.read_text().strip("[]").replace("'", "").split(",")]
    assert max(numbers) <= 4  # the log, and the folder that is read


def test_what_a_program_has_started_ends_with_it(tmp_path: Path) -> None:
    number = tmp_path / "number"
    play(f"sh -c 'sleep 600 & echo $! > {number}; while read line; do echo 0; done'")
    eventually(lambda: not is_running(int(number.read_text())))


def test_a_program_ends_with_an_arena_that_is_killed(tmp_path: Path) -> None:
    number = tmp_path / "number"
    program = f"exec:sh -c 'echo $$ > {number}; while read line; do echo 0; done'"
    arena = subprocess.Popen(
        [sys.executable, "-m", "moontui", "arena", "--bots", program, "--rounds", "100000"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        eventually(lambda: number.is_file() and bool(number.read_text()))
    finally:
        os.kill(arena.pid, signal.SIGKILL)
        arena.wait()
    eventually(lambda: not is_running(int(number.read_text())))


def eventually(true: Callable[[], bool]) -> None:
    """Wait until something is so."""
    until = time.monotonic() + WAIT
    while not true():
        assert time.monotonic() < until
        time.sleep(0.05)


def is_running(number: int) -> bool:
    """Whether there is such a process, apart from what nobody has buried yet."""
    try:
        status = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return status != "Z"
