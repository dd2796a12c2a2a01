"""Tricks: what a card counts as, who takes them, and what the table shows of them."""

from __future__ import annotations

import pytest

from engine.core import Choice, Seat
from engine.games.robbers import ROBBERS
from engine.games.robbers.deck import Card, Role, Suit
from engine.games.robbers.rules import PlayCard
from engine.games.robbers.trick import Counts, counts_as, suit_counted, would_lead
from engine.play import asks, overdue, view
from tests.scenarios.robbers import card, cards, dealt, play, taker

TRICKS = [
    ("B1", "C4 C15 R12 R3", 2),  # the highest trump
    ("B2", "W W R9 C15", 1),  # one above a led Werewolf
    ("Seer over Knife", "K T S R5", 2),  # the sheet's third example
    ("Seer", "C5 S R15 C15", 1),  # without a Werewolf, the Seer is above every trump
    (
        "Werewolf before the Seer",
        "C5 W S R1",
        3,
    ),  # a Werewolf before the Seer counts as one after it does
    ("B6", "C5 S W R1", 3),
    ("B7", "C5 S W C2", 0),
    ("led Seer", "S W C1 C2", 3),  # a led Seer too
    ("B9", "W C15 R15 S", 0),
    ("Werewolf after a Knife", "K W K C15", 1),  # one above a Knife
    ("B11", "W R15 C15 W", 3),  # 16 of trumps twice: the later one
    ("B12", "C9 K W C15", 2),
    ("two Knives", "C9 K K C15", 2),  # two Knives: the later one
    ("B14", "T C3 R1 C15", 2),
    ("Knife over the Traitor", "T C3 K C15", 2),  # a Knife is a trump
    ("Traitor", "C15 T C3 C14", 1),
    ("Werewolf after the Traitor", "C3 T W C15", 2),  # one above the Traitor
    ("only specials", "T S K K", 1),
    ("only specials, with Werewolves", "T W W S", 2),
    ("no card of the led suit is trump", "R9 R15 R1 T", 3),
]


@pytest.mark.parametrize(("name", "trick", "place"), TRICKS, ids=[row[0] for row in TRICKS])
def test_who_takes_the_trick(name: str, trick: str, place: int) -> None:
    codes = trick.split()
    table = dealt([[code] for code in codes])
    play(table, codes)
    assert taker(table) == place


def seen(trick: str) -> list[tuple[bool, int]]:
    return [tuple(counts) for counts in counts_as(cards(trick.split()))]  # type: ignore[misc]


def test_a_seer_changes_when_a_werewolf_follows() -> None:
    assert seen("C5 S") == [(False, 5), (True, 16)]
    assert seen("C5 S W") == [(False, 5), (False, 0), (False, 1)]


def test_a_led_special_card_has_no_suit_until_a_normal_card_comes() -> None:
    led, sixteen = cards(["W"]), Counts(True, 16)
    assert counts_as(led) == [sixteen]
    assert suit_counted(led, sixteen) is None
    followed = cards(["W", "K", "C15"])
    assert counts_as(followed)[0] == sixteen
    assert suit_counted(followed, sixteen) == Suit.ROBBER
    assert suit_counted(followed, Counts(False, 15)) == Suit.CHEST


def test_nothing_carries_over_from_a_trick_of_special_cards() -> None:
    table = dealt([["K", "C9"], ["T", "R1"], ["K", "C15"]])
    play(table, ["K", "T", "K"])
    assert taker(table) == 2
    play(table, ["C15", "C9", "R1"])
    assert taker(table) == 1


def test_what_a_card_would_do_now_is_said_without_playing_it() -> None:
    trick = cards(["R9", "W"])
    leading = [
        code for code in ("C3", "R10", "R11", "R15", "S", "K", "T", "W") if leads(trick, code)
    ]
    assert leading == ["C3", "R10", "R11", "R15", "K", "T", "W"]  # of equals, the later one


def leads(trick: list[int], code: str) -> bool:
    return would_lead(trick, card(code))


def test_nobody_has_to_follow_suit() -> None:
    table = dealt([["C1", "C2"], ["C3", "R4"], ["W", "T"]])
    play(table, ["C1"])
    assert [choice.value for choice in asks(table)[0].choices] == cards(["C3", "R4"])


def test_two_cards_alike_are_one_choice() -> None:
    table = dealt([["K", "K", "W", "W", "C2"], ["C3"] * 5, ["R4"] * 5])
    assert [choice.value for choice in asks(table)[0].choices] == cards(["C2", "K", "W"])


def test_whoever_takes_a_trick_leads_the_next_one() -> None:
    table = dealt([["C1", "C2"], ["C3", "R4"], ["R5", "R6"]])
    play(table, ["C1", "C3", "R5"])
    assert table.leader == asks(table)[0].seat == 2
    assert table.tricks_taken(Seat(2)) == 1
    assert table.trick_number() == 2


def test_taken_cards_are_closed_but_for_the_last_trick() -> None:
    table = dealt([["C1", "C2"], ["C3", "R4"], ["R5", "R6"]])
    play(table, ["C1", "C3", "R5", "R6"])
    shown = view(ROBBERS, table, Seat(2)).state
    assert shown.piles == [[], [], [-1, -1, -1]]
    assert shown.last_trick == cards(["C1", "C3", "R5"])
    assert shown.trick == cards(["R6"])
    play(table, ["C2", "R4"])
    assert view(ROBBERS, table, None).state.piles == table.piles


# ── roles and chips ─────────────────────────────────────────────────────────────────────────────


def test_b15_whoever_holds_a_werewolf_and_the_traitor_is_a_werewolf() -> None:
    table = dealt([["W", "T", "C1"], ["C2"], ["R2"], ["W"]])
    assert table.roles == [Role.WEREWOLF, Role.ROBBER, Role.ROBBER, Role.WEREWOLF]


def test_a_role_stays_when_its_card_has_been_played() -> None:
    table = dealt([["W", "C1"], ["C2", "C3"], ["R2", "R3"]])
    play(table, ["W"])
    assert table.roles[0] == Role.WEREWOLF


def test_a_chip_shows_who_played_a_role() -> None:
    table = dealt([["T", "W", "C1"], ["C2", "C3", "W"], ["R2", "R3", "K"]])
    play(table, ["T"])
    assert table.chips == [Role.TRAITOR, Role.ROBBER, Role.ROBBER]
    play(table, ["W", "R2"])
    assert table.chips == [Role.TRAITOR, Role.WEREWOLF, Role.ROBBER]


def test_a_werewolf_chip_covers_the_traitors_and_is_never_covered() -> None:
    for first, second in (("T", "W"), ("W", "T")):
        table = dealt([["T", "W"], ["C2", "C3"], ["C5", "C6"]])
        play(table, [first, "C2", "C5"])
        assert taker(table) == 0
        play(table, [second])
        assert table.chips[0] == Role.WEREWOLF


def test_who_has_shown_the_traitor_may_still_be_a_werewolf() -> None:
    table = dealt([["T", "W"], ["C2", "C3"], ["C5", "C6"]])
    play(table, ["T"])
    assert view(ROBBERS, table, Seat(1)).state.roles == [-1, Role.ROBBER, -1]
    play(table, ["C2", "C5", "W"])
    assert view(ROBBERS, table, Seat(1)).state.roles == [Role.WEREWOLF, Role.ROBBER, -1]


# ── time ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("hand", "played"),
    [
        ("C7 R3 W T K", "R3"),
        ("C3 R3 S", "C3"),
        ("R15 W", "R15"),
        ("W T K", "K"),
        ("W T S", "S"),
        ("W T", "T"),
    ],
)
def test_out_of_time_the_lowest_normal_card_is_played_and_no_role_told(
    hand: str, played: str
) -> None:
    codes = hand.split()
    table = dealt([codes, ["C1"] * len(codes), ["C2"] * len(codes)])
    assert isinstance(table.todo[-1], PlayCard)
    assert overdue(table, Seat(0)) == Choice("play", card(played))


def test_the_special_cards_are_numbered_by_what_they_tell() -> None:
    assert Card.KNIFE < Card.SEER < Card.TRAITOR < Card.WEREWOLF
