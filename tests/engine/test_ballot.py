"""Questions to several seats at once, windows, and matches of several rounds, in a small game."""

from __future__ import annotations

import pytest

from engine.core import HIDDEN, Choice, IllegalChoice, Outcome, Seat
from engine.play import apply, asks, silence, start, view
from tests.engine.ballot import BALLOT, NOBODY, Box

ADA, BOB, CYN = Seat(0), Seat(1), Seat(2)


def box() -> Box:
    return start(BALLOT, 3, bytes(32))


def test_all_seats_are_asked_at_once_within_the_same_window() -> None:
    assert [(ask.seat, ask.window) for ask in asks(box())] == [
        (ADA, "vote"),
        (BOB, "vote"),
        (CYN, "vote"),
    ]


def test_votes_may_come_in_any_order() -> None:
    one, other = box(), box()
    for seat in (ADA, BOB, CYN):
        apply(one, seat, Choice("vote", (seat + 1) % 3))
    for seat in (CYN, ADA, BOB):
        apply(other, seat, Choice("vote", (seat + 1) % 3))
    assert one.paid == other.paid


def test_who_has_voted_is_not_asked_again() -> None:
    table = box()
    apply(table, BOB, Choice("vote", ADA))
    assert [ask.seat for ask in asks(table)] == [ADA, CYN]
    with pytest.raises(IllegalChoice, match="not your turn"):
        apply(table, BOB, Choice("vote", CYN))


def test_a_vote_is_secret_until_all_are_in() -> None:
    table = box()
    apply(table, BOB, Choice("vote", ADA))
    assert view(BALLOT, table, BOB).state.votes == [NOBODY, ADA, NOBODY]
    assert view(BALLOT, table, CYN).state.votes == [NOBODY, HIDDEN, NOBODY]
    assert view(BALLOT, table, None).state.votes == [NOBODY, HIDDEN, NOBODY]


def test_the_last_vote_shows_all_of_them() -> None:
    table = box()
    apply(table, ADA, Choice("vote", BOB))
    apply(table, BOB, Choice("vote", ADA))
    events = apply(table, CYN, Choice("vote", ADA))
    counted = next(event for event in events if event.kind == "counted")
    assert counted.told_to(None).cards == (BOB, ADA, ADA)


def test_silence_at_the_end_of_a_window_has_a_meaning() -> None:
    table = box()
    apply(table, ADA, silence(table, ADA))
    assert table.votes[ADA] == NOBODY


def test_everyone_sees_who_is_waited_for_but_only_the_own_choices() -> None:
    table = box()
    apply(table, BOB, Choice("vote", ADA))
    seen = view(BALLOT, table, CYN)
    assert [ask.seat for ask in seen.waiting] == [ADA, CYN]
    assert all(ask.choices == () for ask in seen.waiting)
    assert seen.ask is not None
    assert Choice("vote", CYN) not in seen.ask.choices


def test_a_match_goes_on_until_somebody_has_paid_enough() -> None:
    table = box()
    rounds = 0
    while asks(table):
        for seat in (ADA, BOB, CYN):
            apply(table, seat, Choice("vote", BOB) if seat != BOB else Choice("vote", ADA))
        rounds += 1
    assert rounds > 1
    assert BALLOT.outcome(table) == Outcome("spared", (ADA, CYN))
    assert asks(table) == ()
