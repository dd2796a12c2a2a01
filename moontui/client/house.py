"""What a game offers to agree on here: its own values, and one that a file of the player's holds.

An option that can be read from a file has it in the data folder, named after game and option, such
as `robbers-icons.txt`. The table gets what is in it, so nobody else needs the file.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.core import Game, Option
from net.reading import read_small

MOST = 10_000
"""The largest such file, in bytes."""


def file_for(game: Game[Any], option: Option, folder: Path) -> Path:
    """Where a player may write a value of an option down."""
    return folder / f"{game.id}-{option.key}.txt"


def values_of(game: Game[Any], option: Option, folder: Path | None) -> tuple[str, ...]:
    """All values that can be chosen here, the default first."""
    try:
        brought = value_in_file(game, option, folder)
    except (OSError, ValueError):
        return option.values
    return (*option.values, brought) if brought else option.values


def is_broken(game: Game[Any], option: Option, folder: Path | None) -> bool:
    """Whether there is a file for an option that cannot be used."""
    try:
        value_in_file(game, option, folder)
    except (OSError, ValueError):
        return True
    return False


def value_in_file(game: Game[Any], option: Option, folder: Path | None) -> str:
    """The value that a file holds; empty: there is none. Raises `OSError` and `ValueError`."""
    if option.read is None or folder is None:
        return ""
    try:
        text = read_small(file_for(game, option, folder), MOST)
    except FileNotFoundError:
        return ""
    return option.read(text.decode())
