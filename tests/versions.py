"""`make versions`: all tests with the lowest and the newest dependencies, in every Python there is.

`make versions ARGS="3.12 highest"` tries only what has all these words in its name. Each pair has
an environment of its own in `.versions/`, and beside it what pytest has said.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".versions"
RESOLUTIONS = ("lowest-direct", "highest")
PYENV = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))


class Pair(NamedTuple):
    """A Python, and which of all dependencies that would do are installed for it."""

    python: str
    resolution: str

    @property
    def name(self) -> str:
        return f"{self.python}-{self.resolution}"


class CannotRun(Exception):
    """The tests cannot be run in this pair; the sentence says why."""


def supported() -> list[str]:
    """Every Python that moontui says it runs in."""
    about = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return re.findall(r"Python :: (3\.\d+)", "\n".join(about["project"]["classifiers"]))


def pairs(words: list[str]) -> Iterator[Pair]:
    """All, or those that have all the words in their names."""
    for python in supported():
        for resolution in RESOLUTIONS:
            pair = Pair(python, resolution)
            if all(word in pair.name.split("-", 1) for word in words):
                yield pair


def uv(*words: str) -> str:
    """What uv writes. Raises `CannotRun`."""
    ran = subprocess.run(["uv", *words], capture_output=True, text=True, cwd=ROOT)
    if ran.returncode:
        raise CannotRun(" ".join(ran.stderr.split()))
    return ran.stdout.strip()


def found(python: str) -> str:
    """A Python of this machine: pyenv's newest, or whichever uv knows; empty: there is none."""
    if kept := sorted(PYENV.glob(f"versions/{python}.*/bin/python"), key=lambda one: one.parts):
        return str(kept[-1])
    try:
        return uv("python", "find", "--no-python-downloads", python)
    except CannotRun:
        return ""


def tried(pair: Pair, python: str) -> tuple[bool, str]:
    """Whether all tests pass, and pytest's last line. Raises `CannotRun`."""
    place = FOLDER / pair.name
    own = str(place / ("Scripts" if os.name == "nt" else "bin") / "python")
    uv("venv", "-q", "--clear", "--python", python, str(place))
    install = ("pip", "install", "-q", "--python", own, "--resolution", pair.resolution)
    uv(*install, "-e", f"{ROOT}[dev]")
    words = ("-m", "pytest", "-n", "auto", "--dist", "worksteal", "-p", "no:cacheprovider", "-rfEs")
    with (FOLDER / f"{pair.name}.txt").open("w", encoding="utf-8") as said:
        ran = subprocess.run([own, *words], stdout=said, stderr=subprocess.STDOUT, cwd=ROOT)
    last = (FOLDER / f"{pair.name}.txt").read_text(encoding="utf-8").splitlines()[-1]
    return not ran.returncode, last.strip("= ")


def main(words: list[str]) -> int:
    FOLDER.mkdir(exist_ok=True)
    good = True
    for pair in pairs(words):
        told = "not tried, as this Python is not here"
        if python := found(pair.python):
            try:
                passed, told = tried(pair, python)
            except CannotRun as reason:
                passed, told = False, str(reason)
            good = good and passed
        print(f"{pair.python:5} {pair.resolution:14} {told}", flush=True)
    return not good


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
