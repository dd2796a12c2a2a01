"""Saved matches: listed without their results, checked, deleted; a damaged one costs one line."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from moontui.app.screens.records import RecordsScreen
from moontui.app.screens.replay import ReplayScreen
from tests.engine.records import played
from tests.moontui.desk import desk, keep

RECORD = played()


async def test_a_record_is_listed_by_game_and_names(tmp_path: Path) -> None:
    keep(tmp_path, RECORD)
    async with desk(tmp_path) as table:
        await table.open(RecordsScreen())
        assert "Wolfmoon, one round  Ana, Bo, Cy, Di" in table.text()


async def test_the_newest_is_first(tmp_path: Path) -> None:
    old = keep(tmp_path, replace(RECORD, names=("Eve", "Bo", "Cy", "Di")), "old")
    keep(tmp_path, RECORD, "new")
    os.utime(old, (1, 1))
    async with desk(tmp_path) as table:
        await table.open(RecordsScreen())
        text = table.text()
        assert text.index("Ana") < text.index("Eve")


@pytest.mark.parametrize("bytes_", [b"", b"{", b"\xff\xfe", b'{"format": "chess"}', b"[]\n[]"])
async def test_a_damaged_record_costs_one_line(bytes_: bytes, tmp_path: Path) -> None:
    keep(tmp_path, RECORD)
    (tmp_path / "records" / "bad.moon").write_bytes(bytes_)
    async with desk(tmp_path) as table:
        await table.open(RecordsScreen())
        assert "Ana, Bo, Cy, Di" in table.text()
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
