"""Statistics: how somebody has done in a game, from the summaries of their matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.bots.dial import is_point
from engine.bots.strength import MATCH
from moontui.client.ledger import Summary
from moontui.client.records import GUEST

PEOPLE, MIXED, UNSAID = "people", "mixed", "unsaid"
"""Levels of opponents who are people, or bots of several levels, or of whom nothing is said."""


@dataclass(slots=True)
class Tally:
    """How many matches there were, and how many of them were won."""

    played: int = 0
    won: int = 0

    def add(self, won: bool) -> None:
        self.played += 1
        self.won += won

    @property
    def share(self) -> float:
        return self.won / self.played if self.played else 0.0


@dataclass(slots=True)
class Statistics:
    """How somebody has done in one game."""

    game: str
    all: Tally = field(default_factory=Tally)
    luck: float = 0.0
    """How many of these matches would have been won by drawing lots among the seats."""
    levels: dict[str, Tally] = field(default_factory=dict)
    seats: dict[int, Tally] = field(default_factory=dict)
    form: list[bool] = field(default_factory=list)
    """Won or not, the oldest first."""
    cast: dict[int, Tally] = field(default_factory=dict)
    """By card or role: how often it was played or had, and how often in matches that were won."""
    rivals: Counter[str] = field(default_factory=Counter)
    """Who won the matches that were lost."""
    right: int = 0
    wrong: int = 0
    """Guesses at hidden cards."""
    rounds: int = 0

    @property
    def streak(self) -> int:
        """How many of the latest matches were won in a row; negative: lost."""
        run = 0
        for won in reversed(self.form):
            if won is not self.form[-1]:
                break
            run += 1
        return run if self.form and self.form[-1] else -run

    @property
    def longest(self) -> int:
        """The most matches that were ever won in a row."""
        best = run = 0
        for won in self.form:
            run = run + 1 if won else 0
            best = max(best, run)
        return best

    def add(self, one: Summary, seat: int) -> None:
        """Count a match in which somebody had this seat."""
        won = seat in one.winners
        self.all.add(won)
        self.luck += len(one.winners) / len(one.names)
        self.levels.setdefault(level_of(one, seat), Tally()).add(won)
        self.seats.setdefault(len(one.names), Tally()).add(won)
        self.form.append(won)
        self.rounds += one.rounds
        if not won:
            self.rivals.update(one.names[winner] for winner in one.winners)
        deeds = one.deeds.get(seat)
        if deeds is not None:
            self.right += deeds.right
            self.wrong += deeds.wrong
            for card, often in deeds.cast.items():
                tally = self.cast.setdefault(card, Tally())
                tally.played += often
                tally.won += often * won


def seat_in(one: Summary, name: str) -> int | None:
    """Where somebody sat: under their name, or, as names change, where the only person sat. None:
    they watched, or it is somebody else's match."""
    if name in one.names:
        return one.names.index(name)
    alone = len(one.people) == 1 and not one.file.startswith(GUEST)
    return one.people[0] if alone else None


def level_of(one: Summary, seat: int) -> str:
    """How good somebody's opponents were."""
    others = [other for other in range(len(one.names)) if other != seat]
    if any(other in one.people for other in others):
        return PEOPLE
    levels = {one.levels[other] if other < len(one.levels) else "" for other in others} - {""}
    if levels and all(map(is_point, levels)):
        return MATCH
    return MIXED if len(levels) > 1 else next(iter(levels), UNSAID)


def statistics(matches: Iterable[Summary], name: str) -> dict[str, Statistics]:
    """By game, the most played first: how somebody has done in it."""
    found: dict[str, Statistics] = {}
    for one in sorted(matches, key=lambda one: one.changed):
        seat = seat_in(one, name)
        if seat is not None and one.finished and not one.played_on:
            found.setdefault(one.game, Statistics(one.game)).add(one, seat)
    return dict(sorted(found.items(), key=lambda entry: -entry[1].all.played))
