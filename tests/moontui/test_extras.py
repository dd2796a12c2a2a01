"""Whoever lacks a part is told the line that brings it, whichever way moontui came."""

from __future__ import annotations

from pathlib import Path

import pytest

from moontui.commands.extras import way_to_doors


@pytest.mark.parametrize(
    ("place", "mark", "line"),
    [
        ("tools/moontui", "tools/moontui/uv-receipt.toml", "uv tool install 'moontui[ssh,web]'"),
        ("venvs/m", "venvs/m/pipx_metadata.json", "pipx install --force 'moontui[ssh,web]'"),
        ("uv/archive-v0/x1", "uv/mark", "uvx --from 'moontui[ssh,web]' moontui"),
        ("clone/.venv", "clone/hatch_build.py", "make setup"),
    ],
)
def test_the_line_fits_the_installer(place: str, mark: str, line: str, tmp_path: Path) -> None:
    (tmp_path / place).mkdir(parents=True)
    (tmp_path / mark).touch()
    assert way_to_doors(tmp_path / place) == line


def test_elsewhere_it_is_the_pip_of_the_environment() -> None:
    assert way_to_doors(Path("/opt/moontui")) == "/opt/moontui/bin/pip install 'moontui[ssh,web]'"
