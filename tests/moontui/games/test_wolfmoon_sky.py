"""The sky of Wolfmoon's table: stars and words keep apart."""

from __future__ import annotations

import re

import pytest

from engine.core import Seat
from moontui.draw.scene import Look, Scene
from moontui.draw.size import Size
from moontui.games.wolfmoon.sky import Pile
from moontui.games.wolfmoon.teller import WolfmoonTeller
from tests.moontui.scenes import moment, session_at


@pytest.mark.parametrize("size", [(80, 23), (120, 40)])
def test_no_star_stands_right_beside_words(size: tuple[int, int]) -> None:
    session = session_at(moment("turn", seats=4))
    assert session.view is not None
    look = Look(session.words_for("wolfmoon"), size=Size.of(*size))
    for number in range(40):  # every table has a sky of its own
        names = [f"{letter}{number}" for letter in "abcd"]
        teller = WolfmoonTeller(session.words, names, Seat(0))
        scene = Scene(look, teller, session.view, session.players)
        for line in Pile().sketch(scene, size[0]):
            shown = "".join(ink.text for ink in line)
            assert re.search(r"[·✦]\w|\w[·✦]", shown) is None, (number, shown)
