"""Whatever a release has left behind is read by this moontui as it was read then."""

from __future__ import annotations

import json
import re
from importlib.metadata import version
from pathlib import Path

import pytest

from moontui.commands.versions import versions
from tests.released import HERE, ROOT, released
from tests.released.readings import read

RELEASES = sorted(file.parent for file in HERE.glob("*/versions.json"))


@pytest.mark.parametrize("folder", RELEASES, ids=lambda folder: folder.name)
def test_what_a_release_left_behind_is_read_as_it_was_then(folder: Path) -> None:
    assert read(folder) == json.loads((folder / "read_as.json").read_text())


def test_every_version_that_was_released_has_left_something_here() -> None:
    assert released() <= {folder.name for folder in RELEASES}


def test_no_format_is_used_that_was_not_written_down() -> None:
    """After a change of format: a new version, and `python -m tests.released`."""
    left = [json.loads((folder / "versions.json").read_text()) for folder in RELEASES]
    ours = versions()
    for part in ("protocol", "journal", "record", "puzzle", "invitation", "backup"):
        assert ours[part] in [then[part] for then in left], part
    assert version("moontui") in {then["moontui"] for then in left}


def test_the_page_about_upgrading_names_every_version() -> None:
    page = (ROOT / "docs" / "upgrading.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| `(\w+)` \| (\S+) \|", page, re.M))
    assert told == {
        part: str(number) for part, number in versions().items() if isinstance(number, int)
    }
