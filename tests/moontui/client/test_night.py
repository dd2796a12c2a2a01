"""The Night's Deal: one deal for every date and game, the same on every machine."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from hashlib import sha256
from pathlib import Path

import pytest

from engine.bots.personas import company
from engine.fixed import Bots, guests_of, play_on
from engine.games import GAMES
from engine.play import start
from engine.record import Move
from moontui.client.night import Night, rival, week_before
from tests.extent import some

NIGHT = Night(date(2026, 11, 22), "wolfmoon")
HERE = Path(__file__).parents[3]
SCRIPT = """
import sys
from hashlib import sha256
from engine.fixed import Bots, play_on
from engine.games import GAMES
from moontui.client.night import Night
from engine.play import start
for text in sys.argv[1:]:
    night = Night.of(text)
    game, record = GAMES[night.game], night.record("Ana")
    state = start(game, record.seats, record.seed, record.options)
    bots = Bots(game, record.seed, ["medium"] * record.seats, record.personas)
    moves = []
    for move, _ in play_on(game, state, bots.choose):
        bots.note(move)
        moves.append(move)
    print(sha256(str([(int(seat), *choice) for seat, choice in moves]).encode()).hexdigest())
"""
"""The same without anything but the engine, which every Python can run."""
DAYS = [*week_before(NIGHT.date)][-3:]
NIGHTS = [Night(day, game) for game in GAMES for day in DAYS]


def played(night: Night, level: str = "medium") -> list[Move]:
    """A night as bots play it at all seats."""
    game, record = GAMES[night.game], night.record("Ana")
    state = start(game, record.seats, record.seed, record.options)
    bots = Bots(game, record.seed, [level] * record.seats, record.personas)
    moves = []
    for move, _ in play_on(game, state, bots.choose):
        bots.note(move)
        moves.append(move)
    return moves


def fingerprint(moves: list[Move]) -> str:
    return sha256(str([(int(seat), *choice) for seat, choice in moves]).encode()).hexdigest()


def others() -> Iterator[str]:
    """Other Pythons on this machine that can run the engine."""
    for minor in (12, 13, 14):
        found = shutil.which(f"python3.{minor}")
        if found and sys.version_info[1] != minor:
            tried = subprocess.run([found, "-c", ""], capture_output=True, check=False)
            if not tried.returncode:
                yield found


def test_nights_are_counted_from_the_first_of_january_2026() -> None:
    assert Night(date(2026, 11, 16), "wolfmoon").number == 320
    assert Night(date(2027, 2, 16), "wolfmoon").number == 412


def test_a_date_and_a_game_have_one_deal_and_one_set_of_bots() -> None:
    again = Night(date.fromisoformat("2026-11-22"), "wolfmoon")
    assert again.record("Ana") == NIGHT.record("Ana")
    assert again.record("Ben").seed == NIGHT.record("Ana").seed


def test_every_date_and_every_game_has_a_deal_of_its_own() -> None:
    nights = [Night(day, game) for game in GAMES for day in week_before(date(2026, 11, 17))]
    assert len({night.record().seed for night in nights}) == len(nights)


def test_other_rules_make_another_night() -> None:
    assert Night.of(NIGHT.text) == NIGHT
    assert Night.of(NIGHT.text + "1") is None
    assert Night.of("full moon") is None
    assert Night.of("night 2026-11-31 wolfmoon 1") is None


def test_the_bots_of_a_night_change_with_the_date_and_sit_nowhere_twice() -> None:
    tables = {NIGHT._replace(date=day).record().personas for day in week_before(NIGHT.date)}
    assert len(tables) > 3
    assert all(len(set(personas)) == len(personas) for personas in tables)


def test_without_a_text_the_bots_come_as_they_always_do() -> None:
    assert [one.name for one in company("Ana", 4)] == ["Ana", "Ada", "Bela", "Cleo"]
    assert sorted(guests_of("moon")) == sorted(guests_of(""))


def test_the_same_answers_lead_to_the_same_match() -> None:
    assert played(NIGHT, "easy") == played(NIGHT, "easy")


def test_a_bot_in_the_players_seat_plays_by_the_deal_and_its_number_alone() -> None:
    wins = [rival(NIGHT, number) for number in range(4)]
    assert wins == [rival(NIGHT, number) for number in range(4)]


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_a_night_is_the_same_in_another_process_of_any_python_in_any_time_zone(zone: str) -> None:
    """Its date once went two ways, as newer Pythons add up fractions in another way."""
    nights = some([NIGHT], NIGHTS)
    expected = [fingerprint(played(night)) for night in nights]
    for python in (sys.executable, *others()):
        told = subprocess.run(
            [python, "-B", "-c", SCRIPT, *(night.text for night in nights)],
            cwd=HERE,
            env=os.environ | {"TZ": zone},
            capture_output=True,
            text=True,
            check=True,
        )
        assert told.stdout.split() == expected, python
