"""Random rounds of Moonlight with every pair of powers, and what must hold at every question."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

from engine.core import Ask
from engine.games.moonlight import MOONLIGHT
from engine.games.moonlight.deck import (
    AMBUSHES,
    DECK,
    LONE,
    VALUE,
    Power,
    kind_of,
    owner_of,
    wolf_of,
)
from engine.games.moonlight.field import Field
from engine.games.moonlight.land import FULL, box_of
from engine.games.moonlight.rules import places
from engine.games.moonlight.state import SEATS, Table
from engine.games.moonlight.tally import tally
from engine.play import advance, asks, settings, settle

PAIRS = [(None, None), *((None, p) for p in Power), *((p, None) for p in Power)]
PAIRS += [*permutations(Power, 2)]
"""The powers of both seats: there is one card of each."""
CAP = 500
"""Wolves could be picked up and put back forever; random players do not."""


def new_round(seed: int) -> tuple[Table, Random]:
    """A round with the powers and Lone Wolves that follow from the seed."""
    rng = Random(f"moonlight {seed}")
    table = MOONLIGHT.setup(2, rng.randbytes(32), settings(MOONLIGHT, {"length": "round"}))
    table.powers = [None if power is None else int(power) for power in PAIRS[seed % len(PAIRS)]]
    for seat in SEATS:
        if rng.random() < 0.5:
            table.lone[seat] = [wolf_of(seat, rng.choice(LONE))]
    settle(table)
    return table, rng


def play_round(seed: int) -> str:
    """Play one round at random; returns how it ended.

    Raises `AssertionError` naming the seed when something does not hold.
    """
    table, rng = new_round(seed)
    shape = ""
    for _ in range(CAP):
        open_asks = asks(table)
        if table.account is not None:
            return table.ending
        (ask,) = open_asks
        check(table, ask, seed)
        assert not shape or table.shape == shape, f"seed {seed}: the shape changed"
        shape = table.shape
        advance(table, ask.seat, rng.choice(ask.choices))
        check_land(table, seed)
    raise AssertionError(f"seed {seed}: no end after {CAP} answers")


def check(table: Table, ask: Ask, seed: int) -> None:
    """What must hold whenever somebody is asked something."""
    assert ask.choices, f"seed {seed}: nothing to choose"
    assert len(set(ask.choices)) == len(ask.choices), f"seed {seed}: a choice twice"
    assert len(table.land) < FULL, f"seed {seed}: asked on a full land"
    for seat in SEATS:
        pack = Counter(DECK) + Counter(kind_of(card) for card in table.lone[seat])
        lying = [card for stack in table.land.values() for card in stack]
        zones = (table.hands[seat], table.decks[seat], table.lifted, lying)
        own = Counter(kind_of(c) for zone in zones for c in zone if owner_of(c) == seat)
        assert own == pack, f"seed {seed}: wolves were lost or found"
        if table.used[seat]:
            assert table.powers[seat] in AMBUSHES, f"seed {seed}: a Stamina was used up"
    if ask.prompt == "place":
        assert any(choice.verb == "put" for choice in ask.choices), f"seed {seed}: stuck"


def check_land(table: Table, seed: int) -> None:
    """What must hold for the land: its box, its shape, and that bots see it as it is."""
    if not table.land:
        return
    box = box_of(table.land)
    width, height = {"": (3, 3), "4x3": (4, 3), "3x4": (3, 4)}[table.shape]
    assert box.width <= width, f"seed {seed}: {box} in {table.shape!r}"
    assert box.height <= height, f"seed {seed}: {box} in {table.shape!r}"
    owners = {owner_of(top) for top in table.tops().values()}
    assert len(table.land) < 3 or len(owners) == 2, f"seed {seed}: a pack has vanished"
    check_field(table, seed)


def check_field(table: Table, seed: int) -> None:
    """The land in a bot's mind has the same score and the same places."""
    field = Field(table)
    account = tally(table.tops(), table.powers)
    assert field.count() == (*account.points, *account.cards), f"seed {seed}: another score"
    result = {None: 0.5, 0: 1.0, 1: 0.0}[account.winner]
    assert field.result() == result, f"seed {seed}: another winner"
    if len(table.land) == FULL:
        return
    seat, over = table.active, field.coverable(table.active)
    for card in table.hands[seat]:
        found = {("put", cell) for cell in field.free()}
        for cell, power in over.get(VALUE[card], ()):
            found.add(("power" if power else "cover", cell))
        legal = {
            (verb if verb in ("put", "cover") else "power", cell)
            for verb, cell in places(table, seat, card)
        }
        assert found == legal, f"seed {seed}: other places for {card}"
