"""A finished record proves its shuffle, and the smallest change is detected."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest

from engine.core import Choice
from engine.games import GAMES
from engine.games.wolfmoon import WOLFMOON
from engine.play import start
from engine.proof import UNSHARED, commitment, end_of, secret_of, seed_of, verify
from engine.record import BadRecord, Move, Record, file_name, from_text, to_text
from tests.engine.laws import walk

SECRET = bytes(range(32))
NONCES = ("0123456789abcdef" * 2, "", "fedcba9876543210" * 2)


def finished(nonces: tuple[str, ...] = NONCES, secret: bytes = SECRET) -> Record:
    seed = seed_of(secret, nonces)
    state = start(WOLFMOON, 3, seed)
    moves = tuple(Move(seat, choice) for seat, choice in walk(state, Random(2)))
    return Record(
        game="wolfmoon",
        version=1,
        seats=3,
        options={},
        names=("Ada", "Bob", "Cyn"),
        seed=seed,
        moves=moves,
        commitment=commitment(secret),
        secret=secret,
        nonces=nonces,
        end=end_of(state),
    )


def test_a_finished_record_is_accepted_and_says_what_it_proves() -> None:
    record = from_text(to_text(finished()))
    assert "fixed by the host's commitment" in verify(GAMES, record)


def test_a_deal_to_which_nobody_added_a_number_says_so() -> None:
    assert "No player added a number" not in verify(GAMES, finished())
    alone = finished((UNSHARED, "", ""), secret_of("moon"))
    assert "No player added a number" in verify(GAMES, alone)


def test_a_record_has_one_name_which_its_maker_cannot_choose() -> None:
    record = finished()
    assert file_name(record) == file_name(from_text(to_text(record)))
    assert re.fullmatch(r"wolfmoon-[0-9a-f]{20}\.moon", file_name(record))
    for game in ("../../x", "", "a/b", "x" * 300, "\x1b[2J"):
        assert re.fullmatch(r"match-[0-9a-f]{20}\.moon", file_name(replace(record, game=game)))


def test_every_single_changed_choice_is_found() -> None:
    record = finished()
    for index, move in enumerate(record.moves):
        other = Choice(move.choice.verb, move.choice.value + 1)
        changed = (*record.moves[:index], Move(move.seat, other), *record.moves[index + 1 :])
        with pytest.raises(BadRecord):
            verify(GAMES, replace(record, moves=changed))


def test_every_changed_byte_of_seed_or_secret_is_found() -> None:
    record = finished()
    for index in range(32):
        flipped = bytearray(record.seed)
        flipped[index] ^= 1
        with pytest.raises(BadRecord, match="seed is not made from the secret"):
            verify(GAMES, replace(record, seed=bytes(flipped)))
        flipped = bytearray(record.secret)
        flipped[index] ^= 1
        with pytest.raises(BadRecord, match="not the one the host committed to"):
            verify(GAMES, replace(record, secret=bytes(flipped)))


def test_another_nonce_another_game_and_a_missing_end_are_found() -> None:
    record = finished()
    with pytest.raises(BadRecord, match="players' numbers"):
        verify(GAMES, replace(record, nonces=("", "", "")))
    with pytest.raises(BadRecord, match="no game called chess"):
        verify(GAMES, replace(record, game="chess"))
    with pytest.raises(BadRecord, match="before the host has shown its secret"):
        verify(GAMES, replace(record, end=""))
    with pytest.raises(BadRecord, match="a different ending"):
        verify(GAMES, replace(record, moves=record.moves[:-1]))


def test_every_player_changes_the_deal() -> None:
    assert seed_of(SECRET, ["a", "b"]) != seed_of(SECRET, ["a", "c"]) != seed_of(SECRET, ["ab", ""])
