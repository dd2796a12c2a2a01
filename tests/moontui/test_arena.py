"""`moontui arena`: what it prints, where, and what its exit status says."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from moontui.commands.cli import main
from tests.test_architecture import ROOT

SHELL = f"exec:sh {ROOT / 'examples' / 'outside.sh'}"


def arena(*words: str) -> list[str]:
    return [sys.executable, "-m", "moontui", "arena", *words]


def test_a_program_is_in_the_table_with_its_interval(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "--bots", f"{SHELL},greedy,random", "--rounds", "6", "--seed", "1"]) == 0
    head, names, first, *_, last = capsys.readouterr().out.splitlines()
    assert "2 deals x 3 seats · seed 1 · 1 process" in head
    assert names.split()[:5] == ["bot", "wins", "95", "%", "interval"]
    assert re.match(r"exec:sh \S+… +\d+\.\d% +\d+\.\d% to \d+\.\d% +33\.3%", first)
    assert re.fullmatch(r"exec:sh \S+…: [1-9]\d* questions, all answered\.", last)


def test_a_comma_in_a_command_needs_quotes(capsys: pytest.CaptureFixture[str]) -> None:
    bots = "\"exec:sh -c 'while read a,b; do echo 0; done'\",random,random"
    assert main(["arena", "--bots", bots, "--rounds", "3"]) == 0
    assert "1 wrong" not in capsys.readouterr().out


def test_what_a_program_does_wrong_is_in_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "--bots", "exec:false,random,random", "--rounds", "3"]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    faults = r"exec:false: \d+ questions; 10 ended, \d+ given up"
    assert re.fullmatch(rf"{faults}, each replaced by a choice at random\.", last)


def test_a_bot_is_compared_in_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--bots", "greedy,random,random", "--against", "random", "--rounds", "60"]
    assert main(["arena", *words]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert re.match(r"greedy against random in 60 pairs: \+\d+\.\d ±\d+\.\d points", last)


@pytest.mark.parametrize(
    ("bot", "status", "says"),
    [
        ("greedy", 0, "The gate is open: greedy is not clearly more than a point below greedy."),
        ("random", 1, "The gate stays shut: random is clearly more than a point below greedy."),
    ],
)
def test_a_gate_lets_no_worse_bot_pass(
    capsys: pytest.CaptureFixture[str], bot: str, status: int, says: str
) -> None:
    assert main(["arena", "--bots", bot, "--gate", "--rounds", "80", "--jobs", "1"]) == status
    assert capsys.readouterr().out.splitlines()[-1] == says


def test_sides_have_a_fair_share_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--game", "robbers", "--teams", "--bots", "greedy,random", "--rounds", "20"]
    assert main(["arena", *words]) == 0
    head, _, robbers, wolves = capsys.readouterr().out.splitlines()
    assert "10 deals x both sides, 4 seats" in head
    assert robbers.startswith("greedy as robbers")
    assert wolves.startswith("greedy as wolves")


def test_thoughts_have_columns(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "--bots", "medium,random,random", "--rounds", "6"]) == 0
    _, names, medium, other = capsys.readouterr().out.splitlines()
    assert names.split()[-7:] == ["gains", "bits", "cal.", "zero", "ms", "p50", "p95"]
    assert re.search(r" \d\.\d\d +0\.\d{3} +0 +\d+\.\d +\d+\.\d$", medium)
    assert other.split()[-5:-2] == ["–", "–", "–"]


def test_the_figures_can_be_kept_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    assert main(["arena", "--rounds", "8", "--json", str(file)]) == 0
    figures = json.loads(file.read_text(encoding="utf-8"))
    assert (figures["deals"], figures["fair"]) == (2, 0.25)
    assert [row["bot"] for row in figures["rows"]] == ["greedy", "random"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--game", "wolfmoon", "--teams"], "Wolfmoon deals no sides: everybody plays for them"),
        (["--game", "robbers", "--teams", "--bots", "a,b,c"], "There is no bot a; choose from ra"),
        (
            ["--game", "onenight", "--gate"],
            "There is no bot greedy; choose from random, gentle, easy, ",
        ),
        (["--bots", "exec:sh", "--dask", "tcp://x"], "Programs play on this machine alone, not "),
        (["--bots", "exec:nowhere"], "There is no program nowhere."),
        (["--rounds", "-3"], "The arena needs at least one round."),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_sentence(
    capsys: pytest.CaptureFixture[str], words: list[str], says: str
) -> None:
    assert main(["arena", *words]) == 2
    assert capsys.readouterr().err.startswith(says)


def test_on_a_pipe_progress_comes_in_lines() -> None:
    found = subprocess.run(
        arena("--bots", "random,random,random", "--rounds", "300", "--jobs", "1"),
        capture_output=True,
        text=True,
        check=True,
    )
    assert "\r" not in found.stderr
    lines = found.stderr.splitlines()
    assert [line.split(" deals")[0] for line in lines] == ["25 of 100", "50 of 100", "75 of 100"]


@pytest.mark.parametrize(("number", "jobs"), [(signal.SIGINT, "1"), (signal.SIGTERM, "2")])
def test_what_is_finished_is_printed_when_it_is_stopped(number: int, jobs: str) -> None:
    words = arena("--bots", "random,random,random", "--rounds", "750", "--jobs", jobs)
    running = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert running.stderr is not None
        first = running.stderr.readline()
        assert "25 of 250 deals" in first
        os.kill(running.pid, number)
        told, aside = running.communicate(timeout=30)
    finally:
        running.kill()
    assert running.returncode == 130
    assert "deals x 3 seats" in told
    assert "Traceback" not in aside
