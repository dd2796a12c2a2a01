"""What a table of Robbers may agree on: who deals first, what stays closed, the printed icons."""

from __future__ import annotations

import pytest

from engine.core import Seat
from engine.games.robbers import ROBBERS
from engine.games.robbers.deck import Role, Suit, icons_by_card, normal
from engine.games.robbers.icons import (
    CHEST_ICONS,
    HOUSE,
    ROBBER_ICONS,
    as_option,
    from_option,
    read_icons,
)
from engine.games.robbers.playout import play_out
from engine.games.robbers.state import Table
from engine.play import apply, asks, start, view
from engine.record import Move, Record, from_text, replay, to_text
from tests.engine.robbers.test_playout import ahead, late, position_of
from tests.scenarios.robbers import dealt, play

SEED = bytes(32)
ONES = "1" * 15 + "/" + "0" * 15
"""Every chest has one icon, every robber none."""
PRINTED = icons_by_card(ONES)


# ── the first dealer ────────────────────────────────────────────────────────────────────────────


def test_the_table_may_name_the_first_dealer_and_the_seat_to_the_left_leads() -> None:
    table = start(ROBBERS, 4, SEED, {"dealer": "2"})
    assert (table.dealer, table.leader) == (2, 3)


def test_a_seat_that_is_not_there_cannot_deal() -> None:
    with pytest.raises(ValueError, match=r"Seat 3 cannot deal: there are seats 0 to 2\."):
        start(ROBBERS, 3, SEED, {"dealer": "3"})


def test_without_a_wish_the_seed_says_who_deals_as_it_always_did() -> None:
    assert [start(ROBBERS, 4, bytes([n] * 32)).dealer for n in range(6)] == [3, 3, 2, 2, 3, 2]


# ── strict tables ───────────────────────────────────────────────────────────────────────────────


def strict(*hands: str) -> Table:
    table = dealt([hand.split() for hand in hands])
    table.strict = True
    return table


def test_at_a_strict_table_a_trick_lies_open_until_the_next_one_is_led() -> None:
    table = strict("C1 C2", "C3 R4", "R5 R6")
    play(table, ["C1", "C3", "R5"])
    assert view(ROBBERS, table, Seat(0)).state.last_trick == table.last_trick
    play(table, ["R6"])
    assert view(ROBBERS, table, Seat(0)).state.last_trick == []


def test_strict_is_one_of_three_ways_to_treat_old_tricks() -> None:
    found = [start(ROBBERS, 4, SEED, {"history": way}) for way in ("last", "all", "strict")]
    assert [(table.history, table.strict) for table in found] == [
        (False, False),
        (True, False),
        (False, True),
    ]


# ── icons of a printed game ─────────────────────────────────────────────────────────────────────


def finished(options: dict[str, str]) -> Table:
    """A deal in which everybody plays the first card of their hand."""
    table = start(ROBBERS, 4, SEED, {"length": "round", **options})
    while open_asks := asks(table):
        apply(table, open_asks[0].seat, open_asks[0].choices[0])
    return table


def test_points_are_counted_by_the_icons_that_the_table_has_brought_along() -> None:
    table = finished({"icons": ONES})
    assert table.account is not None
    for tally, pile in zip(table.account.tallies, table.piles, strict=True):
        chests = sum(card < normal(Suit.ROBBER, 1) for card in pile)
        assert tally.icons == (0 if tally.role == Role.WEREWOLF else chests)


def test_the_house_table_is_what_a_table_without_a_wish_plays_with() -> None:
    assert finished({}) == finished({"icons": HOUSE})
    assert from_option(HOUSE) == (CHEST_ICONS, ROBBER_ICONS)


def test_a_record_says_which_icons_were_used_and_replays_with_them() -> None:
    table = start(ROBBERS, 4, SEED, {"length": "round", "icons": ONES})
    moves = []
    while open_asks := asks(table):
        moves.append(Move(open_asks[0].seat, open_asks[0].choices[0]))
        apply(table, *moves[-1])
    options = {"length": "round", "icons": ONES}
    record = Record("robbers", 1, 4, options, ("",) * 4, SEED, tuple(moves))
    assert replay(ROBBERS, from_text(to_text(record))).account == table.account


def test_bots_count_the_icons_of_the_table_in_their_minds() -> None:
    for seed in range(20):
        table = late(seed, 4, 1)
        table.icons = PRINTED
        found = play_out(position_of(table), table.hands[asks(table)[0].seat][0])
        while open_asks := asks(table):
            apply(table, open_asks[0].seat, open_asks[0].choices[0])
        assert found == ahead(table), f"seed {seed}"


@pytest.mark.parametrize(
    "value", ["", "own", "1" * 15, f"{'1' * 14}/{'1' * 15}", f"{'6' * 15}/{'1' * 15}"]
)
def test_icons_that_are_none_are_refused_with_a_sentence(value: str) -> None:
    with pytest.raises(ValueError, match="must be 15 numbers from 0 to 5, for ranks 1 to 15"):
        start(ROBBERS, 4, SEED, {"icons": value})


FILE = """
# the numbers on the cards
robbers 0 0 1 1 1 2 2 3 3 3 3 4 4 4 5
chests: 0,1,1,2,2, 2,2,3,3,3, 4,4,5,5,5   # rank 1 to rank 15
"""


def test_a_file_of_icons_is_two_lines_in_any_order_and_comments() -> None:
    assert from_option(read_icons(FILE)) == (CHEST_ICONS, ROBBER_ICONS)
    assert read_icons(FILE) == as_option(CHEST_ICONS, ROBBER_ICONS)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "one line that begins with chests and one with robbers"),
        ("chests " + "1 " * 15, "one line that begins with chests and one with robbers"),
        ("wolves " + "1 " * 15, "one line that begins with chests and one with robbers"),
        ("chests 1 2 3", "The icons of the chests must be 15 numbers from 0 to 5"),
        ("robbers " + "9 " * 15, "The icons of the robbers must be 15 numbers from 0 to 5"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_a_sentence(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_icons(text)
