"""Proof of the deal: the order of the cards is fixed before anyone can know it, and checked after.

The host draws a secret and publishes its hash. Then every player sends a number, the nonce. The
seed of the deal is made of both, so neither the host nor a player alone could choose it. After the
match the host shows the secret, and anyone can deal the same cards again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from hmac import compare_digest
from typing import Any

from engine.core import Game
from engine.plain import to_plain
from engine.record import BadRecord, Record, game_of, replay

WHAT_IT_PROVES = (
    "The shuffle was fixed by the host's commitment and every player's number, and the game went "
    "as recorded. It does not prove that the host's owner did not look at the cards."
)


WHAT_IT_CANNOT_PROVE = (
    "No player added a number to this shuffle: whoever made the host's secret made the deal, as in "
    "a game alone that is dealt from a text (--seed)."
)

UNSHARED = "0" * 32
"""The nonce of a player who adds nothing to the shuffle."""


def secret_of(text: str) -> bytes:
    """The secret of a deal that a text decides: for solo games, never for games with others."""
    return sha256(b"moontui solo" + text.encode("utf-8", "surrogatepass")).digest()


def commitment(secret: bytes) -> str:
    """What the host publishes before the nonces come in."""
    return sha256(b"moontui commitment" + secret).hexdigest()


def seed_of(secret: bytes, nonces: Sequence[str]) -> bytes:
    """The seed made of a secret and the nonces of all seats; a bot's nonce is empty."""
    return sha256(b"moontui deal" + secret + json.dumps(list(nonces)).encode()).digest()


def end_of(state: Any) -> str:
    """A fingerprint of a state and everything that led to it."""
    return sha256(json.dumps(to_plain(state)).encode()).hexdigest()


def verify(games: Mapping[str, Game[Any]], record: Record) -> str:
    """Deal and replay a record; returns what that proves. Raises `BadRecord`, saying what is
    wrong."""
    game = game_of(games, record)
    if not record.secret or not record.end:
        raise BadRecord("The record ends before the host has shown its secret.", "unfinished")
    if not compare_digest(commitment(record.secret), record.commitment):
        raise BadRecord("The secret is not the one the host committed to.", "wrong_secret")
    if not compare_digest(seed_of(record.secret, record.nonces), record.seed):
        raise BadRecord(
            "The seed is not made from the secret and the players' numbers.", "wrong_seed"
        )
    state = replay(game, record)
    if not compare_digest(end_of(state), record.end):
        raise BadRecord(
            "The choices lead to a different ending than the recorded one.", "wrong_end"
        )
    if not set(record.nonces) - {"", UNSHARED}:
        return f"{WHAT_IT_PROVES} {WHAT_IT_CANNOT_PROVE}"
    return WHAT_IT_PROVES
