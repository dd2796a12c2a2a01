"""Saved matches: where they are, who played them, and how one of them is replayed."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import Any, NamedTuple

from engine.core import Seat, View
from engine.games import GAMES
from engine.record import LONGEST, BadRecord, Record, from_text, game_of
from engine.replay import Replay
from moontui.words.names import told_apart
from net.messages import Player
from net.reading import read_small
from net.text import NAME_CELLS, clean


class Kept(NamedTuple):
    """A file among the records."""

    file: Path
    when: float
    record: Record | None = None
    why: str = ""
    """What is wrong with it: a message key."""


def kept_records(folder: Path) -> list[Kept]:
    """All saved matches, newest first; a damaged one is listed, but cannot be opened."""
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
        return from_text(read_small(file, LONGEST).decode())
    except OSError as error:
        raise BadRecord(f"The record cannot be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise BadRecord("The record cannot be read: it is not text.") from error


def names_of(record: Record) -> list[str]:
    """Who played, by seat."""
    names = [clean(name, NAME_CELLS) or "?" for name in record.names[: record.seats]]
    return names + ["?"] * (record.seats - len(names))


def replay_of(record: Record) -> Replay:
    """A record, ready to be replayed. Raises `BadRecord` when the game cannot even begin."""
    return Replay(game_of(GAMES, record), record)


def players_of(record: Record) -> tuple[Player, ...]:
    """Who played, as the table showed them: a player without a nonce was a bot."""
    nonces, personas = dict(enumerate(record.nonces)), dict(enumerate(record.personas))
    return tuple(
        Player(
            "person" if nonces.get(seat, "person") else "bot", name, persona=personas.get(seat, "")
        )
        for seat, name in enumerate(told_apart(names_of(record)))
    )


def seat_of(record: Record, name: str) -> Seat:
    """Where somebody sat, or else the first seat."""
    names = names_of(record)
    return Seat(names.index(name) if name in names else 0)


def opened(replay: Replay, step: int, seat: Seat) -> View[Any]:
    """The table as a seat saw it, but with all hands open."""
    seen = replay.view(step, seat)
    return replace(seen, state=laid_open(replay.state(step), seen.state))


def laid_open(state: Any, seen: Any) -> Any:
    """The whole table, plus what only a view has, such as what its seat knows."""
    whole = state.copy()
    for entry in fields(whole):
        if getattr(whole, entry.name) is None:
            setattr(whole, entry.name, getattr(seen, entry.name))
    return whole
