"""Records of matches among bots, for tests that look back on one, and their reviews."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

from engine.core import Seat
from engine.games import GAMES
from engine.play import apply, asks, start, view
from engine.proof import commitment, end_of, seal_of, seed_of
from engine.record import Record
from engine.replay import Replay
from engine.review import Decision, cost, moments, others_moments, weigh
from tests.once import once

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
        seals=(seal_of(commitment(secret), 0, nonces[0]), *("" for _ in names[1:])),
    )
    state = start(game, record.seats, record.seed, record.options)
    bots = [game.bots[level](Random(f"{seed} {seat}")) for seat in range(record.seats)]
    while open_asks := asks(state):
        seat = open_asks[0].seat
        choice = bots[seat].choose(view(game, state, seat))
        apply(state, seat, choice)
        record = record.then(seat, choice)
    return replace(record, end=end_of(state))


def reviewed(record: Record, seat: Seat) -> list[Decision]:
    """What a seat's choices were worth."""
    game = GAMES[record.game]
    replay = Replay(game, record)
    return [weigh(game, replay.view(m.step, seat), m) for m in moments(replay, seat)]


@cache
def easy_match() -> Record:
    """A round in which the first seat plays as easy bots do: there is something to review."""
    return played("m248", "easy")


@once
def easy_costs() -> dict[tuple[Seat, int], float]:
    """By seat and step: what the others' choices in it cost them."""
    game, replay = GAMES["wolfmoon"], Replay(GAMES["wolfmoon"], easy_match())
    return {
        (seat, moment.step): cost(game, replay.view(moment.step, seat), moment)
        for seat, moment in others_moments(replay, Seat(0))
    }


@once
def easy_decisions() -> list[Decision]:
    """The first seat's decisions in it; weighing them takes a while, so it is done once."""
    return reviewed(easy_match(), Seat(0))
