"""The pictures of README and docs: `make shots` writes them, and they stay small."""

from __future__ import annotations

import re
from pathlib import Path

from tests.shots import KEPT

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "screenshots"
BY_BROWSERS = {"browser-upright.png", "browser-sideways.png"}
"""Those that the tests of the doors take."""
MOVING = {"demo.gif"}
"""By `make demo`, from the cast beside it."""
MOST = 8_000_000
"""Bytes of all pictures together."""


def test_the_pages_show_the_kept_pictures_and_no_others() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    shown = {
        Path(name).name
        for page in pages
        for name in re.findall(r"!\[.*?\]\((.*?)\)", page.read_text(encoding="utf-8"))
    }
    assert shown == {f"{name}.png" for name in KEPT} | BY_BROWSERS | MOVING
    assert shown == {file.name for file in FOLDER.iterdir() if file.is_file()} - {"demo.cast"}


def test_the_kept_pictures_are_small() -> None:
    assert sum(file.stat().st_size for file in FOLDER.glob("*.*")) <= MOST
