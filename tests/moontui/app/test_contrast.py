"""Every word on every screen can be read: its color stands out from the ground it stands on."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.style import Style

from moontui.app.app import MoontuiApp
from moontui.draw.paint import contrast
from moontui.draw.themes import THEMES
from tests.extent import EVERYTHING, some
from tests.moontui.app.test_pictures import look_at_all, painted
from tests.moontui.sizes import named

LEAST = 4.5
"""What the guidelines for the web ask for."""
SIZES = [(80, 23), (120, 40), (49, 37)] if EVERYTHING else [(80, 23)]


def color(style: Style, ground: bool) -> int:
    reverse = bool(style.reverse) != ground
    found = style.bgcolor if reverse else style.color
    assert found is not None, style
    red, green, blue = found.get_truecolor()
    return red << 16 | green << 8 | blue


@pytest.mark.parametrize("size", SIZES, ids=named)
@pytest.mark.parametrize("theme", THEMES if EVERYTHING else ["daylight"])
async def test_every_word_stands_out_from_its_ground(
    theme: str, size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    faint: dict[tuple[str, str], float] = {}

    def check(name: str, app: MoontuiApp) -> None:
        for segment in painted(app):
            if any(sign.isalnum() for sign in segment.text):
                assert segment.style is not None
                found = contrast(color(segment.style, False), color(segment.style, True))
                if found < LEAST:
                    faint[name, segment.text] = round(found, 2)

    monkeypatch.setenv("COLORTERM", "truecolor")
    await look_at_all(tmp_path, size, check, some(2, 1), theme=theme)
    assert not faint, "\n".join(map(str, faint.items()))
