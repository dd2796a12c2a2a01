"""Seats: how a table was opened, and who sits on each chair."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NewType

from net import messages as said

Peer = NewType("Peer", int)
"""A connection, by the number the host gives it."""

BANK, EACH_QUESTION = 120.0, 20.0
"""Seconds of a player's clock: in all, and for each question besides."""


class Refusal(Exception):
    """Something that is not done; `why` is a message key."""

    def __init__(self, why: str, detail: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.detail = detail


@dataclass(slots=True)
class Chair:
    """One seat: who sits there, and what is kept of them."""

    kind: str = "free"
    name: str = ""
    level: str = ""
    token: bytes = b""
    """The digest of the secret that brings the player back; the player alone has the secret."""
    old_token: bytes = b""
    peer: Peer | None = None
    nonce: str = ""
    """What this player brings to the coming shuffle."""
    ready: bool = False
    stand_in: bool = False
    missed: int = 0
    bank: float = BANK
    """Seconds left on the clock, besides those for each question."""
    late: bool = False
    """Out of time: a bot answers this question."""
    asked: int = 0
    """The turn in which the question was put that this seat has to answer."""
    answers: dict[int, str] = field(default_factory=dict)
    """By id of the last actions: why each was refused, empty if it was done."""

    def copy(self) -> Chair:
        return Chair(
            self.kind,
            self.name,
            self.level,
            self.token,
            self.old_token,
            self.peer,
            self.nonce,
            self.ready,
            self.stand_in,
            self.missed,
            self.bank,
            self.late,
            self.asked,
            self.answers.copy(),
        )


@dataclass(slots=True)
class Opening:
    """How a table was opened; the header of its journal."""

    table: str
    game: str
    version: int
    seats: int
    options: dict[str, str]
    title: str
    level: str
    password: str
    watch: str
    notebook: str
    clock: bool
    pace: int
    hints: bool = False


def player(chair: Chair) -> said.Player:
    """Who sits on a seat, as everybody may know."""
    return said.Player(
        kind=chair.kind,  # type: ignore[arg-type]  # one of three words, by construction
        name=chair.name,
        ready=chair.ready,
        away=chair.kind == "person" and chair.peer is None,
        stand_in=chair.stand_in,
        level=chair.level,
    )
