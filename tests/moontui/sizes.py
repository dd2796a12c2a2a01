"""The sizes of screens that tests look at: some in every run, all of them with `EVERYTHING=1`."""

from __future__ import annotations

from moontui.words.catalogue import LANGUAGES
from tests.extent import EVERYTHING

ALL = [(43, 46), (60, 20), (80, 23), (120, 35), (120, 40), (160, 50), (200, 60)]
"""A phone held upright, and every class of terminal."""
FEW = [(60, 20), (80, 23), (120, 40)]
SIZES = ALL if EVERYTHING else FEW


LOOKS = [(size, language) for size in SIZES for language in LANGUAGES]
"""Sizes with languages; in every run German is looked at where room is scarce."""
if not EVERYTHING:
    LOOKS = [(FEW[0], "de"), *((size, "en") for size in FEW[1:])]


def named(given: object) -> str:
    """The name of a size in a test; whatever else there is has its own."""
    return f"{given[0]}x{given[1]}" if isinstance(given, tuple) else str(given)
