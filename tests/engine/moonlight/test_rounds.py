"""Turns, both ways a round ends, what Alphas gain between rounds, and the match."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.core import Choice, IllegalChoice, Outcome
from engine.games.moonlight import MOONLIGHT
from engine.games.moonlight.deck import DECK, MOONS, OFFERED, VALUE, Power, Wolf
from engine.games.moonlight.field import NOBODY, Field
from engine.games.moonlight.state import SEATS, Table
from engine.play import apply, asks, start
from tests.engine.moonlight.arrange import A, B, at, cards, play, table, wolf
from tests.scenarios.moonlight import card

READY, DRAW = Choice("ready"), Choice("draw")

ELEVEN = ("A1 B2 A3 B4", "B1 A2 B3 A4", "A5 B5 A3 .")
"""A land with one place left, at (3, 2)."""


def kinds(table: Table) -> list[str]:
    return [event.kind for event in table.events or ()]


# ── set-up ──────────────────────────────────────────────────────────────────────────────────────


def test_a_pack_has_eleven_wolves_and_five_moons() -> None:
    assert len(DECK) == 11
    assert sum(MOONS[kind] for kind in DECK) == 5
    assert Counter(VALUE[kind] for kind in DECK) == {1: 2, 2: 2, 3: 4, 4: 2, 5: 1}


def test_both_begin_with_three_wolves_and_four_powers_lie_out() -> None:
    position = start(MOONLIGHT, 2, bytes(32))
    assert [len(hand) for hand in position.hands] == [3, 3]
    assert [len(deck) for deck in position.decks] == [8, 8]
    assert len(set(position.offer)) == OFFERED


def test_either_may_start_a_match() -> None:
    starters = {start(MOONLIGHT, 2, Random(seed).randbytes(32)).starter for seed in range(20)}
    assert starters == {A, B}
    assert start(MOONLIGHT, 2, bytes(32), {"start": "1"}).starter == B


# ── turns ───────────────────────────────────────────────────────────────────────────────────────


def test_a_turn_is_a_wolf_and_a_draw() -> None:
    position = table("B1 A2")
    play(position, wolf("3"), at("put", 2, 0))
    assert position.hands[A] == sorted(cards(A, "2 4 5"))
    assert position.decks[A] == cards(A, "1")
    assert asks(position)[0].seat == B


def test_an_empty_deck_gives_nothing() -> None:
    position = table("B1 A2", decks=("", "1"))
    play(position, wolf("3"), at("put", 2, 0))
    assert position.hands[A] == cards(A, "2 4")


def test_there_is_no_passing() -> None:
    assert {choice.verb for choice in asks(table("B1 A2"))[0].choices} == {"wolf"}


def test_a_drawn_wolf_is_seen_by_its_owner_only() -> None:
    position = table("B1 A2")
    play(position, wolf("3"), at("put", 2, 0))
    drew = next(event for event in position.events or () if event.kind == "drew")
    assert drew.told_to(A).cards == (card("A", "5"),)
    assert drew.told_to(B).cards == drew.told_to(None).cards == (-1,)


# ── the ends of a round ─────────────────────────────────────────────────────────────────────────


def test_the_round_ends_at_the_twelfth_place_without_a_draw() -> None:
    position = table(*ELEVEN)
    play(position, wolf("2"), at("put", 3, 2))
    assert position.ending == "full"
    assert "drew" not in kinds(position)
    assert position.account is not None


def test_covering_does_not_end_a_round_with_one_place_left() -> None:
    position = table(*ELEVEN)
    play(position, wolf("2"), at("cover", 0, 1))
    assert not position.ending


def test_when_the_starter_runs_out_the_other_has_a_last_turn() -> None:
    position = table("B1 A2", hands=("3", "2 4"), decks=("", ""))
    play(position, wolf("3"), at("put", 2, 0))
    assert "last_turn" in kinds(position)
    assert asks(position)[0].seat == B
    play(position, wolf("4"), at("put", 3, 0))
    assert position.ending == "out"


def test_when_the_second_runs_out_the_round_ends() -> None:
    position = table("B1 A2", turn=B, hands=("3 4", "2"), decks=("", ""))
    play(position, wolf("2"), at("put", 2, 0))
    assert position.ending == "out"


def test_a_table_may_agree_that_a_pack_that_has_run_out_ends_the_round_at_once() -> None:
    position = table("B1 A2", hands=("3", "2 4"), decks=("", ""))
    position.last_turn = False
    play(position, wolf("3"), at("put", 2, 0))
    assert position.ending == "out"
    assert "last_turn" not in kinds(position)


def test_the_last_turn_is_an_option_that_is_on_by_default() -> None:
    wishes: list[dict[str, str]] = [{}, {"last_turn": "off"}]
    assert [start(MOONLIGHT, 2, bytes(32), wish).last_turn for wish in wishes] == [True, False]


def test_a_bot_knows_whether_the_other_side_will_have_a_last_turn() -> None:
    position = table("A5 B1", hands=("3", "2 4"), decks=("", ""))
    assert [Field(position).starter, agreed_on_none(position).starter] == [A, NOBODY]


def agreed_on_none(position: Table) -> Field:
    position.last_turn = False
    return Field(position)


def test_a_wolf_that_is_drawn_keeps_the_round_going() -> None:
    position = table("B1 A2", turn=B, hands=("3 4", "2"), decks=("", "5"))
    play(position, wolf("2"), at("put", 2, 0))
    assert not position.ending


# ── Twin Strike, Broad Pack ─────────────────────────────────────────────────────────────────────

TWIN = ("twin_strike", None)


def test_twin_strike_places_a_second_wolf_and_draws_once() -> None:
    position = table("B1 A2", powers=TWIN)
    play(position, wolf("3"), at("put", 2, 0), wolf("4"), at("put", 3, 0))
    assert position.hands[A] == sorted(cards(A, "2 5"))
    assert position.used == [True, False]
    assert asks(position)[0].seat == B


def test_refusing_the_second_wolf_does_not_use_twin_strike_up() -> None:
    position = table("B1 A2", powers=TWIN)
    play(position, wolf("3"), at("put", 2, 0), DRAW)
    assert position.used == [False, False]
    assert len(position.hands[A]) == 3


def test_a_second_wolf_can_be_put_back() -> None:
    position = table("B1 A2", powers=TWIN)
    play(position, wolf("3"), at("put", 2, 0), wolf("4"), Choice("back"), DRAW)
    assert position.used == [False, False]


def test_twin_strike_is_not_offered_twice() -> None:
    position = table("B1 A2", powers=TWIN)
    play(position, wolf("3"), at("put", 2, 0), wolf("4"), at("put", 3, 0))
    play(position, wolf("2"), at("put", 0, 1), wolf("2"), at("put", 1, 1))
    assert asks(position)[0].seat == B


def test_no_second_wolf_once_the_land_is_full() -> None:
    position = table(*ELEVEN, powers=TWIN)
    play(position, wolf("2"), at("put", 3, 2))
    assert position.ending == "full"
    assert "drew" not in kinds(position)
    assert position.used == [False, False]


def test_a_second_wolf_that_fills_the_land_ends_the_round_without_a_draw() -> None:
    position = table(*ELEVEN, powers=TWIN)
    play(position, wolf("2"), at("cover", 0, 1), wolf("3"), at("put", 3, 2))
    assert position.ending == "full"
    assert "drew" not in kinds(position)


def test_who_places_the_last_wolf_with_twin_strike_is_out() -> None:
    position = table("B1 A2", turn=B, hands=("3", "2 3"), decks=("", ""), powers=(None, TWIN[0]))
    play(position, wolf("2"), at("put", 2, 0), wolf("3"), at("put", 3, 0))
    assert position.ending == "out"


def test_an_empty_hand_is_not_asked_for_a_second_wolf() -> None:
    position = table("B1 A2", hands=("3", "2 3"), decks=("", ""), powers=TWIN)
    play(position, wolf("3"), at("put", 2, 0))
    assert asks(position)[0].seat == B


# ── between rounds ──────────────────────────────────────────────────────────────────────────────


def won_by_a() -> Table:
    position = table("A5 B1", turn=B, hands=("4", "1"), decks=("", ""))
    position.offer = [0, 1, 2, 3]
    play(position, wolf("1"), at("put", 2, 0))
    return position


def won_by_b(position: Table) -> None:
    """B wins the current round: the land is laid out that way."""
    position.land = table("B5 A1").land
    position.shape = ""
    position.starter, position.active = A, B
    position.hands, position.decks = [cards(A, "2"), cards(B, "4")], [[], []]
    position.todo[1:] = table("A1", turn=B).todo[1:]
    play(position, wolf("4"), at("put", 2, 0))


def ready(position: Table) -> None:
    for seat in SEATS:
        apply(position, seat, READY)


def test_the_winner_adds_a_lone_wolf_then_the_loser_takes_a_power_then_the_winner_starts() -> None:
    position = won_by_a()
    assert position.won == [1, 0]
    ready(position)
    (ask,) = asks(position)
    assert (ask.seat, ask.prompt, len(ask.choices)) == (A, "lone", 4)
    apply(position, A, Choice("lone", Wolf.LONE_SIX))
    (ask,) = asks(position)
    assert (ask.seat, ask.prompt) == (B, "power")
    assert [choice.value for choice in ask.choices] == [0, 1, 2, 3]
    apply(position, B, Choice("power", 2))
    assert asks(position)[0].seat == A
    assert len(position.hands[A] + position.decks[A]) == 12
    assert len(position.hands[B] + position.decks[B]) == 11
    assert card("A", "L6") in position.hands[A] + position.decks[A]
    assert position.offer == [0, 1, 3]


def test_at_one_all_the_same_lone_wolf_may_be_chosen_and_three_powers_are_left() -> None:
    position = won_by_a()
    ready(position)
    play(position, Choice("lone", Wolf.LONE_SIX), Choice("power", 0))
    position.used[B] = True  # B has leapt in this round
    won_by_b(position)
    assert position.won == [1, 1]
    ready(position)
    assert Choice("lone", Wolf.LONE_SIX) in asks(position)[0].choices
    play(position, Choice("lone", Wolf.LONE_SIX))
    assert [choice.value for choice in asks(position)[0].choices] == [1, 2, 3]
    play(position, Choice("power", 3))
    assert position.powers == [3, 0]
    assert position.used == [False, False]
    assert position.starter == B
    assert [len(position.hands[s] + position.decks[s]) for s in SEATS] == [12, 12]


def test_the_second_round_won_ends_the_match_without_choices() -> None:
    position = won_by_a()
    ready(position)
    play(position, Choice("lone", Wolf.LONE_SIX), Choice("power", 0))
    position.won = [1, 1]
    won_by_b(position)
    assert asks(position) == ()
    assert MOONLIGHT.outcome(position) == Outcome("points", (B,))


def test_broad_pack_begins_the_next_round_with_five_wolves() -> None:
    position = won_by_a()
    ready(position)
    play(position, Choice("lone", Wolf.LONE_SIX), Choice("power", Power.BROAD_PACK))
    assert [len(hand) for hand in position.hands] == [3, 5]


def test_an_undecided_round_is_played_again_without_gains_and_the_other_starts() -> None:
    position = table("A2 B1m A2", "B2 A1m .", turn=B, hands=("4", "2"), decks=("", ""))
    position.used = [True, False]
    play(position, wolf("2"), at("put", 2, 1))
    assert position.account is not None
    assert position.account.winner is None
    ready(position)
    assert position.round == 2
    assert position.starter == B
    assert position.won == [0, 0]
    assert position.lone == [[], []]
    assert position.used == [False, False]
    assert [len(deck) for deck in position.decks] == [8, 8]


def test_a_single_round_can_be_the_whole_game() -> None:
    position = start(MOONLIGHT, 2, bytes(32), {"length": "round"})
    rng = Random(1)
    while open_asks := asks(position):
        apply(position, open_asks[0].seat, rng.choice(open_asks[0].choices))
    assert sorted(position.won) == [0, 1]


def test_what_is_not_on_offer_is_refused() -> None:
    position = table("B1 A2")
    with pytest.raises(IllegalChoice):
        apply(position, A, wolf("5"))
    with pytest.raises(IllegalChoice):
        apply(position, B, wolf("2"))
