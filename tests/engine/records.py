"""Records of matches among bots, for tests that look back on one."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from engine.games import GAMES
from engine.play import apply, asks, start, view
from engine.proof import commitment, end_of, seed_of
from engine.record import Record

NAMES = ("Ana", "Bo", "Cy", "Di")


def played(
    seed: str = "moon",
    level: str = "greedy",
    length: str = "round",
    names: tuple[str, ...] = NAMES,
    name: str = "wolfmoon",
) -> Record:
    """The record of a match among bots, proof included."""
    game = GAMES[name]
    secret = f"{seed:>32}".encode()
    nonces = ("ab" * 16, *("" for _ in names[1:]))
    record = Record(
        game.id,
        game.version,
        len(names),
        {"length": length},
        names,
        seed_of(secret, nonces),
        (),
        commitment(secret),
        secret,
        nonces,
    )
    state = start(game, record.seats, record.seed, record.options)
    bots = [game.bots[level](Random(f"{seed} {seat}")) for seat in range(record.seats)]
    while open_asks := asks(state):
        seat = open_asks[0].seat
        choice = bots[seat].choose(view(game, state, seat))
        apply(state, seat, choice)
        record = record.then(seat, choice)
    return replace(record, end=end_of(state))
