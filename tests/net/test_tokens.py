"""A seat is kept for the host that gave it, and shown to no other."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from net.security import private_file
from net.tokens import HERE, LARGEST, SEATS, Tokens, host_name

KEY, OTHER = bytes(range(16)), bytes(16)
ANA, BO = KEY.hex(), OTHER.hex()


@pytest.fixture
def tokens(tmp_path: Path) -> Tokens:
    return Tokens(tmp_path / "moontui" / "tokens.json")


def test_a_seat_is_kept_by_host_and_table(tokens: Tokens) -> None:
    tokens.keep(ANA, "moon", "a")
    tokens.keep(BO, "moon", "b")
    tokens.keep(ANA, "moon", "newer")
    assert (tokens.at(ANA), tokens.at(BO)) == ({"moon": "newer"}, {"moon": "b"})
    tokens.forget(BO, "moon")
    assert (tokens.at(ANA), tokens.at(BO)) == ({"moon": "newer"}, {})


def test_no_network_host_has_the_name_of_another() -> None:
    names = [
        host_name("", 0, b"", local=True),
        host_name("/run/moontui/x.sock", 0, b"", local=True),
        host_name("ana.local", 4747, KEY, local=False),
        host_name("ana.local", 4747, OTHER, local=False),
        host_name("ana.local", 4747, b"", local=False),
        host_name("here", 4747, b"", local=False),
        host_name(ANA, 4747, b"", local=False),
    ]
    assert len(set(names)) == len(names)


def test_tokens_of_the_first_version_belong_to_the_only_host_they_can_be_of(
    tokens: Tokens,
) -> None:
    private_file(tokens.path, b'{"moon": "a", "star": "b"}')
    assert Tokens(tokens.path, formerly=HERE).at(HERE) == {"moon": "a", "star": "b"}
    Tokens(tokens.path, formerly=HERE).keep(ANA, "moon", "c")
    assert tokens.at(HERE) == {"moon": "a", "star": "b"}


def test_tokens_of_the_first_version_are_dropped_where_nobody_knows_whose_they_are(
    tokens: Tokens,
) -> None:
    private_file(tokens.path, b'{"moon": "a"}')
    assert tokens.seats() == []
    tokens.keep(ANA, "star", "b")
    assert b'"a"' not in tokens.path.read_bytes()


def test_the_newest_seats_are_kept_for_their_owner_alone(tokens: Tokens) -> None:
    for number in range(SEATS + 5):
        tokens.keep(ANA, f"table{number}", "a")
    assert list(tokens.at(ANA)) == [f"table{number}" for number in range(5, SEATS + 5)]
    assert stat.S_IMODE(tokens.path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "damage",
    [
        *(b"", b"{", b"[]", b"null", b"[" * 100_000, b"\xff"),
        *(b'{"version": Infinity, "seats": []}', b'{"version": 3, "seats": []}'),
        *(b'{"../../x": "a"}', json.dumps({"moon": "x" * 65}).encode()),
        b'{"version": 2, "seats": [{"host": "here", "table": "../x", "token": "a"}]}',
        b" " * LARGEST + b'{"moon": "a"}',
    ],
)
def test_a_file_that_makes_no_sense_holds_no_seat(tokens: Tokens, damage: bytes) -> None:
    private_file(tokens.path, damage)
    assert Tokens(tokens.path, formerly=HERE).seats() == []
