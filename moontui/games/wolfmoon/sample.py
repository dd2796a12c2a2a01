"""A piece of Wolfmoon's table, for players trying out settings."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any

from engine.core import Choice, Seat, View
from engine.games.wolfmoon import WOLFMOON
from engine.play import apply, asks, start, view
from moontui.draw.ink import Line
from moontui.draw.keys import keys_of
from moontui.draw.scene import Look, Scene
from moontui.draw.size import SMALL
from moontui.games.wolfmoon.hand import Hand
from moontui.games.wolfmoon.seats import Displays
from moontui.words.teller import teller_for
from net.messages import Player


def sample(look: Look, name: str, covered: bool, hand_first: bool, width: int) -> list[Line]:
    """Two cards and two seats, drawn as at the table."""
    shown = sample_view()
    names = (name, "Bo", "Cy")
    teller = teller_for("wolfmoon", look.words, names, Seat(0))
    keys = keys_of(teller, shown)
    scene = Scene(
        look=replace(look, size=SMALL),
        teller=teller,
        view=shown,
        players=(Player("person", name), Player("bot", "Bo"), Player("bot", "Cy")),
        keys=keys,
        picked=next(iter(keys)),
        covered=covered,
    )
    rows = [row for seat in (0, 1) for row in Displays().row(scene, shown.state, Seat(seat), width)]
    hand = sample_hand(scene, width)
    return [*hand, [], *rows] if hand_first else [*rows, [], *hand]


def sample_hand(scene: Scene, width: int) -> list[Line]:
    return Hand().sketch(scene, width)


@cache
def sample_view() -> View[Any]:
    """A game a few turns in, when the first seat has to choose which card to play."""
    game = WOLFMOON
    state = start(game, 3, sha256(b"sample").digest(), {"start": "0", "length": "round"})
    bots = [game.bots["greedy"](Random(seat)) for seat in range(3)]
    while not (state.hands[0][1:] and all(state.displays[:2])):
        seat = asks(state)[0].seat
        shown = view(game, state, seat)
        draw = Choice("draw")
        choices = shown.ask.choices if shown.ask is not None else ()
        apply(state, seat, draw if draw in choices else bots[seat].choose(shown))
    return view(game, state, Seat(0))
