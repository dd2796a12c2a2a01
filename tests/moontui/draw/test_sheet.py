"""A sheet: later things lie over earlier ones, cell by cell."""

from __future__ import annotations

from moontui.draw.ink import Ink, words_of
from moontui.draw.paint import Paint
from moontui.draw.sheet import Sheet

PAPER = Paint(0x231C15, 0xEFE6CF)


def test_what_is_put_later_lies_above() -> None:
    sheet = Sheet(8, 1)
    sheet.put(0, 0, [Ink("werewolf")])
    sheet.put(4, 0, [Ink("moon")])
    assert words_of(sheet.lines) == ["weremoon"]


def test_what_is_put_outside_is_cut_off() -> None:
    sheet = Sheet(4, 1)
    sheet.put(-2, 0, [Ink("werewolf")])
    sheet.put(0, 1, [Ink("moon")])
    assert words_of(sheet.lines) == ["rewo"]


def test_half_of_a_wide_sign_becomes_a_blank() -> None:
    sheet = Sheet(6, 1)
    sheet.put(0, 0, [Ink("月狼月")])
    sheet.put(1, 0, [Ink("x")])
    assert words_of(sheet.lines) == [" x狼月"]
    sheet.put(5, 0, [Ink("狼")])
    assert words_of(sheet.lines) == [" x狼  "]


def test_words_take_the_ground_they_are_written_on() -> None:
    sheet = Sheet(6, 1, PAPER)
    sheet.write(1, 0, "Seer", "strong")
    assert [ink.paint and ink.paint.bg for ink in sheet.lines[0]] == [PAPER.bg] * 3


def test_a_picture_shows_what_lies_behind_its_gaps() -> None:
    sheet = Sheet(3, 1)
    sheet.put(0, 0, [Ink("abc")])
    sheet.overlay(0, 0, [[Ink("▀", paint=PAPER, art=True), Ink(" ", art=True)]])
    assert [ink.text for ink in sheet.lines[0]] == ["▀", "bc"]


def test_cells_alike_are_one_piece() -> None:
    sheet = Sheet(4, 1)
    for x in range(4):
        sheet.put(x, 0, [Ink("m", "gold", "moon")])
    assert sheet.lines == [[Ink("mmmm", "gold", "moon")]]
