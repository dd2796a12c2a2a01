"""Pictures as they are drawn: grids of known letters, with faces that can be told from afar."""

from __future__ import annotations

import pytest

from engine.bots.personas import PERSONAS
from engine.games import GAMES
from engine.games.moonlight.deck import Power
from engine.games.onenight.roles import Role
from engine.games.wolfmoon.deck import Card
from moontui.app.widgets.covers import PICTURES
from moontui.draw.pictures import COVERS, HEAD, Grid, album, area, enlarged

FACELESS = {"guest", "knife", "chest"}
"""Things, and whoever has not shown a face."""


def is_portrait(grid: Grid) -> bool:
    return (len(grid.rows[0]), len(grid.rows)) == HEAD


@pytest.mark.parametrize("game", GAMES)
def test_every_grid_is_a_rectangle_of_at_most_ten_known_letters(game: str) -> None:
    pictures = album(game)
    for name, grid in pictures.grids.items():
        letters = set("".join(grid.rows)) - {"."}
        assert len({len(row) for row in grid.rows}) == 1, name
        assert letters <= set(pictures.letters), name
        assert len(letters) <= 10, name


@pytest.mark.parametrize("game", GAMES)
def test_a_face_without_color_has_dark_eyes_in_a_lit_figure(game: str) -> None:
    pictures = album(game)
    for name, grid in pictures.grids.items():
        if not is_portrait(grid) or name.rstrip("0123456789") in FACELESS:
            continue
        figure = [letter for row in grid.rows for letter in row if letter != "."]
        lit = sum(pictures.letters[letter].lit for letter in figure)
        assert 0.25 <= lit / len(figure) <= 0.98, name
        eyes = "".join(row[4:14] for row in grid.rows[4:8]).replace(".", "")
        assert any(not pictures.letters[letter].lit for letter in eyes), name


def test_every_card_of_wolfmoon_has_a_picture() -> None:
    assert {card.name.lower() for card in Card} <= set(album("wolfmoon").grids)


def test_every_wolf_and_every_power_of_moonlight_has_a_picture() -> None:
    wanted = {power.name.lower() for power in Power} | {f"w{value}" for value in range(1, 7)}
    assert wanted <= set(album("moonlight").grids)


def test_every_role_of_one_night_has_a_picture() -> None:
    shared = {Role.DRUNK: "drunkard"}
    wanted = {shared.get(role, role.name.lower()) for role in Role}
    assert wanted <= set(album("onenight").grids)


@pytest.mark.parametrize("game", GAMES)
def test_hardly_anything_of_a_cover_is_cut_at_any_size_of_home(game: str) -> None:
    grids = album(game).grids
    for wide, high in PICTURES.values():
        best = min(area(enlarged(grids[name].rows, wide, 2 * high)) for name in COVERS)
        assert best <= 1.1 * wide * 2 * high, (wide, high)


def test_every_bot_has_a_face() -> None:
    assert {name.lower() for name in PERSONAS} <= set(album().grids)
