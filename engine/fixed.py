"""A fixed deal: a text decides the cards, who comes to the table, and what bots do there.

It is for one person alone. Chance comes from the deal, the seat and how often that seat has
answered: no clock, no host and no speed of a machine has a part in it, so the same answers
lead to the same match everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from random import Random
from typing import Any

from engine.bots.personas import PERSONAS, company, seated
from engine.core import Bot, Choice, Event, Game, Options, Seat, View
from engine.play import apply, asks, in_order, settings, start, view
from engine.proof import UNSHARED, commitment, seal_of, seed_of
from engine.record import Move, Record

Chooser = Callable[[View[Any]], Choice]
"""Answers the question of a view."""


def guests_of(text: str) -> tuple[str, ...]:
    """The personas in the order in which they come to a table with this deal; the empty text is no
    deal."""
    order = list(PERSONAS)
    if text:
        Random(f"moontui guests {text}").shuffle(order)
    return tuple(order)


def begun(
    game: Game[Any],
    secret: bytes,
    text: str,
    name: str,
    seats: int,
    level: str,
    options: Options,
) -> Record:
    """A match of one person against bots before its first answer, dealt from a secret. Raises
    `ValueError`, with a sentence, if it cannot be set up."""
    nonces = (UNSHARED, *[""] * (seats - 1))
    seed = seed_of(secret, nonces)
    start(game, seats, seed, options)
    present = company(name, seats, guests_of(text))
    return Record(
        game.id,
        game.version,
        seats,
        settings(game, options),
        tuple(one.name for one in present),
        seed,
        (),
        commitment(secret),
        secret,
        nonces,
        personas=tuple(one.persona for one in present),
        seals=(seal_of(commitment(secret), 0, UNSHARED), *nonces[1:]),
        levels=("", *[level] * (seats - 1)),
    )


def chance(seed: bytes, seat: int, answers: int) -> str:
    """What a bot's randomness is made from, when its seat has given so many answers."""
    return sha256(b"moontui bot" + seed + f" {seat} {answers}".encode()).hexdigest()


def answers_of(moves: Sequence[Move], seat: int) -> int:
    """How many answers a seat has given."""
    return sum(move.seat == seat for move in moves)


def play_on(
    game: Game[Any], state: Any, choose: Chooser, moves: Sequence[Move] = ()
) -> Iterator[tuple[Move, list[Event]]]:
    """Play a match to its end without a clock, giving every answer and what came of it. Where
    answers are held, everybody chooses before the first is given, as at a host's table."""
    last = moves[-1].seat if moves else -1
    while open_asks := asks(state):
        window = game.windows.get(open_asks[0].window)
        if window is None or not window.held:  # one after another, around the table
            open_asks = (min(open_asks, key=lambda ask: (ask.seat <= last, ask.seat)),)
        chosen = {ask.seat: choose(view(game, state, ask.seat)) for ask in open_asks}
        for seat, choice in in_order(state, open_asks, chosen):
            yield Move(seat, choice), apply(state, seat, choice)
            last = seat


class Bots:
    """The bots of a fixed deal, and how often each has answered."""

    def __init__(
        self,
        game: Game[Any],
        seed: bytes,
        levels: Sequence[str],
        personas: Sequence[str],
        moves: Sequence[Move] = (),
    ) -> None:
        self.game, self.seed, self.levels, self.personas = game, seed, levels, personas
        self.answers = Counter(move.seat for move in moves)

    def choose(self, shown: View[Any]) -> Choice:
        """What the bot at the seat of a view does."""
        assert shown.seat is not None
        return self.at(shown.seat).choose(shown)

    def at(self, seat: Seat) -> Bot[Any]:
        """The bot at a seat, for its next answer."""
        rng = Random(chance(self.seed, seat, self.answers[seat]))
        return seated(self.game, self.levels[seat], rng, self.personas[seat])

    def note(self, move: Move) -> None:
        """Somebody has answered."""
        self.answers[move.seat] += 1
