"""What messages are made of: words and numbers with limits, and what is told of people."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

TableId = Annotated[str, Meta(pattern=r"^[a-z0-9]{4,16}\Z")]
SeatNumber = Annotated[int, Meta(ge=0, le=9)]
SeatDigits = Annotated[str, Meta(pattern=r"^[0-9]{0,10}\Z")]
"""Some seats, a digit for each."""
Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Word = Annotated[str, Meta(max_length=32)]
Text = Annotated[str, Meta(max_length=1024)]
Token = Annotated[str, Meta(max_length=64)]
Nonce = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
Digest = Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?\Z")]
PinDigits = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
Hex = Annotated[str, Meta(pattern=r"^[0-9a-f]*\Z", max_length=1200)]


PHRASES = (
    "hello",
    "well_played",
    "your_turn",
    "one_moment",
    "thanks",
    "sorry",
    "doubt",
    "again",
    "bye",
)
"""What can be said at every table, in each reader's language; games may add their own phrases."""


class Row(Struct, frozen=True, omit_defaults=True):
    """A table in the list of tables."""

    table: str
    title: str
    game: str
    seats: int
    taken: int
    phase: Word
    private: bool = False
    watch: Word = "public"
    bots: int = 0
    """How many of the seats taken are held by bots that would make room for people."""
    keeper: str = ""
    """Who keeps it; empty: nobody does."""

    @property
    def held(self) -> int:
        """How many seats nobody else can have now."""
        return self.taken if self.phase == "playing" else self.taken - self.bots

    @property
    def has_room(self) -> bool:
        """Whether somebody could sit down now."""
        return self.phase != "playing" and self.held < self.seats

    @property
    def has_use(self) -> bool:
        """Whether it is of any use to others: they could sit down, or watch. A game against bots at
        somebody else's host is not."""
        return self.taken < self.seats or self.watch != "none"


class Player(Struct, frozen=True, omit_defaults=True):
    """Who has a seat, as far as everybody may know."""

    kind: Word
    name: str = ""
    ready: bool = False
    away: bool = False
    stand_in: bool = False
    """A bot answers for the absent player."""
    opened: bool = False
    """They have opened their seal."""
    level: str = ""
    persona: str = ""
    """The persona a bot plays and talks as; its name may differ."""


class Moving(Struct, frozen=True, omit_defaults=True):
    """A table that its keeper would like to hand to the machine of another player."""

    seat: SeatNumber
    """Whose machine."""
    agreed: list[SeatNumber] = []
    """Who has agreed; in the middle of a match everybody has to."""


class Succession(Struct, frozen=True):
    """A host's signed word that another one has its table from now on (`net/succession.py`)."""

    table: TableId
    epoch: Number
    """Which move of this table it is, counted from 1."""
    successor: PinDigits
    """The pin of the new host."""
    digest: Digest
    """SHA-256 of the journal that was handed over."""
    certificate: Hex
    """Of the host that says so, in DER."""
    signature: Hex


class Score(Struct, omit_defaults=True):
    """How somebody has done at a table, over all of its matches."""

    name: str
    games: Number = 0
    wins: Number = 0
    above: float = 0.0
    """Wins above the fair share (`net/evening.py`)."""
    by_game: dict[str, Number] = {}
    """Wins by game."""


class Played(Struct, frozen=True, omit_defaults=True):
    """A match that is over."""

    game: Word
    names: list[str]
    winners: list[SeatNumber]
    points: list[int] = []


class Evening(Struct, frozen=True, omit_defaults=True):
    """What was played at a table so far, of whatever game."""

    matches: Number
    scores: list[Score]
    """The best first."""
    closest: Played | None = None


class Someone(Struct, frozen=True, omit_defaults=True):
    """Somebody without a seat: a watcher, or one who was sent away."""

    number: int
    """Theirs alone at this table for as long as they are listed."""
    name: str = ""
    waits: bool = False
    """Whether a watcher sits down as soon as there is a seat."""


class Why(Struct, array_like=True):
    """What tells the best of some choices from the next best; see `engine.core.Reason`."""

    kind: Word
    seat: Annotated[int, Meta(ge=0)] | None = None
    cards: list[int] = []
    best: float = 0.0
    other: float = 0.0
    number: Annotated[int, Meta(ge=0)] = 0
    against: bool = False
