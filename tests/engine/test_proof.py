"""A finished record proves its shuffle, and the smallest change is detected."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest

from engine.core import Choice
from engine.games import GAMES
from engine.games.wolfmoon import WOLFMOON
from engine.plain import from_plain, to_plain
from engine.play import start
from engine.proof import UNSHARED, Proved, commitment, end_of, seal_of, secret_of, seed_of, verify
from engine.record import BadRecord, Move, Record, file_name, from_text, to_text
from tests.engine.laws import walk

SECRET = bytes(range(32))
NONCES = ("0123456789abcdef" * 2, "", "fedcba9876543210" * 2)


def finished(nonces: tuple[str, ...] = NONCES, secret: bytes = SECRET) -> Record:
    """A match for which the nonces were sealed."""
    promised = commitment(secret)
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
        commitment=promised,
        secret=secret,
        nonces=nonces,
        end=end_of(state),
        seals=tuple(seal_of(promised, n, nonce) if nonce else "" for n, nonce in enumerate(nonces)),
    )


def test_a_finished_record_is_accepted_and_says_what_it_proves() -> None:
    record = replace(finished(), voided=2, given_up=1)
    assert verify(GAMES, from_text(to_text(record))) == Proved("sealed", True, 2, 1)


def test_a_deal_to_which_nobody_added_a_number_says_so() -> None:
    assert verify(GAMES, finished((UNSHARED, "", ""), secret_of("moon"))).shuffle == "alone"


def test_a_record_without_seals_says_that_the_last_number_could_have_chosen_the_deal() -> None:
    assert verify(GAMES, replace(finished(), seals=())).shuffle == "bare"


def test_a_match_that_was_given_up_proves_its_deal_and_says_that_it_has_no_end() -> None:
    record = finished()
    given_up = replace(record, moves=record.moves[:-1], end="")
    assert verify(GAMES, given_up) == Proved("sealed", False, 0, 0)


@pytest.mark.parametrize("seat", range(3))
def test_a_number_that_was_not_sealed_is_found(seat: int) -> None:
    record = finished()
    for nonce in ("ab" * 16, ""):
        if nonce == record.nonces[seat]:
            continue
        nonces = (*record.nonces[:seat], nonce, *record.nonces[seat + 1 :])
        other = replace(record, nonces=nonces, seed=seed_of(SECRET, nonces))
        with pytest.raises(BadRecord, match="does not open its seal"):
            verify(GAMES, other)


def test_a_seal_is_good_for_one_shuffle_and_one_seat() -> None:
    ours, theirs = commitment(SECRET), commitment(SECRET[::-1])
    assert len({seal_of(c, seat, NONCES[0]) for c in (ours, theirs) for seat in range(3)}) == 6


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
        verify(GAMES, replace(record, nonces=("", "", ""), seals=("", "", "")))
    with pytest.raises(BadRecord, match="no game called chess"):
        verify(GAMES, replace(record, game="chess"))
    with pytest.raises(BadRecord, match="before the host has shown its secret"):
        verify(GAMES, replace(record, secret=b""))
    with pytest.raises(BadRecord, match="a different ending"):
        verify(GAMES, replace(record, moves=record.moves[:-1]))


def test_every_player_changes_the_deal() -> None:
    assert seed_of(SECRET, ["a", "b"]) != seed_of(SECRET, ["a", "c"]) != seed_of(SECRET, ["ab", ""])


def test_a_newer_option_leaves_no_trace_in_an_ending_unless_it_was_chosen() -> None:
    usual, chosen = (start(WOLFMOON, 3, bytes(32), {"winner_begins": way}) for way in ("off", "on"))
    ((_, told),) = to_plain(usual).items()
    ((_, more),) = to_plain(chosen).items()
    assert more == [*told, {"map": [["winner_begins", True]]}]
    assert from_plain(WOLFMOON, to_plain(chosen)) == chosen
    assert end_of(usual) != end_of(chosen)
