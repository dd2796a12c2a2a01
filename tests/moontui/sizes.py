"""The sizes of screens that tests look at: some in every run, all of them with `ALL_SIZES=1`."""

from __future__ import annotations

import os

ALL = [(43, 46), (60, 20), (80, 23), (120, 35), (120, 40), (160, 50), (200, 60)]
"""A phone held upright, and every class of terminal."""
FEW = [(60, 20), (80, 23), (120, 40)]
EVERYTHING = bool(os.environ.get("ALL_SIZES"))
SIZES = ALL if EVERYTHING else FEW


def named(size: tuple[int, int]) -> str:
    """The name of a size in a test."""
    return f"{size[0]}x{size[1]}"
