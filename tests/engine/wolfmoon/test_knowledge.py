"""Who learns what: each seat knows exactly what the table showed or told it."""

from __future__ import annotations

from random import Random

import pytest

from engine.core import HIDDEN, Event, Seat
from engine.games.wolfmoon import WOLFMOON
from engine.games.wolfmoon.deck import VALUE, Card
from engine.games.wolfmoon.kinds import numbers_of
from engine.games.wolfmoon.knowledge import Known
from engine.games.wolfmoon.state import Table
from engine.play import settings, settle, view
from tests.scenarios.wolfmoon import given, pass_neutral_windows, perform

P0, P1, P2, P3 = (Seat(seat) for seat in range(4))


def play(start: str, *steps: str) -> Table:
    table = given(start)
    for step in steps:
        perform(table, step)
    pass_neutral_windows(table)
    return table


def whole(start: str) -> Table:
    """A table with all cards: a real deal, its cards moved so that it begins as written."""
    wanted = given(start)
    table = WOLFMOON.setup(wanted.seats, bytes(32), settings(WOLFMOON, {"start": "0"}))
    settle(table)
    zones = [*table.hands, table.center, table.aside, table.pile]
    for seat, (card,) in enumerate(wanted.hands):
        swap(zones, table.hands[seat], 0, card)
    swap(zones, table.pile, -1, wanted.pile[-1])
    assert table.events is not None
    del table.events[1:]
    for seat in range(table.seats):
        table.emit("dealt", Seat(seat), cards=tuple(table.hands[seat]), seen_by=(Seat(seat),))
    table.emit("turn", Seat(0))
    return table


def swap(zones: list[list[int]], zone: list[int], index: int, card: int) -> None:
    """Put a card in its place, in exchange for whatever is there."""
    other = next(other for other in zones if card in other)
    there = other.index(card)
    zone[index], other[there] = other[there], zone[index]


def knows(table: Table, seat: Seat | None) -> Known:
    known = view(WOLFMOON, table, seat).state.known
    assert known is not None
    return known


def hand(table: Table, knower: Seat | None, holder: Seat) -> Card | None:
    """The card that a seat knows somebody to hold."""
    card = knows(table, knower).card(holder)
    return None if card is None else Card(card)


def slot(table: Table, knower: Seat | None, number: int) -> Card | None:
    """The card that a seat knows to be in the center."""
    known = knows(table, knower)
    card = known.card(known.center(number))
    return None if card is None else Card(card)


def values(table: Table, knower: Seat | None, holder: Seat) -> set[int]:
    """The values that, as far as a seat knows, somebody may hold."""
    kinds = knows(table, knower).kinds(holder)
    return {VALUE[kind] for kind in numbers_of(kinds)}


def among(table: Table, knower: Seat | None, *places: int) -> list[Card]:
    """The cards that a seat knows to be in some places, in whatever order."""
    known = knows(table, knower)
    group = sum(1 << place for place in places)
    return sorted(
        Card(kinds.bit_length() - 1)
        for kinds in known.mixed.get(group, [])
        if kinds.bit_count() == 1
    )


def last(table: Table, kind: str, seat: Seat | None) -> Event:
    """The last event of a kind, as a seat was told of it."""
    told = view(WOLFMOON, table, seat).state.events
    assert told is not None
    return next(event for event in reversed(told) if event.kind == kind)


# ── looking ─────────────────────────────────────────────────────────────────────────────────────

SEEN = ("P0 TR; P1 MA; P2 NW; pile SE,PP,..", "A SE>P1")


def test_the_seer_alone_learns_the_card() -> None:
    table = play(*SEEN)
    assert hand(table, P0, P1) == Card.MAYOR
    assert hand(table, P2, P1) is None
    assert hand(table, None, P1) is None


def test_the_one_looked_at_knows_that_the_seer_knows() -> None:
    table = whole(SEEN[0])
    perform(table, SEEN[1])
    told = view(WOLFMOON, table, P1).state
    imagined = WOLFMOON.fill(told, P1, Random(1))
    assert hand(imagined, P0, P1) == Card.MAYOR
    assert hand(imagined, P2, P1) is None


def test_what_is_known_of_two_hands_changes_places_with_them() -> None:
    table = play(SEEN[0], SEEN[1], "B c0 keep MA", "A PP>P1,P0")
    assert hand(table, P0, P0) == Card.MAYOR
    assert hand(table, P0, P1) == Card.TRAITOR
    assert hand(table, P1, P0) == Card.MAYOR
    assert hand(table, P2, P0) is None


def test_a_look_is_public_and_the_card_is_not() -> None:
    table = play(*SEEN)
    assert last(table, "looked", P2) == Event("looked", P0, P1, (HIDDEN,), 0, (P0, P1))


def test_a_player_who_is_out_gets_the_public_event_only() -> None:
    table = play("P0 TR; P1 MA; P2x - / NW; pile SE,..", "A SE>P1")
    assert last(table, "looked", P2).cards == (HIDDEN,)
    assert hand(table, P2, P1) is None


# ── the center ──────────────────────────────────────────────────────────────────────────────────

CENTER = "P0 TR; P1 SE; P2 NW; center MA,FM,GD"


def test_what_is_returned_to_the_center_is_known_there_until_somebody_uses_the_slot() -> None:
    table = play(CENTER, "B c0 keep MA", "B c2 keep SE")
    assert slot(table, P0, 0) == Card.TRAITOR
    assert slot(table, P1, 0) is None
    perform(table, "B c0 keep NW")
    assert slot(table, P0, 0) is None
    assert among(table, P0, P2, 3) == [Card.TRAITOR]
    assert hand(table, P2, P2) == Card.NIGHT_WATCHMAN
    assert slot(table, P2, 0) == Card.TRAITOR


def test_a_two_card_fact_is_resolved_when_one_of_the_two_is_seen() -> None:
    table = play(f"{CENTER}; pile VI,SE,..", "B c0 keep MA", "B c2 keep SE", "B c0 keep TR")
    assert among(table, P0, P2, 3) == [Card.TRAITOR]
    perform(table, "B c0 keep MA")  # P0 finds the Night Watchman there, so P2 has the Traitor
    assert hand(table, P0, P2) == Card.TRAITOR


def test_others_learn_the_slot_only() -> None:
    table = play(CENTER, "B c0 keep MA")
    assert last(table, "peeked", P1) == Event("peeked", P0, None, (HIDDEN,), 0, (P0,))
    assert last(table, "returned", P1) == Event("returned", P0, None, (HIDDEN,), 0, (P0,))


def test_a_known_hand_that_goes_to_the_center_is_one_of_these_two() -> None:
    table = play("P0 TR; P1 MA; P2 NW; pile SE,..; center FM,BK,GD", "A SE>P1", "B c1 keep BK")
    assert hand(table, P0, P1) is None
    assert among(table, P0, P1, 4) == [Card.MAYOR]


def test_the_night_watchman_knows_the_center_as_a_set() -> None:
    table = play("P0 TR; P1 SE; P2 FM; center MA,BK,GD; pile NW,..", "A NW keep TR center GD,BK,MA")
    returned = sorted([Card.MAYOR, Card.BEGGAR_KING, Card.GRAVEDIGGER])
    assert among(table, P0, 3, 4, 5) == returned
    assert all(slot(table, P0, number) is None for number in range(3))
    assert among(table, P1, 3, 4, 5) == []


def test_the_set_of_the_night_watchman_carries_no_order() -> None:
    start = "P0 TR; P1 SE; P2 FM; center MA,BK,GD; pile NW,.."
    one = play(start, "A NW keep TR center GD,BK,MA")
    other = play(start, "A NW keep TR center MA,GD,BK")
    assert view(WOLFMOON, one, P0).state == view(WOLFMOON, other, P0).state


def test_who_knew_a_center_card_knows_it_among_four_after_the_night_watchman() -> None:
    table = play(
        "P0 TR; P1 SE; P2 FM; center MA,BK,GD; pile NW,..",
        "B c0 keep MA",
        "A NW keep SE center GD,BK,TR",
    )
    assert among(table, P0, P1, 3, 4, 5) == [Card.TRAITOR]


# ── the Drunkard ────────────────────────────────────────────────────────────────────────────────


def test_two_drinkers_know_both_hands_and_a_third_player_nothing() -> None:
    table = play("P0 TR; P1 WW; P2* SE; pile DR,..", "A DR deal P0=WW,P1=TR")
    assert (hand(table, P0, P0), hand(table, P0, P1)) == (Card.WEREWOLF, Card.TRAITOR)
    assert (hand(table, P1, P0), hand(table, P1, P1)) == (Card.WEREWOLF, Card.TRAITOR)
    assert (hand(table, P2, P0), hand(table, P2, P1)) == (None, None)


def test_the_drunkard_knows_the_other_hands_as_a_set() -> None:
    table = play("P0 TR; P1 MA; P2 SE; pile DR,..", "A DR deal P0=MA,P1=SE,P2=TR")
    assert hand(table, P0, P0) == Card.MAYOR
    assert among(table, P0, P1, P2) == sorted([Card.SEER, Card.TRAITOR])


def test_a_drinker_knows_that_the_old_card_is_with_one_of_the_others() -> None:
    table = play("P0 TR; P1 MA; P2 SE; pile DR,..", "A DR deal P0=MA,P1=SE,P2=TR")
    assert hand(table, P1, P1) == Card.SEER
    assert among(table, P1, P0, P2) == [Card.MAYOR]


def test_a_miss_after_the_drunkard_narrows_down_where_a_card_is() -> None:
    table = play("P0 TR; P1 MA; P2 SE; pile DR,IN,..", "A DR deal P0=TR,P1=SE,P2=MA", "A IN>P0")
    assert hand(table, P1, P2) == Card.MAYOR  # neither P0 nor I have it


# ── guesses and answers ─────────────────────────────────────────────────────────────────────────


def test_a_miss_excludes_the_value_until_the_card_is_played() -> None:
    table = play("P0 TR; P1 GI; P2 NW; pile VI,ME,..", "A VI>P1=9")
    for knower in (P0, P2, None):
        assert values(table, knower, P1) == set(range(10)) - {9}
    perform(table, "A GI>pass")
    assert 9 in values(table, P0, P1)


def test_a_miss_stays_known_when_the_card_played_was_the_excluded_one() -> None:
    table = play("P0 TR; P1 BG; P2 NW; pile VI,ME,..", "A VI>P1=3", "A ME")
    assert 3 not in values(table, P0, P1)  # the Merchant is a 3, so it was the card drawn


def test_both_guesses_of_the_assassin_are_excluded() -> None:
    table = play("P0 TR; P1 SE; P2 NW; pile AS,..", "A AS>P1=3,10")
    assert values(table, P2, P1) == {0, 1, 2, 4, 5, 6, 7, 8, 9}


@pytest.mark.parametrize(("card", "excluded"), [("TX", {0, 1}), ("IN", {9, 10})])
def test_a_no_to_tax_collector_and_inquisitor_is_public(card: str, excluded: set[int]) -> None:
    table = play(f"P0 TR; P1 SE; P2 NW; pile {card},..", f"A {card}>P1")
    assert values(table, P2, P1) & excluded == set()


def test_a_spy_window_that_passed_tells_nothing() -> None:
    held = play("P0 TR; P1 SP; P2 NW; pile VI,..", "A VI>P1=9", "P1 nospy")
    not_held = play("P0 TR; P1 SE; P2 NW; pile VI,..", "A VI>P1=9")
    assert 7 in values(held, P0, P1)
    assert knows(held, P0) == knows(not_held, P0)


# ── comparing ───────────────────────────────────────────────────────────────────────────────────


def test_the_winner_of_a_comparison_is_known_to_be_higher() -> None:
    table = play("P0 TR; P1 SE; P2 NW; pile BA,..", "A BA>P1")
    assert values(table, P2, P0) == set(range(3, 11)) & values(table, None, P0)
    assert min(values(table, P2, P0)) == 3
    assert hand(table, P1, P0) == Card.TRAITOR  # P1 is out, and saw it
    assert hand(table, P2, P0) is None


def test_the_winner_of_a_girl_is_known_to_be_lower() -> None:
    table = play("P0 SE; P1 TR; P2 NW; pile GI,..", "A GI>P1")
    assert max(values(table, P2, P0)) == 4


def test_a_tie_is_public_as_a_tie() -> None:
    table = whole("P0 TR; P1 BH; P2 NW; pile BA,..")
    perform(table, "A BA>P1")
    assert hand(table, P0, P1) == Card.BOUNTY_HUNTER
    assert last(table, "compared", P2).cards == (HIDDEN, HIDDEN)
    for seed in range(20):
        imagined = WOLFMOON.fill(view(WOLFMOON, table, P2).state, P2, Random(seed))
        assert imagined.value_in_hand(P0) == imagined.value_in_hand(P1), f"seed {seed}"


def test_a_card_that_tied_tells_the_other_when_it_is_shown() -> None:
    table = play("P0 TR; P1 SE; P2 BH; P3 NW; pile BA,VI,..", "A BA>P2", "A VI>P0=5")
    assert values(table, P3, P2) == {5}


# ── hands that move ─────────────────────────────────────────────────────────────────────────────


def test_what_a_spy_was_handed_is_known_to_the_two_alone() -> None:
    table = play("P0 TR; P1 SP; P2 NW; pile VI,..", "A VI>P1=3", "P1 spy")
    assert hand(table, P0, P1) == Card.TRAITOR
    assert hand(table, P1, P1) == Card.TRAITOR
    assert hand(table, P2, P1) is None
    assert last(table, "handed", P2).cards == (HIDDEN,)


def test_a_thief_knows_where_the_old_card_went() -> None:
    table = play("P0 TR; P1 MA; P2 NW; pile TH,..", "A TH>P1")
    assert (hand(table, P0, P0), hand(table, P0, P1)) == (Card.MAYOR, Card.TRAITOR)
    assert (hand(table, P1, P0), hand(table, P1, P1)) == (Card.MAYOR, Card.TRAITOR)


def test_a_hunted_player_has_a_fresh_hand() -> None:
    table = play("P0 SE; P1 TR; P2 NW; pile BH,GI,..", "A BH>P1")
    assert hand(table, P0, P1) is None
    assert hand(table, P1, P1) == Card.GIRL
    assert last(table, "drew", P0).cards == (HIDDEN,)


def test_a_card_taken_from_a_display_and_kept_is_known_to_all() -> None:
    table = play("P0 SE; P1 TR / ME; P2 NW; pile GD,..", "A GD<P1.ME then SE>P1")
    assert hand(table, P2, P0) == Card.MERCHANT
    assert hand(table, None, P0) == Card.MERCHANT


def test_a_card_taken_from_a_display_and_played_leaves_the_old_hand() -> None:
    table = play("P0 TR; P1 MA; P2 NW / ME; pile SE,GD,..", "A SE>P1", "A GD<P2.ME then ME")
    assert hand(table, P0, P1) == Card.MAYOR


def test_a_known_card_stays_known_while_another_one_is_played() -> None:
    table = play("P0 TR; P1 MA; P2 NW; pile SE,BG,..", "A SE>P1", "A BG")
    assert hand(table, P0, P1) == Card.MAYOR


def test_a_known_card_that_is_played_leaves_a_fresh_one() -> None:
    table = play("P0 TR; P1 BG; P2 NW; pile SE,MA,..", "A SE>P1", "A BG")
    assert hand(table, P0, P1) is None


# ── the Werewolf ────────────────────────────────────────────────────────────────────────────────


def test_nobody_holds_the_werewolf_after_the_deal() -> None:
    table = given("P0 TR; P1 SE; P2 NW")
    assert values(table, P0, P1) == set(range(10))


def test_a_card_drawn_before_the_first_moon_may_be_the_werewolf_and_later_not() -> None:
    table = play("P0 TR; P1 SE; P2 NW; pile SE,..", "A TR")
    assert 10 in values(table, P1, P0)
    table = play("P0 TR; P1 SE; P2 NW; pile M1,SE,..", "A!M1", "A TR")
    assert 10 not in values(table, P1, P0)


def test_after_the_third_moon_without_a_winner_no_hand_is_the_werewolf() -> None:
    table = play("P0 TR; P1 SE; P2 NW; center WW,FM,GD; pile SE,M3,..", "A TR")
    assert 10 in values(table, P2, P0)
    perform(table, "A!M3")
    assert 10 not in values(table, P2, P0)


# ── no card has an identity ─────────────────────────────────────────────────────────────────────


def test_equal_cards_cannot_be_told_apart() -> None:
    table = play("P0 TR; P1 VI; P2 NW; pile SE,VI,..", "A SE>P1", "A VI>P2=9")
    assert table.hands[P1] == [Card.VILLAGER]
    assert hand(table, P0, P1) is None  # the one that P0 saw, or the one just drawn
