"""What is kept of a drawing, and rendered without Textual's help, looks as if neither were so."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.strip import Strip
from textual.widget import Widget

from engine.games import GAMES, length_for
from engine.play import apply, asks, start
from moontui.app.frugal import CellStrip, cells_of
from moontui.app.widgets.sketch import Sketch
from tests.moontui.scenes import moment
from tests.moontui.sitting import Sitting, sitting

GAMES_AND_SEATS = [("wolfmoon", 6), ("robbers", 4), ("moonlight", 2), ("onenight", 5)]


def cells(strip: Strip) -> list[Any]:
    """A strip sign by sign, with the colors of each."""
    return [(sign, style) for text, style, _ in strip for sign in text]


def shown(table: Sitting) -> list[Sketch]:
    return [sketch for sketch in table.screen.query(Sketch) if sketch.display and sketch.size]


def screen_of(table: Sitting) -> list[list[Any]]:
    return [cells(strip) for strip in table.screen._compositor.render_strips()]


@pytest.mark.parametrize("theme", ["moon", "daylight", "ansi-dark"])
async def test_a_sketch_is_rendered_as_textual_would(tmp_path: Path, theme: str) -> None:
    async with sitting(tmp_path, moment("guess", seats=6), size=(120, 40), theme=theme) as table:
        for sketch in shown(table):
            region = sketch.outer_size.region
            ours = sketch.render_lines(region)
            theirs = Widget.render_lines(sketch, region)
            assert [cells(strip) for strip in ours] == [cells(strip) for strip in theirs]


async def test_a_strip_that_knows_its_cells_knows_them_right(tmp_path: Path) -> None:
    async with sitting(tmp_path, moment("guess", seats=6), size=(120, 40)) as table:
        known = [
            sketch.render_line(y) for sketch in shown(table) for y in range(len(sketch.lines()))
        ]
    assert all(isinstance(strip, CellStrip) for strip in known)
    for strip in known:
        plain = Strip(strip, strip.cell_length)
        assert cells_of(strip, table.app.console) == cells_of(plain, table.app.console)


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
async def test_a_table_that_was_played_at_looks_like_one_just_come_to(
    tmp_path: Path, game: str, seats: int
) -> None:
    rng = Random(seats)
    state = start(GAMES[game], seats, rng.randbytes(32), length_for(GAMES[game], "round"))
    async with sitting(tmp_path, state.copy(), size=(120, 40)) as table:
        for _ in range(8):
            for _ in range(3):
                if questions := asks(state):
                    ask = rng.choice(questions)
                    apply(state, ask.seat, rng.choice(ask.choices))
            await table.sit(state.copy())
            before = screen_of(table)
            for sketch in table.screen.query(Sketch):
                forget(sketch)
            assert screen_of(table) == before


def forget(sketch: Sketch) -> None:
    """Let a sketch draw everything anew."""
    if hasattr(sketch, "_pieces"):
        sketch._pieces.clear()
    sketch._prints.clear()
    sketch._strips.clear()
    sketch.redraw()
    sketch._lines = sketch._drawn
