"""A record: everything that was chosen in a game, from which it can be played again."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, NamedTuple

from engine.core import Choice, Game, IllegalChoice, S, Seat, State
from engine.play import apply, start

FORMAT = "moontui record 1"

LONGEST = 1_000_000
"""No text of a record has more characters; a long match takes a twentieth of that."""
MOVES = 20_000
SEATS = 10
TEXT = 1024
NUMBER = 2**31


class BadRecord(ValueError):
    """A record that cannot be read or does not replay; the sentence says where."""

    def __init__(self, text: str, why: str = "damaged") -> None:
        super().__init__(text)
        self.why = why
        """A message key, for readers of other languages."""


class Move(NamedTuple):
    """One answer of one seat."""

    seat: Seat
    choice: Choice


@dataclass(frozen=True, slots=True)
class Record:
    """A game from its first shuffle to its last answer, or as far as it went."""

    game: str
    version: int
    seats: int
    options: dict[str, str]
    names: tuple[str, ...]
    seed: bytes
    moves: tuple[Move, ...] = ()
    commitment: str = ""
    secret: bytes = b""
    nonces: tuple[str, ...] = ()
    end: str = ""
    """What `proof` checks; empty for a game that was dealt without a host."""
    personas: tuple[str, ...] = ()
    """By seat: the persona of a bot; "" for people and plain bots. It does not affect the game."""
    seals: tuple[str, ...] = ()
    """By seat: the hash of the nonce, from before any was opened; "" for bots. Older records have
    none."""
    voided: int = 0
    """How many deals at the same table were void before this one, as a seal was not opened."""
    given_up: int = 0
    """How many matches at the same table were given up before this one."""
    levels: tuple[str, ...] = ()
    """By seat: how well a bot played; "" for people. Older records have none."""
    origin: str = ""
    """Of which other match this one was played on, by its fingerprint; empty: of none. Its cards
    are then not proved by anything, and it counts for nobody."""
    taken: int = 0
    """How many of its answers are those of that match."""
    open_review: bool = False
    """Whether everybody at the table agreed that reviews tell luck and choice of all."""

    def then(self, seat: Seat, choice: Choice) -> Record:
        """The record with one more answer."""
        return replace(self, moves=(*self.moves, Move(seat, choice)))


def branched(record: Record, step: int) -> Record:
    """A match up to one of its moments, to be played on as a match of its own."""
    origin = fingerprint(record)
    return replace(record, moves=record.moves[:step], origin=origin, taken=step)


def game_of(games: Mapping[str, Game[Any]], record: Record) -> Game[Any]:
    """The game that was recorded, by the rules of then. Raises `BadRecord` if it is not among
    these."""
    if record.game not in games:
        raise BadRecord(f"There is no game called {record.game}.", "no_game")
    game = games[record.game]
    return game.under(record.version) or game  # which says itself that it is another one


def steps(game: Game[S], record: Record) -> Iterator[S]:
    """Play a record again, step by step: the state before the first answer and after each of them.
    Every step is made from the one before and leaves that one unchanged.

    Raises `BadRecord` if the record is of another game or version, or an answer was not on offer.
    """
    state = dealt(game, record)
    yield state
    for number in range(len(record.moves)):
        state = state.copy()
        answer(state, record, number)
        yield state


def replay(game: Game[S], record: Record) -> S:
    """The state that a record leads to, with all events. Raises `BadRecord` as `steps` does."""
    state = dealt(game, record)
    for number in range(len(record.moves)):
        answer(state, record, number)
    return state


def dealt(game: Game[S], record: Record) -> S:
    """The state before the first answer. Raises `BadRecord`."""
    if (record.game, record.version) != (game.id, game.version):
        raise BadRecord(
            f"This is a record of {record.game}, rules {record.version}, "
            f"not of {game.id}, rules {game.version}.",
            "other_rules",
        )
    try:
        return start(game, record.seats, record.seed, record.options)
    except ValueError as error:
        raise BadRecord(f"The game cannot be set up: {error}", "no_setup") from error


def answer(state: State, record: Record, number: int) -> None:
    """Give an answer of a record to the state that it was given to. Raises `BadRecord`."""
    move = record.moves[number]
    try:
        apply(state, move.seat, move.choice)
    except IllegalChoice as error:
        where = f"Answer {number + 1} of seat {move.seat}"
        raise BadRecord(f"{where}: {error}", "illegal") from error


def to_text(record: Record) -> str:
    """A record as text: a line for the header, a line for each answer."""
    header: dict[str, Any] = {
        "format": FORMAT,
        "game": record.game,
        "version": record.version,
        "seats": record.seats,
        "options": record.options,
        "names": list(record.names),
        "seed": record.seed.hex(),
        "commitment": record.commitment,
        "secret": record.secret.hex(),
        "nonces": list(record.nonces),
        "end": record.end,
    }
    if record.personas:
        header["personas"] = list(record.personas)
    if record.seals:
        header["seals"] = list(record.seals)
    for count in ("voided", "given_up"):
        if getattr(record, count):
            header[count] = getattr(record, count)
    if any(record.levels):
        header["levels"] = list(record.levels)
    if record.origin:
        header["origin"], header["taken"] = record.origin, record.taken
    if record.open_review:
        header["open_review"] = True
    moves = [[move.seat, *move.choice] for move in record.moves]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in (header, *moves))


def fingerprint(record: Record) -> str:
    """What a match is known by: it is made of all that is written down of it."""
    return sha256(to_text(record).encode()).hexdigest()[:20]


def file_name(record: Record) -> str:
    """The file name of a record: its game and a hash of the record, which nobody can choose."""
    game = record.game if re.fullmatch(r"[a-z]{1,16}", record.game) else "match"
    return f"{game}-{fingerprint(record)}.moon"


def from_text(text: str) -> Record:
    """The record that a text holds, each part checked: it may come from anybody. Raises
    `BadRecord`."""
    lines = text.removesuffix("\n").split("\n", MOVES + 1)
    if len(text) > LONGEST or len(lines) > MOVES + 1:
        raise BadRecord("The record is damaged: no match is this long.")
    try:
        header, *moves = [json.loads(line) for line in lines]
        if header["format"] != FORMAT:
            raise BadRecord(
                "This is not a moontui record, or it comes from a newer version.", "strange"
            )
        return Record(
            a_text(header["game"]),
            a_number(header["version"], 0, NUMBER),
            a_number(header["seats"], 1, SEATS),
            {a_text(key): a_text(value) for key, value in header["options"].items()},
            texts(header["names"]),
            bytes.fromhex(a_text(header["seed"])),
            tuple(move_of(*move) for move in moves),
            a_text(header["commitment"]),
            bytes.fromhex(a_text(header["secret"])),
            texts(header["nonces"]),
            a_text(header["end"]),
            texts(header.get("personas", [])),
            texts(header.get("seals", [])),
            a_number(header.get("voided", 0), 0, NUMBER),
            a_number(header.get("given_up", 0), 0, NUMBER),
            texts(header.get("levels", [])),
            a_text(header.get("origin", "")),
            a_number(header.get("taken", 0), 0, MOVES),
            header.get("open_review") is True,
        )
    except BadRecord:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadRecord("The record is damaged: it cannot be read to the end.") from error


def move_of(seat: Any, verb: Any, value: Any) -> Move:
    choice = Choice(a_text(verb), a_number(value, -NUMBER, NUMBER))
    return Move(Seat(a_number(seat, 0, SEATS - 1)), choice)


def a_number(value: Any, least: int, most: int) -> int:
    """A whole number within bounds. Raises `ValueError`; infinity is none."""
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"not a number from {least} to {most}")
    return value


def a_text(value: Any) -> str:
    """A text that can be written down again. Raises `ValueError`."""
    if type(value) is not str or len(value) > TEXT:
        raise ValueError(f"not a text of at most {TEXT} characters")
    value.encode()  # which half a character does not survive
    return value


def texts(value: Any) -> tuple[str, ...]:
    """A text for every seat, or for none. Raises `ValueError`."""
    if type(value) is not list or len(value) > SEATS:
        raise ValueError(f"not a list of at most {SEATS} texts")
    return tuple(map(a_text, value))
