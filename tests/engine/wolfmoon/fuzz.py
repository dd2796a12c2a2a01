"""Random rounds of Wolfmoon, and everything that must hold at every question."""

from __future__ import annotations

from collections import Counter
from random import Random

from engine.core import Ask
from engine.games.wolfmoon import WOLFMOON
from engine.games.wolfmoon.deck import CHARACTERS, COPIES, Card
from engine.games.wolfmoon.state import SEATS, Table
from engine.play import advance, asks, start

DECK = Counter({int(kind): COPIES[kind] for kind in CHARACTERS})
DECK.update(range(Card.SITTING_WOLF, Card.WEREWOLF_MOON + 1))

TURN_CAP = 2_000
"""Action B could be taken forever; random players do not."""


def play_round(seed: int) -> str:
    """Play one round at random; returns how it ended.

    Raises `AssertionError` naming the seed when something does not hold.
    """
    rng = Random(f"fuzz {seed}")
    table = start(WOLFMOON, 3 + seed % 4, rng.randbytes(32), {"length": "round"})
    last_turn_of = None
    for _ in range(TURN_CAP):
        open_asks = asks(table)
        if not open_asks:
            check_end(table, seed)
            return table.ending
        (ask,) = open_asks
        check_question(table, ask, seed)
        if ask.prompt == "turn":
            assert last_turn_of in (None, ask.seat), f"seed {seed}: a turn after the last one"
        advance(table, ask.seat, rng.choice(ask.choices))
        if not table.pile and last_turn_of is None:
            last_turn_of = table.active
    raise AssertionError(f"seed {seed}: no end after {TURN_CAP} answers")


def check_question(table: Table, ask: Ask, seed: int) -> None:
    """What must hold whenever somebody is asked something."""
    zones = [*table.hands, *table.displays, table.center, table.aside, table.pile]
    cards = Counter(card for zone in (*zones, table.gone, table.moons) for card in zone)
    assert cards == DECK, f"seed {seed}: cards were lost or found"
    assert len(table.center) == 3, f"seed {seed}: {len(table.center)} center cards"
    assert ask.choices, f"seed {seed}: nothing to choose"
    assert len(set(ask.choices)) == len(ask.choices), f"seed {seed}: a choice twice"
    assert not table.out[ask.seat], f"seed {seed}: seat {ask.seat} is out and is asked"
    for seat in SEATS[: table.seats]:
        assert not (table.out[seat] and table.hands[seat]), f"seed {seed}: out with a hand"
        assert not (table.out[seat] and table.safe[seat]), f"seed {seed}: out and protected"
    if Card.SITTING_WOLF in table.moons:
        assert Card.WEREWOLF not in table.pile + table.aside, f"seed {seed}: wolf in the pile"
    if ask.prompt == "turn":
        hands = [len(table.hands[seat]) for seat in table.remaining()]
        assert set(hands) == {1}, f"seed {seed}: hands of {hands} between turns"
        assert len(hands) > 1, f"seed {seed}: a turn with one player left"
        assert not table.safe[ask.seat], f"seed {seed}: protected in their own turn"


def check_end(table: Table, seed: int) -> None:
    """What must hold when a round is over."""
    remaining = set(table.remaining())
    winners = set(table.winners)
    partners = winners - remaining
    assert len(table.winners) == len(winners), f"seed {seed}: a winner twice"
    assert partners <= {table.owner(Card.WITCH)}, f"seed {seed}: {partners} won while out"
    match table.ending:
        case "none":
            assert not winners, f"seed {seed}: nobody is left, and {winners} won"
            assert not remaining, f"seed {seed}: {remaining} were left"
        case "last":
            assert len(remaining) == 1, f"seed {seed}: {remaining} are not one"
            assert remaining <= winners, f"seed {seed}: the last one did not win"
        case "high" | "beggar":
            assert not table.pile, f"seed {seed}: compared before the pile was empty"
            assert winners, f"seed {seed}: nobody won"
        case "wolf":
            assert table.moons[-1] == Card.WEREWOLF_MOON, f"seed {seed}: no third Moon"
            assert any(Card.WEREWOLF in table.hands[seat] for seat in winners), f"seed {seed}"
        case "vampire":
            assert any(Card.VAMPIRE in table.displays[seat] for seat in winners), f"seed {seed}"
        case _:
            raise AssertionError(f"seed {seed}: ended by {table.ending!r}")
