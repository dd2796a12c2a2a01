"""Proof of the deal: the order of the cards is fixed before anyone can know it, and checked after.

The host draws a secret and publishes its hash. Every player makes up a number, the nonce, and
gives the host only its hash, the seal. Once all seals lie on the table and cannot change anymore,
they are opened: the seed of the deal is made of the secret and all nonces. Whoever opens last, even
if they own the host, was bound before anything could be known: nobody can choose a deal. After the
match the host shows its secret, and anyone can deal the same cards again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Literal, NamedTuple

from engine.core import Game
from engine.plain import to_plain
from engine.record import BadRecord, Record, game_of, replay

UNSHARED = "0" * 32
"""The nonce of a player who adds nothing to the shuffle."""


def secret_of(text: str) -> bytes:
    """The secret of a deal that a text decides: for solo games, never for games with others."""
    return sha256(b"moontui solo" + text.encode("utf-8", "surrogatepass")).digest()


def commitment(secret: bytes) -> str:
    """What the host publishes before the nonces come in."""
    return sha256(b"moontui commitment" + secret).hexdigest()


def seal_of(commitment: str, seat: int, nonce: str) -> str:
    """What a player gives in place of a nonce until all are bound. It belongs to one shuffle and
    one seat: nobody can pass off another's as their own."""
    return sha256(f"moontui seal {commitment} {seat} {nonce}".encode()).hexdigest()


def seed_of(secret: bytes, nonces: Sequence[str]) -> bytes:
    """The seed made of a secret and the nonces of all seats; a bot's nonce is empty."""
    return sha256(b"moontui deal" + secret + json.dumps(list(nonces)).encode()).digest()


def end_of(state: Any) -> str:
    """A fingerprint of a state and everything that led to it."""
    return sha256(json.dumps(to_plain(state)).encode()).hexdigest()


Shuffle = Literal["sealed", "bare", "alone"]
"""How a deal was made: from nonces that were sealed before any was opened; from nonces that came in
one after the other, as older hosts asked for them; or from the host's secret alone."""


class Proved(NamedTuple):
    """What a record proves."""

    shuffle: Shuffle
    finished: bool
    """Whether the match was played to its end, and not given up."""
    voided: int
    given_up: int
    """How many deals at the same table came to nothing before this one, according to the host."""


def verify(games: Mapping[str, Game[Any]], record: Record) -> Proved:
    """Deal and replay a record; returns what that proves. Raises `BadRecord`, saying what is
    wrong."""
    return replayed(games, record)[0]


def replayed(games: Mapping[str, Game[Any]], record: Record) -> tuple[Proved, Any]:
    """What a record proves, and the state it leads to. Raises `BadRecord`."""
    game = game_of(games, record)
    if record.origin:
        raise BadRecord("This match was played on from another one: nobody shuffled.", "played_on")
    if not record.secret:
        raise BadRecord("The record ends before the host has shown its secret.", "unfinished")
    if commitment(record.secret) != record.commitment:
        raise BadRecord("The secret is not the one the host committed to.", "wrong_secret")
    if record.seals and not are_opened(record):
        raise BadRecord("A player's number does not open its seal.", "wrong_seal")
    if seed_of(record.secret, record.nonces) != record.seed:
        raise BadRecord(
            "The seed is not made from the secret and the players' numbers.", "wrong_seed"
        )
    state = replay(game, record)
    if record.end and end_of(state) != record.end:
        raise BadRecord(
            "The choices lead to a different ending than the recorded one.", "wrong_end"
        )
    shuffle: Shuffle = "sealed" if record.seals else "bare"
    if not set(record.nonces) - {"", UNSHARED}:
        shuffle = "alone"
    return Proved(shuffle, bool(record.end), record.voided, record.given_up), state


def are_opened(record: Record) -> bool:
    """Whether every seal of a record is opened, and nothing went in that was not sealed."""
    return len(record.nonces) == record.seats and record.seals == tuple(
        seal_of(record.commitment, seat, nonce) if nonce else ""
        for seat, nonce in enumerate(record.nonces)
    )
