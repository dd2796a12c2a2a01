"""Names as they are written: told apart, and unable to turn a line around."""

from __future__ import annotations

import pytest

from moontui.words.names import fenced, told_apart
from net.text import NAME_CELLS, width
from tests.moontui.bidi import shown

RIGHT_TO_LEFT = ("דן", "سارة", "דן 7", "Ana דן", "(דן)", "٣٤")


def test_a_name_from_right_to_left_would_take_the_numbers_beside_it_along() -> None:
    assert shown("│ דן 3 │ 12 │ Ana") == "│ 12 │ 3 ןד │ Ana"


@pytest.mark.parametrize("name", RIGHT_TO_LEFT)
def test_between_its_seats_letters_a_name_moves_nothing(name: str) -> None:
    (written,) = told_apart([name])
    for row in (f"│ 2 {written} 3 │ 12 points │", f"12: {written}, 4/5", f"{written} 1-2"):
        before, after = row.split(written)
        seen = shown(row)
        assert seen.startswith(f"{before}a ")
        assert seen.endswith(f" a{after}")


@pytest.mark.parametrize("name", RIGHT_TO_LEFT)
def test_a_line_that_begins_with_a_name_begins_from_the_left(name: str) -> None:
    assert told_apart(["Ana", name])[1].startswith("b ")


def test_two_names_from_right_to_left_stay_in_their_order() -> None:
    one, two = told_apart(["דן", "שי"])
    assert shown(f"{one} > {two}") == "a ןד a > b יש b"


@pytest.mark.parametrize("mark", ["b", "w12"])
def test_a_fenced_name_still_fits_in_its_cells(mark: str) -> None:
    assert width(fenced("ש" * 16, mark)) <= NAME_CELLS


@pytest.mark.parametrize("name", RIGHT_TO_LEFT)
def test_nothing_but_letters_and_blanks_is_added(name: str) -> None:
    """No invisible mark, which a terminal may show as rubbish."""
    assert set(fenced(name, "b")) - set(name) <= {"b", " "}


@pytest.mark.parametrize(
    ("one", "other"), [("Mama", "Marna"), ("ADA", "ᎪᎠᎪ"), ("Susan", "Տսsan"), ("BEN", "ꓐꓰꓠ")]
)
def test_look_alikes_of_all_kinds_carry_the_letter_of_their_seat(one: str, other: str) -> None:
    assert told_apart([one, "Cy", other]) == [f"{one} a", "Cy", f"{other} c"]
