"""A match in hand: what it asks, how it is answered, what has happened, and how it ended."""

from __future__ import annotations

from hashlib import sha256
from typing import Generic

from engine.core import Ask, Choice, Event, Game, IllegalChoice, Options, Outcome, S, Seat, View
from engine.play import apply, asks, settings, start, view
from engine.record import Move, Record


class Match(Generic[S]):
    """A game from its first shuffle to its end, or as far as it has come."""

    def __init__(
        self, game: Game[S], seats: int, seed: str | bytes = "", options: Options | None = None
    ) -> None:
        """The same seed deals the same cards: any text, or the 32 bytes of a record.

        Raises `ValueError`, with a sentence for the player, when the game cannot be set up like
        that.
        """
        self.game = game
        self.seats = seats
        self.options = settings(game, options or {})
        self.seed = sha256(seed.encode()).digest() if isinstance(seed, str) else seed
        self.state: S = start(game, seats, self.seed, self.options)
        """The whole table with everything that is hidden; bots are given a `view`."""
        self.moves: list[Move] = []

    @property
    def asks(self) -> tuple[Ask, ...]:
        """All questions that the table is waiting on; none: the match is over."""
        return asks(self.state)

    @property
    def ask(self) -> Ask | None:
        """The first of them."""
        return next(iter(self.asks), None)

    def view(self, seat: Seat | None) -> View[S]:
        """The match as one seat (None: a spectator) may know it."""
        return view(self.game, self.state, seat)

    def answer(self, choice: Choice | str, seat: Seat | None = None) -> list[Event]:
        """Answer the first question, or the one put to this seat; returns what happened.

        A choice may be given as it is printed. Raises `IllegalChoice`, and nothing has changed.
        """
        ask = self.ask
        if ask is None:
            raise IllegalChoice("The match is over.")
        move = Move(
            ask.seat if seat is None else seat,
            Choice.parse(choice) if isinstance(choice, str) else choice,
        )
        happened = apply(self.state, *move)
        self.moves.append(move)
        return happened

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened; `Event.told_to` is what one seat was told of it."""
        return tuple(self.state.events or ())

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None while it goes on."""
        return self.game.outcome(self.state)

    @property
    def record(self) -> Record:
        """Everything that was chosen, from which the same match can be played again."""
        game, options = self.game, dict(self.options)
        return Record(game.id, game.version, self.seats, options, (), self.seed, tuple(self.moves))
