"""What is kept of a drawing is what would be drawn anew, in a whole game and for every answer."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.games import GAMES, length_for
from engine.play import apply, asks, start
from moontui.draw.keys import keys_of
from moontui.draw.scene import Look, Scene
from moontui.draw.size import Size
from moontui.games.wolfmoon.hand import Hand
from moontui.games.wolfmoon.middle import Center, Stage
from moontui.games.wolfmoon.seats import Displays
from moontui.games.wolfmoon.sky import Pile
from tests.extent import some
from tests.moontui.scenes import session_at

WOLFMOON = GAMES["wolfmoon"]


def scene_of(state: object, covered: bool) -> Scene:
    """What a player sees who has not picked an answer yet."""
    session = session_at(state)
    assert session.view is not None
    return Scene(
        Look(session.words_for("wolfmoon"), size=Size.of(120, 40)),
        session.teller,
        session.view,
        session.players,
        keys=keys_of(session.teller, session.view),
        covered=covered,
        notebook="counts",
        last=session.last_play,
        moment=session.moment,
    )


@pytest.mark.parametrize("seats", some([6], [3, 6]))
def test_a_zone_that_has_drawn_a_whole_game_draws_like_a_new_one(seats: int) -> None:
    rng = Random(seats)
    state = start(WOLFMOON, seats, rng.randbytes(32), length_for(WOLFMOON, "round"))
    zones = (Pile(), Displays(), Stage(), Center(), Hand())
    drawn = 0
    while questions := asks(state):
        scene = scene_of(state, covered=rng.random() < 0.1)
        for choice in (None, *scene.keys):
            picked = replace(scene, picked=choice)
            for zone in zones:
                assert zone.sketch(picked, 120) == type(zone)().sketch(picked, 120)
                drawn += 1
        ask = rng.choice(questions)
        apply(state, ask.seat, rng.choice(ask.choices))
    assert drawn > 40
