"""Where a wolf may go: next to others, within the area, over one that is worth one less."""

from __future__ import annotations

import pytest

from engine.core import Choice
from engine.games.moonlight import MOONLIGHT
from engine.games.moonlight.deck import Power
from engine.games.moonlight.land import MIDDLE, box_of
from engine.games.moonlight.written import cell_at
from engine.play import asks, view
from tests.engine.moonlight.arrange import A, B, at, covered, offered, play, table, wolf
from tests.scenarios.moonlight import place_of


def test_the_first_wolf_has_one_place() -> None:
    assert offered(table(), "2") == {("put", 0, 0)}
    assert cell_at(0, 0) == MIDDLE


def test_the_second_wolf_goes_beside_the_first_and_never_over_it() -> None:
    found = offered(table("B2"), "3")
    assert found == {("put", -1, 0), ("put", 1, 0), ("put", 0, -1), ("put", 0, 1)}


def test_the_last_visible_wolf_is_safe() -> None:
    assert covered(table("B1 A2"), "2") == set()


def test_with_two_visible_one_may_be_covered() -> None:
    assert covered(table("B1 A2 B4"), "2") == {("cover", 0, 0)}


@pytest.mark.parametrize(("code", "place"), [("2", 0), ("3", 1), ("4", 2), ("5", 3)])
def test_a_wolf_covers_what_is_worth_exactly_one_less(code: str, place: int) -> None:
    position = table("B1 B2 B3 B4", hands=(code, "2"))
    assert covered(position, code) == {("cover", place, 0)}


def test_own_wolves_are_never_covered() -> None:
    assert covered(table("A1 B3 A3 B3", hands=("2 4", "2")), "2") == set()
    for power in ("leap", "mirror_bite"):
        position = table("A1 A2 B5 B5", hands=("2 3", "2"), powers=(power, None))
        assert covered(position, "3") | covered(position, "2") == set()


def test_a_lone_six_covers_a_five_and_nothing_covers_a_six_but_a_biting_one() -> None:
    assert covered(table("B5 B3", hands=("L6", "2")), "L6") == {("cover", 0, 0)}
    mirror = table("B5/A5/BL6 B3", hands=("L6 5", "2"), powers=("mirror_bite", None))
    assert covered(mirror, "L6") == {("mirror", 0, 0)}
    assert covered(table("BL6 B3", hands=("L6 5", "2")), "L6") == set()


def test_a_corner_does_not_change_what_may_cover_a_wolf() -> None:
    assert covered(table("B1 A3 BL2", hands=("2 3 4", "2")), "2") == {("cover", 0, 0)}
    assert covered(table("B1 A3 BL2", hands=("2 3 4", "2")), "3") == {("cover", 2, 0)}
    assert covered(table("B1 A3 BL2", hands=("2 3 4", "2")), "4") == set()


def test_a_pile_grows_without_limit_and_its_top_alone_counts() -> None:
    position = table("B1/A2/B3 B4", hands=("4", "2"))
    play(position, wolf("4"), at("cover", 0, 0))
    assert [len(stack) for stack in position.land.values()] == [4, 1]
    assert covered(table("A1/B2/A3/B4 B1", hands=("2", "2")), "2") == {("cover", 1, 0)}


# ── powers ──────────────────────────────────────────────────────────────────────────────────────


def test_leap_covers_two_less_once_and_turns_face_down() -> None:
    position = table("B1 B2 B4", hands=("3 3", "2"), powers=("leap", None))
    assert covered(position, "3") == {("cover", 1, 0), ("leap", 0, 0)}
    play(position, wolf("3"), at("leap", 0, 0))
    assert position.used == [True, False]
    play(position, wolf("2"), at("put", 3, 0))
    assert {verb for verb, _, _ in covered(position, "3")} == {"cover"}


def test_mirror_bite_covers_the_same_value_once() -> None:
    position = table("B1 B2 B4", hands=("2 2", "3"), powers=("mirror_bite", None))
    assert covered(position, "2") == {("cover", 0, 0), ("mirror", 1, 0)}
    play(position, wolf("2"), at("mirror", 1, 0))
    assert position.used == [True, False]


def test_a_cover_that_needs_no_power_uses_none() -> None:
    position = table("B1 B2 B4", powers=("leap", None))
    play(position, wolf("3"), at("cover", 1, 0))
    assert position.used == [False, False]


@pytest.mark.parametrize("power", [None, "leap", "mirror_bite"])
def test_den_guard_keeps_every_one_from_being_covered(power: str | None) -> None:
    position = table("B1 B1m BL1 B5", hands=("2 3 1", "2"), powers=(power, "den_guard"))
    for code in ("1", "2", "3"):
        assert covered(position, code) == set()


def test_the_last_visible_wolf_is_safe_from_an_ambush() -> None:
    assert covered(table("B1 A2", powers=("leap", None)), "3") == set()
    assert covered(table("B2 A1", powers=("mirror_bite", None)), "2") == set()


# ── the area ────────────────────────────────────────────────────────────────────────────────────


def test_four_wide_fixes_three_rows_even_without_a_row_of_four() -> None:
    position = table("A1 . . .", "B2 A3 . .", ". B1 A2 B4")
    assert position.shape == "4x3"
    found = {spot for spot in offered(position, "4") if spot[0] == "put"}
    assert found == {("put", 0, 2), ("put", 1, 0), ("put", 2, 1), ("put", 3, 1)}


def test_four_high_fixes_three_columns() -> None:
    position = table("A1 B2", "A3", "B1", "A2")
    assert position.shape == "3x4"
    assert all(row in range(4) for _, _, row in offered(position, "4"))
    assert ("put", 2, 0) in offered(position, "4")


def test_an_open_shape_may_grow_either_way() -> None:
    position = table("A1 B2 A3", "B1 A2 B3", "A4 B5 A5")
    assert position.shape == ""
    assert len([spot for spot in offered(position, "4") if spot[0] == "put"]) == 12


def test_the_shape_is_told_when_it_is_fixed() -> None:
    position = table("A1 B2 A3", decks=("1", "1"))
    play(position, wolf("4"), at("put", 3, 0))
    assert position.shape == "4x3"
    assert [event.number for event in position.events or () if event.kind == "shape"] == [4]


# ── how it is asked ─────────────────────────────────────────────────────────────────────────────


def test_the_other_does_not_see_which_wolf_was_taken_up() -> None:
    position = table("B1 A2")
    play(position, wolf("3"))
    assert view(MOONLIGHT, position, B).state.lifted == [-1]
    assert view(MOONLIGHT, position, A).state.lifted == position.lifted != [-1]


def test_a_wolf_that_was_taken_up_can_be_put_back() -> None:
    position = table("B1 A2")
    before = position.copy()
    play(position, wolf("3"), Choice("back"))
    assert position == before


def test_what_cannot_be_covered_is_told_with_the_reason() -> None:
    position = table("B1 A2 B3 B2", powers=(None, "den_guard"))
    play(position, wolf("2"))
    blocked = view(MOONLIGHT, position, A).blocked
    told = {(*place_of(choice.value), reason) for choice, reason in blocked}
    assert told == {(0, 0, "guarded"), (2, 0, "value"), (3, 0, "value")}
    alone = table("B1 A2")
    play(alone, wolf("2"))
    assert [reason for _, reason in view(MOONLIGHT, alone, A).blocked] == ["last"]


@pytest.mark.parametrize(
    ("power", "reason"), [("mirror_bite", "value_or_equal"), ("leap", "value_or_two")]
)
def test_the_reason_counts_in_the_power_that_would_help_another_wolf(
    power: str, reason: str
) -> None:
    position = table("B1 A2 B5", powers=(power, None))
    play(position, wolf("2"))
    blocked = view(MOONLIGHT, position, A).blocked
    assert [why for _, why in blocked] == [reason]


# ── Shifting Ground ─────────────────────────────────────────────────────────────────────────────

SHIFT, BACK = Choice("shift"), Choice("back")
GROUND = ("shifting_ground", None)


def test_shifting_ground_moves_a_pile_and_places_a_two() -> None:
    position = table("B1/A2/B3 A1 B4", powers=GROUND)
    play(position, SHIFT, at("pile", 0, 0), at("move", 1, 1), wolf("2"), at("put", 0, 0))
    moved = position.land[cell_at(1, 1)]
    assert len(moved) == 3
    assert position.used == [True, False]
    assert asks(position)[0].seat == B


def test_the_two_may_cover_a_one_after_the_move() -> None:
    position = table("B1 A1 B4", powers=GROUND)
    play(position, SHIFT, at("pile", 2, 0), at("move", 1, 1), wolf("2"), at("cover", 0, 0))
    assert len(position.land[cell_at(0, 0)]) == 2


def test_without_a_two_the_ground_stays() -> None:
    position = table("B1 A1 B4", hands=("3 4", "2"), powers=GROUND)
    assert SHIFT not in asks(position)[0].choices
    assert view(MOONLIGHT, position, A).blocked == ((SHIFT, "no_two"),)


def test_a_lone_two_will_do() -> None:
    assert SHIFT in asks(table("B1 A1", hands=("L2", "2"), powers=GROUND))[0].choices


def test_the_ground_shifts_once_in_a_round() -> None:
    position = table("B1 A1 B4", powers=GROUND)
    position.used[A] = True
    assert SHIFT not in asks(position)[0].choices
    assert view(MOONLIGHT, position, A).blocked == ((SHIFT, "used"),)


def test_on_an_empty_land_there_is_nothing_to_move() -> None:
    assert SHIFT not in asks(table(powers=GROUND))[0].choices
    assert SHIFT not in asks(table("B1", powers=GROUND))[0].choices


def test_a_pile_moves_to_an_empty_place_beside_another_pile() -> None:
    position = table("B1 A1 B4", powers=GROUND)
    play(position, SHIFT, at("pile", 0, 0))
    found = {place_of(choice.value)[0] for choice in asks(position)[0].choices if choice != BACK}
    assert found == {1, 2, 3}  # column 0 touches only the place the pile has left
    assert at("move", 0, 1) not in asks(position)[0].choices
    assert at("move", 0, 0) not in asks(position)[0].choices


def test_contact_may_be_lost_elsewhere() -> None:
    position = table("B1 A1 B4", powers=GROUND)
    play(position, SHIFT, at("pile", 1, 0), at("move", 0, 1), wolf("2"))
    assert at("put", 1, 0) in asks(position)[0].choices


def test_a_fixed_shape_stays_fixed_when_the_box_becomes_smaller() -> None:
    position = table("B1 A1 B4 A3", ". B2 . .", ". A4 . .", powers=GROUND)
    play(position, SHIFT, at("pile", 3, 0), at("move", 2, 1))
    assert box_of(position.land).width == 3
    assert position.shape == "4x3"
    assert all(row in range(3) for _, _, row in offered(position, "2"))
    assert {column for _, column, _ in offered(position, "2")} == {-1, 0, 2, 3}


def test_a_move_can_fix_the_shape() -> None:
    position = table("B1 A1 B4", ". B2 .", powers=GROUND)
    play(position, SHIFT, at("pile", 1, 1), at("move", 3, 0))
    assert position.shape == "4x3"


def test_a_move_keeps_the_area_legal() -> None:
    position = table("B1 A1 B4 A3", ". B2 . .", ". A4 . .", powers=GROUND)
    play(position, SHIFT, at("pile", 0, 0))
    rows = {place_of(choice.value)[1] for choice in asks(position)[0].choices if choice != BACK}
    assert rows == {0, 1, 2}


def test_one_may_think_again_until_the_pile_has_moved() -> None:
    position = table("B1 A1 B4", powers=GROUND)
    before = position.copy()
    play(position, SHIFT, at("pile", 0, 0), BACK, BACK)
    assert position == before
    play(position, SHIFT, at("pile", 0, 0), at("move", 1, 1))
    assert BACK not in asks(position)[0].choices


def test_only_a_two_is_placed_after_the_move() -> None:
    position = table("B1 A1 B4", hands=("2 2m 3 L2", "2"), powers=GROUND)
    play(position, SHIFT, at("pile", 0, 0), at("move", 1, 1))
    assert set(asks(position)[0].choices) == {wolf("2"), wolf("2m"), wolf("L2")}
    assert position.powers[A] == Power.SHIFTING_GROUND
