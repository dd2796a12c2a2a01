"""Saved matches: listed with their results, counted, searched, checked, deleted, brought in."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import Input

from engine.record import file_name, to_text
from moontui.app.screens.records import RecordsScreen
from moontui.app.screens.replay import ReplayScreen
from moontui.client.ledger import Ledger
from tests.engine.records import played
from tests.moontui.desk import desk, keep

RECORD = played()


async def test_a_record_is_listed_by_game_and_names(tmp_path: Path) -> None:
    keep(tmp_path, RECORD)
    async with desk(tmp_path) as table:
        await table.open(RecordsScreen())
        assert "Wolfmoon, one round: Ana, Bo, Cy, Di." in table.text()


async def test_the_newest_is_first(tmp_path: Path) -> None:
    old = keep(tmp_path, replace(RECORD, names=("Eve", "Bo", "Cy", "Di")), "old")
    keep(tmp_path, RECORD, "new")
    os.utime(old, (1, 1))
    async with desk(tmp_path) as table:
        await table.open(RecordsScreen())
        first, second = (line for line in table.lines() if " Wolfmoon  " in line)
        assert "1970" not in first
        assert "1970" in second


@pytest.mark.parametrize("bytes_", [b"", b"{", b"\xff\xfe", b'{"format": "chess"}', b"[]\n[]"])
async def test_a_damaged_record_costs_one_line(bytes_: bytes, tmp_path: Path) -> None:
    keep(tmp_path, RECORD)
    (tmp_path / "records" / "bad.moon").write_bytes(bytes_)
    async with desk(tmp_path) as table:
        await table.open(RecordsScreen())
        assert "Bo, Cy, Di" in table.text()
        assert "record" in table.text()


async def test_a_damaged_record_says_so_when_it_is_opened(tmp_path: Path) -> None:
    file = keep(tmp_path, replace(RECORD, version=99))
    async with desk(tmp_path) as table:
        table.app.open_replay(file)
        await table.pilot.pause()
        assert "with a different version" in table.text()


async def test_enter_opens_the_replay_and_escape_comes_back(tmp_path: Path) -> None:
    keep(tmp_path, RECORD)
    async with desk(tmp_path) as table:
        await table.open(RecordsScreen())
        await table.press("enter")
        assert isinstance(table.app.screen, ReplayScreen)
        await table.press("escape")
        assert isinstance(table.app.screen, RecordsScreen)


async def test_a_sound_record_is_proven(tmp_path: Path) -> None:
    keep(tmp_path, RECORD)
    async with desk(tmp_path) as table:
        await table.open(RecordsScreen())
        await table.press("x")
        assert "Proved: the host was bound first" in table.text()
        assert "Not proved by any record" in table.text()


async def test_a_changed_record_is_found_out_in_german_too(tmp_path: Path) -> None:
    keep(tmp_path, replace(RECORD, moves=RECORD.moves[:-1]))
    async with desk(tmp_path, language="de") as table:
        await table.open(RecordsScreen())
        await table.press("x")
        assert "als dem aufgezeichneten" in table.text()


async def test_a_record_is_deleted_only_after_a_question(tmp_path: Path) -> None:
    file = keep(tmp_path, RECORD)
    async with desk(tmp_path) as table:
        await table.open(RecordsScreen())
        await table.press("d", "enter")
        assert file.exists()
        await table.press("d", "down", "enter")
        assert not file.exists()
        assert "No match has been saved yet" in table.text()


async def test_names_from_a_file_are_only_text(tmp_path: Path) -> None:
    keep(tmp_path, replace(RECORD, names=("[/x]", "\x1b[31mred", "Cy", "")))
    async with desk(tmp_path) as table:
        await table.open(RecordsScreen())
        assert "[/x], " in table.text()
        assert "\x1b" not in table.text()
        await table.press("enter")
        assert "[/x]" in table.text()


async def test_a_match_says_who_won_and_why(tmp_path: Path) -> None:
    keep(tmp_path, RECORD)
    (one,) = Ledger(tmp_path).all()
    winner = RECORD.names[one.winners[0]]
    async with desk(tmp_path) as table:
        await table.open(RecordsScreen())
        assert f"Won: {winner}." in table.text()
        assert ("won " if winner == "Ana" else "lost ") in table.text()


async def test_typing_narrows_the_list_once_the_search_is_begun(tmp_path: Path) -> None:
    keep(tmp_path, RECORD, "one")
    keep(tmp_path, replace(RECORD, names=("Ana", "Xaver", "Cy", "Di")), "two")
    async with desk(tmp_path) as table:
        await table.open(RecordsScreen())
        await table.press("slash", *"xav")
        assert "Xaver" in table.text()
        assert "Bo, Cy" not in table.text()
        await table.press("escape")
        assert "Bo, Cy" in table.text()


async def test_a_click_begins_the_search(tmp_path: Path) -> None:
    keep(tmp_path, RECORD)
    async with desk(tmp_path) as table:
        await table.open(RecordsScreen())
        await table.click("press / to search")
        await table.press(*"zzz")
        assert "Nothing found" in table.text()


async def test_a_match_is_brought_in_from_a_file(tmp_path: Path) -> None:
    given = tmp_path / "from Eve.txt"
    given.write_text(to_text(RECORD), encoding="utf-8")
    async with desk(tmp_path) as table:
        await table.open(RecordsScreen())
        await table.press("i")
        table.app.screen.query_one(Input).value = str(given)
        await table.press("enter")
        await table.rest()
        assert file_name(RECORD) in table.text()
        await table.press("enter")
        assert "matches: 1" in table.text()


async def test_a_file_that_is_no_record_is_not_brought_in(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ana")
    async with desk(tmp_path) as table:
        await table.open(RecordsScreen())
        await table.press("i")
        table.app.screen.query_one(Input).value = str(tmp_path / "letter.txt")
        await table.press("enter")
        assert "damaged and cannot be read" in table.text()
    assert not (tmp_path / "records").exists()


@pytest.mark.parametrize("language", ["en", "de"])
async def test_statistics_have_a_page_for_each_game(language: str, tmp_path: Path) -> None:
    keep(tmp_path, RECORD, "one")
    keep(tmp_path, played(names=("Ana", "Bo"), name="moonlight", level="easy"), "two")
    async with desk(tmp_path, language=language) as table:
        await table.open(RecordsScreen())
        await table.press("t")
        await table.rest()
        assert "[Wolfmoon]" in table.text()
        await table.press("right")
        assert "[Wolfmoon]" not in table.text()
        await table.click("Wolfmoon")
        assert "[Wolfmoon]" in table.text()


@pytest.mark.parametrize("language", ["en", "de"])
async def test_everything_can_be_clicked_on_a_small_terminal(language: str, tmp_path: Path) -> None:
    keep(tmp_path, RECORD)
    async with desk(tmp_path, language=language) as table:
        await table.open(RecordsScreen())
        below = "".join(table.lines()[-2:])
        words = table.app.words
        for name in ("statistics", "review", "verify", "forget", "bring_in", "back", "leave"):
            assert words.say("keys", name) in below
        await table.click(f"d {words.say('keys', 'forget')}")
        assert words.say("records", "keep") in table.text()
