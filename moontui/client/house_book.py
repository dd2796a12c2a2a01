"""The house book: how everybody who played with others here has done, over all nights.

It is counted from the records that a host keeps, as the evening at a table is (`net/evening.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from pathlib import Path
from typing import NamedTuple

from moontui.client.ledger import Ledger, Summary, once
from moontui.client.records import GUEST
from net.evening import Match, Seated, standings
from net.told import Score

LATEST = 4e9
"""No match is newer than this, whatever its file says; in seconds."""
AT_LOGIN = 20
"""How many new matches are looked into while somebody waits for a prompt."""


class Entry(NamedTuple):
    """A match of several people that is over."""

    match: Match
    when: float

    @property
    def day(self) -> date:
        return night_of(self.when)


def night_of(when: float) -> date:
    """The night of a moment: what is played before noon belongs to the day before."""
    return datetime.fromtimestamp(min(max(when, 0.0), LATEST) - 12 * 3600).date()


def entries(data: Path, quickly: bool = False) -> list[Entry]:
    """All matches that several people have played to the end, the newest first; if it has to be
    quick, those that are known and a few more."""
    ledger = Ledger(data)
    if not quickly:
        return counted(ledger.all())
    files = ledger.files()
    new = [one for one in files if not one.read][:AT_LOGIN]
    known = [one for one in files if one.read]
    found = {one.file: one for some in ledger.completed([*known, *new]) for one in some}
    return counted(once(found.get(one.file, one) for one in files))


def counted(matches: Iterable[Summary]) -> list[Entry]:
    return [
        Entry(match_of(one), one.when)
        for one in matches
        if one.read and one.finished and not one.played_on and len(one.people) > 1
        if not one.file.startswith(GUEST)
    ]


def match_of(one: Summary) -> Match:
    seats = (
        Seated("person" if seat in one.people else "bot", name)
        for seat, name in enumerate(one.names)
    )
    return Match(one.game, tuple(seats), one.winners)


def by_game(book: Iterable[Entry]) -> dict[str, list[Score]]:
    """How everybody has done in each game, the most played first."""
    games: dict[str, list[Match]] = {}
    for entry in book:
        games.setdefault(entry.match.game, []).append(entry.match)
    ordered = sorted(games.items(), key=lambda game: -len(game[1]))
    return {game: standings(matches) for game, matches in ordered}


def overall(book: Iterable[Entry]) -> list[Score]:
    """How everybody has done in all games together."""
    return standings(entry.match for entry in book)


def of_last_night(book: list[Entry]) -> list[Entry]:
    """The matches of the newest night."""
    return [entry for entry in book if entry.day == book[0].day]
