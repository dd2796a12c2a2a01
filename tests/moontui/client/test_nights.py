"""The nights a player came: the first try counts, and the same answers make the same match."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.core import Choice, View
from engine.fixed import Bots, play_on
from engine.games import GAMES
from engine.play import start
from engine.record import Record
from moontui.client import backup
from moontui.client.night import FIRST, ME, Night
from moontui.client.nights import (
    Nights,
    Played,
    is_of,
    moon_of,
    night_meant,
    streak,
    strip,
)
from moontui.client.records import read_record
from moontui.words.catalogue import LANGUAGES, Catalogue
from tests.extent import some

TODAY = date(2026, 11, 17)
NIGHT = Night(TODAY, "wolfmoon")
WON = Played("2026-11-17", "wolfmoon", 1, "2026-11-17", won=True, fields="2210", weighed=True)


def came(*days: int, won: bool = True, late: bool = False) -> list[Played]:
    """First tries so many days ago."""
    found = []
    for ago in days:
        day = (TODAY - timedelta(days=ago)).isoformat()
        found.append(Played(day, "wolfmoon", 1, TODAY.isoformat() if late else day, won=won))
    return found


# ── the same everywhere ─────────────────────────────────────────────────────────────────────────


def in_lines(data: Path, night: Night, zone: str) -> Record:
    """The record of a night that somebody plays in lines, typing 1 whatever is asked."""
    env = os.environ | {"MOONTUI_DATA": str(data), "TZ": zone, "XDG_RUNTIME_DIR": str(data)}
    command = [sys.executable, "-m", "moontui", "daily", night.game, "--plain", "--lang", "en"]
    told = subprocess.run(
        [*command, "--date", night.date.isoformat()],
        input="1\n" * 400,
        env=env,
        capture_output=True,
        text=True,
        check=True,
        timeout=100,
    )
    (played,) = Nights(data).all()
    assert told.stdout.strip().endswith(strip(Catalogue("en"), played))
    return read_record(data / "records" / played.record)


def with_answers(record: Record, night: Night) -> list[tuple[int, Choice]]:
    """What everybody does if the player gives the answers of a record, without any host."""
    game = GAMES[night.game]
    state = start(game, record.seats, record.seed, record.options)
    bots = Bots(game, record.seed, record.levels, record.personas)
    own = iter([move.choice for move in record.moves if move.seat == ME])

    def choose(shown: View[Any]) -> Choice:
        return next(own) if shown.seat == ME else bots.choose(shown)

    moves = []
    for move, _ in play_on(game, state, choose):
        bots.note(move)
        moves.append((int(move.seat), move.choice))
    return moves


@pytest.mark.parametrize("game", some(["wolfmoon"], [*GAMES]))
def test_two_folders_in_two_time_zones_have_the_same_night_and_so_has_no_host_at_all(
    game: str, tmp_path: Path
) -> None:
    night = Night(FIRST, game)
    east = in_lines(tmp_path / "east", night, "Pacific/Kiritimati")
    west = in_lines(tmp_path / "west", night, "Pacific/Pago_Pago")
    assert east == west
    assert is_of(night, east)
    assert with_answers(east, night) == [(int(seat), choice) for seat, choice in east.moves]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_strip_holds_moons_and_numbers_and_no_card(game: str, language: str) -> None:
    words = Catalogue(language)
    rules = GAMES[game].version
    played = msgspec.structs.replace(WON, game=game, rules=rules, luck=-8, choice=12)
    told = strip(words, played)
    name, rest = words.game_called(game), r" [●◐○]+ \d+/\d+ · \w+ · \w+\s[−+]?\d+ · \w+\s[−+]?\d+"
    assert re.fullmatch(rf"Moontui 321 {name}{rest} · \w+\s{rules}", told), told


# ── the first try ───────────────────────────────────────────────────────────────────────────────


def test_a_night_in_a_row_counts_only_on_its_own_date() -> None:
    assert streak([], TODAY) == 0
    assert streak(came(0, 1, 2, 4), TODAY) == 3
    assert streak(came(1, 2), TODAY) == 2, "tonight is not over yet"
    assert streak(came(2, 3), TODAY) == 0
    assert streak([*came(0), *came(1, late=True)], TODAY) == 1


def test_a_week_shows_a_full_moon_for_a_win_and_a_half_one_for_a_try() -> None:
    nights = [*came(0), *came(1, won=False)]
    days = [TODAY - timedelta(days=ago) for ago in range(3)]
    assert [moon_of(nights, day) for day in days] == ["full", "half", "dark"]


def test_a_first_try_is_kept_once_whatever_becomes_of_it(tmp_path: Path) -> None:
    nights = Nights(tmp_path)
    begun = nights.begin(NIGHT, TODAY, "abcd")
    assert nights.of(NIGHT) == begun
    nights.put(WON)
    assert nights.all() == [WON]
    assert (tmp_path / "nights.json").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "text",
    [b"", b"{}", b"[1]", b'[{"date": "../../x", "game": "wolfmoon", "rules": 1, "begun": "x"}]'],
)
def test_a_damaged_file_of_nights_counts_as_empty(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "nights.json").write_bytes(text)
    assert Nights(tmp_path).all() == []


def test_a_night_of_other_rules_or_an_impossible_date_is_no_night_of_ours() -> None:
    assert WON.night == NIGHT
    assert msgspec.structs.replace(WON, rules=99).night is None
    assert msgspec.structs.replace(WON, date="2026-02-31").night is None


@pytest.mark.parametrize(
    ("day", "why"),
    [("tomorrow", "written like this"), ("2026-11-18", "not come yet"), ("2025-01-01", "first")],
)
def test_a_night_that_cannot_be_played_is_refused_in_a_sentence(day: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        night_meant(Catalogue("en"), "wolfmoon", day, TODAY)
    assert night_meant(Catalogue("en"), "wolfmoon", "", TODAY) == NIGHT


def test_another_deal_other_bots_or_another_seat_do_not_count() -> None:
    record = NIGHT.record("Ana")
    assert is_of(NIGHT, record)
    other = Night(TODAY - timedelta(days=1), "wolfmoon").record("Ana")
    assert not is_of(NIGHT, other)
    assert not is_of(NIGHT, replace(record, levels=("", *["easy"] * 3)))
    assert not is_of(NIGHT, replace(record, personas=record.personas[::-1]))


def test_nights_go_to_another_machine_with_everything_else(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        folder.mkdir()
    Nights(here).save([WON, *came(1)])
    own = msgspec.structs.replace(WON, won=False)
    Nights(there).save([own])
    backup.restore(there, backup.unpack(backup.pack(backup.gathered(here))), take_settings=False)
    assert Nights(there).all() == [*came(1), own], "what was there is still there"
