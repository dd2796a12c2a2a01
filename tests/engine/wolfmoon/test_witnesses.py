"""Who has seen whose card, as one seat can tell from what it was told."""

from __future__ import annotations

from engine.core import HIDDEN, Event, Seat
from engine.games.wolfmoon.deck import Card
from engine.games.wolfmoon.witnesses import Witnesses

ADA, BO, CLEO = Seat(0), Seat(1), Seat(2)
SEER, THIEF, SPY, GIRL = int(Card.SEER), int(Card.THIEF), int(Card.SPY), int(Card.GIRL)
DEALT = Event("dealt", ADA, None, (SPY,), 0, (ADA,))


def heard(*events: Event) -> Witnesses:
    """What Ada can tell."""
    witnesses = Witnesses(3, ADA)
    witnesses.hear([DEALT, *events])
    return witnesses


def looked(seat: Seat, other: Seat) -> Event:
    return Event("looked", seat, other, (HIDDEN,), 0, (seat, other))


def test_who_looks_at_a_hand_knows_it_and_nobody_else_does() -> None:
    knows = heard(looked(BO, CLEO)).knows
    assert knows[BO][CLEO]
    assert not knows[CLEO][BO]
    assert not knows[ADA][CLEO]


def test_who_swaps_knows_the_card_that_was_given_away() -> None:
    knows = heard(looked(BO, CLEO), Event("swapped", CLEO, ADA)).knows
    assert knows[CLEO][ADA]
    assert knows[ADA][CLEO]
    assert knows[BO][ADA]
    assert not knows[BO][CLEO]


def test_a_hand_that_was_mixed_is_known_to_nobody() -> None:
    back = Event("returned", CLEO, None, (HIDDEN,), 1, (CLEO,))
    assert not heard(looked(BO, CLEO), back).knows[BO][CLEO]


def test_who_keeps_a_card_taken_from_a_display_shows_it_to_all() -> None:
    taken = Event("took", BO, CLEO, (THIEF,))
    assert heard(taken, Event("played", BO, None, (GIRL,))).knows[CLEO][BO]
    assert not heard(taken, Event("played", BO, None, (THIEF,))).knows[CLEO][BO]


def test_a_night_watchman_learns_nothing_of_who_plays_next() -> None:
    watched = Event("watched", ADA, None, (SEER, THIEF, GIRL), 0, (ADA,))
    kept = Event("watchman_kept", ADA, None, (THIEF,), 0, (ADA,))
    assert not heard(watched, kept, Event("played", BO, None, (SEER,))).knows[CLEO][BO]


def test_a_copy_goes_its_own_way() -> None:
    first = heard(looked(BO, CLEO))
    second = first.copy()
    second.hear([Event("swapped", CLEO, ADA)])
    assert first.knows[BO][CLEO]
    assert not second.knows[BO][CLEO]
