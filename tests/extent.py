"""How much the tests try: enough to notice a mistake each time, all with `EVERYTHING=1`."""

from __future__ import annotations

import os
from typing import TypeVar

T = TypeVar("T")
EVERYTHING = bool(os.environ.get("EVERYTHING"))


def some(few: T, many: T) -> T:
    """A few in every run, many when everything is asked for."""
    return many if EVERYTHING else few
