"""The nights a player came: what became of each Night's Deal, kept in one file.

A night is the local date. The first try counts, whenever it is finished; what comes after it is
practice and leaves no trace here.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta, Struct

from engine.games import GAMES
from engine.record import Record, game_of, replay
from engine.review import LEAST_LOSS, Decision, Summary
from moontui.client.night import FIRST, ME, RIVALS, Night
from moontui.client.records import read_record
from moontui.words.catalogue import Catalogue
from net.reading import load
from net.security import private_file

if TYPE_CHECKING:
    from moontui.client.session import Session

log = logging.getLogger(__name__)

NIGHTS = 4000
"""How many are kept: more than ten years of one game."""
FIELDS = 40
"""How many choices a strip shows, at most."""
DEAR = 0.1
"""A choice that costs as much leaves the moon dark."""
SIGNS = {"2": "●", "1": "◐", "0": "○"}
"""As good as the best, a little worse, dear: as everybody can paste it."""

Day = Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}\Z")]
Points = Annotated[int, Meta(ge=-1000, le=1000)]


class Played(Struct, frozen=True, omit_defaults=True):
    """A first try."""

    date: Day
    game: Annotated[str, Meta(pattern=r"^[a-z]{1,16}\Z")]
    rules: Annotated[int, Meta(ge=0, le=10**6)]
    begun: Day
    """The day on which it was begun: only a deal of its own night keeps a streak."""
    table: Annotated[str, Meta(max_length=16)] = ""
    """Where it goes on, until it is over."""
    record: Annotated[str, Meta(pattern=r"^([a-z]{1,16}-[0-9a-f]{20}\.moon)?\Z")] = ""
    """The match, once it is over."""
    won: bool | None = None
    """None: it is not over."""
    fields: Annotated[str, Meta(pattern=r"^[012]{0,40}\Z")] = ""
    """By choice: 2 as good as the best, 1 a little worse, 0 dear."""
    luck: Points = 0
    choice: Points = 0
    fair: Annotated[int, Meta(ge=0, le=100)] = 0
    """The fair share that luck and choice came on top of; 0: an equal part, before it was kept."""
    weighed: bool = False
    """Whether the four above are known."""
    rivals: Annotated[int, Meta(ge=0, le=RIVALS)] | None = None
    """How many of the bots tried in the player's seat won; None: that is not known yet."""

    @property
    def night(self) -> Night | None:
        """The night it was; None: of other rules, or of a game that is not here."""
        try:
            night = Night(date.fromisoformat(self.date), self.game)
        except ValueError:
            return None
        here = self.game in GAMES and night.date >= FIRST and night.rules == self.rules
        return night if here else None

    @property
    def in_time(self) -> bool:
        return self.begun == self.date

    @property
    def best(self) -> int:
        """How many choices were as good as the best."""
        return self.fields.count("2")


class Nights:
    """All first tries of a player, in a file of their own; a damaged one counts as empty."""

    def __init__(self, data: Path) -> None:
        self.path = data / "nights.json"

    def all(self) -> list[Played]:
        return load(self.path, list[Played], [])[-NIGHTS:]

    def of(self, night: Night) -> Played | None:
        """The first try of a night; None: there was none."""
        return next((one for one in self.all() if same(one, night)), None)

    def put(self, played: Played) -> None:
        """Keep a first try, in place of what was known of it."""
        key = (played.date, played.game, played.rules)
        others = [one for one in self.all() if (one.date, one.game, one.rules) != key]
        self.save([*others, played])

    def save(self, nights: Iterable[Played]) -> None:
        """Keep all; if that fails, it was fun all the same."""
        sorted_ = sorted(nights, key=lambda one: (one.date, one.game, one.rules))
        try:
            private_file(self.path, msgspec.json.encode(sorted_[-NIGHTS:]))
        except OSError as error:
            log.warning("the night could not be kept: %s", error)

    def begin(self, night: Night, today: date, table: str) -> Played:
        """A first try begins."""
        played = Played(night.date.isoformat(), night.game, night.rules, today.isoformat(), table)
        self.put(played)
        return played


def same(played: Played, night: Night) -> bool:
    return (played.date, played.game, played.rules) == (
        night.date.isoformat(),
        night.game,
        night.rules,
    )


def streak(nights: Iterable[Played], today: date) -> int:
    """How many nights in a row somebody came, each on its own date; tonight need not be over."""
    came = {one.date for one in nights if one.in_time and one.won is not None}
    day, run = today, 0
    if day.isoformat() not in came:
        day -= timedelta(days=1)
    while day.isoformat() in came:
        run, day = run + 1, day - timedelta(days=1)
    return run


def moon_of(nights: Iterable[Played], day: date) -> str:
    """What a night looks like in the week: `full` if a deal was won, `half` if one was played,
    `dark` if none was."""
    ends = [one.won for one in nights if one.date == day.isoformat() and one.won is not None]
    return "full" if any(ends) else "half" if ends else "dark"


def night_meant(words: Catalogue, game: str, day: str, today: date) -> Night:
    """The night that somebody asks for: a date as it is written, or none for tonight. Raises
    `ValueError`, with a sentence."""
    try:
        meant = date.fromisoformat(day) if day else today
    except ValueError:
        raise ValueError(words.say("night", "no_date")) from None
    if meant > today:
        raise ValueError(words.say("night", "not_yet"))
    if meant < FIRST:
        raise ValueError(words.say("night", "before", first=FIRST.isoformat()))
    return Night(meant, game)


class Evening:
    """Follows a player's tables: notes when a first try begins, and when it is over."""

    def __init__(self, data: Path) -> None:
        self.nights = Nights(data)
        self.table = ""
        """The last table with a Night's Deal."""
        self.played: Played | None = None
        """The first try of its night."""

    def hear(self, session: Session, counts: bool = True) -> None:
        """The host has said something. Where nothing is kept, a try does not count."""
        night = Night.of(session.deal) if session.deal else None
        seated = session.client.seated
        if night is None or session.view is None or seated is None:
            return
        if self.table != seated.table:
            self.table = seated.table
            self.played = self.nights.of(night)
            if self.played is None and counts:
                self.played = self.nights.begin(night, date.today(), seated.table)
        if session.record is not None:
            self.over(night, session.record)

    def over(self, night: Night, file: Path) -> None:
        """A match is over: if it was the first try, it counts."""
        played = self.played
        if played is None or played.won is not None or played.table != self.table:
            return
        record = read_record(file)
        if is_of(night, record):
            outcome = GAMES[night.game].outcome(replay(game_of(GAMES, record), record))
            won = outcome is not None and ME in outcome.winners
            self.played = msgspec.structs.replace(played, table="", record=file.name, won=won)
            self.nights.put(self.played)


# ── what became of it ───────────────────────────────────────────────────────────────────────────


def is_of(night: Night, record: Record) -> bool:
    """Whether a match is this night's deal, at its own seat and against its own bots."""
    meant = night.record()
    return (
        (record.game, record.version, record.seats) == (meant.game, meant.version, meant.seats)
        and (record.seed, record.options) == (meant.seed, meant.options)
        and (record.personas, record.levels) == (meant.personas, meant.levels)
    )


def weighed_up(played: Played, decisions: Sequence[Decision], total: Summary) -> Played:
    """With what the review says: what was luck, what was choice, and how good each choice was."""
    fields = "".join(
        "2" if one.loss < LEAST_LOSS else "1" if one.loss < DEAR else "0" for one in decisions
    )
    return msgspec.structs.replace(
        played,
        fields=fields[:FIELDS],
        luck=total.luck,
        choice=total.choice,
        fair=round(100 * total.fair),
        weighed=True,
    )


def strip(words: Catalogue, played: Played, signs: dict[str, str] = SIGNS) -> str:
    """One line to show around: it names no card and gives nothing away."""
    night = played.night
    assert night is not None
    game = words.game_called(played.game)
    parts = [f"Moontui {night.number} {game}"]
    if played.fields:
        moons = "".join(signs[field] for field in played.fields)
        parts[0] += f" {moons} {played.best}/{len(played.fields)}"
    parts.append(words.say("night", "won" if played.won else "lost"))
    if played.weighed:
        parts.append(words.say("night", "luck", points=signed(played.luck)))
        parts.append(words.say("night", "choice", points=signed(played.choice)))
    parts.append(words.say("night", "rules", version=played.rules))
    return " · ".join(parts)


def night_called(words: Catalogue, day: date) -> str:
    """A date in words."""
    weekday = words.say("weekdays", f"day_{day.weekday()}")
    month = words.say("months", f"month_{day.month}")
    return words.say("night", "date", weekday=weekday, day=day.day, month=month)


def signed(points: int) -> str:
    """A number with its sign."""
    return f"+{points}" if points > 0 else f"−{-points}" if points else "0"
