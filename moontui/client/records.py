"""Kept matches: where they lie, and how one of them is seen again, step by step."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import Any, NamedTuple

from engine.core import Event, IllegalChoice, Seat, View
from engine.games import GAMES
from engine.play import apply, asks, start, view
from engine.record import BadRecord, Record, from_text
from moontui.words.teller import told_apart
from net.messages import Player
from net.text import NAME_CELLS, clean

MOST = 4_000_000
"""Bytes that a record may have; a long match has a hundredth of that."""


class Kept(NamedTuple):
    """A file among the records."""

    file: Path
    when: float
    record: Record | None = None
    why: str = ""
    """What is wrong with it: a message key."""


def kept_records(folder: Path) -> list[Kept]:
    """All kept matches, the newest first; a damaged one is just one that cannot be opened."""
    found = []
    for file in folder.glob("*.moon"):
        try:
            when = file.stat().st_mtime
        except OSError:
            continue  # gone in the meantime
        try:
            found.append(Kept(file, when, read_record(file)))
        except BadRecord as error:
            found.append(Kept(file, when, why=error.why))
    return sorted(found, key=lambda kept: (-kept.when, kept.file.name))


def read_record(file: Path) -> Record:
    """The record in a file. Raises `BadRecord`."""
    try:
        if file.stat().st_size > MOST:
            raise BadRecord("No record is this long.")
        return from_text(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BadRecord("The record cannot be read.") from error


def names_of(record: Record) -> list[str]:
    """Who played, by seat."""
    names = [clean(name, NAME_CELLS) or "?" for name in record.names[: record.seats]]
    return names + ["?"] * (record.seats - len(names))


class Replay:
    """A match seen again. Step n is the table after n answers; each is worked out when wanted."""

    def __init__(self, record: Record) -> None:
        """Raises `BadRecord` when the game cannot even begin."""
        game = GAMES.get(record.game)
        if game is None:
            raise BadRecord(f"There is no game called {record.game}.", "no_game")
        if record.version != game.version:
            raise BadRecord(
                "The record was made with a different version of the rules.", "other_rules"
            )
        try:
            first = start(game, record.seats, record.seed, record.options)
        except ValueError as error:
            raise BadRecord(f"The game cannot be set up: {error}", "no_setup") from error
        self.game, self.record = game, record
        self.names = told_apart(names_of(record))
        self.states: list[Any] = [first]
        self.last = len(record.moves)
        """How far the record goes; less than it says if an answer in it makes no sense."""
        self.broken = False

    @property
    def players(self) -> tuple[Player, ...]:
        nonces = dict(enumerate(self.record.nonces))
        return tuple(
            Player("person" if nonces.get(seat, "person") else "bot", name)
            for seat, name in enumerate(self.names)
        )

    def seat_of(self, name: str) -> Seat:
        """Where somebody sat, else the first seat."""
        names = names_of(self.record)
        return Seat(names.index(name) if name in names else 0)

    def reach(self, step: int) -> int:
        """Work out everything up to a step; returns it, or how far the record goes."""
        while len(self.states) <= min(step, self.last):
            move = self.record.moves[len(self.states) - 1]
            after = self.states[-1].copy()
            try:
                apply(after, move.seat, move.choice)
            except IllegalChoice:
                self.last, self.broken = len(self.states) - 1, True
                break
            self.states.append(after)
        return max(0, min(step, self.last))

    def state(self, step: int) -> Any:
        return self.states[self.reach(step)]

    def view(self, step: int, seat: Seat, everything: bool = False) -> View[Any]:
        """The table as a seat saw it, or with all hands open."""
        state = self.state(step)
        seen = view(self.game, state, seat)
        return replace(seen, state=laid_open(state, seen.state)) if everything else seen

    def told(self, step: int, seat: Seat, since: int = -1) -> list[Event]:
        """What a seat was told up to a step, or since another one."""
        heard = self.state(step).events
        before = len(self.state(since).events) if since >= 0 else 0
        return [event.told_to(seat) for event in heard[before:]]

    def step_of(self, events: int) -> int:
        """The first step by which so many events had been told, among those worked out."""
        for step, state in enumerate(self.states):
            if len(state.events) >= events:
                return step
        return len(self.states) - 1

    def ask_before(self, step: int) -> Any:
        """The question whose answer led to a step."""
        move = self.record.moves[step - 1]
        return next(ask for ask in asks(self.state(step - 1)) if ask.seat == move.seat)

    def begins_round(self, step: int) -> bool:
        """Whether a round begins with this step."""
        if step == 0:
            return True
        before = len(self.state(step - 1).events)
        return any(event.kind == "round" for event in self.state(step).events[before:])

    def next_round(self, step: int) -> int:
        """The beginning of the next round, or the end."""
        step += 1
        while self.reach(step) == step and not self.begins_round(step):
            step += 1
        return self.reach(step)

    def round_before(self, step: int) -> int:
        """The beginning of this round, or of the one before."""
        step -= 1
        while step > 0 and not self.begins_round(step):
            step -= 1
        return max(0, step)


def laid_open(state: Any, seen: Any) -> Any:
    """The whole table; what only a view has, such as what its seat knows, is added."""
    whole = state.copy()
    for entry in fields(whole):
        if getattr(whole, entry.name) is None:
            setattr(whole, entry.name, getattr(seen, entry.name))
    return whole
