"""Names that people would take for one another are known as such, in every script they come in."""

from __future__ import annotations

import pytest

from net.lookalikes import look_alike, skeleton, turns_lines


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Rowan", "ᖇOᗯᗩN"),  # Canadian syllables
        ("ADA", "ᎪᎠᎪ"),  # Cherokee
        ("DALE", "ꭰꭺꮮꭼ"),  # Cherokee, small
        ("Susan", "Տսsan"),  # Armenian
        ("hugo", "հսցօ"),
        ("BEN", "ꓐꓰꓠ"),  # Lisu
        ("ada", "ᴀᴅᴀ"),  # small capitals
        ("fiona", "ꜰɪᴏɴᴀ"),
        ("Marna", "Mama"),
        ("Willy", "VVilly"),
        ("Claudia", "Clauclia"),
        ("Dana", "Clana"),
        ("Sam", "5arn"),
        ("Bob", "8ob"),
        ("Zoe", "2oe"),
        ("Ole", "Øłe"),
        ("Max", "Маx"),
        ("Ada", "𝓐𝓭𝓪"),
        ("Ada", "Ada."),
        ("Ada", "A d a"),
        ("Bill", "B|ll"),
    ],
)
def test_the_tricks_of_many_scripts_look_alike(one: str, other: str) -> None:
    assert look_alike(one, other)
    assert look_alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "Ida"),
        ("Mia", "Nia"),
        ("Walt", "Vall"),
        ("Bo", "Bob"),
        ("!!!", "???"),
        ("דן", "דנה"),
    ],
)
def test_other_names_do_not(one: str, other: str) -> None:
    assert not look_alike(one, other)


def test_a_skeleton_is_never_empty() -> None:
    assert all(skeleton(name) for name in ("!", "'", "漢", "♥", "a"))


@pytest.mark.parametrize("name", ["דן", "سارة", "ܐܒܐ", "Ana דן", "٣٤"])
def test_names_written_from_right_to_left_are_known(name: str) -> None:
    assert turns_lines(name)


@pytest.mark.parametrize("name", ["Ana", "Ольга", "漢字", "दीपा", "12"])
def test_other_names_leave_the_line_alone(name: str) -> None:
    assert not turns_lines(name)
