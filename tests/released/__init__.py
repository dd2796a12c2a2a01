"""What each release leaves behind on people's machines, in a folder of its version.

`python -m tests.released` writes the folder of the version that is about to be released; once it
is released, the folder stays as it is. Every later moontui must read all of it, to the same effect.
"""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
HEADING = re.compile(r"^## (\S+?),? (?!.*not released)", re.M)


def released() -> set[str]:
    """The versions that people have, by the changelog."""
    return set(HEADING.findall((ROOT / "CHANGELOG.md").read_text(encoding="utf-8")))
