"""The manual page and the completions say what the command line takes, and shells can read them."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from moontui.commands.cli import COMMANDS, GROUPS, main
from moontui.commands.manual import commands, for_bash, for_fish, for_zsh, manual
from moontui.words.catalogue import Catalogue, read


def test_every_command_stands_in_one_group_of_the_help() -> None:
    assert sorted(name for names in GROUPS.values() for name in names) == sorted(
        set(COMMANDS) - {"app"}
    )


def test_the_manual_page_names_every_option() -> None:
    page = manual("1.0").replace("\\-", "-")
    for command in commands():
        assert f"moontui {command.name}".strip() in page
        assert [
            flag for option in command.options for flag in option.flags if flag not in page
        ] == []


def test_every_option_says_what_it_does() -> None:
    for command in commands():
        assert [option for option in command.options if not option.help] == []


def test_nothing_is_said_about_an_option_that_there_is_not() -> None:
    told = {option.help for command in commands() for option in command.options}
    assert set(read("en", "common")["cli_options"].values()) <= told


@pytest.mark.parametrize("said", [["--lang", "de"], ["--lang=de"]])
def test_the_help_is_told_in_the_language_that_is_asked_for(
    said: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["host", *said, "--help"])
    assert Catalogue("de").say("cli_options", "host_name") in capsys.readouterr().out


@pytest.mark.skipif(not shutil.which("man"), reason="there is no man")
def test_no_line_of_the_manual_page_is_wider_than_a_terminal(tmp_path: Path) -> None:
    (tmp_path / "moontui.1").write_text(manual("1.0"))
    words = ["man", "-l", "--warnings", "-E", "utf8", str(tmp_path / "moontui.1")]
    width = os.environ | {"MANWIDTH": "80", "MAN_KEEP_FORMATTING": "", "LC_ALL": "C.UTF-8"}
    told = subprocess.run(words, capture_output=True, text=True, check=True, env=width)
    assert "kick WHO" in told.stdout
    assert max(len(line.expandtabs()) for line in told.stdout.splitlines()) <= 80
    assert told.stderr == ""


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (["so"], ["solo"]),
        (["solo", "--le"], ["--length", "--level"]),
        (["solo", "--level", "ha"], ["hard"]),
        (["solo", "--level", "ma"], ["match"]),
        (["host", "--level", "ma"], []),
        (["learn", "ro"], ["robbers"]),
        (["admin", "un"], ["unban", "undrain"]),
        (["host", "--players", ""], []),
    ],
)
def test_bash_offers_what_comes_next(tmp_path: Path, typed: list[str], offered: list[str]) -> None:
    (tmp_path / "moontui").write_text(for_bash())
    line = " ".join(f"'{word}'" for word in typed)
    script = (
        f"source {tmp_path}/moontui; COMP_WORDS=(moontui {line}); COMP_CWORD={len(typed)};"
        " _moontui; echo ${COMPREPLY[@]}"
    )
    told = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert sorted(told.stdout.split()) == offered


@pytest.mark.parametrize(("shell", "text"), [("zsh", for_zsh()), ("fish", for_fish())])
def test_other_shells_can_read_theirs(shell: str, text: str, tmp_path: Path) -> None:
    for command in commands():
        assert command.name in text
    if shutil.which(shell):
        (tmp_path / "file").write_text(text)
        subprocess.run([shell, "-n", str(tmp_path / "file")], check=True)
