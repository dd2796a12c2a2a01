"""A piece of a game's table, for players trying out settings: what its samples have in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from hashlib import sha256
from itertools import count
from random import Random
from typing import Any

from engine.core import Seat, View
from engine.games import GAMES
from engine.play import apply, asks, start, view
from moontui.draw.keys import keys_of
from moontui.draw.scene import Look, Scene
from moontui.draw.size import SMALL
from moontui.words.teller import teller_for
from net.messages import Player

OTHERS = ("Bo", "Cy")
"""Who sits at the table besides the player."""


def sample_scene(game: str, shown: View[Any], look: Look, name: str, covered: bool) -> Scene:
    """A view as it is drawn on a small table, with the first choice picked."""
    names = (name, *OTHERS)[: shown.state.seats]
    teller = teller_for(game, look.words, names, Seat(0))
    keys = keys_of(teller, shown)
    return Scene(
        look=replace(look, size=SMALL),
        teller=teller,
        view=shown,
        players=tuple(Player("bot" if seat else "person", one) for seat, one in enumerate(names)),
        keys=keys,
        picked=next(iter(keys)),
        covered=covered,
    )


@cache
def some_turns_in(
    game: str, seats: int, is_ready: Callable[[Any], bool], level: str = "greedy"
) -> View[Any]:
    """The table as the first seat sees it, once it has to choose and everything is ready: in the
    first deal in which it comes to that."""
    rules = GAMES[game]
    options = {option.key: "0" for option in rules.options if option.key in ("start", "dealer")}
    for deal in count():
        seed = sha256(f"sample {deal}".encode()).digest()
        state = start(rules, seats, seed, options | {"length": "round"})
        bots = [rules.bots[level](Random(seat)) for seat in range(seats)]
        while open_asks := asks(state):
            ask = open_asks[0]
            shown = view(rules, state, ask.seat)
            if not ask.seat and len(ask.choices) > 1 and is_ready(state):
                return shown
            apply(state, ask.seat, bots[ask.seat].choose(shown))
    raise AssertionError("there are deals without end")
