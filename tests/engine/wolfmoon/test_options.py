"""What a table of Wolfmoon may agree on: whom two cards spare, and who begins the next round."""

from __future__ import annotations

from engine.core import Choice, Seat
from engine.games.wolfmoon import WOLFMOON
from engine.games.wolfmoon.deck import Card
from engine.games.wolfmoon.state import Table
from engine.play import apply, asks, settle, start
from tests.scenarios.wolfmoon import given

HUNTER, PICKPOCKET = int(Card.BOUNTY_HUNTER), int(Card.PICKPOCKET)
A, B, C = Seat(0), Seat(1), Seat(2)


def after_playing(card: int, written: str, others_only: bool) -> Table:
    """A table as written, after the first seat has drawn and played a card."""
    table = given(written)
    table.others_only = others_only
    settle(table)
    apply(table, A, Choice("draw"))
    apply(table, A, Choice("play", card))
    return table


def aims(table: Table) -> list[int]:
    (ask,) = asks(table)
    return [choice.value for choice in ask.choices if choice.verb == "aim"]


def test_the_bounty_hunter_may_hunt_her_own_player_unless_the_table_plays_with_others_only() -> (
    None
):
    for others_only, legal in ((False, [A, B, C]), (True, [B, C])):
        table = after_playing(HUNTER, "P0 VI; P1 SE; P2 ME; pile BH,..", others_only)
        assert aims(table) == legal


def test_with_others_only_and_nobody_to_hunt_the_bounty_hunter_has_no_effect() -> None:
    table = after_playing(HUNTER, "P0 VI; P1* SE; P2* ME; pile BH,..", True)
    assert table.events is not None
    assert [event.cards for event in table.events if event.kind == "no_effect"] == [(HUNTER,)]
    assert table.hands[A] == [Card.VILLAGER]


def test_the_pickpocket_swaps_two_others_if_the_table_plays_with_others_only() -> None:
    table = after_playing(PICKPOCKET, "P0 VI; P1 SE; P2 ME; pile PP,..", True)
    assert aims(table) == [B, C]
    apply(table, A, Choice("aim", B))
    assert aims(table) == [C]
    apply(table, A, Choice("aim", C))
    assert [table.hands[B], table.hands[C]] == [[Card.MERCHANT], [Card.SEER]]


def test_with_others_only_and_one_other_the_pickpocket_has_no_effect() -> None:
    table = after_playing(PICKPOCKET, "P0 VI; P1 SE; P2* ME; pile PP,..", True)
    assert table.events is not None
    assert "no_effect" in [event.kind for event in table.events]


def test_the_drunkard_takes_their_own_hand_along_at_every_table() -> None:
    for others_only in (False, True):
        table = after_playing(int(Card.DRUNKARD), "P0 VI; P1* SE; P2* ME; pile DR,..", others_only)
        assert table.events is not None
        (seen,) = [event for event in table.events if event.kind == "drunkard"]
        assert (seen.number, seen.cards) == (1 << A, (Card.VILLAGER,))


def next_starter(winners: list[Seat], ending: str = "high", **options: str) -> Seat:
    """Who begins the second round after a first that the second of three players began."""
    table = start(WOLFMOON, 3, bytes(32), {"start": "1", **options})
    table.end_round(ending, winners)
    settle(table)
    return table.starter


def test_the_next_seat_begins_the_next_round_whoever_has_won() -> None:
    assert next_starter([A]) == C


def test_the_winner_begins_the_next_round_if_the_table_has_agreed_on_it() -> None:
    assert next_starter([A], winner_begins="on") == A
    assert next_starter([B], winner_begins="on") == B


def test_of_several_winners_the_first_after_the_starter_begins() -> None:
    assert next_starter([A, C], winner_begins="on") == C
    assert next_starter([A, B], winner_begins="on") == A


def test_after_a_round_without_a_winner_the_next_seat_begins_all_the_same() -> None:
    assert next_starter([], "none", winner_begins="on") == C
