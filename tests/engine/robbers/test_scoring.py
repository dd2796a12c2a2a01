"""The end of a deal: icons, halving, teams and multipliers, game points, the match."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.core import HIDDEN, Choice, Event, Seat
from engine.games.robbers import ROBBERS
from engine.games.robbers.deck import ICONS, Role, copies_for, deck_for, hand_size
from engine.games.robbers.icons import CHEST_ICONS, ROBBER_ICONS
from engine.games.robbers.rules import reckon
from engine.games.robbers.state import Table
from engine.games.robbers.views import cards_played
from engine.play import apply, asks, start, view
from tests.scenarios.robbers import card, dealt, play, score

# ── the deck ────────────────────────────────────────────────────────────────────────────────────


def test_the_house_table_has_seven_chest_icons_for_six_of_robbers() -> None:
    assert (sum(CHEST_ICONS), sum(ROBBER_ICONS)) == (42, 36)
    assert (sum(CHEST_ICONS[:12]), sum(ROBBER_ICONS[:12])) == (27, 23)
    assert set(ICONS) == set(range(6))


@pytest.mark.parametrize(("seats", "size", "hand"), [(3, 28, 9), (4, 36, 9), (5, 36, 7)])
def test_the_deck_fits_the_players(seats: int, size: int, hand: int) -> None:
    assert (len(deck_for(seats)), hand_size(seats)) == (size, hand)


def test_three_players_leave_out_high_ranks_a_werewolf_and_the_seer() -> None:
    missing = Counter(deck_for(4)) - Counter(deck_for(3))
    assert missing == Counter(map(card, ["C13", "C14", "C15", "R13", "R14", "R15", "W", "S"]))


# ── what cards are worth ────────────────────────────────────────────────────────────────────────

RRRW = [["C1"], ["C2"], ["C3"], ["W"]]


def test_b17_equal_totals_win_nothing() -> None:
    piles = [["C11"], ["C12"], ["C8", "C2"], ["R12"]]
    found = score(RRRW, piles)
    assert found["points"] == [4, 4, 4, 4]
    assert found["teams"] == [12, 12]
    assert found["winners"] == []


def test_b18_two_werewolf_cards_halve_once() -> None:
    found = score(RRRW, [["C15", "C14", "C13", "W", "W"], [], [], []])
    assert found["points"][0] == 7


def test_b19_each_role_is_hurt_by_one_kind_of_card_only() -> None:
    found = score(RRRW, [["C15", "K", "K"], [], [], ["R15", "W", "W"]])
    assert found["points"] == [5, 0, 0, 5]


def test_a_knife_halves_a_werewolf() -> None:
    assert score(RRRW, [[], [], [], ["R15", "R14", "K", "K"]])["points"][3] == 4


def test_half_of_an_odd_number_is_rounded_down_before_it_is_multiplied() -> None:
    found = score(RRRW, [["C15", "W"], ["C13", "W"], [], []])
    assert found["teams"][0] == 4


def test_b20_without_a_werewolf_the_traitor_is_the_team() -> None:
    hands = [["C1", "C4"], ["T", "C5"], ["R1", "R2"]]
    found = score(hands, [["C8"], ["C2"], ["C3"]])
    assert found == {
        "roles": ["R", "T", "R"],
        "points": [3, 1, 1],
        "teams": [4, 2],
        "winners": [0, 2],
    }


def test_b20_the_missing_werewolf_is_shown_when_the_deal_is_over() -> None:
    table = dealt([["C1"], ["T"], ["R1"]], undealt=card("W"))
    assert view(ROBBERS, table, Seat(0)).state.undealt == HIDDEN
    play(table, ["C1", "T", "R1"])
    assert view(ROBBERS, table, Seat(0)).state.undealt == card("W")
    assert Event("undealt", cards=(card("W"),)) in (table.events or ())


def test_b21_a_partners_werewolf_card_halves_the_traitor() -> None:
    found = score([["T"], ["W"], ["C1"], ["C2"]], [["C15", "W"], [], [], []])
    assert found["points"][0] == 2


def test_the_traitors_chests_count_for_the_werewolf_team() -> None:
    found = score([["T"], ["W"], ["C1"], ["C2"]], [["C15", "R15"], ["R14", "C14"], [], []])
    assert found["teams"] == [0, (5 + 4) * 2]
    assert found["winners"] == [0, 1]


def test_two_werewolf_cards_in_one_hand_make_one_werewolf() -> None:
    found = score([["W", "W"], ["C1", "C2"], ["C3", "C4"]], [["R12"], ["C12"], []])
    assert found["roles"] == ["W", "R", "R"]
    assert found["teams"] == [4 * 1, 4 * 2]


def test_the_account_says_how_every_number_came_about() -> None:
    table = dealt([["T"], ["W"], ["C1"], ["C2"]])
    table.piles = [[card("C15"), card("W")], [card("R14")], [card("C12")], []]
    reckon(table)
    result = table.account
    assert result is not None
    traitor = result.tallies[0]
    assert (traitor.role, traitor.icons, traitor.halved, traitor.points) == (
        Role.TRAITOR,
        5,
        True,
        2,
    )
    assert (result.sums, result.factors, result.totals) == ((4, 6), (2, 2), (8, 12))


# ── whole deals ─────────────────────────────────────────────────────────────────────────────────


def play_deal(table: Table) -> None:
    """Everybody plays the first card on offer until the deal is over."""
    while asks(table) and asks(table)[0].prompt == "play":
        apply(table, asks(table)[0].seat, asks(table)[0].choices[0])


def ready(table: Table) -> None:
    for ask in asks(table):
        apply(table, ask.seat, Choice("ready"))


def test_b22_five_players_play_seven_tricks_and_one_card_is_shown_after_them() -> None:
    table = start(ROBBERS, 5, bytes(32))
    play_deal(table)
    told = table.events or []
    assert sum(event.kind == "took" for event in told) == 7
    played = [card for hand in cards_played(5, told) for card in hand]
    assert len(played) == 35
    assert Counter([*played, table.undealt]) == Counter(deck_for(5))
    ready(table)
    assert sum(map(len, table.hands)) == 35
    everything = Counter([*(card for hand in table.hands for card in hand), table.undealt])
    assert everything == Counter(deck_for(5))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_match_has_as_many_deals_as_players_and_the_deal_passes_left(seats: int) -> None:
    table = start(ROBBERS, seats, bytes(32))
    dealers = []
    for _ in range(seats):
        dealers.append(table.dealer)
        assert table.leader == (table.dealer + 1) % seats
        play_deal(table)
        ready(table)
    assert dealers == [(dealers[0] + deal) % seats for deal in range(seats)]
    most = max(table.points)
    assert table.champions == tuple(seat for seat in range(seats) if table.points[seat] == most)
    assert not asks(table)


def test_one_deal_can_be_all_that_is_played() -> None:
    table = start(ROBBERS, 4, bytes(32), {"length": "round"})
    play_deal(table)
    assert table.account is not None
    assert table.champions == table.account.winners


def test_the_first_dealer_is_drawn_by_lot() -> None:
    dealers = {start(ROBBERS, 5, bytes([seed] * 32)).dealer for seed in range(40)}
    assert dealers == set(range(5))


@pytest.mark.parametrize("seed", range(40))
def test_no_team_is_ever_empty(seed: int) -> None:
    table = start(ROBBERS, 3 + seed % 3, bytes([seed] * 32))
    robbers = table.roles.count(Role.ROBBER)
    assert 0 < robbers < table.seats


def test_copies_add_up_to_the_deck() -> None:
    assert all(sum(copies_for(seats)) == len(deck_for(seats)) for seats in (3, 4, 5))
