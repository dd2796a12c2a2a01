"""The ledger: what became of saved matches is worked out once, and never believed blindly."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from engine.games import GAMES
from engine.record import file_name, from_text, to_text
from moontui.client.ledger import Ledger
from moontui.client.records import bring_in
from moontui.client.statistics import Statistics, seat_in, statistics
from tests.engine.records import played
from tests.moontui.desk import keep

WON = replace(played("moon"), levels=("", "easy", "easy", "hard"))


def test_a_match_is_listed_by_its_first_line_before_it_is_played_again(tmp_path: Path) -> None:
    keep(tmp_path, WON)
    (one,) = Ledger(tmp_path).files()
    assert (one.game, one.names, one.people, one.read) == ("wolfmoon", WON.names, (0,), False)


@pytest.mark.parametrize("name", GAMES)
def test_the_ledger_knows_how_a_match_of_every_game_ended(name: str, tmp_path: Path) -> None:
    seats = max(3, GAMES[name].seats.start) if 3 in GAMES[name].seats else 2
    record = played("x", "easy", names=("Ana", "Bo", "Cy")[:seats], name=name)
    keep(tmp_path, record)
    (one,) = Ledger(tmp_path).all()
    assert one.finished
    assert one.answers == len(record.moves)
    assert one.deeds[0].cast


def test_what_was_worked_out_is_looked_up_the_next_time(tmp_path: Path) -> None:
    keep(tmp_path, WON)
    before = Ledger(tmp_path).all()
    assert Ledger(tmp_path).files() == before


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"version": 2, "matches": []}', '{"version":1,"matches":[["x"]]}']
)
def test_a_damaged_ledger_is_made_anew(text: str, tmp_path: Path) -> None:
    keep(tmp_path, WON)
    before = Ledger(tmp_path).all()
    (tmp_path / "ledger.json").write_text(text)
    assert Ledger(tmp_path).all() == before
    assert Ledger(tmp_path).kept() == before


def test_a_file_that_has_changed_is_read_anew(tmp_path: Path) -> None:
    file = keep(tmp_path, WON)
    Ledger(tmp_path).all()
    os.utime(keep(tmp_path, played("other"), file.stem), (5, 5))
    (one,) = Ledger(tmp_path).files()
    assert not one.read


def test_a_winner_without_a_seat_is_not_believed(tmp_path: Path) -> None:
    keep(tmp_path, WON)
    ledger = Ledger(tmp_path)
    (one,) = ledger.all()
    text = ledger.path.read_text().replace('"wolfmoon","round",["Ana","Bo","Cy","Di"]', '"x","",[]')
    ledger.path.write_text(text)
    assert ledger.kept() == []
    assert ledger.all() == [one]


def test_a_match_that_is_there_twice_is_listed_once(tmp_path: Path) -> None:
    keep(tmp_path, WON, "one")
    keep(tmp_path, WON, "two")
    for _ in range(2):
        assert len(Ledger(tmp_path).all()) == 1


def test_a_match_that_was_given_up_has_no_winner(tmp_path: Path) -> None:
    keep(tmp_path, replace(WON, moves=WON.moves[:-1]))
    (one,) = Ledger(tmp_path).all()
    assert (one.finished, one.winners) == (False, ())


def test_statistics_count_wins_by_level_and_by_players(tmp_path: Path) -> None:
    keep(tmp_path, WON, "mixed")
    easy = replace(played("k"), levels=("", "easy", "easy", "easy"))
    keep(tmp_path, easy, "easy")
    matches = Ledger(tmp_path).all()
    found = statistics(matches, "Ana")["wolfmoon"]
    assert {level: tally.played for level, tally in found.levels.items()} == {"mixed": 1, "easy": 1}
    assert found.seats[4].played == 2
    assert found.all.won == sum(0 in one.winners for one in matches)
    assert sum(found.rivals.values()) == sum(len(m.winners) for m in matches if 0 not in m.winners)


def test_runs_of_wins_are_counted_up_to_the_latest_match() -> None:
    runs = Statistics("wolfmoon", form=[True, True, True, False, True, True])
    assert (runs.streak, runs.longest) == (2, 3)
    assert Statistics("wolfmoon", form=[True, False, False]).streak == -2


def test_somebody_who_has_changed_their_name_is_still_the_only_person(tmp_path: Path) -> None:
    keep(tmp_path, WON)
    (one,) = Ledger(tmp_path).all()
    assert seat_in(one, "Zoe") == 0


def test_a_match_that_was_brought_in_is_somebody_elses(tmp_path: Path) -> None:
    given = tmp_path / "given"
    given.write_text(to_text(WON))
    bring_in(given, tmp_path, "Zoe")
    (one,) = Ledger(tmp_path).all()
    assert seat_in(one, "Zoe") is None
    assert seat_in(one, "Ana") == 0


def test_a_match_keeps_its_day_when_it_is_brought_in(tmp_path: Path) -> None:
    given = tmp_path / "odd.name"
    given.write_text(to_text(WON))
    os.utime(given, (1_600_000_000, 1_600_000_000))
    kept = bring_in(given, tmp_path, "Ana")
    assert kept == tmp_path / "records" / file_name(WON)
    assert Ledger(tmp_path).all()[0].when == 1_600_000_000


def test_levels_are_written_down_and_older_records_have_none() -> None:
    assert from_text(to_text(WON)).levels == WON.levels
    assert from_text(to_text(replace(WON, levels=()))).levels == ()


def test_bots_that_matched_the_player_count_together_whatever_their_strength_was(
    tmp_path: Path,
) -> None:
    keep(tmp_path, replace(WON, levels=("", "easy+20", "easy+20", "easy+20")), "one")
    keep(tmp_path, replace(played("k"), levels=("", "easy+40", "easy+40", "easy+40")), "two")
    assert statistics(Ledger(tmp_path).all(), "Ana")["wolfmoon"].levels["match"].played == 2
