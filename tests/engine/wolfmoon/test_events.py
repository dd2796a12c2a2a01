"""What an event does to cards is defined in one place, for every event the rules can tell of."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random

import pytest

from engine.core import HIDDEN, Event, Seat
from engine.games.wolfmoon import WOLFMOON
from engine.games.wolfmoon.deck import Card
from engine.games.wolfmoon.events import (
    READ,
    MayShow,
    Mix,
    Narrow,
    Rank,
    See,
    looks_in_a_row,
    motions,
)
from engine.games.wolfmoon.kinds import ANY, OF_VALUE
from engine.play import advance, asks, start, view

ROOT = Path(__file__).parents[3]
GAME = ROOT / "engine" / "games" / "wolfmoon"
FOLLOWERS = (
    GAME / "knowledge.py",
    GAME / "belief.py",
    GAME / "witnesses.py",
    GAME / "search.py",
    ROOT / "moontui" / "games" / "wolfmoon" / "journeys.py",
)
OPEN = ("declined", "no_effect", "left", "revealed_center", "revealed_aside", "revealed_pile")
"""Events whose cards are face up already, or that nobody tracks because the round is over."""
ADA, BO, CLEO = Seat(0), Seat(1), Seat(2)


def fields_read(file: Path) -> set[str]:
    """The fields of events that a file reads."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "event"
    }


@pytest.mark.parametrize("file", FOLLOWERS, ids=lambda file: file.stem)
def test_whoever_follows_cards_does_not_look_into_events(file: Path) -> None:
    assert fields_read(file) <= {"told_to"}


def test_the_account_that_beliefs_are_checked_by_is_one_of_its_own() -> None:
    enumerator = ROOT / "tests" / "engine" / "wolfmoon" / "enumerator.py"
    assert "wolfmoon.events" not in enumerator.read_text(encoding="utf-8")


@pytest.mark.parametrize("seed", range(30))
def test_every_event_with_hidden_cards_is_read(seed: int) -> None:
    rng = Random(f"events {seed}")
    table = start(WOLFMOON, 3 + seed % 4, rng.randbytes(32), {"length": "round", "reveal": "all"})
    while open_asks := asks(table):
        seat = open_asks[0].seat
        bot = WOLFMOON.bots["random"](Random(rng.random()))
        advance(table, seat, bot.choose(view(WOLFMOON, table, seat)))
    for event in table.events or ():
        if event.cards and event.kind not in OPEN:
            assert motions(event, table.seats), event.kind
        for listener in (None, ADA, BO, CLEO):
            motions(event.told_to(listener), table.seats)


def test_what_is_read_comes_from_the_rules() -> None:
    told = "".join((GAME / name).read_text(encoding="utf-8") for name in ("cards.py", "rules.py"))
    for kind in READ:
        assert f'"{kind}"' in told, kind


def test_a_missed_value_is_ruled_out_and_the_spy_may_be_shown() -> None:
    missed = Event("missed", ADA, BO, (), 7)
    assert motions(missed, 3) == (Narrow((1,), ANY & ~OF_VALUE[7]), MayShow(1, Card.SPY))


def test_the_lower_one_loses_by_the_barkeeper_and_the_higher_one_by_the_girl() -> None:
    assert motions(Event("lost", ADA, BO, (int(Card.BARKEEPER),)), 3) == (Rank(0, 1),)
    assert motions(Event("lost", ADA, BO, (int(Card.GIRL),)), 3) == (Rank(1, 0),)


def test_who_looks_into_the_center_mixes_hand_and_slot_and_knows_what_went_back() -> None:
    back = Event("returned", ADA, None, (int(Card.SEER),), 1, (ADA,))
    hidden = (HIDDEN, HIDDEN)
    assert motions(back, 4) == (Mix((0, 5), hidden, (HIDDEN, Card.SEER), ADA),)
    assert motions(back.told_to(BO), 4) == (Mix((0, 5), hidden, hidden, ADA),)


def test_both_who_compare_see_both_hands() -> None:
    cards = (int(Card.SEER), int(Card.MAYOR))
    compared = Event("compared", ADA, CLEO, cards, 0, (ADA, CLEO))
    assert motions(compared, 3) == (See((0, 2), cards, (ADA, CLEO)),)


def test_looks_into_the_center_are_counted_back_to_the_last_draw() -> None:
    look, draw, other = Event("peeked", ADA), Event("drew", ADA), Event("drew", BO)
    assert looks_in_a_row([look, draw, look, other, look], ADA) == 2
    assert looks_in_a_row([look, draw], ADA) == 0
