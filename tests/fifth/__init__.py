"""A fifth game, Dare: two folders, which only tests put where games are looked for."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import engine.games
import moontui.games
from engine.games import GAMES
from moontui.games import FACES
from moontui.words.catalogue import read
from net import thinking

HERE = Path(__file__).parent
SHELVES = ((engine.games, GAMES, "engine"), (moontui.games, FACES, "moontui"))
follow_the_host = thinking.follow_the_host


@contextmanager
def fifth_game() -> Iterator[None]:
    """Have Dare among the games for a while, in the bots' process too."""
    with patch.object(thinking, "follow_the_host", follow_with_it):
        put_in()
        try:
            yield
        finally:
            take_out()


def put_in() -> None:
    """Let both shelves find one more folder."""
    for package, shelf, folder in SHELVES:
        package.__path__.append(str(HERE / folder))
        shelf.look()


def take_out() -> None:
    """Leave everything as it was, including what was loaded and read meanwhile."""
    for package, shelf, folder in SHELVES:
        package.__path__.remove(str(HERE / folder))
        shelf.look()
        for name in [name for name in sys.modules if name.startswith(f"{package.__name__}.dare")]:
            del sys.modules[name]
        vars(package).pop("dare", None)
    read.cache_clear()


def follow_with_it(patient: bool) -> None:
    """What a process in which bots think about Dare does first."""
    put_in()
    follow_the_host(patient)
