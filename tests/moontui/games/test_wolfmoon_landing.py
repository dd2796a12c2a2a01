"""Cards that fly over Wolfmoon's table land where they then lie, and nowhere else."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.core import HIDDEN, Event
from engine.games import GAMES
from engine.games.wolfmoon.deck import VALUE, Card
from engine.play import apply, asks, start
from moontui.app.widgets.board import Trip
from moontui.app.widgets.peek import Peek
from moontui.games.wolfmoon.board import WolfmoonBoard
from moontui.games.wolfmoon.journeys import journey
from moontui.games.wolfmoon.parts import FORMS, easel, form_for
from tests.extent import some
from tests.moontui.scenes import ME, NAMES, update_for
from tests.moontui.sitting import Sitting, sitting
from tests.moontui.sizes import ALL, named

WOLFMOON = GAMES["wolfmoon"]
SEATS = 4
STAY = ("moon", "looked", "peeked")
"""A Moon rises, and a card that is only looked at does not stay where it flies."""


@pytest.mark.parametrize("size", some([(80, 23), (120, 40)], ALL), ids=named)
async def test_a_card_lands_where_it_lies_afterwards(size: tuple[int, int], tmp_path: Path) -> None:
    rng = Random("landing")
    state: Any = start(WOLFMOON, SEATS, rng.randbytes(32), {"length": "match"})
    landed: set[tuple[str, bool, bool]] = set()
    async with sitting(tmp_path, state, size=size, moments="stage") as table:
        for _ in range(some(40, 100)):
            told = len(state.events)
            ask = asks(state)[0]
            apply(state, ask.seat, rng.choice(ask.choices))
            news = [event.told_to(ME) for event in state.events[told:]]
            trips = [(e, trip) for e in news if (trip := board_of(table).journey(e)) is not None]
            await table.hear(update_for(state, first=told, turn=table.session.turn + 1))
            table.screen.query_one(Peek).close()
            await table.settle()
            if state.ending or not trips or trips[-1][0].kind in STAY:
                continue
            way = journey(trips[-1][0], SEATS)
            assert way is not None
            check(table, *trips[-1])
            landed.add((way.end.what, way.end.number == ME, way.card == HIDDEN))
    displays = {("display", True, False), ("display", False, False)}
    hands = {("seat", True, False), ("seat", False, True)}
    assert displays | hands <= landed


def board_of(table: Sitting) -> WolfmoonBoard:
    return table.screen.query_one(WolfmoonBoard)


def check(table: Sitting, event: Event, trip: Trip) -> None:
    """At the place where a card lands stands its name, or its back, at the right player."""
    scene = table.screen.scene()
    way = journey(event, SEATS)
    assert scene is not None
    assert way is not None
    card = way.card
    if card == HIDDEN and way.end.what == "seat":
        card = board_of(table).shown_at(scene, way.end.number)
    x, y = board_of(table).landing(event, trip).offset
    there = table.lines[y][x:]
    form = form_for(scene.look.size, SEATS)
    if card == HIDDEN and form.panel:
        size = form.slot if way.end.what == "slot" else form.hidden
        back = "".join(ink.text for ink in easel(scene).back(*size)[0])
        assert there.startswith(back), f"{event} lands at {x}, {y}:\n{table.text}"
        return
    words = scene.look.words
    known = [Card(card).name.lower()] if card != HIDDEN else []
    names = [words.say(form, name) for name in known for form in FORMS]
    told = [f"{VALUE[card]} {name}" for name in names] or [scene.look.symbols.token]
    if way.end.what == "seat" and way.end.number == ME:
        told += [f"{VALUE[card]}  {name.upper()}" for name in names]
    assert there.lstrip().startswith(tuple(told)), f"{event} lands at {x}, {y}:\n{table.text}"
    if way.end.what in ("seat", "display") and way.end.number != ME and not form.panel:
        above = "".join(reversed(table.lines[: y + 1]))
        names = [NAMES[seat].upper() for seat in range(SEATS)]
        nearest = min(names, key=lambda name: above.find(name) if name in above else len(above))
        assert nearest == NAMES[way.end.number].upper(), table.text
