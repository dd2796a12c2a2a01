"""The shelf of games: folders that are found, in the order they ask for, and nothing else."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping

import pytest

from engine.games import GAMES
from engine.shelf import Shelf
from moontui.games import FACES, playable

STRANGE = [
    "",
    ".",
    "..",
    "../x",
    "/etc/passwd",
    "os",
    "wolfmoon.cards",
    "wolfmoon/../robbers",
    "Wolfmoon",
    "wolfmoon ",
    "wolfmoon\0",
    "__pycache__",
    "face",
    "x" * 1_000_000,
]
"""What a host, a file or the wire might call a game."""


def test_games_stand_in_the_order_that_they_ask_for() -> None:
    assert list(GAMES) == ["wolfmoon", "robbers", "moonlight", "onenight"]


def test_every_game_has_a_face() -> None:
    assert playable() == list(GAMES)
    assert set(FACES) == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_knows_the_pictures_of_its_cards(game: str) -> None:
    assert FACES[game].portrait is not None


@pytest.mark.parametrize("shelf", [GAMES, FACES], ids=["games", "faces"])
@pytest.mark.parametrize("name", STRANGE, ids=lambda name: repr(name[:20]))
def test_a_strange_name_is_looked_up_and_nothing_more(shelf: Shelf[object], name: str) -> None:
    loaded = set(sys.modules)
    assert name not in shelf
    assert shelf.get(name) is None
    with pytest.raises(KeyError):
        shelf[name]
    assert set(sys.modules) == loaded


@pytest.mark.parametrize("shelf", [GAMES, FACES], ids=["games", "faces"])
def test_what_is_no_name_at_all_is_not_on_the_shelf(shelf: Mapping[object, object]) -> None:
    for thing in (None, 1, b"wolfmoon", ["wolfmoon"], ("wolfmoon",)):
        assert thing not in shelf


def test_to_know_which_games_there_are_loads_none_of_them() -> None:
    script = (
        "import sys; from moontui.games import playable; assert playable();"
        "from moontui.words.catalogue import Catalogue; Catalogue('en').game_called('robbers');"
        "print(*(name for name in sys.modules if '.games.' in name or 'textual' in name))"
    )
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert out.stdout.split() == ["moontui.games.face"]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_told_of_without_a_board_or_another_teller(game: str) -> None:
    script = (
        f"import sys; from moontui.games import FACES; FACES[{game!r}].teller();"
        "print(*(name for name in sys.modules if 'moontui.games.' in name or 'textual' in name))"
    )
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = set(out.stdout.split()) - {"moontui.games.face", f"moontui.games.{game}"}
    assert all(name.startswith(f"moontui.games.{game}.") for name in loaded), loaded
    assert f"moontui.games.{game}.board" not in loaded
