"""A table's terms travel as one value: wished for, opened, kept in the journal, told to all."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

from engine.bots.dial import LEVELS
from engine.games import GAMES, USUAL, level_for
from net import messages as said
from net.host import Host
from tests.net.tables import on_disk

NET = Path(said.__file__).parent
OTHERWISE: dict[str, Any] = {
    "game": "onenight",
    "seats": 5,
    "options": {"rounds": "3"},
    "level": "easy",
    "title": "At the mill",
    "watch": "none",
    "notebook": "odds",
    "clock": True,
    "pace": 50,
    "hints": True,
    "chatter": "lively",
    "open_review": True,
    "deal": "full moon",
}
"""Every term, with a value that is not the default."""


def test_every_term_is_here_and_is_not_the_default() -> None:
    assert list(OTHERWISE) == list(said.Terms.__struct_fields__)
    usual = said.terms_of(said.Terms("wolfmoon", 4))
    assert all(OTHERWISE[name] != value for name, value in usual.items())


async def test_a_table_has_the_terms_that_were_wished_for_now_and_after_a_restart(
    tmp_path: Path,
) -> None:
    wish = said.Create(**OTHERWISE, bots=4, password="howl")
    host = Host("Base", tmp_path)
    table = await host.tables.open(wish, "Ana")
    opening = host.tables[table].table.opening
    room = host.tables[table].table.room()
    await host.stop()
    options = opening.options
    assert options["rounds"] == "3"
    expected = OTHERWISE | {"options": options}
    assert said.terms_of(opening) == expected
    assert said.terms_of(room) == expected
    assert said.terms_of(on_disk(tmp_path, table)[0]) == expected
    again = Host("Base", tmp_path)
    again.tables.recover()
    assert again.tables[table].table.opening == opening
    await again.stop()


# ── how bots play where nobody says anything ────────────────────────────────────────────────────


async def test_no_two_tables_for_others_have_the_same_title(tmp_path: Path) -> None:
    host = Host("Base", tmp_path)
    for title in ("", "", "x" * 30, "x" * 30):
        await host.tables.open(said.Create("wolfmoon", 3, title=title), "Ana")
    titles = [row.title for row in host.tables.rows()]
    await host.stop()
    assert titles == ["Ana", "Ana 2", "x" * 30, "x" * 28 + " 2"]


@pytest.mark.parametrize("game", GAMES)
async def test_bots_play_as_usual_where_nobody_says_anything_else(
    game: str, tmp_path: Path
) -> None:
    host = Host("Base", tmp_path)
    table = await host.tables.open(said.Create(game, GAMES[game].seats[0], bots=1), "Ana")
    lasting = host.tables[table].table.lasting
    await host.stop()
    assert lasting.opening.level == lasting.chairs[-1].level == level_for(GAMES[game]) == USUAL


async def test_bots_between_two_levels_are_still_there_after_a_restart(tmp_path: Path) -> None:
    host = Host("Base", tmp_path)
    wish = said.Create("wolfmoon", 3, bots=2, level="gentle+30")
    table = await host.tables.open(wish, "Ana")
    await host.stop()
    again = Host("Base", tmp_path)
    again.tables.recover()
    lasting = again.tables[table].table.lasting
    await again.stop()
    assert lasting.opening.level == "gentle+30"
    assert [chair.level for chair in lasting.chairs] == ["", "gentle+30", "gentle+30"]


@pytest.mark.parametrize("path", sorted(NET.rglob("*.py")), ids=lambda path: path.stem)
def test_a_host_knows_no_level_by_name(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    words = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert not words & set(LEVELS)
