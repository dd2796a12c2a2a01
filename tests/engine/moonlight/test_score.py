"""What the visible wolves add up to: moons, rows, corners, threes, and who wins the round."""

from __future__ import annotations

from engine.games.moonlight.tally import tally
from tests.engine.moonlight.arrange import A, B, count, table


def test_rows_bonus_and_moons_of_the_first_example() -> None:
    account = count("A1 B2 A3", "B4 B3m A5")
    assert [row.sums for row in account.rows] == [(6, 2), (5, 7)]
    assert account.points == (3, 5)


def test_a_lone_two_on_a_corner_counts_six() -> None:
    account = count("AL2 B5", "B1m A4")
    assert [row.sums for row in account.rows] == [(6, 5), (4, 3)]
    assert account.moons == (1, 1)
    assert account.points == (2, 0)


def test_a_tied_row_is_lost_for_both() -> None:
    account = count("A4 B4", "A2 B1")
    assert account.rows[0].winner is None
    assert account.cards == (0, 1)  # the 1 on its corner counts 3


def test_a_row_of_one_colour_is_won_by_it() -> None:
    assert count("A2 A4", "B2 B4").cards == (2, 2)


def test_a_covered_wolf_counts_for_nothing() -> None:
    position = table("B3m/A4 B2", "B2 A5")
    account = tally(position.tops(), position.powers)
    assert account.moons == (0, 0)
    assert account.points == (2, 0)


def test_a_corner_one_has_no_bonus_and_a_three_has() -> None:
    account = count("A1 B2", "A3 B2")
    assert account.points == (3, 0)
    assert [row.bonus for row in account.rows] == [0, 1]


def test_a_lost_three_brings_nothing() -> None:
    assert count("A3 B5").points == (0, 1)


def test_moons_of_lost_rows_count() -> None:
    account = count("A1m B5 A1m", "B5 B3 B3")
    assert account.moons == (2, 0)
    assert account.moon_winner == A


def test_equal_moons_bring_nothing() -> None:
    assert count("A3m B3m").points == (0, 0)


def test_corners_are_those_of_the_land_as_it_is() -> None:
    assert count("A1 B2 . .", ". A5 B1 .").rows[0].sums == (3, 2)
    assert count("A1 B2 . .", ". A5 B1 .").rows[1].sums == (5, 3)


def test_a_single_row_has_its_ends_as_corners() -> None:
    assert count("A1 B1 A1").rows[0].sums == (6, 1)


def test_a_single_column_has_its_ends_as_corners() -> None:
    account = count("A1", "B1", "A1")
    assert [row.sums for row in account.rows] == [(3, 0), (0, 1), (3, 0)]


# ── powers ──────────────────────────────────────────────────────────────────────────────────────


def test_moon_song_counts_for_both_sides_of_the_comparison() -> None:
    account = count("A1m B3m", "A5 B2m", "A5 B1m", powers=("moon_song", None))
    assert account.moons == (3, 3)
    assert account.moon_winner is None


def test_moon_song_wins_the_moons_without_any() -> None:
    assert count("A5 B1", powers=("moon_song", None)).points == (3, 0)


def test_stubborn_wins_every_tie() -> None:
    account = count("A3m B3m", "A4 B4", powers=("stubborn", None))
    assert account.points == (5, 0)
    assert [row.stubborn for row in account.rows] == [True, True]


def test_stubborn_takes_only_own_cards_of_a_tied_row() -> None:
    account = count("A5 B4 B1m", powers=(None, "stubborn"))
    assert account.rows[0].winner == B
    assert account.rows[0].cards == 2


def test_a_tie_of_points_is_won_by_stubborn_before_cards_are_counted() -> None:
    rows = ("A3 A3 A3 B2", "B4m B5 A2 .", "B4 B5 A1 .")
    plain = count(*rows)
    assert (plain.points, plain.cards) == ((6, 6), (3, 4))
    assert (plain.winner, plain.reason) == (B, "cards")
    stubborn = count(*rows, powers=("stubborn", None))
    assert (stubborn.winner, stubborn.reason) == (A, "stubborn")


def test_a_tie_of_points_goes_to_who_took_more_cards() -> None:
    account = count("A3 A3 A3 B2", "B4 B5 B4 A1", "B4 B5 B2 A2")
    assert account.points == (6, 6)
    assert account.cards == (3, 6)
    assert (account.winner, account.reason) == (B, "cards")


def test_a_tie_of_points_and_cards_is_nobodys() -> None:
    account = count("A2 B1m A2", "B2 A1m B2")
    assert account.points == (2, 2)
    assert (account.winner, account.reason) == (None, "nothing")
