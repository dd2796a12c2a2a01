"""Terminals with 240 fixed colors: words stay readable, and nothing else is sent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rich.color import Color, ColorType
from rich.style import Style

from moontui.app.nearest import fixed_style, number_of
from moontui.draw.paint import contrast
from moontui.draw.palette import CREAM, FAINT_INK, INK, VALUES, Palette
from tests.moontui.sitting import sitting
from tests.sights import set_scene

PAPER = Palette().paper_color


def shown(color: Color | None) -> int:
    """A fixed color as a terminal shows it."""
    assert color is not None
    return number_of(*color.get_truecolor())


def color_of(number: int) -> Color:
    return Color.from_rgb(number >> 16, number >> 8 & 255, number & 255)


@pytest.mark.parametrize(
    ("words", "ground"), [*((CREAM, value) for value in VALUES), (INK, PAPER), (FAINT_INK, PAPER)]
)
def test_words_on_bands_and_paper_can_still_be_read(words: int, ground: int) -> None:
    style = fixed_style(Style(color=color_of(words), bgcolor=color_of(ground)))
    assert contrast(shown(style.color), shown(style.bgcolor)) >= 4.5


def test_paper_and_the_ground_keep_their_tone() -> None:
    for color in (PAPER, *Palette().ground, Palette().panel):
        found = shown(fixed_style(Style(color=color_of(color))).color)
        parts = [found >> shift & 255 for shift in (16, 8, 0)]
        assert max(parts) - min(parts) < 60, f"{color:06x}"


@pytest.mark.parametrize("sight", ["home", "table", "elimination"])
async def test_only_fixed_colors_are_sent(
    sight: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("textual.constants.COLOR_SYSTEM", "256")
    async with sitting(tmp_path) as table:
        await set_scene(table, sight)
        below = table.app._background_screens
        update: Any = table.app.screen._compositor.render_update(True, below)
        for row in update.strips:
            for segment in (segment for strip in row for segment in strip):
                style = segment.style or Style()
                for color in (style.color, style.bgcolor):
                    assert color is None or color.type != ColorType.TRUECOLOR, segment
