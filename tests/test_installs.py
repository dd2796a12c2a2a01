"""The wheel in an environment of its own, installed as people do it: with uv, pipx or pip.

It takes a package index and most of a minute, so it runs with `make installs` or `EVERYTHING=1`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.extent import EVERYTHING
from tests.moontui.terminal import terminal
from tests.wheel import built

pytestmark = pytest.mark.skipif(
    not EVERYTHING, reason="installs from a package index: make installs"
)


def with_uv(wheel: Path, home: Path) -> Path:
    """`uv tool install`."""
    tool = found("uv")
    done(home, tool, "tool", "install", "-q", "--python", sys.executable, str(wheel))
    return home / "bin" / "moontui"


def with_pipx(wheel: Path, home: Path) -> Path:
    """`pipx install`, with a pipx of its own if there is none."""
    if shutil.which("pipx"):
        done(home, "pipx", "install", str(wheel))
    else:
        done(home, sys.executable, "-m", "venv", str(home / "pipx"))
        done(home, str(home / "pipx/bin/pip"), "install", "-q", "pipx")
        done(home, str(home / "pipx/bin/pipx"), "install", str(wheel))
    return home / "bin" / "moontui"


def with_pip(wheel: Path, home: Path) -> Path:
    """`pip install` into a new environment."""
    done(home, sys.executable, "-m", "venv", str(home / "env"))
    done(home, str(home / "env/bin/pip"), "install", "-q", str(wheel))
    return home / "env/bin/moontui"


INSTALLERS: dict[str, Callable[[Path, Path], Path]] = {
    "uv": with_uv,
    "pipx": with_pipx,
    "pip": with_pip,
}


def found(tool: str) -> str:
    """Where a tool is: on the path, or beside the Python that runs the tests."""
    path = os.pathsep.join((os.environ["PATH"], sysconfig.get_path("scripts")))
    return shutil.which(tool, path=path) or pytest.skip(f"{tool} is not installed here")


def surroundings(home: Path) -> dict[str, str]:
    """Nothing of this checkout or of the person who runs the tests, but their package index."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return kept | {
        "UV_TOOL_DIR": str(home / "tools"),
        "UV_TOOL_BIN_DIR": str(home / "bin"),
        "PIPX_HOME": str(home / "tools"),
        "PIPX_BIN_DIR": str(home / "bin"),
        "PIPX_MAN_DIR": str(home / "man"),
        "PIPX_DEFAULT_PYTHON": sys.executable,
        "MOONTUI_DATA": str(home / "data"),
        "XDG_RUNTIME_DIR": str(home),
    }


def done(home: Path, *words: str, typed: str = "") -> str:
    """What a command writes; it must succeed."""
    ran = subprocess.run(
        words, input=typed, capture_output=True, text=True, cwd=home, env=surroundings(home)
    )
    assert ran.returncode == 0, f"{' '.join(words)}\n{ran.stdout[-2000:]}\n{ran.stderr[-2000:]}"
    return ran.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, if there is an index to get from what it depends on."""
    folder = tmp_path_factory.mktemp("index")
    ask = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", str(folder), "wcwidth"]
    if subprocess.run(ask, capture_output=True, timeout=60).returncode:
        pytest.skip("no package index can be reached")
    return built(tmp_path_factory.mktemp("dist"))


@pytest.mark.parametrize("installer", INSTALLERS)
def test_what_was_installed_plays_hosts_is_found_and_paints(
    installer: str, wheel: Path, tmp_path: Path
) -> None:
    moontui = str(INSTALLERS[installer](wheel, tmp_path))
    assert done(tmp_path, moontui, "--version").startswith("moontui ")

    round_of = ("solo", "--plain", "--length", "round", "--seed", "moon", "--lang", "en")
    told = done(tmp_path, moontui, *round_of, typed="1\n" * 500)
    assert told.rstrip().endswith("The game is over.")

    words = ("host", "--name", "Installed", "--port", "0", "--data", str(tmp_path / "host"))
    with subprocess.Popen(
        [moontui, *words, "--lang", "en"],
        stdout=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env=surroundings(tmp_path),
    ) as host:
        try:
            assert host.stdout is not None
            assert "Installed" in host.stdout.readline()  # it is open now
            hosts = json.loads(done(tmp_path, moontui, "tables", "--json"))
        finally:
            host.terminate()
    assert "Installed" in {one["host"] for one in hosts}

    start = f"import os; os.execv({moontui!r}, [{moontui!r}, '--lang', 'en'])"
    with terminal("-c", start, data=tmp_path / "player", PYTHONPATH="") as shown:
        shown.sees("Play now", "Learn")
