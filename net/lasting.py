"""What lasts about a table: how it was opened, who has which seat, and the match being played.

Only facts change it (`net/facts.py`), so a journal of facts is all a table needs to come back.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self

import msgspec

from engine.bots.talk import NOTHING, Memory
from engine.core import Ask, Choice, Game, Seat
from engine.games import GAMES
from engine.play import asks, settings
from engine.proof import commitment, end_of, seed_of
from engine.record import Move, Record
from net.evening import Match, Seated
from net.messages import Kind, KnownTerms, Phase, Row

BANK, EACH_QUESTION = 120.0, 20.0
"""Seconds on a player's clock: in all, and on top of that for each question."""


class Opening(KnownTerms, kw_only=True, forbid_unknown_fields=True):
    """How a table was opened; the header of its journal."""

    table: str
    version: int
    """The version of the game's rules."""
    password: str = ""
    """What is kept of the password; empty: anybody may come."""

    def header(self) -> dict[str, Any]:
        """All of it as one map."""
        return {name: getattr(self, name) for name in self.__struct_fields__}

    @classmethod
    def of(cls, header: dict[str, Any]) -> Self:
        """The opening that `header` made a map of. Raises `ValueError` for anything else."""
        return msgspec.convert(header, cls)


class Chair(NamedTuple):
    """One seat: who has it, and what is kept about them."""

    kind: Kind = "free"
    name: str = ""
    level: str = ""
    persona: str = ""
    """The persona a bot plays as; empty: none, as for people and bots that stand in for them."""
    token: bytes = b""
    """The digest of the secret that brings the player back; the player alone has the secret."""
    old_token: bytes = b""
    stand_in: bool = False
    missed: int = 0
    bank: float = BANK
    """Seconds left on the clock, not counting those for each question."""
    asked: int = 0
    """The turn in which the question this seat has to answer was put."""
    answers: tuple[int, ...] = ()
    """The ids of the last actions that were done."""


class Away(NamedTuple):
    """Somebody who was sent away from this table, until its keeper lets them in again."""

    number: int
    name: str
    marks: tuple[str, ...]
    """What they are known by (`net/sent_away.py`)."""
    tokens: tuple[bytes, ...]
    """The digests of the tokens that no longer bring them back."""


class Branch(NamedTuple):
    """A moment of another match, from which one goes on."""

    seed: bytes
    origin: str
    """What the other match is known by."""
    moves: tuple[Move, ...]


@dataclass(slots=True)
class Lasting:
    """Everything about a table that must not be lost."""

    opening: Opening
    game: Game[Any]
    chairs: list[Chair]
    keeper: Seat | None = None
    phase: Phase = "lobby"
    used: bool = False
    """Whether anybody has ever sat here."""
    secret: bytes = b""
    nonces: tuple[str, ...] = ()
    """By seat: what went into the match's shuffle; it stays when a player leaves."""
    seals: tuple[str, ...] = ()
    """By seat: what was sealed for the coming or running shuffle; empty until all of it is."""
    voided: int = 0
    given_up: int = 0
    """How many deals and matches came to nothing here."""
    last: Record | None = None
    """The last match that came to an end."""
    state: Any = None
    turn: int = 0
    moves: list[Move] = field(default_factory=list)
    held: dict[Seat, Choice] = field(default_factory=dict)
    """By seat: an answer that counts when the window ends."""
    asked: frozenset[Seat] = frozenset()
    """The seats that are asked something."""
    window: str = ""
    """The name of the window that is open; empty: none is."""
    opened: int = 0
    """The turn in which it was opened."""
    check: int = 0
    """A checksum over all facts so far and where they led."""
    away: tuple[Away, ...] = ()
    first: Seat | None = None
    """Who saw a wolf last and begins the first match; None: the table's options say who begins."""
    evening: Memory = NOTHING
    """What everybody remembers of earlier matches; bots talk about it."""
    given: Branch | None = None
    """Where the next match goes on; None: it is dealt."""
    branch: Branch | None = None
    """Where this match went on; None: it was dealt."""
    cast: tuple[Seated, ...] = ()
    """Who sat where when the match was dealt."""
    matches: tuple[Match, ...] = ()
    """What was played to its end here, of whatever game."""
    epoch: int = 0
    """How often the table has moved from one host to another."""

    @classmethod
    def of(cls, opening: Opening) -> Self:
        """What lasts about a table at which nothing has happened yet. Raises `ValueError` if it was
        opened under rules that are unknown here."""
        game = GAMES[opening.game].under(opening.version)
        if game is None:
            raise ValueError(f"rules {opening.version}, not {GAMES[opening.game].version}")
        return cls(opening, game, [Chair() for _ in range(opening.seats)])

    def row(self) -> Row:
        """The table in a list of tables."""
        return Row(
            table=self.opening.table,
            title=self.opening.title,
            game=self.opening.game,
            seats=self.opening.seats,
            taken=self.opening.seats - len(self.seats("free")),
            phase=self.phase,
            private=bool(self.opening.password),
            watch=self.opening.watch,
            bots=len(self.seats("bot")) if self.bots_yield else 0,
            keeper=self.chairs[self.keeper].name if self.keeper is not None else "",
        )

    def copy(self) -> Lasting:
        return Lasting(
            self.opening,
            self.game,
            self.chairs.copy(),
            self.keeper,
            self.phase,
            self.used,
            self.secret,
            self.nonces,
            self.seals,
            self.voided,
            self.given_up,
            self.last,
            None if self.state is None else self.state.copy(),
            self.turn,
            self.moves.copy(),
            self.held.copy(),
            self.asked,
            self.window,
            self.opened,
            self.check,
            self.away,
            self.first,
            self.evening,
            self.given,
            self.branch,
            self.cast,
            self.matches,
            self.epoch,
        )

    @property
    def bots_yield(self) -> bool:
        """Whether bots make room for people who come: not where somebody wants to be alone."""
        return self.opening.watch != "none" and not self.opening.deal

    def seats(self, kind: Kind) -> list[Seat]:
        """The seats of people, of bots, or of nobody."""
        return [Seat(number) for number, chair in enumerate(self.chairs) if chair.kind == kind]

    @property
    def options(self) -> dict[str, str]:
        """What is played: the options the table was opened with, and who saw a wolf last."""
        agreed = self.opening.options
        return agreed if self.first is None else {**agreed, "start": str(int(self.first))}

    @property
    def seed(self) -> bytes:
        """What the cards of the match come from."""
        return self.branch.seed if self.branch is not None else seed_of(self.secret, self.nonces)

    @property
    def is_opening(self) -> bool:
        """Whether seals are being opened, after which the cards are dealt."""
        return bool(self.seals) and self.phase != "playing"

    def names(self) -> tuple[str, ...]:
        return tuple(chair.name for chair in self.chairs)

    def ask_of(self, seat: Seat) -> Ask | None:
        return next((ask for ask in asks(self.state) if ask.seat == seat), None)

    def people(self) -> tuple[Seated, ...]:
        """Who has which seat now."""
        return tuple(Seated(chair.kind, chair.name) for chair in self.chairs)

    def newcomers(self) -> list[Seat]:
        """The seats of people who have sat down since the match that is over."""
        if self.phase != "over":
            return []
        return [
            Seat(number)
            for number, (before, now) in enumerate(zip(self.cast, self.chairs, strict=False))
            if now.kind == "person" and before != Seated("person", now.name)
        ]

    def match(self) -> Match:
        """The match that is over, as the evening remembers it. Whoever has left has not won it."""
        outcome, points = self.game.outcome(self.state), self.game.points
        winners = outcome.winners if outcome is not None else ()
        left = {
            Seat(number)
            for number, (before, now) in enumerate(zip(self.cast, self.chairs, strict=True))
            if before.kind == "person" and now.kind != "person"
        }
        return Match(
            self.game.id,
            self.cast,
            tuple(seat for seat in winners if seat not in left),
            tuple(points(self.state)) if points is not None else (),
        )

    def record(self) -> Record:
        """The match as it was played, with all that proves it."""
        over = not asks(self.state)
        return Record(
            self.game.id,
            self.game.version,
            len(self.chairs),
            settings(self.game, self.options),
            self.names(),
            self.seed,
            tuple(self.moves),
            commitment(self.secret),
            self.secret if self.phase == "over" else b"",
            self.nonces,
            end_of(self.state) if over else "",
            tuple(chair.persona for chair in self.chairs),
            self.seals,
            self.voided,
            self.given_up,
            tuple(chair.level if chair.kind == "bot" else "" for chair in self.chairs),
            self.branch.origin if self.branch is not None else "",
            len(self.branch.moves) if self.branch is not None else 0,
            self.opening.open_review,
        )
