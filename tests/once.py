"""What takes long to work out is worked out by the first process of the tests that needs it."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from functools import cache, wraps
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
SHELF = "MOONTUI_TESTS_SHELF"
"""Names the folder that the processes of one run share; not set where there is one process."""


def once(make: Callable[[], T]) -> Callable[[], T]:
    """A function without arguments whose result the other processes of this run can have too. If
    two need it at the same time, both work it out, and neither waits."""

    @cache
    @wraps(make)
    def made() -> T:
        if SHELF not in os.environ:
            return make()
        kept = Path(os.environ[SHELF]) / f"{make.__module__}.{make.__name__}.pickle"
        if kept.exists():
            found: T = pickle.loads(kept.read_bytes())
            return found
        value = make()
        draft = kept.with_suffix(f".{os.getpid()}")
        draft.write_bytes(pickle.dumps(value))
        draft.replace(kept)
        return value

    return made
