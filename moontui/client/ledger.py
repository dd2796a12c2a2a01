"""The ledger: what became of every saved match, worked out once and then looked up.

A record says what was chosen, not what came of it: for that it has to be played again. The ledger
is a file that keeps what that told. It is a cache: whatever in it is missing, damaged or older than
its record is worked out anew, and it can be deleted at any time.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from engine.core import Event
from engine.games import GAMES
from engine.record import SEATS, BadRecord, Record, fingerprint, from_text, game_of, replay
from moontui.client.records import names_of, players_of, read_record
from moontui.games import FACES
from net.reading import NONSENSE, check, read_small
from net.security import private_file

LARGEST = 64 * 1024 * 1024
"""A larger ledger was not written by us."""
MATCHES = 50_000
"""How many matches are listed, the newest."""
HEAD = 64 * 1024
"""The first line of a record is not longer."""
TOGETHER = 20
"""How many matches are worked out before anybody hears of them."""
SAVED_AFTER = 200
"""How many matches are worked out before the ledger is saved."""

Word = Annotated[str, Meta(max_length=1024)]
Few = Annotated[int, Meta(ge=0, le=2**31)]
Place = Annotated[int, Meta(ge=0, lt=SEATS)]


class Deeds(Struct, frozen=True, array_like=True):
    """What somebody did in a match."""

    cast: Annotated[dict[int, Few], Meta(max_length=200)] = {}
    """By card played, or role had: how often."""
    right: Few = 0
    wrong: Few = 0
    """What they said about hidden cards, and how it turned out."""


class Summary(Struct, frozen=True, array_like=True):
    """A saved match in short."""

    file: Annotated[str, Meta(max_length=255, pattern=r"^[^/\\\0]+\.moon\Z")]
    size: int
    changed: int
    """The time of the file's last change, in nanoseconds: another one is another file."""
    game: Word = ""
    length: Word = ""
    names: Annotated[tuple[Word, ...], Meta(max_length=SEATS)] = ()
    people: Annotated[tuple[Place, ...], Meta(max_length=SEATS)] = ()
    """The seats of people."""
    levels: Annotated[tuple[Word, ...], Meta(max_length=SEATS)] = ()
    """By seat: how well a bot played; none: the record does not say."""
    read: bool = False
    """Whether it was played again: until then nothing of what follows is known."""
    match: Word = ""
    """The same for two files that hold the same match."""
    rounds: Few = 0
    answers: Few = 0
    finished: bool = False
    reason: Word = ""
    """What decided it, as a message key of its game under `won`."""
    winners: Annotated[tuple[Place, ...], Meta(max_length=SEATS)] = ()
    deeds: Annotated[dict[Place, Deeds], Meta(max_length=SEATS)] = {}
    """By seat, of people."""
    why: Word = ""
    """What is wrong with it, as a message key; empty: nothing."""
    played_on: bool = False
    """Whether it is another match, played on from one of its moments: it counts for nobody."""

    @property
    def when(self) -> float:
        return self.changed / 1e9

    @property
    def makes_sense(self) -> bool:
        seats = {*self.people, *self.winners, *self.deeds}
        return all(seat < len(self.names) for seat in seats)


class File(Struct, forbid_unknown_fields=True):
    """What the file says."""

    version: Literal[1]
    matches: list[Summary]


class Ledger:
    """All saved matches of a player."""

    def __init__(self, data: Path) -> None:
        self.records = data / "records"
        self.path = data / "ledger.json"

    def files(self) -> list[Summary]:
        """Every saved match, newest first; a match may be there twice (`once`). Of those that are
        not in the ledger yet, only the first line is read."""
        known = {(one.file, one.size, one.changed): one for one in self.kept()}
        return [known.get(file) or self.begun(Summary(*file)) for file in newest(self.records)]

    def begun(self, summary: Summary) -> Summary:
        """What the first line of a record says."""
        try:
            return headed(summary, from_text(first_line(self.records / summary.file)))
        except BadRecord as error:
            return spoilt(summary, error)

    def completed(self, matches: list[Summary]) -> Iterator[list[Summary]]:
        """Work out whatever is not known yet, a few matches at a time. May be stopped at any time:
        the ledger is saved now and then, and the rest is worked out the next time."""
        known = {one.file: one for one in matches if one.read}
        missing = [one for one in matches if not one.read]
        for start in range(0, len(missing), TOGETHER):
            some = [self.worked_out(one) for one in missing[start : start + TOGETHER]]
            known.update({one.file: one for one in some})
            if start + TOGETHER >= len(missing) or start % SAVED_AFTER == SAVED_AFTER - TOGETHER:
                self.save([*known.values()])
            yield some

    def worked_out(self, summary: Summary) -> Summary:
        """Play a match again, and see what came of it."""
        try:
            record = read_record(self.records / summary.file)
            return summed_up(headed(summary, record), record)
        except BadRecord as error:
            return spoilt(summary, error)

    def all(self) -> list[Summary]:
        """Every saved match once, newest first, with all that can be known; takes a while if most
        of them are new."""
        matches = self.files()
        done = {one.file: one for some in self.completed(matches) for one in some}
        return once(done.get(one.file, one) for one in matches)

    def kept(self) -> list[Summary]:
        """What was worked out before; a file that makes no sense says nothing."""
        try:
            file = msgspec.json.decode(read_small(self.path, LARGEST), type=File)
        except (OSError, *NONSENSE):
            return []
        return [one for one in file.matches if one.makes_sense]

    def save(self, matches: list[Summary]) -> None:
        """Keep what was worked out; if that fails, it is worked out again."""
        with suppress(OSError):
            private_file(self.path, msgspec.json.encode(File(1, matches)))


def newest(folder: Path) -> list[tuple[str, int, int]]:
    """The files of saved matches, newest first: name, size, time of the last change."""
    found = []
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".moon"):
                with suppress(OSError):  # gone in the meantime
                    about = entry.stat()
                    found.append((entry.name, about.st_size, about.st_mtime_ns))
    return sorted(found, key=lambda one: (-one[2], one[0]))[:MATCHES]


def once(matches: Iterable[Summary]) -> list[Summary]:
    """The same list, each match only once."""
    seen: set[str] = set()
    found = []
    for one in matches:
        if not one.match or one.match not in seen:
            found.append(one)
        seen.add(one.match)
    return found


def first_line(file: Path) -> str:
    """The first line of a file. Raises `BadRecord`."""
    try:
        check(file, file.stat().st_mode)
        handle = os.open(
            file, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
        )
        with os.fdopen(handle, "rb") as data:
            check(file, os.fstat(handle).st_mode)
            return data.readline(HEAD).decode()
    except OSError as error:
        raise BadRecord(f"The record cannot be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise BadRecord("The record cannot be read: it is not text.") from error


def headed(summary: Summary, record: Record) -> Summary:
    """A summary with what the first line of a record says."""
    people = [seat for seat, one in enumerate(players_of(record)) if one.kind == "person"]
    return msgspec.structs.replace(
        summary,
        game=record.game,
        length=record.options.get("length", ""),
        names=tuple(names_of(record)),
        people=tuple(people),
        levels=record.levels[: record.seats],
        played_on=bool(record.origin),
    )


def spoilt(summary: Summary, error: BadRecord) -> Summary:
    """A match that cannot be played again, and why."""
    return msgspec.structs.replace(summary, read=True, why=error.why)


def summed_up(summary: Summary, record: Record) -> Summary:
    """A summary with what came of a match. Raises `BadRecord`."""
    game = game_of(GAMES, record)
    state = replay(game, record)
    events, outcome = state.events or [], game.outcome(state)
    return msgspec.structs.replace(
        summary,
        read=True,
        match=fingerprint(record),
        rounds=sum(event.kind == "round" for event in events),
        answers=len(record.moves),
        finished=outcome is not None,
        reason=outcome.reason if outcome is not None else "",
        winners=tuple(int(seat) for seat in outcome.winners) if outcome is not None else (),
        deeds={seat: deeds_of(game.id, seat, events) for seat in summary.people},
    )


def deeds_of(game: str, seat: int, events: Iterable[Event]) -> Deeds:
    """What somebody did in a match, from all its events."""
    face = FACES[game].teller() if game in FACES else None
    verdicts = GAMES[game].guesses
    own = [event for event in events if event.seat == seat]
    cast = Counter(face.cast_of(event) for event in own if event.kind in face.CAST) if face else {}
    right = sum(verdicts.get(event.kind) is True for event in own)
    return Deeds(dict(cast), right, sum(verdicts.get(event.kind) is False for event in own))
