"""What is released: a wheel that holds all it needs, words included, and can be played."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

from tests.wheel import ROOT, built

COMMAND = (
    "from importlib.metadata import entry_points;"
    "(command,) = entry_points(group='console_scripts', name='moontui');"
    "raise SystemExit(command.load()())"
)
"""What the script `moontui`, which an installation puts on the path, does."""


def test_what_a_server_installs_is_pinned_with_hashes() -> None:
    about = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    doors = about["optional-dependencies"]
    wanted = [*about["dependencies"], *doors["ssh"], *doors["web"]]
    pins = dict(re.findall(r"^([\w.-]+)==(\S+)", (ROOT / "constraints.txt").read_text(), re.M))
    for requirement in map(Requirement, wanted):
        assert requirement.specifier.contains(pins[requirement.name]), requirement
    blocks = re.split(r"\n(?=\w)", (ROOT / "constraints.txt").read_text())
    assert len(blocks) == len(pins)
    assert all("--hash=sha256:" in block for block in blocks)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built without a network."""
    return built(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment that has the wheel and what it depends on, not this checkout."""
    folder = tmp_path_factory.mktemp("env")
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    here = sysconfig.get_path("purelib", "venv", {"base": str(folder), "platbase": str(folder)})
    with ZipFile(wheel) as packed:  # with nothing to compile, that is all it takes to install
        packed.extractall(here)
    paths = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (Path(here) / "dependencies.pth").write_text("\n".join(sorted(paths)), encoding="utf-8")
    scripts = "Scripts" if os.name == "nt" else "bin"
    return folder / scripts / Path(sys.executable).name


def run(python: Path, folder: Path, *words: str, typed: str = "") -> str:
    """What a command in that environment writes, run from another folder."""
    return subprocess.run(
        [str(python), "-I", "-X", "utf8", "-c", *words],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        check=True,
        cwd=folder,
        env={**os.environ, "MOONTUI_DATA": str(folder)},
    ).stdout


def test_the_wheel_holds_every_file_of_the_program_and_nothing_else(wheel: Path) -> None:
    with ZipFile(wheel) as packed:
        apart = (".dist-info/", ".data/")
        names = {name for name in packed.namelist() if not any(part in name for part in apart)}
    files = [file for part in ("engine", "net", "moontui") for file in (ROOT / part).rglob("*.*")]
    ours = {
        file.relative_to(ROOT).as_posix() for file in files if file.parent.name != "__pycache__"
    }
    assert names == ours


def test_the_wheel_brings_a_manual_page_and_completions(wheel: Path) -> None:
    with ZipFile(wheel) as packed:
        names = {name.partition(".data/data/share/")[2] for name in packed.namelist()} - {""}
    assert names == {
        "man/man1/moontui.1",
        "bash-completion/completions/moontui",
        "zsh/site-functions/_moontui",
        "fish/vendor_completions.d/moontui.fish",
    }


def test_the_page_of_the_package_index_leads_to_files_of_the_repository(wheel: Path) -> None:
    home = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["urls"]["Homepage"]
    with ZipFile(wheel) as packed:
        (name,) = (name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        page = packed.read(name).decode().partition("\n\n")[2]
    links = re.findall(r"(!?)\[[^]]*\]\(([^)]*)\)", page)
    pictures = {link.removeprefix(f"{home}/raw/main/") for mark, link in links if mark}
    pages = {link.removeprefix(f"{home}/blob/main/") for mark, link in links if not mark}
    ours = {link for link in pages if not link.startswith("https://")}
    assert "screenshots/demo.gif" in pictures
    assert "docs/hosting.md" in ours
    assert all((ROOT / name).is_file() for name in pictures | ours)


def test_every_python_that_is_promised_is_tested_by_the_workflow() -> None:
    about = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    promised = [one.split()[-1] for one in about["classifiers"] if ":: Python :: 3." in one]
    workflow = (ROOT / ".github/workflows/test.yml").read_text()
    assert f"python: {promised}".replace("'", '"') in workflow
    assert about["requires-python"] == f">={promised[0]}"


def test_a_file_of_the_players_folder_is_not_taken_for_ours(python: Path, tmp_path: Path) -> None:
    for name in ("engine.py", "net.py"):
        (tmp_path / name).write_text("raise SystemExit('not ours')")
    words = [str(python), "-m", "moontui", "--version"]
    told = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True)
    assert told.stdout.startswith("moontui "), told.stderr


def test_the_environment_has_the_program_of_the_wheel(python: Path, tmp_path: Path) -> None:
    script = "import engine, net, moontui; print(engine.__file__, net.__file__, moontui.__file__)"
    files = run(python, tmp_path, script).split()
    assert len(files) == 3
    assert all(Path(file).is_relative_to(python.parents[1]) for file in files)


@pytest.mark.parametrize(
    ("language", "first", "last"),
    [
        ("en", "Wolfmoon against ", "The game is over."),
        ("de", "Wolfmoon gegen ", "Die Partie ist vorbei."),
    ],
)
def test_a_round_is_played_from_the_wheel_in_lines(
    python: Path, tmp_path: Path, language: str, first: str, last: str
) -> None:
    words = ("solo", "--plain", "--length", "round", "--seed", "moon", "--lang", language)
    told = run(python, tmp_path, COMMAND, *words, typed="1\n" * 500)
    assert told.startswith(first)
    assert told.rstrip().endswith(last)
