"""The house book counts what several people played to the end, night by night."""

from __future__ import annotations

from dataclasses import replace as replace_record
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from moontui.client.house_book import by_game, counted, entries, of_last_night, overall
from moontui.client.ledger import Summary
from moontui.commands import standings
from moontui.words.catalogue import Catalogue
from tests.engine.records import played as dealt
from tests.moontui.desk import keep

EVENING, AFTER_MIDNIGHT = datetime(2026, 11, 16, 21), datetime(2026, 11, 17, 1)
WEEK_BEFORE = datetime(2026, 11, 9, 20)
WORDS = Catalogue("en")


def played(when: datetime, winner: int, game: str = "wolfmoon", **changes: Any) -> Summary:
    """A match of Ana, Bo and a bot."""
    stamp = int(when.timestamp()) * 10**9
    one = Summary(
        f"{game}-{stamp}.moon",
        1,
        stamp,
        game,
        names=("Ana", "Bo", "Finn"),
        people=(0, 1),
        read=True,
        finished=True,
        winners=(winner,),
    )
    return replace(one, **changes)


BOOK = counted(
    [
        played(AFTER_MIDNIGHT, 1, "robbers"),
        played(EVENING, 0),
        played(WEEK_BEFORE, 0),
        played(EVENING, 0, people=(0,)),
        played(EVENING, 0, finished=False, winners=()),
        played(EVENING, 0, played_on=True),
        played(EVENING, 0, file="guest-1.moon"),
    ]
)


def test_only_matches_of_several_people_of_this_house_count() -> None:
    assert len(BOOK) == 3
    assert [(score.name, score.wins, score.games) for score in overall(BOOK)] == [
        ("Ana", 2, 3),
        ("Bo", 1, 3),
    ]
    assert {game: scores[0].name for game, scores in by_game(BOOK).items()} == {
        "wolfmoon": "Ana",
        "robbers": "Bo",
    }


def test_what_is_played_after_midnight_belongs_to_the_night() -> None:
    assert [entry.match.game for entry in of_last_night(BOOK)] == ["robbers", "wolfmoon"]


def test_whoever_logs_in_reads_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert standings.run_motd(WORDS, tmp_path) == 0
    assert capsys.readouterr().out == "", "nothing was played, so nothing is said"
    monkeypatch.setattr(standings, "entries", lambda data, quickly=False: BOOK)
    standings.run_motd(WORDS, tmp_path)
    assert capsys.readouterr().out == (
        "moontui: matches with others so far: 3; in front: Ana (+1.0). "
        "Last night, 2026-11-16: 2; best: Ana, Bo.\n"
    )


def test_the_book_is_made_of_the_records_that_are_kept(tmp_path: Path) -> None:
    record = dealt("moon", names=("Ana", "Bo", "Cy"))
    keep(tmp_path, replace_record(record, nonces=("ab" * 16, "cd" * 16, "")))
    (entry,) = entries(tmp_path, quickly=True)
    assert [seat.name for seat in entry.match.seats] == ["Ana", "Bo", "Cy"]
    assert entries(tmp_path) == [entry]
