"""Saved matches: where they are, who played them, and how one of them is replayed."""

from __future__ import annotations

import os
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from engine.core import Seat, View
from engine.games import GAMES
from engine.record import (
    LONGEST,
    BadRecord,
    Record,
    file_name,
    from_text,
    game_of,
    replay,
    to_text,
)
from engine.replay import Replay
from moontui.words.names import told_apart
from net.messages import Player
from net.reading import read_small
from net.security import private_file
from net.text import NAME_CELLS, clean

GUEST = "guest-"
"""How the name of a file begins that was brought in from elsewhere."""


def read_record(file: Path) -> Record:
    """The record in a file. Raises `BadRecord`."""
    try:
        return from_text(read_small(file, LONGEST).decode())
    except OSError as error:
        raise BadRecord(f"The record cannot be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise BadRecord("The record cannot be read: it is not text.") from error


def bring_in(file: Path, data: Path, name: str) -> Path:
    """Keep a copy of somebody's record; returns where. Raises `BadRecord`, or `OSError`.

    Its name is made of what is in it, and says that it came from elsewhere unless somebody of this
    name has played it: then it counts as theirs.
    """
    record = read_record(file)
    replay(game_of(GAMES, record), record)
    own = file_name(record)
    kept = data / "records" / (own if name in names_of(record) else f"{GUEST}{own}")
    when = file.stat().st_mtime_ns
    private_file(kept, to_text(record).encode())
    os.utime(kept, ns=(when, when))
    return kept


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


def tells_all(record: Record) -> bool:
    """Whether a review may tell luck and choice of everybody, as nobody minds: at a table of one
    person, or where all who sat down agreed to it."""
    people = [player for player in players_of(record) if player.kind == "person"]
    return record.open_review or len(people) < 2


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
